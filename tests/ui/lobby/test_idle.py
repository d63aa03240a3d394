"""Who does nothing for a minute of a round is asked, and the others see it."""

import pygame
import pytest

from game.ui.play.match import attention
from tests.ui.lobby.screens import Party, Screen
from tests.ui.lobby.test_joint_pause import covered
from tests.ui.pilot import described, told

SHORT = 6_000_000


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six seconds are long here."""
    assert attention.IDLE == 10 * SHORT
    monkeypatch.setattr(attention, "IDLE", SHORT)


def asked(screen: Screen) -> bool:
    return "Are you still there?" in told(screen.table.stage, "still there")


def busy(party: Party, screen: Screen, micros: int) -> None:
    """This player turns the hand every second for so long."""
    end, due = screen.lan.now + micros, screen.lan.now

    def done() -> bool:
        nonlocal due
        if screen.lan.now >= due:
            due += 1_000_000
            screen.key(pygame.K_v)
        return screen.lan.now >= end

    party.until(done)


def test_a_player_who_does_nothing_is_asked_and_named_until_the_next_act(party: Party) -> None:
    anna = party.open(3)
    bo = party.visit("Bo")
    party.begin()
    watcher = party.visit("Eva", watch=True)
    party.until(party.all_play)
    busy(party, anna, SHORT + 1_000_000)
    assert asked(bo) and not asked(anna)
    for other in (anna, watcher):
        assert told(other.table.stage, "notice") == "Bo has not played for a minute."
        assert described(other.table).seats[1]["mark"] == "away?"
        assert described(other.table).seats[0]["mark"] == ""
    assert described(bo.table).seats[1]["mark"] == ""
    bo.key(pygame.K_v)
    party.until(lambda: not asked(bo) and described(anna.table).seats[1]["mark"] == "")


def test_a_pause_does_not_count(party: Party) -> None:
    anna = party.open(3)
    bo = party.visit("Bo")
    party.begin()
    busy(party, anna, SHORT // 2)
    anna.key(pygame.K_p)
    party.until(covered(party))
    end = anna.lan.now + 2 * SHORT
    party.until(lambda: anna.lan.now >= end)
    for screen in party.screens:
        screen.key(pygame.K_SPACE)
    party.until(party.all_play)
    busy(party, anna, SHORT // 2)
    assert not asked(bo) and not told(anna.table.stage, "notice")
    busy(party, anna, SHORT)
    assert asked(bo)


def test_who_has_called_waits_for_the_others_and_is_not_asked(party: Party) -> None:
    anna = party.open(3)
    bo = party.visit("Bo")
    party.begin()
    bo.key(pygame.K_d)
    party.until(lambda: anna.lan.state.table.calls == 0b10)
    end = anna.lan.now + SHORT + 1_000_000
    party.until(lambda: anna.lan.now >= end)
    assert not asked(bo) and asked(anna)


def test_who_looks_at_the_menu_in_a_round_is_marked_until_it_is_closed(party: Party) -> None:
    anna = party.open(3)
    bo = party.visit("Bo")
    party.begin()
    bo.key(pygame.K_ESCAPE)
    party.until(lambda: described(anna.table).seats[1]["mark"] == "in the menu")
    assert described(bo.table).seats[1]["mark"] == ""
    bo.key(pygame.K_ESCAPE)
    party.until(lambda: described(anna.table).seats[1]["mark"] == "")
    bo.key(pygame.K_ESCAPE)
    party.until(lambda: described(anna.table).seats[1]["mark"] == "in the menu")
    anna.key(pygame.K_p)
    party.until(covered(party))
    assert bo.lan.room and not bo.lan.room.places[0].busy
    party.until(lambda: not (bo.lan.room and bo.lan.room.places[1].busy))
