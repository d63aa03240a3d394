"""Input at a table for one: to a button, to the hand, or to the two piles of a game of speed."""

import pygame
from pygame.event import Event as Input

from game.sessions.solo import SoloSession
from game.ui.input.solo_hand import SoloHand
from game.ui.solo.marks import Marks
from game.ui.solo.panel import GESTURES, SoloPanel
from game.ui.solo.reflex import Reflex

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
    pygame.K_F1: "help",
}
_WATCHING = {
    pygame.K_LEFT: "slower",
    pygame.K_RIGHT: "faster",
    pygame.K_SPACE: "skip",
}


class SoloControls:
    """One person's keys and pointer. Commands go by the names of the panel's buttons."""

    def __init__(self, session: SoloSession) -> None:
        self._session = session
        self.button = ""
        """The button under the pointer."""
        self._pointer: tuple[int, int] | None = None

    def set_out(self, panel: SoloPanel, hand: SoloHand, marks: Marks, reflex: Reflex | None) -> None:
        """Go on with these, made for this size of window."""
        self._panel, self._hand, self._marks, self._reflex = panel, hand, marks, reflex

    def handle(self, event: Input, at: float, free: bool) -> str:
        """Take an input event; the command it gives, if any. `free`: the hand may play."""
        if event.type == pygame.KEYDOWN:
            return self._key(event, at, free)
        if event.type == pygame.MOUSEBUTTONDOWN:
            if event.button == pygame.BUTTON_LEFT and (name := self._button_at(event.pos)):
                return name
            if event.button in (pygame.BUTTON_LEFT, pygame.BUTTON_RIGHT) and free:
                if self._reflex:
                    self._reflex.press(event.pos)
                else:
                    self._hand.press(event, at)
        elif event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
            self._hand.move(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT:
            self._hand.release(event, at)
        return ""

    def _key(self, event: Input, at: float, free: bool) -> str:
        name = self._command(event)
        if not name and self._session.plays:
            if self._reflex:
                self._reflex.key(event)
            elif free:
                self._hand.key(event, at)
        return name

    def _command(self, event: Input) -> str:
        """The command that a key stands for; empty if it is for the hand, or for nothing."""
        if not self._session.plays:
            return _WATCHING.get(event.key) or _KEYS.get(event.key, "")
        if event.mod & pygame.KMOD_CTRL:
            back = event.key == pygame.K_z and not event.mod & pygame.KMOD_SHIFT
            return "undo" if back else "redo" if event.key in (pygame.K_z, pygame.K_y) else ""
        if event.key in _KEYS:
            return _KEYS[event.key]
        letter = getattr(event, "unicode", "").upper()
        return f"gesture{GESTURES.index(letter)}" if letter and letter in GESTURES else ""

    def mark(self, free: bool, lights: bool) -> None:
        """Mark the button and the cards under the pointer, and what has been chosen by key.

        `lights`: what is carried shows where it fits."""
        at = self._pointer
        button = self._button_at(at) if at else ""
        if button != self.button:
            self.button = button
            self._panel.refresh(button)
        under = self._reflex.under if self._reflex else self._hand.under
        fits = self._hand.fits if lights else set()
        self._marks.mark(self._hand.source, self._hand.count, under(at) if at and free else None, fits)

    def _button_at(self, pos: tuple[int, int]) -> str:
        return next((name for name, rect in self._panel.buttons.items() if rect.collidepoint(pos)), "")
