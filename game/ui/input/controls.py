"""What moves a hand at any table: its devices, and the pointer at the table's buttons."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

import pygame
from pygame import Rect
from pygame.event import Event as Input

from game.ui.cards.pen import Marked
from game.ui.input.picker import Refusal
from game.ui.input.pointer import Pointer


class Device(Protocol):
    """What a player holds: it turns its inputs into what a hand is asked for."""

    def handle(self, event: Input, now: float) -> Refusal | None:
        """Handle an input, if it is this device's; returns why a move is refused, or None. `now`: seconds of
        the stage."""


class Pressed(NamedTuple):
    """A button was pressed, by pointer or key."""

    button: str


class Controls:
    """One player's devices."""

    def __init__(
        self, pointer: Pointer, devices: Sequence[Device], buttons: Callable[[], Mapping[str, Rect]]
    ) -> None:
        """`devices`: those besides the pointer; `buttons`: the current ones, by name."""
        self._pointer, self._devices, self._buttons = pointer, devices, buttons
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
        refusal = self._pointer.handle(event, at)
        for device in self._devices if free else ():
            refusal = device.handle(event, at) or refusal
        return refusal

    @property
    def button(self) -> str:
        """The button under the pointer; empty: none."""
        return self._button_at(self.pointer) if self.pointer else ""

    def marked(self, lights: bool, free: bool = True) -> Marked:
        """What to frame; `lights`: also where the carried cards fit."""
        pointer, hand = self._pointer, self._pointer.hand
        hover = pointer.under(self.pointer) if self.pointer and free else None
        return Marked(hand.source, hand.count, hover, frozenset(pointer.fits if lights else ()))

    def let_go(self, at: float) -> None:
        """Put back the carried cards, as when the table is covered."""
        self._pointer.hand.source = None
        self._pointer.let_go(at)

    def forget(self) -> None:
        """Forget what was chosen: the whole table has changed."""
        self._pointer.forget()
        self._pointer.hand.forget()

    def _button_at(self, pos: tuple[int, int]) -> str:
        return next((name for name, rect in self._buttons().items() if rect.collidepoint(pos)), "")
