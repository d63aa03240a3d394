"""Help tells the rules in force and the keys of whoever reads it; everything has room on its sheet."""

import dataclasses

import pygame
import pytest

from game.i18n import set_language
from game.rules.haisty import Haisty
from game.ui import keytable, text
from game.ui.scenes import help as help_scene
from tests.ui.test_hand import Alone, table

HOUSES = [Haisty(), Haisty(any_part=True), Haisty(round_corner=False), Haisty(auto_knock=True)]


def told(rules: Haisty, target: int = 100, rounds: int = 0) -> list[str]:
    session = Alone(table())
    session.rules, session.target, session.rounds = rules, target, rounds
    return help_scene._rules(session)


def test_every_house_rule_changes_what_is_told() -> None:
    asked = [field for field in dataclasses.fields(Haisty) if "values" in field.metadata]
    assert len({tuple(told(rules)) for rules in HOUSES}) == len(HOUSES) == 1 + len(asked)


def test_the_end_of_the_match_is_told() -> None:
    set_language("en")
    assert "With 70 points" in told(Haisty(), target=70)[-1]
    assert "After 5 rounds" in told(Haisty(), target=0, rounds=5)[-1]


@pytest.mark.parametrize("code", ["sv", "de", "en"])
@pytest.mark.parametrize("rules", HOUSES)
def test_rules_and_keys_fit_the_sheet(code: str, rules: Haisty) -> None:
    pygame.font.init()
    set_language(code)
    wide, high = help_scene._SIZE
    lines = [text.wrap(rule, 23, wide * (1 - help_scene._MIDDLE) - 30) for rule in told(rules)]
    assert sum(26 * len(each) + 13 for each in lines) < high - 24 - 42 - 30
    for rows in (help_scene._keys(), help_scene._watching(), help_scene._mouse()):
        for key, _ in rows:
            assert text.width(key, keytable.LETTERS) <= 162, key
    rows = [*help_scene._keys(), *help_scene._mouse()]
    room = wide * help_scene._MIDDLE - 30 - 24 - 172
    count = sum(len(text.wrap(meaning, keytable.LETTERS, room)) for _, meaning in rows)
    used = count * keytable.LINE + len(rows) * keytable.SPACE + 2 * 42 + 10 + 24
    assert used < high - 30
    set_language("en")
