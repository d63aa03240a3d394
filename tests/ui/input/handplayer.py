"""A player whose pointer and keys move a hand, at a real table where the other seat never plays."""

from collections.abc import Mapping
from typing import Any

import pygame
from pygame.event import Event as Input

from game.core.cards import CLUBS, SPADES, Card, Pile
from game.core.hand import Hand as Place
from game.core.match import Match
from game.core.portraits import Portrait
from game.core.rules import Rules
from game.core.state import (
    Dealt,
    Event,
    Request,
    Started,
    State,
    fold_match,
    mask_match,
)
from game.core.table import Move, Table
from game.rules.haisty import Haisty
from game.sessions.session import MatchSeat
from game.ui.cards.deck import Deck
from game.ui.cards.labels import backdrop
from game.ui.cards.stage import Stage
from game.ui.engine.window import Window
from game.ui.input.controls import Controls
from game.ui.input.hand import Hand
from game.ui.input.keyboard import Keyboard
from game.ui.input.match_picker import MatchPicker
from game.ui.input.picker import Refusal
from game.ui.input.pointer import Pointer
from game.ui.play.match.layout import table_layout
from tests.ui.cards.test_stage import SIZE, art
from tests.ui.play.patience.solotable import card

RESERVE, BUILD, STOCK, WASTE, SLOT, DONE = 0, 1, 5, 6, 14, 22


class Alone:
    """A session on a match of two in which the other seat never plays; its clock is set by hand."""

    rules: Rules = Haisty()
    seats, seat, target, rounds = 2, 0, 100, 0
    names: tuple[str, ...] = ("A", "B")
    backs: tuple[int, ...] = (0, 1)
    portraits: tuple[Portrait, ...] = ("star", "star")
    plays, can_pause, paused = True, True, False
    played = seen = ()
    hands: Mapping[int, Place] = {}
    handicaps = (13, 13)

    def __init__(self, table: Table) -> None:
        self.match = Match(self.rules, 2, 1)
        self.now = 0
        self.late = 0
        """How late the judge's word comes, in microseconds."""
        self.events: list[Event] = []
        self.match.state = fold_match(fold_match(self.match.state, Dealt(1, table)), Started(0))

    @property
    def state(self) -> State:
        """The judge's own state: nothing of it is hidden from the hand's own seat that it could use."""
        return self.match.state

    def point(self, hand: Place | None) -> None:
        """Nobody is there to see it."""

    @property
    def local_seats(self) -> tuple[MatchSeat, ...]:
        return (self,)

    def verdict(self, number: int) -> None: ...

    def may_handicap(self, seat: int) -> bool:
        return False

    def handicap(self, seat: int, cards: int) -> None: ...

    def appear(self, back: int, portrait: Portrait) -> None:
        pass

    def moment(self, seconds: float) -> int:
        return round(seconds * 1e6)

    def play(self, move: Move, press: int | None = None) -> None:
        self.events += self.match.claim(self.seat, move, self.now if press is None else press, self.now)

    def ask(self, request: Request) -> None: ...

    def close(self) -> None: ...

    def poll(self) -> list[Event]:
        self.events += self.match.settle(self.now - self.late)
        events, self.events = self.events, []
        return [mask_match(event) for event in events]


class Far(Alone):
    """The same, where what the judge does is known only once it has been heard."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._known = self.match.state

    @property
    def state(self) -> State:
        return self._known

    def poll(self) -> list[Event]:
        events = super().poll()
        for event in events:
            self._known = fold_match(self._known, event)
        return events


def pile(*names: str, down: int = 0) -> Pile:
    hidden = tuple(Card(rank, SPADES, 1) for rank in range(1, down + 1))
    return Pile((*hidden, *map(card, names)), len(names))


def table(
    reserve: str = "Kd",
    builds: tuple[str, ...] = ("9c", "8d 7c", "5h", "Ks"),
    waste: str = "2h",
    slot: str = "Ah",
    below: int = 3,
) -> Table:
    own = [
        pile(*reserve.split(), down=below),
        *(pile(*build.split()) for build in builds),
        pile(down=9)._replace(up=0),
        pile(*waste.split()),
    ]
    other = [Pile((Card(4, CLUBS, 1),), 1), *[Pile()] * 4, Pile((Card(5, CLUBS, 1),) * 4), Pile()]
    slots = [pile(*slot.split())] + [Pile()] * 7
    return Table((*own, *other, *slots, Pile()))


class Player:
    """A hand on a stage, and what it brings about."""

    def __init__(self, start: Table, session: type[Alone] = Alone) -> None:
        Window(SIZE)
        self.session = session(start)
        spots = self.session.rules.spots(2)
        places = table_layout(SIZE, spots, (0,))
        deck = Deck(art, tuple({area.card for area in places.areas}), places.unit, 8 << 20)
        self.stage = Stage(places, spots, deck, (0, 1), backdrop(places))
        self.stage.reset(self.session.state.table)
        self.seen: list[Event] = []
        self.told: list[tuple[str, int]] = []
        """Why cards were refused, and of which piles."""
        self.hand = Hand(self.session, self.stage, MatchPicker(self.session, self.stage))
        self.pointer = Pointer(self.hand)
        self.controls = Controls(self.pointer, (Keyboard(self.hand),))

    def wait(self, seconds: float) -> None:
        self.session.now += round(seconds * 1e6)
        self.pump()
        self.hand.step(self.time)
        self.pump()

    @property
    def time(self) -> float:
        return self.session.now / 1e6

    def pump(self) -> None:
        for event in self.session.poll():
            self.seen.append(event)
            self.hand.follow(event)
            self.stage.apply(event, self.time)

    def send(self, kind: int, **what: Any) -> None:
        if isinstance(refusal := self.controls.handle(Input(kind, **what), self.time), Refusal):
            self.told.append((refusal.why, refusal.pile))

    def move(self, pos: tuple[int, int]) -> None:
        self.send(pygame.MOUSEMOTION, pos=pos)

    def keys(self, *keys: int) -> None:
        for key in keys:
            self.send(pygame.KEYDOWN, key=key, mod=0)
            self.pump()

    def middle(self, number: int, index: int = -1) -> tuple[int, int]:
        if not self.stage.piles[number]:
            x, y, w, h = self.stage.layout.places[number].box
            return x + w // 2, y + h // 2
        rest = self.stage.piles[number][index].rest
        top = index in (-1, len(self.stage.piles[number]) - 1)
        return round(rest.x), round(rest.y) if top else round(rest.y - rest.w * 0.7) + 3

    def press(self, pos: tuple[int, int], button: int = pygame.BUTTON_LEFT) -> None:
        self.send(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)
        self.pump()

    def release(self, pos: tuple[int, int]) -> None:
        self.send(pygame.MOUSEBUTTONUP, pos=pos, button=pygame.BUTTON_LEFT)
        self.pump()

    def click(self, number: int, index: int = -1) -> None:
        self.press(self.middle(number, index))
        self.release(self.middle(number, index))

    def drag(self, number: int, to: tuple[int, int], index: int = -1) -> None:
        start = self.middle(number, index)
        self.press(start)
        self.move((start[0] + 9, start[1] + 9))
        self.move(to)
        self.release(to)

    def top(self, number: int) -> Card | None:
        return self.session.state.table.piles[number].exposed

    def count(self, number: int) -> int:
        return len(self.session.state.table.piles[number].cards)
