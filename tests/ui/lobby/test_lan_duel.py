"""A duel on the network from its lobby to its winner, over real sockets, on several screens."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pygame
import pytest

from game.core import match
from game.core.duel import ASIDE, LAID, frozen, taken
from game.core.state import PLAYING, WON, Dud
from game.net.wire.messages import HouseRules
from game.sessions.duel import DuelSession
from game.system import here
from game.ui.engine.devices import PadButton
from game.ui.engine.loop import Loop
from game.ui.lobby.lobby import LobbyScene
from game.ui.play.match.match_end import MatchEnd
from game.ui.play.patience.help import help_text
from game.ui.play.race.end import DealEnd
from game.ui.play.scene import PlayScene
from game.ui.rulebook.books import chapters_of
from tests.pads import VirtualPad
from tests.ui.lobby.screens import Party, Screen, kill
from tests.ui.pilot import click, described, told
from tests.ui.pilot import press as press_key
from tests.waiting import until


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count down quickly."""
    monkeypatch.setattr(match, "COUNTDOWN", 400_000)
    monkeypatch.setattr(match, "DEALING", 100_000)


def session(screen: Screen) -> DuelSession:
    run = screen.table.session
    assert isinstance(run, DuelSession)
    return run


def begun(party: Party, *screens: Screen, rounds: int = 1) -> None:
    """A duel of the screens that play, up to GO; the first owns the table."""
    screens[0].lan.ask(HouseRules(0, rounds, {}, "duel:paare"))
    party.until(lambda: all(each.lan.room and each.lan.room.terms.game for each in party.screens))
    for screen in screens:
        screen.key(pygame.K_SPACE)
    started(party, 1)


def started(party: Party, number: int) -> None:
    party.until(
        lambda: all(
            isinstance(each.scene, PlayScene) and each.lan.state.round == number and session(each).begun
            for each in party.screens
        )
    )


def right(screen: Screen) -> int:
    """The pile that what is turned belongs on."""
    return session(screen).moves[0].dst


def press(screen: Screen, pile: int) -> None:
    left, right = screen.table.game.hands[0].keys
    screen.key({left: pygame.K_f, right: pygame.K_j}[pile])


def hits(screen: Screen) -> int:
    """How many cards the screen counts as its player's."""
    table: Any = screen.table
    return int(table.game.rhythm.hits)


def judged(party: Party, screen: Screen, pile: int) -> None:
    """Press, and wait until the host has judged it and all have heard."""
    entries = len(party.match.log)
    press(screen, pile)
    party.until(lambda: len(party.match.log) > entries)
    party.until(lambda: all(each.lan.state.table == party.match.state.table.view() for each in party.screens))
    party.until(lambda: session(screen).local_seats[0].pressed is None)


def test_to_get_ready_is_said_beside_the_piles(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "COUNTDOWN", 4_000_000)
    anna, bo = party.open(2), party.visit("Bo")
    anna.lan.ask(HouseRules(0, 1, {}, "duel:paare"))
    party.until(lambda: bo.lan.room and bo.lan.room.terms.game)
    for screen in (anna, bo):
        screen.key(pygame.K_SPACE)
    party.until(lambda: isinstance(anna.scene, PlayScene) and anna.table.stage)
    stage = anna.table.stage
    assert stage
    party.until(lambda: "get ready" in stage.canvas.tags)
    ready = stage.canvas.tags["get ready"].rect
    assert ready.collidelist([pygame.Rect(place.box) for place in stage.layout.places]) < 0


def test_a_duel_of_two_who_are_watched_to_the_winner(party: Party) -> None:
    anna = party.open(2)
    bo = party.visit("Bo")
    cara = party.visit("Cara", watch=True)
    begun(party, anna, bo, rounds=2)
    assert [session(each).plays for each in party.screens] == [True, True, False]
    for each in party.screens:
        help = help_text(each.table, session(each))
        short, book = " ".join(help.short), str(chapters_of(session(each).rules)[: help.chapters])
        assert "freezes you for a second" in short and "costs two seconds" not in short
        assert "two cards at a time" in book and "once more" not in book
    judged(party, anna, pile := right(anna))
    stage = cara.table.stage
    assert stage
    name = next(tag.rect for key, tag in stage.canvas.tags.items() if key.startswith("rise"))
    assert name.bottom <= stage.layout.places[pile].box.y, "not over the card that was laid"
    judged(party, bo, right(bo))
    party.until(lambda: all(described(each.table).race[1]["placed"] == 1 for each in party.screens))
    assert all(each.cards_lie() for each in party.screens)
    assert [hits(each) for each in party.screens] == [1, 1, 0]

    judged(party, bo, LAID + ASIDE - right(bo))
    assert not session(bo).opens and session(anna).opens
    assert set(session(bo).local_seats[0].meanings.values()) == {"frozen"}
    entries = len(party.match.log)
    press(bo, right(bo))
    judged(party, anna, right(anna))
    assert len(party.match.log) == entries + 1, "a frozen hand presses nothing"
    party.until(lambda: session(bo).opens)
    wrong, *_, last = (entry for entry in party.match.log if entry.seat == 1 and entry.move)
    assert bo.lan.now >= last.press + frozen(party.match.state.table) and wrong.press < last.press

    for number in (1, 2):
        while party.match.state.phase == PLAYING:
            judged(party, anna, right(anna))
        party.until(lambda: all(isinstance(each.scene, DealEnd) for each in party.screens))
        if number == 1:
            assert anna.labels() == ["Knock for the next deal", "Menu"] and cara.labels() == ["Menu"]
            for each in (anna, bo):
                each.key(pygame.K_SPACE)
            started(party, 2)
    assert party.match.state.phase == WON and party.match.state.winner == 0
    for each in party.screens:
        each.key(pygame.K_SPACE)
    party.until(lambda: all(isinstance(each.scene, MatchEnd) for each in party.screens))
    party.until(lambda: "Gracious fanfare" in anna.labels())
    assert not anna.lan.seen, "there is no story of it"
    anna.press("The table’s settings")
    party.until(lambda: all(isinstance(each.scene, LobbyScene) for each in party.screens))


def test_who_sees_the_card_that_has_gone_presses_for_nothing_and_is_told_by_the_next(party: Party) -> None:
    anna = party.open(2)
    bo = party.visit("Bo")
    begun(party, anna, bo)
    press(anna, right(anna))
    press(bo, right(bo))
    assert session(anna).local_seats[0].pressed is not None and session(bo).local_seats[0].pressed is not None
    party.until(lambda: sum(taken(party.match.state.table)) == 1)
    party.until(
        lambda: session(anna).local_seats[0].pressed is None and session(bo).local_seats[0].pressed is None
    )
    assert session(anna).opens and session(bo).opens, "nobody is frozen"
    judged(party, bo, right(bo))
    judged(party, anna, right(anna))
    assert sum(taken(party.match.state.table)) == 3


def test_bots_duel_at_the_hosts_machine(party: Party) -> None:
    anna = party.open(3, bots=2)
    begun(party, anna)
    party.until(lambda: sum(taken(anna.lan.state.table)[1:]) > 3)
    assert taken(anna.lan.state.table)[0] == 0


KEYS = (
    ((pygame.K_a, pygame.KSCAN_A), (pygame.K_d, pygame.KSCAN_D)),
    ((pygame.K_j, pygame.KSCAN_J), (pygame.K_SEMICOLON, pygame.KSCAN_SEMICOLON)),
)
"""By player, a key of the own half for the left pile and one for the right pile."""


def press_half(screen: Screen, player: int, pile: int) -> None:
    key, code = KEYS[player][list(screen.table.game.hands[player].keys).index(pile)]
    press_key(screen.ctx, key, scancode=code)


def duel_of_two(party: Party) -> Screen:
    """Two at one screen, after GO."""
    anna = party.open(2)
    anna.ctx.settings.players = 2
    party.until(lambda: anna.lan.partner and anna.lan.partner.place is not None)
    begun(party, anna, rounds=2)
    return anna


def judged_all(party: Party, screen: Screen) -> tuple[int, ...]:
    """Wait until nothing pressed there is still to be judged; what each has taken."""
    party.until(lambda: all(seat.pressed is None for seat in session(screen).local_seats))
    return taken(screen.lan.state.table)


def test_two_at_one_screen_play_one_duel_with_half_a_keyboard_each(party: Party) -> None:
    anna = duel_of_two(party)
    run, table = session(anna), anna.table
    assert [seat.player.seat for seat in run.local_seats] == [0, 1]
    for player, counts in ((0, (1, 0)), (1, (1, 1)), (1, (1, 2))):
        press_half(anna, player, right(anna))
        assert judged_all(party, anna) == counts
    assert anna.cards_lie() and hits(anna) == 3
    for player in (0, 1):
        press_half(anna, player, right(anna))
    assert sum(judged_all(party, anna)) == 4, "both are right, one is first, and nobody is frozen"
    assert [seat.missed for seat in run.local_seats] == [None, None]

    before = taken(anna.lan.state.table)
    press_half(anna, 1, LAID + ASIDE - right(anna))
    assert judged_all(party, anna) == before and run.local_seats[1].missed is not None
    anna.turn()
    assert [seat["words"] for seat in described(table).race] == [str(before[0]), f"frozen · {before[1]}"]
    press_half(anna, 1, right(anna))
    assert table.stage
    click(anna.ctx, pygame.Rect(table.stage.layout.places[right(anna)].box))
    assert judged_all(party, anna) == (before[0] + 1, before[1]), "the first has the pointer"
    party.until(lambda: run.local_seats[1].missed is None)

    while party.match.state.phase == PLAYING:
        press_half(anna, 1, right(anna))
        judged_all(party, anna)
    party.until(lambda: isinstance(anna.scene, DealEnd))
    assert anna.labels() == ["Knock for the next deal", "Menu"]
    anna.key(pygame.K_SPACE)
    started(party, 2)


@pytest.mark.real
def test_who_hears_of_a_late_press_before_the_first_hears_of_the_card_is_not_frozen(party: Party) -> None:
    anna = duel_of_two(party)
    assert anna.lan.partner
    second, side = anna.lan.partner.client, right(anna)
    press_half(anna, 0, side)
    here().clock.pause(0.01)
    press_half(anna, 1, side)
    with anna.lan.client._lock:  # nothing comes there
        until(lambda: any(isinstance(event, Dud) for event in second.table._coming))
    anna.turn()
    assert judged_all(party, anna) == (1, 0)
    assert session(anna).local_seats[1].missed is None


def test_who_plays_beside_leaves_and_the_duel_goes_on(party: Party) -> None:
    anna = duel_of_two(party)
    anna.lan.drop_partner()
    party.until(lambda: "0 · has left" in [seat["words"] for seat in described(anna.table).race])
    press_half(anna, 1, right(anna))
    press_half(anna, 0, right(anna))
    party.until(lambda: taken(anna.lan.state.table) == (1, 0))


def test_only_escape_opens_the_menu_and_a_held_key_stops_nobody(party: Party) -> None:
    anna = duel_of_two(party)
    press_key(anna.ctx, pygame.K_p, scancode=pygame.KSCAN_P)
    assert anna.scene is anna.table
    key, code = KEYS[1][list(anna.table.game.hands[1].keys).index(right(anna))]
    press_key(anna.ctx, key, mod=pygame.KMOD_LCTRL, scancode=code)
    assert judged_all(party, anna) == (0, 1)
    anna.key(pygame.K_ESCAPE)
    assert anna.scene is not anna.table


def test_a_pad_takes_the_second_hand_and_is_named_at_the_piles(party: Party) -> None:
    anna = duel_of_two(party)
    anna.ctx.pads.open()
    pad, loop = VirtualPad("playstation"), Loop(anna.ctx)

    def until(done: Callable[[], bool]) -> None:
        while not done():
            loop.turn(anna.table, here().clock.seconds())

    until(lambda: pad.noticed)
    button: PadButton = "l" if list(anna.table.game.hands[1].keys).index(right(anna)) == 0 else "r"
    for down in (True, False):
        pad.set(button, down)
        until(partial(pad.reported, button, down))
    assert judged_all(party, anna) == (0, 1)
    assert [described(anna.table).keys[pile] for pile in anna.table.game.hands[0].keys] == [
        "A S Square",
        "D F Circle",
    ]
    pad.unplug()
    pygame.event.clear()


def test_the_clock_goes_on_with_the_next_host_who_is_named(party: Party) -> None:
    host, anna, bo = party.open(3), party.visit("Bea"), party.visit("Cia")
    begun(party, host, anna, bo)
    party.until(lambda: min(session(each).now for each in (anna, bo)) > 3_000_000)
    kill(host.lan)
    party.screens.remove(host)
    shown = [session(each).now for each in (anna, bo)]
    party.until(lambda: anna.lan.owner or bo.lan.owner)
    new = next(each for each in (anna, bo) if each.lan.owner)
    party.until(lambda: all(each.lan.room and each.lan.room.owner == new.lan.member for each in (anna, bo)))
    party.until(lambda: all(session(each).opens for each in (anna, bo)))
    assert all(session(each).now > before for each, before in zip((anna, bo), shown, strict=True))
    assert all(
        session(each).now < before + 10_000_000 for each, before in zip((anna, bo), shown, strict=True)
    )
    for each in (anna, bo):
        words = "You are the host now." if each is new else f"{new.ctx.settings.name} is the host now."
        party.until(lambda at=each, words=words: words in told(at.table.stage, "notice"))  # type: ignore[misc]
    host.ctx.quit()
