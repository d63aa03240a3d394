"""Help tells the rules in force and the keys of whoever reads it; everything has room on its sheet."""

import dataclasses
from typing import Any

import pygame
import pytest

from game import i18n
from game.i18n import set_language
from game.rules import games
from game.rules.haisty import Haisty
from game.ui.covers.help import SIZE
from game.ui.engine import text
from game.ui.table import help as help_scene
from game.ui.widgets import key_table
from tests.ui.input.test_hand import Alone, table
from tests.ui.solo.solotable import Alone as AtTable

HOUSES = [Haisty(), Haisty(any_part=True), Haisty(round_corner=False), Haisty(auto_knock=True)]


# What the help says, as data: drawn it would be pixels, in columns as they fit.


def told(rules: Haisty, target: int = 100, rounds: int = 0) -> list[str]:
    session = Alone(table())
    session.rules, session.target, session.rounds = rules, target, rounds
    return help_scene._rules(session)


def test_every_house_rule_changes_what_is_told() -> None:
    asked = [field for field in dataclasses.fields(Haisty) if "values" in field.metadata]
    assert len({tuple(told(rules)) for rules in HOUSES}) == len(HOUSES) == 1 + len(asked)


def test_the_end_of_the_match_is_told() -> None:
    set_language("en")
    assert "has 70 points" in told(Haisty(), target=70)[-1]
    assert "After 5 rounds" in told(Haisty(), target=0, rounds=5)[-1]


@pytest.mark.parametrize("code", ["sv", "de", "en"])
@pytest.mark.parametrize("rules", HOUSES)
def test_rules_and_keys_fit_the_sheet(code: str, rules: Haisty) -> None:
    pygame.font.init()
    set_language(code)
    wide, high = SIZE
    lines = [text.wrap(rule, 23, wide * (1 - help_scene._MIDDLE) - 30) for rule in told(rules)]
    origin = text.wrap(i18n._(rules.origin), help_scene._SMALL, wide * (1 - help_scene._MIDDLE) - 30)
    assert sum(26 * len(each) + 13 for each in lines) + 22 * len(origin) < high - 24 - 42 - 30
    for rows in (help_scene._keys(), help_scene._watching(), help_scene._mouse()):
        for key, _ in rows:
            assert text.width(key, key_table.LETTERS) <= 162, key
    rows = [*help_scene._keys(), *help_scene._mouse()]
    room = wide * help_scene._MIDDLE - 30 - 24 - 172
    count = sum(len(text.wrap(meaning, key_table.LETTERS, room)) for _, meaning in rows)
    used = count * key_table.LINE + len(rows) * key_table.SPACE + 2 * 42 + 10 + 24
    assert used < high - 30
    set_language("en")


@pytest.mark.parametrize("code", ["sv", "de", "en"])
@pytest.mark.parametrize("name", sorted(name for name, kind in games().items() if 1 in kind.seats))
def test_rules_advice_and_origin_of_every_patience_fit_the_sheet(
    name: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_language(code)
    rules: Any = games()[name]()
    asked = [field for field in dataclasses.fields(rules) if "values" in field.metadata]
    unusual = {f.name: next(v for v in f.metadata["values"] if v != f.default) for f in asked}
    seat = AtTable(dataclasses.replace(rules, **unusual))
    seat.scene.show_help()
    drawn: list[tuple[str, pygame.Rect]] = []
    draw = text.draw

    def noted(surface: pygame.Surface, words: str, *more: Any, **anchor: Any) -> pygame.Rect:
        drawn.append((words, draw(surface, words, *more, **anchor)))
        return drawn[-1][1]

    monkeypatch.setattr(text, "draw", noted)
    seat.draw()
    *told, (last, foot) = drawn
    assert last == i18n._("Any key: back")
    assert all(rect.bottom < foot.top and rect.right < 1280 - 28 for _words, rect in told)
    assert rules.origin
    assert i18n._(rules.origin)[:20] in " ".join(words for words, _rect in told)
