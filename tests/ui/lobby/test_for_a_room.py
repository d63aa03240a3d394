"""A table as a room sees it on a TV: it asks for nothing, and one thing follows another by itself."""

from pathlib import Path

import pygame
import pytest

from game import app
from game.cli import arguments
from game.cli.serve import Served
from game.core.portraits import BOT_NAMES
from game.core.state import PLAYING, WON
from game.lan.hosting import bind, make_table
from game.lan.join import watch_table
from game.lan.server import Server
from game.lan.table import RemoteTable
from game.net.wire.messages import HouseRules
from game.storage.replay_writer import ReplayKeeper
from game.storage.result import MatchResult, Opponent
from game.storage.settings import Settings
from game.system import here
from game.ui.cards.layout import PLATES, TRAY
from game.ui.lobby.lobby import LobbyScene
from game.ui.play.match.joint_pause import JointPause
from game.ui.play.match.match_end import MatchEnd
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.match.tonight import guests_tonight
from game.ui.play.race.end import DealEnd
from game.ui.play.scene import PlayScene
from game.ui.view.boxes import flat
from game.ui.view.leaves import Text
from tests.ui.lobby.screens import Party, Screen, kill
from tests.ui.pilot import described, labels, point

_LATER = 30_000_000
"""Microseconds after a match until the table reopens."""


def served(party: Party, terms: HouseRules, seats: int = 2, code: str = "", bots: int = 0) -> Screen:
    """A table that is served and shown, the first of the party."""
    looked: list[bool] = []

    def shown(settings: Settings) -> RemoteTable:
        server = Server(make_table("Ours", seats, terms, code), bind(0), ReplayKeeper(None).save, _LATER)
        for name in BOT_NAMES[:bots]:
            server.table.room.seat_bot("hard", name)
        return watch_table(server, None, code, lambda: looked.append(True))

    screen = party._come(Screen("", shown, party.window, party.cards))
    screen.ctx.turn_tv()
    screen.turn()
    assert looked, "what is to be said is looked for"
    return screen


def words(screen: Screen) -> str:
    """All that is written on the lobby."""
    assert isinstance(screen.scene, LobbyScene)
    return "\n".join(node.words for node in flat(screen.scene.view()) if isinstance(node, Text))


def alike(screen: Screen) -> bool:
    """Whether all seats lie alike there."""
    stage = screen.table.stage
    kinds = [area.kind for area in stage.layout.areas] if stage else []
    return PLATES in kinds and TRAY not in kinds


def test_the_lobby_of_a_shown_table_says_how_to_come_and_asks_for_nothing(party: Party) -> None:
    tv = served(party, HouseRules(100, 0, {}), code="owl")
    assert isinstance(tv.scene, LobbyScene) and not tv.lan.owner
    for said in ("Ours", "code owl", "Haisty", "goal 100", "at least two are seated"):
        assert said in words(tv), said
    assert "Watching" not in words(tv), "that somebody watches here is no news"
    assert not labels(tv.scene.tree)
    tv.key(pygame.K_SPACE)
    assert tv.lobby.own is None and not tv.lan.wants


def test_a_key_shows_the_usual_lobby_and_who_likes_sits_down_there(party: Party) -> None:
    tv = served(party, HouseRules(100, 0, {}))
    tv.key(pygame.K_F10)
    assert {"Sit down", "View for a TV", "Invite", "Close the table"} <= set(tv.labels())
    tv.act("tv")
    assert not tv.labels()
    point(tv.ctx, pygame.MOUSEBUTTONDOWN, (640, 360))
    assert "Sit down" in tv.labels(), "without a keyboard, too"
    tv.key(pygame.K_F10)
    tv.key(pygame.K_F10)
    tv.act("main")
    party.until(lambda: tv.lobby.own)
    assert "View for a TV" not in tv.labels()
    tv.key(pygame.K_F10)
    assert not tv.ctx.tv, "who plays has no such view"


def test_who_sits_at_a_shown_table_sets_its_rules_and_after_them_who_sits_there_then(party: Party) -> None:
    tv = served(party, HouseRules(100, 0, {}))
    anna, bo = party.visit("Anna"), party.visit("Bo")
    assert (tv.lan.owner, anna.lan.owner, bo.lan.owner) == (False, True, False)
    anna.ctx.quit()
    party.screens.remove(anna)
    party.until(lambda: bo.lan.owner)
    bo.ctx.quit()
    party.screens.remove(bo)
    party.until(lambda: tv.lan.room and tv.lan.room.owner == -1)
    tv.lan.sit(True)
    party.until(lambda: tv.lan.owner)


@pytest.mark.usefixtures("short_rounds")
def test_rounds_standings_podium_and_the_next_lobby_follow_by_themselves(party: Party) -> None:
    tv = served(party, HouseRules(0, 1, {}))
    anna, bo = party.visit("Anna"), party.visit("Bo")
    party.until(lambda: "Anna" in words(tv) and "Bo" in words(tv))
    party.begin()
    assert alike(tv) and tv.cards_lie()
    assert described(tv.table).seat is None
    anna.key(pygame.K_SPACE)
    party.until(lambda: isinstance(tv.scene, RoundEnd))
    party.until(lambda: tv.lan.state.phase == WON)
    party.until(lambda: not isinstance(tv.scene, RoundEnd) or not tv.labels())
    party.until(lambda: isinstance(tv.scene, MatchEnd))
    assert isinstance(tv.scene, MatchEnd)
    party.until(lambda: isinstance(tv.scene, MatchEnd) and tv.scene.reveal.over)
    assert not tv.labels(), "no button asks for anything"
    party.until(lambda: all(isinstance(each.scene, LobbyScene) for each in party.screens))
    assert bo.lobby.own and not tv.labels()
    assert {"Tonight", "Anna", "Bo"} <= set(words(tv).split("\n"))
    assert [(each.name, each.played) for each in guests_tonight(tv.ctx)] == [("Anna", 1), ("Bo", 1)]
    assert sum(each.won for each in guests_tonight(tv.ctx)) == 1


@pytest.mark.usefixtures("short_rounds")
def test_a_table_for_one_match_closes_where_another_is_knocked_for_at_once(
    party: Party, tmp_path: Path
) -> None:
    words = "serve", "--show", "--json", "--matches", "1", "--seats", "2", "--port", "0"
    args = arguments.parser(app.COMMANDS).parse_args(words)
    table, over = Served(args, tmp_path, Settings(rounds=1), shown=True), list[bool]()

    def shown(_settings: Settings) -> RemoteTable:
        return watch_table(table.server, None, "", lambda: over.append(table.over()))

    tv = party._come(Screen("", shown, party.window, party.cards))
    anna, bo = party.visit("Anna"), party.visit("Bo")
    party.begin()
    anna.key(pygame.K_SPACE)
    party.until(lambda: anna.lan.state.phase == bo.lan.state.phase == WON)
    party.until(lambda: tv.lan.state.phase == WON)
    assert not over[-1], "its end is shown first"
    for each in (anna, bo):
        each.lan.knock()
    party.until(lambda: over[-1])


@pytest.mark.usefixtures("short_rounds")
def test_what_all_have_played_tonight_takes_turns_with_the_standings_between_rounds(party: Party) -> None:
    tv = served(party, HouseRules(0, 2, {}))
    anna, bo = party.visit("Anna"), party.visit("Bo")
    other = Opponent("Cleo", "", 90, "c0")
    when = int(here().clock.calendar())
    tv.ctx.archive.watched["k"] = MatchResult(
        key="k", lan=True, won=False, place=1, points=0, rounds=1, opponents=(other,), when=when
    )
    party.begin()
    anna.key(pygame.K_SPACE)
    party.until(lambda: isinstance(tv.scene, RoundEnd))

    def shown(what: str) -> bool:
        assert isinstance(tv.scene, RoundEnd)
        told = {node.words for node in flat(tv.scene.view()) if isinstance(node, Text)}
        return what in told and not tv.labels()

    for what in ("Anna knocked", "Cleo", "Anna knocked"):
        party.until(lambda what=what: shown(what))  # type: ignore[misc]
    party.go_on(anna, bo)
    party.until(lambda: isinstance(tv.scene, PlayScene) and alike(tv))


def test_a_duel_goes_from_its_standings_to_the_podium_and_the_lobby_by_itself(party: Party) -> None:
    tv = served(party, HouseRules(0, 1, {}, "duel:paare"), bots=1)
    anna = party.visit("Anna")
    assert {"Duel", "Paare · 1 deal"} <= set(words(tv).split("\n"))
    anna.key(pygame.K_SPACE)
    party.until(lambda: isinstance(tv.scene, DealEnd))
    party.until(lambda: isinstance(tv.scene, MatchEnd))
    party.until(lambda: isinstance(tv.scene, MatchEnd) and tv.scene.reveal.over)
    assert not tv.labels()
    party.until(lambda: isinstance(tv.scene, LobbyScene))
    assert [(each.name, each.played) for each in guests_tonight(tv.ctx)] == [("Anna", 1)]


def test_a_pause_for_all_is_shown_without_a_button(party: Party) -> None:
    anna, _bo, tv = watched(party)
    anna.key(pygame.K_p)
    party.until(lambda: isinstance(tv.scene, JointPause))
    assert not tv.labels()


def watched(party: Party, seats: int = 2) -> tuple[Screen, Screen, Screen]:
    """Two who play, and a guest's TV."""
    anna, bo = party.open(seats), party.visit("Bo")
    tv = party.visit("TV", watch=True)
    tv.ctx.tv = True
    party.begin()
    party.until(lambda: alike(tv))
    return anna, bo, tv


def test_the_view_goes_on_where_another_becomes_the_host(party: Party) -> None:
    anna, bo, tv = watched(party)
    kill(anna.lan)
    party.screens.remove(anna)
    party.until(lambda: bo.lan.server and tv.lan.client.address[1] == bo.lan.server.ports.port)
    party.until(lambda: tv.cards_lie() and tv.lan.state.phase == PLAYING)
    assert isinstance(tv.scene, PlayScene) and alike(tv)
    anna.ctx.quit()


@pytest.mark.usefixtures("short_rounds")
def test_who_sits_down_at_the_next_round_has_the_own_cards_large_again(party: Party) -> None:
    anna, bo, tv = watched(party, seats=3)
    tv.lan.sit(True)
    party.until(lambda: tv.lan.wants)
    assert alike(tv), "until then all are alike"
    anna.key(pygame.K_SPACE)
    party.until(party.all_count)
    party.until(lambda: tv.table.session.plays)
    party.go_on(anna, bo, tv)
    party.until(lambda: tv.table.stage and TRAY in [area.kind for area in tv.table.stage.layout.areas])
    assert tv.table.session.plays and tv.ctx.tv, "that is kept for when it watches again"
