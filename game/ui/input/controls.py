"""Pointer and keys at any table: they go to its buttons or to the hand; and what to mark for them."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pygame
from pygame import Rect
from pygame.event import Event as Input

from game.ui.cards.pen import Marked
from game.ui.input.hand import Hand
from game.ui.input.picker import Refusal


class Pressed(NamedTuple):
    """A button was pressed, by pointer or key."""

    button: str


class Controls:
    """One player's pointer and keys."""

    def __init__(self, hand: Hand, buttons: Callable[[], Mapping[str, Rect]]) -> None:
        """`buttons`: the current ones, by name."""
        self._hand, self._buttons = hand, buttons
        self.pointer: tuple[int, int] | None = None
        """The pointer's last position."""

    def handle(self, event: Input, at: float, free: bool = True) -> Pressed | Refusal | None:
        """Handle an input at `at`, in seconds of the stage; `free`: the hand may play."""
        if event.type == pygame.MOUSEMOTION:
            self.pointer = event.pos
        elif event.type == pygame.MOUSEBUTTONDOWN:
            button = self._button_at(event.pos) if event.button == pygame.BUTTON_LEFT else ""
            if button or not free:
                return Pressed(button) if button else None
        return self._hand.handle(event, at)

    @property
    def button(self) -> str:
        """The button under the pointer; empty: none."""
        return self._button_at(self.pointer) if self.pointer else ""

    def marked(self, lights: bool, free: bool = True) -> Marked:
        """What to frame; `lights`: also where the carried cards fit."""
        hand = self._hand
        hover = hand.under(self.pointer) if self.pointer and free else None
        return Marked(hand.source, hand.count, hover, frozenset(hand.fits if lights else ()))

    def _button_at(self, pos: tuple[int, int]) -> str:
        return next((name for name, rect in self._buttons().items() if rect.collidepoint(pos)), "")
