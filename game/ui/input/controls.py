"""What moves a hand at any table: its devices, and the pointer at the table's buttons."""

from collections.abc import Callable, Sequence

import pygame
from pygame.event import Event as Input

from game.ui.cards.frames import Frame
from game.ui.engine.devices import PAD_PRESS
from game.ui.input.gamepad import SHOUT, Gamepad, Pressed, SideGamepad
from game.ui.input.keyboard import Keyboard
from game.ui.input.picker import Refusal
from game.ui.input.pointer import Pointer, TouchGestures

Device = Keyboard | TouchGestures
"""What a player holds besides the pointer: it turns its inputs into what a hand is asked for."""
PadDevice = Gamepad | SideGamepad


class Controls:
    """One player's devices."""

    def __init__(
        self,
        pointer: Pointer,
        devices: Sequence[Device],
        gamepad: PadDevice | None = None,
        pad: Callable[[], int | None] = lambda: None,
    ) -> None:
        """`devices`: those besides the pointer and the gamepad; `pad`: the number of the gamepad that the
        player uses now, if one."""
        self._pointer, self._devices = pointer, devices
        self._gamepad, self._pad = gamepad, pad
        self.pointer: tuple[int, int] | None = None
        """The pointer's last position."""
        self._held = False
        """Whether it holds a button of the table down."""

    def handle(self, event: Input, at: float, free: bool = True) -> Pressed | Refusal | None:
        """Handle an input at `at`, in seconds of the stage; `free`: the hand may play."""
        if event.type == PAD_PRESS:
            return self._gamepad.handle(event, at, free) if self._gamepad else None
        if event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED):
            self.let_go(at)  # the release of the button may not be heard
        elif event.type == pygame.MOUSEMOTION:
            self.pointer = event.pos
        elif event.type == pygame.MOUSEBUTTONDOWN:
            button = self._button_at(event.pos) if event.button == pygame.BUTTON_LEFT else ""
            self._held = bool(button)
            if button or not free:
                return Pressed(button) if button else None
        elif event.type == pygame.MOUSEBUTTONUP:
            self._held = False
        refusal = self._pointer.handle(event, at)
        for device in self._devices if free else ():
            refusal = device.handle(event, at) or refusal
        return refusal

    def by_pad(self) -> bool:
        """Whether the player uses a gamepad now."""
        return self._pad() is not None

    def frame(self, lights: bool, free: bool = True) -> Frame:
        """What to frame; `lights`: also where the carried cards fit."""
        pointer, hand = self._pointer, self._pointer.hand
        fits = frozenset(pointer.fits if lights else ())
        if self.by_pad():
            if lights and hand.source is not None:
                fits = frozenset(hand.targets)
            return Frame(hand.source, hand.count, None, fits, self._gamepad.at if self._gamepad else None)
        button = self._button_at(self.pointer) if self.pointer else ""
        hover = pointer.under(self.pointer) if self.pointer and free and not button else None
        return Frame(hand.source, hand.count, hover, fits, button or None, self._held)

    def let_go(self, at: float) -> None:
        """Put back the carried cards, as when the table is covered, and hold no button down."""
        self._held = False
        self._pointer.hand.source = None
        self._pointer.let_go(at)

    def forget(self) -> None:
        """Forget what was chosen: the whole table has changed."""
        self._pointer.forget()
        self._pointer.hand.forget()

    def _button_at(self, pos: tuple[int, int]) -> str:
        buttons = self._pointer.hand.stage.overlay.buttons
        found = [name for name, rect in buttons.items() if rect.collidepoint(pos)]
        return max(found, key=lambda name: name.startswith(SHOUT), default="")
