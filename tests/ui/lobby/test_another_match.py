"""On the podium everybody knocks for another match."""

from pathlib import Path

import pygame
import pytest

from game.core.state import WON
from game.lan import table
from game.net.server import game_room
from game.ui.lobby.lobby import LobbyScene
from game.ui.play.match.match_end import MatchEnd
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.scene import PlayScene
from tests.ui.lobby.screens import Party, Screen
from tests.ui.lobby.test_lan_pair import pair
from tests.ui.menu.challenged import said

SHORT = 1_000_000
pytestmark = pytest.mark.usefixtures("short_rounds")


def to_the_podium(party: Party) -> None:
    """Play a match of one round to its end, and let the winner choose how to win."""
    party.begin()
    party.screens[0].key(pygame.K_SPACE)
    party.until(lambda: all(isinstance(each.scene, RoundEnd) for each in party.screens))
    party.until(lambda: all(each.lan.state.phase == WON for each in party.screens))
    party.go_on(*party.screens)
    party.until(lambda: all(isinstance(each.scene, MatchEnd) for each in party.screens))
    for screen in party.screens:
        party.until(lambda screen=screen: screen.labels())  # type: ignore[misc]
        if "Gracious fanfare" in screen.labels():
            screen.press("Gracious fanfare")
    party.until(lambda: all("gracious" in screen.sounds.names for screen in party.screens))


def played_again(party: Party, *screens: Screen) -> bool:
    """Whether these are at the table of another match."""
    return all(
        isinstance(each.scene, PlayScene) and each.lan.state.round == 1 and each.lan.state.phase != WON
        for each in screens
    )


def test_all_knock_and_are_at_the_next_table_without_the_lobby(party: Party) -> None:
    anna = party.open(3, rounds=1)
    bo = party.visit("Bo")
    to_the_podium(party)
    assert "Knock for another match" in anna.labels() and "The table’s settings" in anna.labels()
    assert "Knock for another match" in bo.labels() and "The table’s settings" not in bo.labels()
    bo.press("Knock for another match")
    party.until(lambda: "Knock for another match" not in bo.labels())
    assert "Waiting for Anna …" in said(bo.ctx)
    old = anna.table
    anna.key(pygame.K_SPACE)
    seen = set[type]()

    def there() -> bool:
        seen.update(type(each.scene) for each in party.screens)
        return played_again(party, anna, bo)

    party.until(there)
    assert LobbyScene not in seen and anna.table is not old
    party.until(party.all_play)
    assert anna.turns() and anna.cards_lie() and bo.cards_lie()
    assert party.match.state.totals == (0, 0)


def test_who_does_not_knock_watches_and_who_watched_sits_down(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (game_room, table):
        monkeypatch.setattr(module, "PATIENCE", SHORT)
    anna = party.open(3, rounds=1)
    bo, didi = party.visit("Bo"), party.visit("Didi")
    to_the_podium(party)
    eva = party.visit("Eva", watch=True)
    party.until(lambda: isinstance(eva.scene, MatchEnd | RoundEnd))
    if isinstance(eva.scene, RoundEnd):
        party.go_on(eva)
    party.until(lambda: isinstance(eva.scene, MatchEnd) and "Sit down for the next match" in eva.labels())
    eva.press("Sit down for the next match")
    party.until(lambda: eva.lan.room and eva.lan.room.waiting == 1)
    assert "Sit down for the next match" not in eva.labels()
    bo.press("Knock for another match")
    anna.press("Knock for another match")
    party.until(lambda: "Carry on without Didi" in anna.labels())
    anna.press("Carry on without Didi")
    party.until(lambda: played_again(party, anna, bo, eva))
    party.until(party.all_play)
    assert eva.lan.plays and not didi.table.session.plays and not didi.lan.wants
    didi.key(pygame.K_ESCAPE)
    assert "Sit down at the next round" in didi.labels()
    didi.press("Sit down at the next round")
    party.until(lambda: any("Waiting for a seat: 1. Didi" in each for each in didi.table.said.lines))


def test_one_more_plays_the_next_match_and_who_merely_watches_does_not(party: Party) -> None:
    anna = party.open(5, bots=1, rounds=1)
    bo = party.visit("Bo")
    to_the_podium(party)
    eva, wall = party.visit("Eva", watch=True), party.visit("Wall", watch=True)
    for watcher in (eva, wall):
        party.until(lambda watcher=watcher: isinstance(watcher.scene, MatchEnd | RoundEnd))  # type: ignore[misc]
        if isinstance(watcher.scene, RoundEnd):
            party.go_on(watcher)
        party.until(lambda watcher=watcher: "Sit down for the next match" in watcher.labels())  # type: ignore[misc]
    eva.press("Sit down for the next match")
    party.until(lambda: eva.lan.room and eva.lan.room.waiting == 1)
    wall.key(pygame.K_SPACE)
    bo.press("Knock for another match")
    anna.press("Knock for another match")
    party.until(lambda: played_again(party, anna, bo, eva, wall))
    party.until(party.all_play)
    assert len(party.match.state.totals) == 4
    assert eva.lan.plays and wall.lan.place is None and not wall.lan.wants


def test_two_at_one_screen_knock_each(party: Party, tmp_path: Path) -> None:
    anna = party.open(3, rounds=1)
    cleo = pair(party, tmp_path)
    party.until(lambda: cleo.lan.partner and cleo.lan.partner.place is not None)
    to_the_podium(party)
    assert {"Cleo: knock", "Didi: knock"} <= {*cleo.labels()}
    cleo.press("Didi: knock")
    party.until(lambda: "Didi: ready" in said(cleo.ctx))
    cleo.key(pygame.K_SPACE)
    anna.key(pygame.K_SPACE)
    party.until(lambda: played_again(party, anna, cleo))
    party.until(party.all_play)
    assert len(cleo.table.session.local_seats) == 2  # type: ignore[attr-defined]
