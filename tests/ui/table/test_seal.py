"""The seal says of each verdict what it is, in every language, by shape and by words."""

from itertools import combinations
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.core import verdict
from game.core.verdict import BROKEN, CHECKING, PROVED, UNPROVABLE, Verdict
from game.i18n import set_language
from game.ui.engine import text
from game.ui.engine.window import Window
from game.ui.table.seal import of_match, seal, words

NAMES = ("Wilhelmina Wunde", "Maximiliane Münc", "Al", "Bo")
WHY_NOT = (
    verdict.GAP, verdict.MOVED, verdict.OPEN, verdict.LATE, verdict.WITHHELD, verdict.LONG, verdict.AGAIN,
)  # fmt: skip
WRONG = (
    verdict.UNTOLD, verdict.SECRET, verdict.NUMBER, verdict.LEFT_OUT, verdict.DEAL, verdict.LOG,
    verdict.ORDER, verdict.OWN,
)  # fmt: skip
ALL = [
    Verdict(PROVED),
    Verdict(CHECKING),
    *(Verdict(UNPROVABLE, reason, (0, 1) if reason == verdict.WITHHELD else ()) for reason in WHY_NOT),
    *(Verdict(BROKEN, reason) for reason in WRONG),
]


@pytest.mark.parametrize("code", ["en", "sv", "de"])
def test_each_verdict_has_its_sentence_and_it_fits(code: str) -> None:
    Window((1280, 720))
    set_language(code)
    try:
        sentences = [words(found, NAMES) for found in ALL]
        assert len(set(sentences)) == len(ALL)
        for sentence in sentences:
            assert text.fit(sentence, 18, 729)[0] == sentence, "not cut off"
        assert "Wilhelmina Wunde, Maximiliane Münc" in words(Verdict(UNPROVABLE, "withheld", (0, 1)), NAMES)
    finally:
        set_language("en")


@pytest.mark.parametrize("unit", [1.0, 1.5, 3.0])
def test_the_kinds_differ_in_shape_and_not_by_colour_alone(unit: float) -> None:
    Window((1280, 720))
    pictures = [seal(Verdict(kind, reason), NAMES, unit, 760 * unit) for kind, reason in KINDS]
    side = round(22 * unit)
    marks = [pygame.mask.from_surface(picture.subsurface((0, 0, side, side)), 100) for picture in pictures]
    for one, other in combinations(marks, 2):
        assert one.count() + other.count() - 2 * one.overlap_area(other, (0, 0)) > 9 * unit * unit
    assert all(picture.width <= 760 * unit for picture in pictures)


KINDS = [(PROVED, ""), (CHECKING, ""), (UNPROVABLE, verdict.MOVED), (BROKEN, verdict.DEAL)]


@pytest.mark.parametrize(
    ("rounds", "worst"),
    [
        ([], None),
        ([PROVED, PROVED], PROVED),
        ([PROVED, UNPROVABLE], UNPROVABLE),
        ([UNPROVABLE, CHECKING], CHECKING),
        ([CHECKING, BROKEN, PROVED], BROKEN),
    ],
)
def test_a_match_is_proved_if_all_its_rounds_are(rounds: list[str], worst: str | None) -> None:
    found = {number: Verdict(kind) for number, kind in enumerate(rounds, 1)}
    session: Any = SimpleNamespace(state=SimpleNamespace(round=len(rounds)), verdict=found.get)
    assert getattr(of_match(session), "kind", None) == worst
