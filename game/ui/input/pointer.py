"""A pointer at a hand's piles: clicking sends cards, dragging carries them."""

import pygame
from pygame.event import Event as Input

from game.core.table import Move
from game.ui.input.drag import Drag
from game.ui.input.hand import Hand
from game.ui.input.picker import Refusal

_CLICK = 6
"""A press that moves less than this many units is a click, otherwise a drag."""


class Pointer:
    """One pointer at the piles of one hand. Times are seconds of the stage."""

    def __init__(self, hand: Hand) -> None:
        self.hand, self._stage = hand, hand.stage
        self._drag = Drag(hand.stage)
        self._pressed: tuple[int, int, tuple[int, int]] | None = None
        """Which card of which pile was pressed, and where the pointer was."""

    def handle(self, event: Input, now: float) -> Refusal | None:
        """Handle an input, if it is the pointer's; returns why the move is refused, or None."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._press(event, now)
        if event.type == pygame.MOUSEMOTION:
            self._move(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT:
            return self._release(now)
        return None

    def under(self, pos: tuple[int, int]) -> tuple[int, int] | None:
        """The own pile under the pointer, and the index of the first card that a press would take."""
        hit = None if self._drag.holding else self.hit(pos)
        first = self.hand.picker.pointed(*hit) if hit else None
        return (hit[0], first) if hit and first is not None else None

    def hit(self, pos: tuple[int, int]) -> tuple[int, int] | None:
        """The own pile at a point and the index of the card there, -1 for an empty place."""
        hit = self._drag.hit(pos)
        return hit if hit and self._stage.owners[hit[0]] == self.hand.session.seat else None

    def _press(self, event: Input, now: float) -> Refusal | None:
        """A button went down."""
        if self._drag.holding or not (hit := self.hit(event.pos)):
            return None
        pile, index = hit
        if event.button in (pygame.BUTTON_LEFT, pygame.BUTTON_RIGHT):
            self.hand.source = None
        if event.button == pygame.BUTTON_RIGHT:
            if not self.hand.session.rules.penalty:
                return self.hand.lay(pile, now)
            return self.hand.send(pile, 1, now) if index >= 0 else None
        if event.button == pygame.BUTTON_LEFT:
            if self._stage.roles[pile] == "stock":
                return self.hand.turn(now)
            if index >= 0:
                self._pressed = pile, index, event.pos
            elif self._stage.roles[pile] == "reserve":
                self.hand.knock(now)
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
            sprites, count = self._stage.piles[pile], self.hand.picker.taken(pile, index)
            if 0 < count <= len(sprites) and not sprites[-count].aloft:
                self._drag.start(pile, len(sprites) - count, start)
                self._drag.move(pos)

    def _release(self, now: float) -> Refusal | None:
        """The left button came up."""
        pressed, self._pressed = self._pressed, None
        if not pressed:
            return None
        picker, (pile, index, _) = self.hand.picker, pressed
        if not self._drag.holding:
            count = picker.taken(pile, index) if index < len(self._stage.piles[pile]) else 0
            return self.hand.send(pile, count, now)
        count = picker.taken(pile, index)
        groups = picker.reaches(pile, count)
        target = self._drag.target(groups)
        self._drag.drop(now)
        if target is None or target == pile or not any(target in group for group in groups):
            return None
        return self.hand.carry(Move(pile, target, count), now)

    @property
    def fits(self) -> set[int]:
        """Where the carried cards fit now."""
        if not self._drag.holding or not self._pressed:
            return set()
        pile, index, _ = self._pressed
        return self.hand.picker.fits(pile, self.hand.picker.taken(pile, index))

    def let_go(self, now: float) -> None:
        """Put back the carried cards, as when the table is covered."""
        self._pressed = None
        self._drag.drop(now)

    def forget(self) -> None:
        """Forget what was pressed: the whole table has changed."""
        self._pressed = None
