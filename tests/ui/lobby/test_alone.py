"""The host is lost and nobody else answers: the player says how to go on, at whatever table."""

from collections.abc import Callable

import pygame
import pytest

from game.core.state import PLAYING, SCORED
from game.lan import failover
from game.lan.table import JOINED
from game.net.wire.messages import HouseRules
from game.ui.lobby.lobby import LobbyScene
from game.ui.menu.title import TitleScene
from game.ui.play.match.network import AloneScene
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.pair import SplitScreen
from game.ui.play.scene import PlayScene
from tests.ui.lobby.screens import Party, Screen, kill

CHOICES = ["Wait", "Carry on alone", "Leave the table"]


def lose(party: Party, *gone: Screen) -> None:
    """Have these programs killed."""
    for screen in gone:
        party.screens.remove(screen)
        kill(screen.lan)


def asked(party: Party, screen: Screen) -> None:
    """Let all go on until the player is asked."""
    party.until(lambda: isinstance(screen.scene, AloneScene))
    assert screen.labels() == CHOICES


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(failover, "LONELY", 2.5)
    monkeypatch.setattr(failover, "AGAIN", 3.0)


@pytest.fixture
def three(party: Party, request: pytest.FixtureRequest) -> tuple[Party, Screen]:
    """Three screens at play, at one of them two if asked for, and that of the last."""
    party.open(4), party.visit("Bo")
    cleo = party.visit("Cleo")
    if getattr(request, "param", 1) == 2:
        cleo.ctx.settings.players = 2
        party.until(lambda: cleo.lan.partner and cleo.lan.partner.place is not None)
    party.begin()
    return party, cleo


def to_standings(party: Party) -> None:
    party.screens[0].key(pygame.K_SPACE)
    party.until(party.all_count)


def in_play(_party: Party) -> None:
    """They are."""


@pytest.mark.usefixtures("short_rounds")
@pytest.mark.parametrize("three", [1, 2], indirect=True)
@pytest.mark.parametrize("come", [in_play, to_standings])
def test_who_is_left_alone_waits_and_then_goes_on(
    three: tuple[Party, Screen], come: Callable[[Party], None]
) -> None:
    party, cleo = three
    come(party)
    before = cleo.scenes()
    lose(party, *party.screens[:2])
    asked(party, cleo)
    cleo.press("Wait")
    party.until(lambda: cleo.scenes() == before)
    asked(party, cleo)
    cleo.press("Carry on alone")
    party.until(lambda: cleo.lan.status == JOINED and not isinstance(cleo.scene, AloneScene))
    assert cleo.lan.server and cleo.lan.owner
    assert isinstance(cleo.scene, PlayScene | RoundEnd)
    assert cleo.lan.state.phase == (PLAYING if come is in_play else SCORED)
    assert len(cleo.lan.local_seats) == len(cleo.lan.local_tables)


@pytest.mark.usefixtures("short_rounds")
def test_who_is_left_alone_may_leave(three: tuple[Party, Screen]) -> None:
    party, cleo = three
    lose(party, *party.screens[:2])
    asked(party, cleo)
    cleo.press("Leave the table")
    assert cleo.scenes() == [TitleScene]


@pytest.mark.usefixtures("short_rounds")
def test_two_who_leave_at_once_leave_the_third_at_play(three: tuple[Party, Screen]) -> None:
    party, cleo = three
    for screen in party.screens[:2]:
        party.screens.remove(screen)
        screen.ctx.pop_to(screen.ctx.stack[0])
    party.until(lambda: cleo.lan.server and cleo.lan.status == JOINED)
    assert isinstance(cleo.scene, PlayScene)


def test_before_the_first_deal_it_is_asked_in_the_lobby(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.net.server.deal_gathering.COMMITTING", 60_000_000)
    screens = party.open(4), party.visit("Bo"), party.visit("Cleo")
    anna, bo, cleo = screens
    fall_silent_at_deals(bo)
    for screen in screens:
        screen.key(pygame.K_SPACE)
    party.until(lambda: cleo.lan.room and cleo.lan.room.playing)
    lose(party, anna, bo)
    asked(party, cleo)
    assert cleo.scenes() == [TitleScene, LobbyScene, AloneScene]
    cleo.press("Leave the table")
    assert cleo.scenes() == [TitleScene]


def fall_silent_at_deals(screen: Screen) -> None:
    """Have this seat commit to no number, so that no deal comes."""
    screen.lan.client.table.witness.receive = lambda *_: None  # type: ignore[method-assign]


@pytest.mark.parametrize("kind", ["race", "cup"])
def test_two_at_one_screen_who_race_are_asked_once(party: Party, kind: str) -> None:
    host, bo, cleo = party.open(4), party.visit("Bo"), party.visit("Cleo")
    cleo.ctx.settings.players = 2
    party.until(lambda: cleo.lan.partner and cleo.lan.partner.place is not None)
    rounds = 3 if kind == "race" else 0
    host.lan.ask(HouseRules(int(kind == "cup"), rounds, {"undo": True, "hints": True}, f"{kind}:paare-01"))
    party.until(lambda: all(screen.lan.room and screen.lan.room.terms.game for screen in party.screens))
    for screen in party.screens:
        screen.key(pygame.K_SPACE)
    party.until(lambda: isinstance(cleo.scene, SplitScreen))
    party.until(lambda: cleo.lan.now > (cleo.lan.state.starts or 0))
    before = cleo.scenes()
    lose(party, host, bo)
    asked(party, cleo)
    assert cleo.scenes() == [*before, AloneScene]
    cleo.press("Carry on alone")
    party.until(lambda: cleo.scenes() == before and cleo.lan.status == JOINED)
    assert len(cleo.lan.local_tables) == 2
    party.until(lambda: all(one.status == JOINED for one in cleo.lan.local_tables))
