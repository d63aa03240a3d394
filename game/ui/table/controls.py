"""Input at the table of a match: its buttons, and what is shown and marked as the pointer moves."""

import pygame
from pygame.event import Event as Input

from game.core.state import SHOUTS
from game.sessions.match_playback import MatchPlayback
from game.sessions.session import Session
from game.ui.input.controls import Controls, Pressed
from game.ui.input.hand import Hand
from game.ui.input.keyboard import Keyboard
from game.ui.input.picker import Refusal
from game.ui.input.pointer import Pointer
from game.ui.table.hud import BEGIN, Hud


class TableControls:
    """One player's keys and pointer."""

    def __init__(self, session: Session, hud: Hud, hand: Hand, lights: bool = False) -> None:
        """`lights`: show where the carried cards fit."""
        self._session, self._hud, self._hand, self._lights = session, hud, hand, lights
        self._controls = Controls(Pointer(hand), (Keyboard(hand),), lambda: hud.buttons)

    def handle(self, event: Input, at: float, read: int) -> Refusal | None:
        """Handle a player's input at `at` seconds of the stage; `read`: when it was read, by the host's
        clock."""
        self._hand.read = read
        done = self._controls.handle(event, at)
        if isinstance(done, Pressed):
            self._press(done.button, at)
        self._hand.read = None
        if self._controls.button != self._hud.hover:
            self._hud.refresh(self._controls.button)
        self._mark()
        return done if isinstance(done, Refusal) else None

    def shared_key(self, event: Input) -> bool:
        """Handle a key that works during the round and after it; returns whether it was one."""
        if not self._session.plays and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.watch(event)
        elif self._session.plays and pygame.K_F2 <= event.key < pygame.K_F2 + SHOUTS:
            self._session.shout(event.key - pygame.K_F2)
        else:
            return False
        return True

    def watch(self, event: Input) -> None:
        """Handle the keys for watching a replay."""
        if event.type == pygame.KEYDOWN and isinstance(self._session, MatchPlayback):
            if event.key == pygame.K_SPACE:
                self._session.ready()
            elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
                self._session.clock.faster(1 if event.key == pygame.K_RIGHT else -1)
            self._hud.refresh()

    def renew(self) -> None:
        """The table has changed: update all text, and mark what is under the pointer now."""
        self._hud.refresh(self._controls.button)
        self._mark()

    def _mark(self) -> None:
        self._hud.mark(self._controls.marked(self._lights))

    def _press(self, button: str, at: float) -> None:
        if button in ("knock", BEGIN):
            self._hand.knock(at)
        elif button == "call":
            self._hand.call(at)
        else:
            self._session.shout(int(button.removeprefix("shout")))
