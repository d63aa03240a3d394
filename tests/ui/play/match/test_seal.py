"""The seal says of each verdict what it is, in every language, by shape and by words."""

from itertools import combinations
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.i18n import set_language
from game.net.client import deal_verdict as verdict
from game.net.client.deal_verdict import BROKEN, PROVED, UNPROVABLE, DealVerdict
from game.ui.engine import text
from game.ui.engine.window import Window
from game.ui.play.match.standings import Stamp, of_match, seal, words
from game.ui.view.node import still
from tests.ui.pilot import Heard, context

NAMES = ("Wilhelmina Wunde", "Maximiliane Münc", "Al", "Bo")
WHY_NOT = (
    verdict.GAP, verdict.MOVED, verdict.OPEN, verdict.LATE, verdict.WITHHELD, verdict.AGAIN, verdict.ONCE,
)  # fmt: skip
WRONG = verdict.UNTOLD, verdict.RETOLD, verdict.SECRET, verdict.NUMBER, verdict.LEFT_OUT, verdict.DEAL
ALL = [
    DealVerdict(PROVED),
    *(DealVerdict(UNPROVABLE, reason, (0, 1) if reason == verdict.WITHHELD else ()) for reason in WHY_NOT),
    *(DealVerdict(BROKEN, reason) for reason in WRONG),
]


@pytest.mark.parametrize("code", ["en", "sv", "de"])
def test_each_verdict_has_its_sentence_and_it_fits(code: str) -> None:
    Window((1280, 720))
    set_language(code)
    sentences = [words(found, NAMES) for found in ALL]
    assert len(set(sentences)) == len(ALL)
    for sentence in sentences:
        assert text.fit(sentence, 18, 729)[0] == sentence, "not cut off"
    assert "Wilhelmina Wunde, Maximiliane Münc" in words(DealVerdict(UNPROVABLE, "withheld", (0, 1)), NAMES)


@pytest.mark.parametrize("unit", [1.0, 1.5, 3.0])
def test_the_kinds_differ_in_shape_and_not_by_colour_alone(unit: float) -> None:
    Window((1280, 720))
    pictures = [still(seal(DealVerdict(kind, reason), NAMES), unit, 760) for kind, reason in KINDS]
    side = round(46 * unit)
    seals = [picture.subsurface((0, 0, side, side)) for picture in pictures]
    white, shade = (255, 255, 255), (90, 90, 90, 255)
    marks = [pygame.mask.from_surface(each, 100) for each in seals]
    for mark, each in zip(marks, seals, strict=True):
        sign = pygame.mask.from_threshold(pygame.transform.grayscale(each), white, shade)
        mark.erase(sign, (0, 0))
    for one, other in combinations(marks, 2):
        assert one.count() + other.count() - 2 * one.overlap_area(other, (0, 0)) > 9 * unit * unit
    assert all(picture.width <= 760 * unit for picture in pictures)


KINDS = [(PROVED, ""), (UNPROVABLE, verdict.MOVED), (BROKEN, verdict.DEAL)]


@pytest.mark.parametrize(
    ("rounds", "worst"),
    [
        ([], None),
        ([PROVED, PROVED], PROVED),
        ([PROVED, UNPROVABLE], UNPROVABLE),
        ([BROKEN, UNPROVABLE, BROKEN], BROKEN),
        ([PROVED, BROKEN, PROVED], UNPROVABLE),
    ],
)
def test_a_match_is_proved_if_all_its_deals_are(rounds: list[str], worst: str | None) -> None:
    found = {number: DealVerdict(kind) for number, kind in enumerate(rounds, 1)}
    session: Any = SimpleNamespace(state=SimpleNamespace(round=len(rounds)), verdict=found.get)
    assert getattr(of_match(session), "kind", None) == worst


def test_what_does_not_hold_is_no_accusation_before_a_second_round() -> None:
    found = {
        1: DealVerdict(PROVED),
        2: DealVerdict(BROKEN, verdict.SECRET),
        3: DealVerdict(BROKEN, verdict.DEAL),
    }
    shown = []
    for number in (1, 2, 3):
        session: Any = SimpleNamespace(
            state=SimpleNamespace(round=number),
            verdict=lambda each, latest=number: found.get(each) if each <= latest else None,
        )
        shown.append(of_match(session, [number]))
    assert shown == [DealVerdict(PROVED), DealVerdict(UNPROVABLE, verdict.ONCE), found[3]]
    assert "hold" not in words(DealVerdict(UNPROVABLE, verdict.ONCE), NAMES)


@pytest.mark.parametrize("calm", [False, True])
def test_the_stamp_comes_down_once_there_is_a_verdict(calm: bool) -> None:
    sounds = Heard()
    stamp = Stamp(context(sounds=sounds, reduced_motion=calm))
    parts = []
    for step in range(40):
        stamp.step(None if step < 10 else DealVerdict(PROVED), step / 60)
        parts.append(stamp.part)
    assert parts[9] == 0 and parts[-1] == 1 and parts == sorted(parts)
    assert len(set(parts)) == 2 if calm else len(set(parts)) > 15
    assert sounds.names == ["land"]
