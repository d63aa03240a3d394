"""Being stuck: what the table says about calls, the own call, and turning one card at a time."""

import pygame
import pytest

from game.core.cards import Pile
from game.core.state import WAITING
from game.core.table import Move
from game.rules.haisty import ONES, THREES
from game.storage.settings import Settings
from game.ui.engine.devices import Pads
from game.ui.input.commands import Command
from game.ui.input.keys import Legend
from game.ui.play.match.commands import of_hand
from game.ui.play.match.hud import Hud, caps_of
from game.ui.play.match.pegs import PegBoard
from game.ui.play.match.plates import advice_board, round_line
from game.ui.play.match.words import advice, called, one_by_one
from game.ui.widgets.toasts import NoticeToasts
from tests.ui.input.handplayer import SLOT, STOCK, WASTE, Player, pile, table
from tests.ui.pilot import context

OTHER = 7
CALL = Move(OTHER + STOCK, OTHER + STOCK, 0)


class Seat(Player):
    """A player who is advised, and another seat that does what a test says."""

    def __init__(self, full: bool = True) -> None:
        start = table()
        if not full:  # nothing fits anywhere, and the hand has no card
            piles = [pile("Kd"), *map(pile, ("9c", "9s", "9d", "9h")), Pile(), pile("Kh"), *start.piles[7:]]
            start = start._replace(piles=tuple(piles))
        super().__init__(start)
        legend = Legend(Settings(), Pads(), [], {}, True)
        caps = [caps_of(self.stage, 0, legend)]
        faces = lambda *_: [each.button(legend) for each in self.can()]  # noqa: E731
        pegs = PegBoard(self.stage, self.session, context())
        self.hud = Hud(self.stage, self.session, caps, faces, pegs)
        self.hud.refresh()

    def can(self) -> list[Command]:
        """What it may be told to do, with a button for it."""
        return [each for each in of_hand(self.hand, False, lambda _open: None) if each.label != ""]

    def pump(self) -> None:
        super().pump()
        if hasattr(self, "hud"):
            self.hud.refresh()

    def other_calls(self) -> None:
        self.session.events += self.session.match.claim(1, CALL, self.session.now, self.session.now)
        self.pump()

    @property
    def advised(self) -> str:
        """What its player is told to do."""
        return advice(self.session, 0)

    def shown(self) -> bytes:
        """The pixels below the own hand."""
        surface = pygame.display.get_surface()
        assert surface
        self.stage.draw(surface, self.time + 9, True)
        x, y, w, h = self.stage.layout.places[STOCK].box
        under = pygame.Rect(x, y + h + 9, 3 * w, surface.get_height() - y - h - 9)
        return surface.subsurface(under.clip(surface.get_rect())).convert().get_buffer().raw


@pytest.fixture
def seat() -> Seat:
    return Seat()


def test_a_call_of_the_others_asks_for_the_own(seat: Seat) -> None:
    calm = seat.shown()
    assert seat.advised == ""
    seat.other_calls()
    assert seat.advised == "B calls speltorka. Nothing to play? Press D."
    assert seat.shown() != calm


def test_a_notice_lies_above_what_a_stuck_player_may_do(seat: Seat) -> None:
    seat.other_calls()
    ctx = context()
    ctx.notify("cici is the host now.")
    NoticeToasts(ctx).step(seat.stage, seat.time)
    notice, advised = seat.stage.canvas.tags["notice"].rect, seat.hud.own[0].advised
    board = advice_board(seat.advised)
    assert board
    high = board.height(seat.stage.layout.unit, advised.w)
    assert notice.bottom <= advised.bottom - high


def test_the_own_call_stands_visibly_until_a_card_is_laid(seat: Seat) -> None:
    calm = seat.shown()
    seat.hand.call(seat.time)
    assert called(seat.session, 0)
    assert seat.advised == "You call speltorka. Turn your hand on, and wait for B."
    seat.wait(0.1)
    seat.click(WASTE)
    seat.wait(0.2)
    assert seat.count(SLOT) == 2
    assert (seat.advised, called(seat.session, 0)) == ("", False)
    assert seat.shown() == calm


def test_the_own_call_waits_for_nobody_who_is_away(seat: Seat) -> None:
    seat.hand.call(seat.time)
    assert advice(seat.session, 0, away={1: "has left"}) == ""


def test_one_card_at_a_time_is_marked_as_long_as_it_holds(seat: Seat) -> None:
    calm = seat.shown()
    seat.hand.call(seat.time)
    seat.other_calls()
    assert seat.session.state.table.mode == ONES
    assert one_by_one(seat.session)
    assert seat.advised == ""
    assert seat.shown() != calm
    seat.wait(0.1)
    seat.click(WASTE)
    seat.wait(0.2)
    assert seat.session.state.table.mode == THREES
    assert seat.shown() == calm


def test_with_no_move_and_nothing_to_turn_the_key_is_named() -> None:
    seat = Seat(full=False)
    assert not any(move.count for move in seat.session.rules.moves(seat.session.state.table, 0))
    assert "Press D" in seat.advised
    seat.hand.call(seat.time)
    assert seat.advised == "You call speltorka. Waiting for B."


def test_nothing_is_advised_before_the_round(seat: Seat) -> None:
    seat.session.match.state = seat.session.state._replace(phase=WAITING)
    assert advice(seat.session) == ""


@pytest.mark.parametrize(
    ("target", "rounds", "line"),
    [
        (100, 0, "Round 1 · goal 100"),
        (0, 5, "Round 1 of 5"),
        (100, 5, "Round 1 of 5 · goal 100"),
    ],
)
def test_the_round_is_told_with_what_ends_the_match(seat: Seat, target: int, rounds: int, line: str) -> None:
    seat.session.target, seat.session.rounds = target, rounds
    assert round_line(seat.session) == line
