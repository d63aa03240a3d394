"""The player's hand at any table: an input becomes a wish, and the wish a move once the hand is free."""

from collections.abc import Callable

import pygame
from pygame.event import Event as Input

from game.core.state import FLIGHT, HAND, PLAYING, Event, Returned, Thrown
from game.core.table import Move, Table
from game.sessions.session import TableSession
from game.ui.cards.stage import Stage
from game.ui.input.drag import Drag
from game.ui.input.keys import STOCK, foundations_key, named, pile_keys
from game.ui.input.picker import MovePicker, Refusal, Wish

_CLICK = 6
"""A press that moves less than this many units is a click, otherwise a drag."""
_SLACK = 2000
"""Microseconds to wait after a landing, for clocks that differ."""


class Hand:
    """One player's pointer and keys. Times are seconds of the stage unless stated otherwise."""

    def __init__(self, session: TableSession, stage: Stage, picker: MovePicker) -> None:
        self._session, self._stage, self._picker = session, stage, picker
        self._drag = Drag(stage)
        self.keys = pile_keys(stage.roles, stage.owners, session.seat)
        """The key of each pile that has one."""
        self.source: int | None = None
        """The pile chosen by key."""
        self._part: tuple[Table, int | None, int] = (Table(()), None, 0)
        """How many cards of which pile were chosen by key, and on which table."""
        self._pressed: tuple[int, int, tuple[int, int]] | None = None
        """Which card of which pile was pressed, and where the pointer was."""
        self.read: int | None = None
        """When the input being handled was read, by the host's clock; None: no input is being handled."""
        self._free_at = 0
        self._next: Callable[[], Move | None] | None = None

    # -- being busy

    def follow(self, event: Event) -> None:
        """Work out from the table's events how long the hand is busy."""
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
        """Whether a card is in flight (its judgement may come late), or a full pile is being put aside."""
        session = self._session
        return session.now < self._free_at or any(flight.seat == session.seat for flight in session.state.air)

    def step(self, now: float) -> None:
        """Do what the player wished for while the hand was busy."""
        if self._next and not self._busy:
            find, self._next = self._next, None
            self._do(Wish(find), now)

    def _do(self, wish: Wish | None, now: float) -> Refusal | None:
        """Do it now, or once the hand is free; returns why it is refused, or None."""
        session, state = self._session, self._session.state
        if not wish or state.phase != PLAYING or state.starts is None or session.now < state.starts:
            return None
        if self._busy:
            self._next = wish.find
        elif move := wish.find():
            press = self.read
            if press is None or press < self._free_at:
                press = session.now
            if session.seats > 1:
                # The host's event may take long to arrive.
                flies = session.rules.flies(state.table, session.seat, move)
                self._free_at = press + (FLIGHT if flies else HAND) + _SLACK
            self._picker.play(move, press)
        elif wish.tried:
            refusal = self._picker.refuse(wish.tried, now, wish.nowhere)
            return None if wish.silent else refusal
        return None

    def knock(self, now: float) -> None:
        """Knock, if a knock means anything now."""
        self._do(self._picker.knock(), now)

    def call(self, now: float) -> None:
        """Announce that nothing can be played."""
        self._do(self._picker.call(), now)

    # -- input

    def handle(self, event: Input, now: float) -> Refusal | None:
        """Handle a key or the pointer; returns why the move is refused, or None."""
        if event.type == pygame.KEYDOWN:
            return self._key(event, now)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._press(event, now)
        if event.type == pygame.MOUSEMOTION:
            self._move(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT:
            return self._release(now)
        return None

    # -- keys

    @property
    def count(self) -> int:
        """How many cards of the pile chosen by key; 0: as many as is most likely meant."""
        table, pile, count = self._part
        return count if table is self._session.state.table and pile == self.source else 0

    def _key(self, event: Input, now: float) -> Refusal | None:
        src, roles = self.source, self._stage.roles
        if event.key in (pygame.K_UP, pygame.K_DOWN) and src is not None:
            self._choose_part(src, 1 if event.key == pygame.K_UP else -1)
            return None
        name = named(event.key, roles, self.keys.values())
        pile = next((pile for pile, key in self.keys.items() if key == name), None)
        if pile is None:
            if event.key == pygame.K_SPACE:
                self.knock(now)
            elif event.key == pygame.K_d:
                self.call(now)
        elif name == STOCK:
            self.source = None
            return self._do(self._picker.turn(), now)
        elif name == foundations_key(roles):
            self.source = None
            return self._do(self._picker.lay(src), now)
        elif src is None and (roles[pile] == "foundation" or not self._stage.piles[pile]):
            return self._onto(self._picker.open, pile, now)
        elif src is None:
            self.source = pile
        elif src == pile:
            wish = self._picker.again(src, self.count)
            self.source = None
            return self._do(wish, now)
        else:
            return self._onto(src, pile, now)
        return None

    def _choose_part(self, pile: int, step: int) -> None:
        """Choose more or fewer cards of the pile."""
        if counts := self._picker.counts(pile):
            at = counts.index(self.count) if self.count in counts else 0
            count = counts[max(0, min(len(counts) - 1, at + step))]
            self._part = self._session.state.table, pile, count

    def _onto(self, src: int | None, dst: int, now: float) -> Refusal | None:
        """Move onto the named pile; if that does not fit, choose the named pile instead."""
        if src is None:
            return None
        count, counts = self.count, self._session.rules.penalty
        empty = self._picker.is_target(dst) and not self._stage.piles[dst]
        if counts or empty or self._picker.onto(src, dst, count):
            self.source = None
            return self._do(Wish(lambda: self._picker.onto(src, dst, count), Move(src, dst)), now)
        self.source = dst
        return self._picker.refuse(Move(src, dst, max(1, count)), now)

    # -- pointer

    def under(self, pos: tuple[int, int]) -> tuple[int, int] | None:
        """The own pile under the pointer, and the index of the first card that a press would take."""
        hit = None if self._drag.holding else self._own_hit(pos)
        first = self._picker.pointed(*hit) if hit else None
        return (hit[0], first) if hit and first is not None else None

    def _own_hit(self, pos: tuple[int, int]) -> tuple[int, int] | None:
        hit = self._drag.hit(pos)
        return hit if hit and self._stage.owners[hit[0]] == self._session.seat else None

    def _press(self, event: Input, now: float) -> Refusal | None:
        """A button went down."""
        if self._drag.holding or not (hit := self._own_hit(event.pos)):
            return None
        pile, index = hit
        if event.button in (pygame.BUTTON_LEFT, pygame.BUTTON_RIGHT):
            self.source = None
        if event.button == pygame.BUTTON_RIGHT:
            if not self._session.rules.penalty:
                return self._do(self._picker.lay(pile), now)
            return self._click(pile, 1, now) if index >= 0 else None
        if event.button == pygame.BUTTON_LEFT:
            if self._stage.roles[pile] == "stock":
                return self._do(self._picker.turn(), now)
            if index >= 0:
                self._pressed = pile, index, event.pos
            elif self._stage.roles[pile] == "reserve":
                self.knock(now)
        return None

    def _move(self, pos: tuple[int, int]) -> None:
        """The pointer moved."""
        if self._drag.holding:
            self._drag.move(pos)
        elif self._pressed:
            pile, index, start = self._pressed
            away = max(abs(pos[0] - start[0]), abs(pos[1] - start[1]))
            if away < _CLICK * self._stage.layout.unit:
                return
            sprites, count = self._stage.piles[pile], self._picker.taken(pile, index)
            if 0 < count <= len(sprites) and not sprites[-count].aloft:
                self._drag.start(pile, len(sprites) - count, start)
                self._drag.move(pos)

    def _release(self, now: float) -> Refusal | None:
        """The left button came up."""
        pressed, self._pressed = self._pressed, None
        if not pressed:
            return None
        pile, index, _ = pressed
        if not self._drag.holding:
            count = self._picker.taken(pile, index) if index < len(self._stage.piles[pile]) else 0
            return self._click(pile, count, now)
        count = self._picker.taken(pile, index)
        targets = (self._drag.over(places) for places in self._picker.reaches(pile, count))
        target = next((target for target in targets if target is not None), pile)
        self._drag.drop(now)
        if target == pile:
            return None
        move = Move(pile, target, count)
        if self._picker.plays(move):
            return self._do(Wish(lambda: move), now)
        return self._picker.refuse(move, now)

    def _click(self, pile: int, count: int, now: float) -> Refusal | None:
        """Send cards where they fit best; if that choice is left to the player, select the cards, or the
        target."""
        if self._session.rules.penalty:
            if self._stage.roles[pile] == "foundation":
                return self._onto(self._picker.open, pile, now)
            if pile == self._picker.open and not self._picker.click(pile, count).find():
                self.source = pile
                return None
        return self._do(self._picker.click(pile, count), now)

    @property
    def fits(self) -> set[int]:
        """Where the carried cards fit now."""
        if not self._drag.holding or not self._pressed:
            return set()
        pile, index, _ = self._pressed
        return self._picker.fits(pile, self._picker.taken(pile, index))

    def let_go(self, now: float) -> None:
        """Put back the carried cards, as when the table is covered."""
        self._pressed = self.source = None
        self._drag.drop(now)

    def forget(self) -> None:
        """Forget what was chosen: the whole table has changed."""
        self._pressed = self.source = None
        self._picker.forget()
