"""What the parts of a table say is asked for by the table, and so is when they let it end."""

import math
from unittest.mock import Mock

import pygame
import pytest

from game.rules.acht_mal_acht import AchtMalAcht
from game.ui.play.patience.game import solo_table
from game.ui.play.scene import Extra, Said
from tests.ui.pilot import told
from tests.ui.play.patience.solotable import Alone


class Part(Extra):
    """Says what it is told to, and counts how often an end has been shown."""

    def __init__(self) -> None:
        self.shown = 0

    def show_end(self) -> bool:
        self.shown += 1
        return True


def at_a_table() -> tuple[Alone, Part, Part]:
    table, parts = Alone(AchtMalAcht()), (Part(), Part())
    table.scene = solo_table(table.session, extras=parts)
    table.ctx.push(table.scene)
    table.draw()
    table.wait(1.5)
    return table, *parts


def test_what_two_parts_say_is_merged_and_the_first_is_heard() -> None:
    table, first, second = at_a_table()
    second.said = Said("second", marks={0: "gone"})
    table.step()
    assert "second" in told(table.stage, "below")
    first.said = Said("first")
    table.step()
    assert "first" in told(table.stage, "below") and "second" not in told(table.stage, "below")
    assert table.scene.said == Said("first", marks={0: "gone"})
    first.said = second.said = Said()
    table.step()
    assert "second" not in told(table.stage, "below")


def test_an_end_is_shown_once_at_the_first_of_the_times_and_a_later_one_again() -> None:
    table, first, second = at_a_table()
    now = table.scene.clock(table.time)
    first.ends, second.ends = now + 1.0, now + 0.5
    table.wait(0.4)
    assert not first.shown
    table.wait(2.0)
    assert [first.shown, second.shown] == [1, 0], "the other end is the same"
    first.ends = table.scene.clock(table.time) + 0.2
    table.wait(1.0)
    assert [first.shown, second.shown] == [2, 0]
    first.ends = table.scene.clock(table.time) + 0.2
    table.scene.lay_anew(deals=False)
    assert first.ends == math.inf, "it goes on"


def test_commands_are_asked_for_by_a_key_of_one_and_by_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    table = at_a_table()[0]
    asked = Mock(return_value=())
    monkeypatch.setattr(table.scene.game, "commands", asked)
    table.key(pygame.K_F7, pygame.K_x)
    assert not asked.called
    table.key(pygame.K_u)
    assert asked.called
