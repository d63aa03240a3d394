"""The player's hand: pointer and keys become moves; what is legal, only the rules say."""

from collections.abc import Callable

import pygame
from pygame.event import Event as Input

from game.core.state import FLIGHT, PLAYING, WAITING, Event, Returned, Thrown
from game.core.table import Move, Table
from game.core.why import NOWHERE, why_not
from game.sessions.session import Session
from game.ui.cards.stage import Stage
from game.ui.input.grip import Grip, meant, shake
from game.ui.input.keys import pile_keys

CLICK = 6
"""A press that moves less than so many units is a click, else a drag."""
_NEAR_LEGAL, _NEAR_TABLE = 0.6, 0.1
"""From how far, in card widths, a card goes where it fits, and where it may come to fit."""
_SLACK = 2000
"""Microseconds to wait beyond a landing, for clocks that differ."""
_DIGITS = {getattr(pygame, f"K_{d}"): str(d) for d in range(10)} | {
    getattr(pygame, f"K_KP{d}"): str(d) for d in range(10)
}
_TURN = (pygame.K_v, pygame.K_RETURN, pygame.K_KP_ENTER)

Say = Callable[[str, int, float], None]
"""Told why a card of a pile was refused: words to be translated, the pile, stage seconds."""
Wish = Callable[[], Move | None]
"""What the player wants, worked out when the hand is free: the table may have changed."""


class Hand:
    """One person's input at the table."""

    def __init__(self, session: Session, stage: Stage, say: Say = lambda why, pile, now: None) -> None:
        """`say` is told why a card was refused, and which pile's it is."""
        self._say = say
        self._session, self._stage = session, stage
        self.grip = Grip(stage)
        self.source: int | None = None
        """The pile chosen by key."""
        self._piles = {key: pile for pile, key in pile_keys(stage.roles, stage.owners, session.seat).items()}
        self._pressed: tuple[int, int, tuple[int, int]] | None = None
        self._moves: tuple[Table | None, list[Move]] = None, []
        self._free_at = 0
        self.read: int | None = None
        """When the input that is being handled was read, by the host's clock; None: it is none."""
        self._next: Wish | None = None

    # -- being busy

    def follow(self, event: Event) -> None:
        """Learn from the table's events until when the hand is busy."""
        own = self._session.seat
        match event:
            case Thrown(seat, move, _, at) if seat == own:
                busy = self._session.rules.busy(self._session.state.table, move) if move.count else 0
                self._free_at = at + FLIGHT + busy + _SLACK
            case Returned(seat, thrown=True) if seat == own:
                self._free_at = 0

    @property
    def waiting(self) -> bool:
        """Whether a wish waits for the hand to be free."""
        return self._next is not None

    @property
    def _busy(self) -> bool:
        """Whether a card is on its way, judged late perhaps, or a full pile is being put aside."""
        session = self._session
        return session.now < self._free_at or any(flight.seat == session.seat for flight in session.state.air)

    def step(self, now: float) -> None:
        """Do what was wished while the hand was busy."""
        if self._next and not self._busy:
            wish, self._next = self._next, None
            self._do(wish, now)

    def _do(self, wish: Wish, now: float, src: int | None = None, dst: int | None = None) -> None:
        """Do it, or once the hand is free; if it cannot be, show that at `src`, from where it was to go, and
        say why not to `dst`, or that it goes nowhere."""
        state = self._session.state
        if state.phase != PLAYING or state.starts is None or self._session.now < state.starts:
            return
        if self._busy:
            self._next = wish
        elif move := wish():
            session, press = self._session, self.read
            if press is None or press < self._free_at:
                press = session.now
            if session.rules.flies(state.table, session.seat, move):
                # What the host tells of it may be on its way for long.
                self._free_at = press + FLIGHT + _SLACK
            session.play(move, press)
        elif src is not None:
            self._refuse(Move(src, src if dst is None else dst), now)

    def _refuse(self, meant: Move, now: float) -> None:
        """Shake the card and say why; from a pile to itself stands for wherever it may go."""
        session, sprites = self._session, self._stage.piles[meant.src]
        shake(self._stage, sprites[-1:], now)
        if meant.src != meant.dst:
            why = why_not(session.rules, session.state.table, session.seat, meant)
        else:
            why = NOWHERE if sprites else None
        if why:
            self._say(why, meant.src, now)

    # -- wishes

    def _all(self) -> list[Move]:
        """What may be done, worked out once for each table."""
        session, table = self._session, self._session.state.table
        if self._moves[0] is not table:
            self._moves = table, list(session.rules.moves(table, session.seat))
        return self._moves[1]

    def _legal(self) -> list[Move]:
        return [move for move in self._all() if move.count]

    def _role(self, pile: int) -> str:
        return self._stage.roles[pile]

    def _best(self, src: int, count: int = 0) -> Move | None:
        """Where the cards fit best: the table, then a pile with cards, then an empty one."""
        moves = [move for move in self._legal() if move.src == src and (not count or move.count == count)]
        if not moves and count:
            return self._best(src)

        def worth(move: Move) -> tuple[bool, bool, int]:
            return (
                self._stage.owners[move.dst] is not None,
                not self._stage.piles[move.dst],
                # Onto an empty place one card, else as many as fit.
                move.count if not self._stage.piles[move.dst] else -move.count,
            )

        return min(moves, key=worth, default=None)

    def _to_table(self, src: int) -> Move | None:
        """To the table where it fits, or where it will when what is in the air there has landed."""
        fits = [m for m in self._legal() if m.src == src and self._stage.owners[m.dst] is None]
        if fits or not self._stage.piles[src]:
            return fits[0] if fits else None
        card = self._stage.piles[src][-1].card
        below = [
            thrown.move.dst
            for thrown in self._session.state.air
            for landing in thrown.cards
            if landing[:2] == (card.rank - 1, card.suit)
        ]
        return Move(src, below[-1]) if below else None

    def _onto(self, src: int, dst: int) -> Move | None:
        moves = [move for move in self._legal() if (move.src, move.dst) == (src, dst)]
        empty = not self._stage.piles[dst]
        return min(moves, key=lambda move: move.count if empty else -move.count, default=None)

    def _turn(self) -> Move | None:
        return next((move for move in self._legal() if self._role(move.src) == "stock"), None)

    def _call(self) -> Move | None:
        return next((m for m in self._all() if not m.count and self._role(m.src) == "stock"), None)

    def _own(self, role: str) -> int:
        piles = zip(self._stage.roles, self._stage.owners, strict=True)
        return next(i for i, pile in enumerate(piles) if pile == (role, self._session.seat))

    @property
    def reserve(self) -> int:
        """The own 13-pile."""
        return self._own("reserve")

    @property
    def stock(self) -> int:
        """The own hand."""
        return self._own("stock")

    def knock(self, now: float) -> None:
        """Knock: for the start, or to end the round. Until the count nothing else is meant by it."""
        if self._session.state.phase == WAITING:
            self._session.ready()
        elif self._session.state.phase == PLAYING:
            self._do(lambda: Move(self.reserve, self.reserve, 0), now)

    def call(self, now: float) -> None:
        """Call speltorka."""
        self._do(self._call, now)

    # -- keys

    def key(self, event: Input, now: float) -> bool:
        """A key press; True if it meant something."""
        digit = _DIGITS.get(event.key, "")
        if event.key == pygame.K_SPACE:
            self.knock(now)
        elif event.key in _TURN:
            self.source = None
            self._do(self._turn, now, self.stock, self._own("waste"))
        elif event.key == pygame.K_d:
            self.call(now)
        elif event.key == pygame.K_t or digit in ("7", "0"):
            self._key_table(now)
        elif digit in self._piles:
            self._key_pile(self._piles[digit], now)
        else:
            return False
        return True

    def _key_table(self, now: float) -> None:
        if (src := self.source) is not None:
            self.source = None
            self._do(lambda: self._to_table(src), now, src, meant(self._stage, src))

    def _key_pile(self, pile: int, now: float) -> None:
        src = self.source
        if src is None:
            self.source = pile if self._stage.piles[pile] else None
        elif src == pile:
            self.source = None
            self._do(lambda: self._best(src), now, src)
        elif self._role(pile) == "build" and (self._onto(src, pile) or not self._stage.piles[pile]):
            self.source = None
            self._do(lambda: self._onto(src, pile), now, src, pile)
        else:
            self._refuse(Move(src, pile), now)
            self.source = pile  # it does not fit there: take that pile instead

    # -- pointer

    def under(self, pos: tuple[int, int]) -> tuple[int, int] | None:
        """The own pile under the pointer, and the first of the cards that a press would take."""
        hit = None if self.grip.holding else self.grip.pick(pos)
        if not hit or hit[1] < 0 or self._stage.owners[hit[0]] != self._session.seat:
            return None
        pile, index = hit
        if self._role(pile) == "build":
            return pile, len(self._stage.piles[pile]) - self._count(pile, index)
        return pile, len(self._stage.piles[pile]) - 1

    def press(self, event: Input, now: float) -> None:
        """A button went down."""
        hit = self.grip.pick(event.pos)
        if not hit or self._stage.owners[hit[0]] != self._session.seat:
            return
        pile, index = hit
        self.source = None
        if event.button == pygame.BUTTON_RIGHT:
            self._do(lambda: self._to_table(pile), now, pile, meant(self._stage, pile))
        elif event.button == pygame.BUTTON_LEFT:
            if self._role(pile) == "stock":
                self._do(self._turn, now, pile, self._own("waste"))
            elif self._role(pile) == "reserve" and index < 0:
                self.knock(now)
            elif index >= 0:
                self._pressed = pile, index, event.pos

    def move(self, pos: tuple[int, int]) -> None:
        """The pointer moved."""
        if self.grip.holding:
            self.grip.drag_to(pos)
        elif self._pressed:
            pile, index, start = self._pressed
            away = max(abs(pos[0] - start[0]), abs(pos[1] - start[1]))
            first = len(self._stage.piles[pile]) - self._count(pile, index)
            if away >= CLICK * self._stage.layout.unit and not self._stage.piles[pile][first].aloft:
                self.grip.grab(pile, first, start)
                self.grip.drag_to(pos)

    def release(self, event: Input, now: float) -> None:
        """The left button came up."""
        pressed, self._pressed = self._pressed, None
        if not pressed:
            return
        pile, index, _ = pressed
        if not self.grip.holding:
            count = self._count(pile, index) if index < len(self._stage.piles[pile]) else 0
            self._do(lambda: self._best(pile, count), now, pile)
            return
        count = self._count(pile, index)
        fits = {m.dst: _NEAR_LEGAL for m in self._legal() if m.src == pile and m.count == count}
        hopes = {
            i: _NEAR_TABLE for i, role in enumerate(self._stage.roles) if role == "foundation" and count == 1
        }
        target = self.grip.over(fits)
        if target is None:
            target = self.grip.over(hopes)
        others = [i for i, owner in enumerate(self._stage.owners) if owner in (None, self._session.seat)]
        wrong = self.grip.over(dict.fromkeys(others, _NEAR_TABLE)) if target is None else None
        self.grip.drop(now)
        if target is not None:
            move = Move(pile, target, count)
            self._do(lambda: move, now)
        elif wrong not in (None, pile):
            self._refuse(Move(pile, wrong, count), now)

    @property
    def fits(self) -> set[int]:
        """Where what is being carried fits now."""
        if not self.grip.holding or not self._pressed:
            return set()
        pile, index, _ = self._pressed
        count = self._count(pile, index)
        return {move.dst for move in self._legal() if (move.src, move.count) == (pile, count)}

    def _count(self, pile: int, index: int) -> int:
        """How many cards a card takes along: those above it if the rules let so many go, else all or one."""
        cards = len(self._stage.piles[pile])
        if self._role(pile) != "build" or index >= cards - 1:
            return 1
        counts = {move.count for move in self._legal() if move.src == pile}
        return cards - index if cards - index in counts else cards
