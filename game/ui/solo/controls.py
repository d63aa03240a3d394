"""Input of a solo game: the commands of its keys, and what is marked as the pointer moves."""

from typing import Final

import pygame
from pygame.event import Event as Input

from game.sessions.solo import SoloSession
from game.ui.engine.pads import PadButton, Pads
from game.ui.engine.scene import Context
from game.ui.input.controls import Controls, PadDevice
from game.ui.input.gamepad import Gamepad, Pressed, SideGamepad
from game.ui.input.hand import Hand
from game.ui.input.keyboard import Keyboard
from game.ui.input.keys import Legend
from game.ui.input.picker import Refusal
from game.ui.input.pointer import Pointer, TouchGestures
from game.ui.input.two_piles import SideHand, SideKeyboard, SidePointer
from game.ui.solo.marks import Marks
from game.ui.solo.panel import GESTURES, SoloPanel

_KEYS = {
    pygame.K_u: "undo",
    pygame.K_y: "redo",
    pygame.K_h: "hint",
    pygame.K_a: "finish",
    pygame.K_b: "back",
    pygame.K_p: "pause",
    pygame.K_ESCAPE: "pause",
    pygame.K_r: "restart",
    pygame.K_g: "give up",
}
_GESTURE_KEYS = {ord(letter.lower()): f"gesture{i}" for i, letter in enumerate(GESTURES)}
PAD: Final[dict[PadButton, str]] = {"l": "undo", "r": "hint", "lt": "redo", "rt": "finish"}
PAD_WATCHING: Final[dict[PadButton, str]] = {"l": "slower", "r": "faster", "y": "skip"}
"""The commands that have a button on the pad."""
_CAPS: Final[dict[str, PadButton]] = {"V": "y", "U": "l", "H": "r", "Y": "lt", "A": "rt", "P": "start"}
_SIDE_CAPS: Final[dict[str, PadButton]] = {"F": "x", "J": "b", "P": "start"}
_WATCHING_CAPS: Final[dict[str, PadButton]] = {"‹": "l", "›": "r", "Space": "y", "P": "start"}
_WATCHING = {
    pygame.K_LEFT: "slower",
    pygame.K_RIGHT: "faster",
    pygame.K_SPACE: "skip",
}


def solo_legend(session: SoloSession, ctx: Context) -> Legend:
    """The keys of this table."""
    buttons = (_SIDE_CAPS if session.rules.reflex else _CAPS) if session.plays else _WATCHING_CAPS
    mirrored = any(spot.role == "reserve" for spot in session.rules.spots(1))
    return Legend(ctx.settings, ctx.pads, buttons, mirrored)


class SoloControls:
    """One player's keys, pointer and gamepads. Commands are named after the panel's buttons."""

    def __init__(self, session: SoloSession, pads: Pads, panel: SoloPanel, hand: Hand, marks: Marks) -> None:
        self._session, self._panel, self._marks = session, panel, marks
        pointer: Pointer
        gamepad: PadDevice
        self._keyboard: Keyboard
        if isinstance(hand, SideHand):
            pointer, self._keyboard, gamepad = SidePointer(hand), SideKeyboard(hand), SideGamepad(hand)
        else:
            commands = PAD if session.plays else PAD_WATCHING
            pointer, self._keyboard = Pointer(hand), Keyboard(hand)
            gamepad = Gamepad(hand, commands, lambda: panel.buttons)
        self._controls = Controls(
            pointer,
            (self._keyboard, TouchGestures(hand)),
            lambda: panel.buttons,
            gamepad,
            lambda: pads.used is not None,
        )
        self.button = ""
        """The button drawn as being under the pointer."""

    def handle(self, event: Input, at: float, free: bool) -> Pressed | Refusal | None:
        """Handle an input; returns its command, or why cards are refused. `free`: the hand may play."""
        if event.type != pygame.KEYDOWN:
            return self._controls.handle(event, at, free)
        if name := self._command(event):
            return Pressed(name)
        plain = not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT)
        return self._keyboard.handle(event, at) if free and plain else None

    def _command(self, event: Input) -> str:
        """The command of a key; empty if the key is for the hand, or unused."""
        if not self._session.plays:
            return _WATCHING.get(event.key) or _KEYS.get(event.key, "")
        if event.mod & pygame.KMOD_CTRL:
            back = event.key == pygame.K_z and not event.mod & pygame.KMOD_SHIFT
            return "undo" if back else "redo" if event.key in (pygame.K_z, pygame.K_y) else ""
        return _KEYS.get(event.key) or _GESTURE_KEYS.get(event.key, "")

    def let_go(self, at: float) -> None:
        """Put back the carried cards, as when the table is covered."""
        self._controls.let_go(at)

    def forget(self) -> None:
        """Forget what was chosen: the whole table has changed."""
        self._controls.forget()

    def mark(self, free: bool, lights: bool) -> None:
        """Mark the button and the cards under the pointer, and what has been chosen by key.

        `lights`: show where the carried cards fit."""
        if self.button != self._controls.button:
            self.button = self._controls.button
            self._panel.refresh(self.button)
        self._marks.frames.mark(self._controls.marked(lights, free))
