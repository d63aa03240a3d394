"""Two at one screen who come back to their table: both have their halves, whichever of them comes first and
whatever is shown then."""

from pathlib import Path

import pygame
import pytest

from game.core.state import SCORED, WON
from game.lan import table as lan_table
from game.lan.join import join_table
from game.lan.table import RemoteTable
from game.storage.settings import Settings
from game.ui.covers.cover import AskScene, PauseScene
from game.ui.play.match.commands import HALVES
from game.ui.play.match.match_end import MatchEnd
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.scene import PlayScene
from tests.ui.lobby.screens import Party, Screen, kill
from tests.ui.pilot import described, press, told

LEFT, RIGHT = ({cap: code for code, cap in half.items()} for half in HALVES)


def pair(party: Party, folder: Path, players: int = 2) -> Screen:
    """The screen of two, or of the first of them until the other is asked for."""
    server = party.screens[0].lan.server
    assert server
    at = "127.0.0.1", server.ports.port

    def come(settings: Settings) -> RemoteTable:
        settings.players, settings.second_name = players, "Didi"
        return join_table(settings, folder, at)

    screen = Screen("Cleo", come, party.window, party.cards)
    screen.ctx.folder = folder
    return party._come(screen)


def second(screen: Screen) -> None:
    """The second comes now. Only the order is chosen: on a busy machine this may be as late as one likes."""
    screen.ctx.settings.players = 2
    screen.lobby._seat_further_players()


def half(screen: Screen, key: int) -> None:
    """Press the key at this place of the keyboard."""
    press(screen.ctx, pygame.K_F12, scancode=key)


def both_sit(party: Party, screen: Screen) -> None:
    """Until the second has the seat, and that has been drawn."""
    party.until(lambda: screen.lan.partner and screen.lan.partner.place is not None)
    party.until(lambda: len(screen.table.session.local_seats) == 2)  # type: ignore[attr-defined]
    screen.turn()


def come_back(party: Party, folder: Path, players: int) -> Screen:
    """The program of two is killed, and started again."""
    killed = party.screens.pop()
    kill(killed.lan)
    killed.lan.leave = lambda back=False: None  # type: ignore[method-assign]
    killed.ctx.quit()
    party.until(lambda: sorted(party.screens[0].marks.values()) == ["gone", "gone"])
    return pair(party, folder, players)


def to_the_standings(party: Party, screen: Screen) -> None:
    """Until all is counted. Space would cut that short; pressed as it ends, it would knock."""
    party.until(lambda: isinstance(screen.scene, RoundEnd))
    scene = screen.scene
    assert isinstance(scene, RoundEnd)
    party.until(lambda: scene.tree.controls)


def knocks(screen: Screen) -> list[tuple[str, str]]:
    """The buttons that knock, and their keys."""
    assert screen.scene
    every = described(screen.scene).controls
    return [(each["label"], each["key"]) for each in every if "nock" in each["label"]]


WHENS = (
    "at once",
    "in play",
    "at the knock",
    "in the count",
    "at the standings",
    "in the menu",
    "after one",
)


@pytest.mark.usefixtures("short_rounds")
@pytest.mark.parametrize("when", WHENS)
def test_both_of_a_pair_that_comes_back_knock_for_the_next_round(
    party: Party, tmp_path: Path, when: str
) -> None:
    anna, cleo = party.open(3), pair(party, tmp_path)
    party.until(lambda: cleo.lan.partner and cleo.lan.partner.place is not None)
    party.begin()
    if when != "in play":
        anna.key(pygame.K_SPACE)
        to_the_standings(party, anna)
    cleo = come_back(party, tmp_path, 2 if when == "at once" else 1)
    party.until(lambda: isinstance(cleo.scene, PlayScene | RoundEnd))
    if when == "in play":
        second(cleo)
        both_sit(party, cleo)
        assert len(cleo.table.game.hands) == 2, "the halves are there in the same round"
        table = cleo.lan.state.table
        half(cleo, RIGHT["V"])
        party.until(lambda: cleo.lan.state.table != table)
        anna.key(pygame.K_SPACE)
        to_the_standings(party, anna)
    elif when == "at the knock":
        second(cleo)
    elif when == "in the count":
        party.until(lambda: isinstance(cleo.scene, RoundEnd))
        second(cleo)
        both_sit(party, cleo)
    if when != "at once":
        to_the_standings(party, cleo)
    if when == "after one":
        cleo.key(pygame.K_SPACE)
        party.until(lambda: anna.lan.state.ready)
    if when == "in the menu":
        cleo.key(pygame.K_ESCAPE)
        assert isinstance(cleo.scene, PauseScene)
    if when in ("at the standings", "in the menu", "after one"):
        second(cleo)
    both_sit(party, cleo)
    if when == "in the menu":
        cleo.key(pygame.K_ESCAPE)
    party.until(lambda: isinstance(cleo.scene, RoundEnd) and knocks(cleo))
    left, right = ("Cleo: knock", "T"), ("Didi: knock", "[")
    assert knocks(cleo) == ([right] if when == "after one" else [left, right])
    if when != "after one":
        half(cleo, LEFT["Space"])
        party.until(lambda: knocks(cleo) == [right])
    half(cleo, RIGHT["Space"])
    party.until(lambda: anna.lan.state.ready == 0b110)
    anna.key(pygame.K_SPACE)
    party.until(lambda: all(screen.lan.state.round == 2 for screen in party.screens))
    party.until(party.all_play)
    assert len(cleo.table.game.hands) == 2 and cleo.cards_lie()


@pytest.mark.usefixtures("short_rounds")
def test_the_second_comes_back_while_the_podium_is_shown(party: Party, tmp_path: Path) -> None:
    anna, cleo = party.open(3, rounds=1), pair(party, tmp_path)
    party.until(lambda: cleo.lan.partner and cleo.lan.partner.place is not None)
    party.begin()
    anna.key(pygame.K_SPACE)
    to_the_standings(party, anna)
    assert anna.lan.state.phase == WON != SCORED
    cleo = come_back(party, tmp_path, 1)
    to_the_standings(party, cleo)
    cleo.key(pygame.K_SPACE)
    party.until(lambda: isinstance(cleo.scene, MatchEnd))
    second(cleo)
    both_sit(party, cleo)
    cleo.turn()
    assert isinstance(cleo.scene, MatchEnd)


def test_what_the_second_plays_is_not_shown_while_nobody_hears_of_it(
    party: Party, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the way to another host the two are at different ones for a moment."""
    party.open(3)
    cleo = pair(party, tmp_path)
    party.until(lambda: cleo.lan.partner and cleo.lan.partner.place is not None)
    party.begin()
    both_sit(party, cleo)
    party.until(lambda: cleo.lan.now > (cleo.lan.state.starts or 0))
    table = cleo.lan.state.table
    with monkeypatch.context() as silent:
        silent.setattr(lan_table, "AFTER", 0.0)
        for _ in range(5):
            half(cleo, RIGHT["V"])
            cleo.turn()
    assert cleo.lan.state.table == table
    half(cleo, RIGHT["V"])
    party.until(lambda: cleo.lan.client.table.confirmed.state.table != table)


def test_a_table_is_not_gone_to_before_the_second_is_there(party: Party, tmp_path: Path) -> None:
    party.open(3)
    cleo = pair(party, tmp_path)
    party.until(lambda: cleo.lan.partner and cleo.lan.partner.place is not None)
    party.begin()
    cleo = come_back(party, tmp_path, 2)
    party.until(lambda: isinstance(cleo.scene, PlayScene))
    assert len(cleo.table.game.session.local_seats) == 2, "from the first picture on"


@pytest.mark.usefixtures("short_rounds")
def test_space_knocks_for_both_and_the_key_of_a_half_for_one_in_the_lobby_and_at_the_standings(
    party: Party, tmp_path: Path
) -> None:
    anna, cleo = party.open(3, rounds=3), pair(party, tmp_path)
    party.until(lambda: cleo.lan.partner and cleo.lan.partner.place is not None)

    def ready() -> list[bool]:
        room = anna.lan.room
        assert room
        return [place.ready for place in room.places]

    half(cleo, RIGHT["Space"])
    party.until(lambda: ready() == [False, False, True])
    half(cleo, LEFT["Space"])
    party.until(lambda: ready() == [False, True, True])
    anna.key(pygame.K_SPACE)
    party.until(party.all_play)
    anna.key(pygame.K_SPACE)
    to_the_standings(party, cleo)
    half(cleo, RIGHT["Space"])
    party.until(lambda: party.match.state.ready == 0b100)
    cleo.key(pygame.K_SPACE)
    party.until(lambda: party.match.state.ready == 0b110)


@pytest.mark.usefixtures("short_rounds")
def test_who_waits_for_a_seat_is_named_at_the_table_and_counted_where_it_is_closed(party: Party) -> None:
    anna = party.open(2)
    bo = party.visit("Bo")
    party.begin()
    cara, dan = party.visit("Cara"), party.visit("Dan", watch=True)
    party.until(party.all_play)
    party.until(lambda: told(anna.table.stage, "notice") == "Cara waits for a seat.")
    assert not told(cara.table.stage, "notice") and not anna.ctx.notices
    bo.lan.leave()
    party.screens.remove(bo)
    dan.lan.sit(True)
    party.until(lambda: told(anna.table.stage, "notice") == "Dan waits for a seat.")
    anna.key(pygame.K_ESCAPE)
    party.until(lambda: "Close the table" in anna.labels())
    anna.press("Close the table")
    assert isinstance(anna.scene, AskScene) and anna.scene.words.endswith("\n2 wait for a seat.")
