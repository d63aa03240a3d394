"""Input at the table: to the buttons or to the hand; and the marks under the pointer."""

import pygame
from pygame.event import Event as Input

from game.core.state import SHOUTS
from game.sessions.match_playback import MatchPlayback
from game.sessions.session import Session
from game.ui.engine import theme
from game.ui.input.hand import Hand
from game.ui.table.hud import BEGIN, Hud

_HOVER = (*theme.IVORY, 130)


class Controls:
    """One person's keys and pointer."""

    def __init__(self, session: Session, hud: Hud, hand: Hand, lights: bool = False) -> None:
        """`lights`: what is carried shows where it fits."""
        self._lights = lights
        self._session, self._hud, self._hand = session, hud, hand
        self._button = ""
        self._pointer: tuple[int, int] | None = None

    def handle(self, event: Input, at: float) -> None:
        """Input of whoever plays."""
        if event.type == pygame.KEYDOWN:
            self._hand.key(event, at)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            if event.button == pygame.BUTTON_LEFT and (name := self._button_at(event.pos)):
                self._press(name, at)
            else:
                self._hand.press(event, at)
        elif event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
            self._hand.move(event.pos)
            self._point(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT:
            self._hand.release(event, at)
        self.mark()

    def shared_key(self, event: Input) -> bool:
        """A key that counts during the round and after it; True if it was one."""
        if not self._session.plays and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.watch(event)
        elif self._session.plays and pygame.K_F2 <= event.key < pygame.K_F2 + SHOUTS:
            self._session.shout(event.key - pygame.K_F2)
        else:
            return False
        return True

    def watch(self, event: Input) -> None:
        """Keys of whoever watches a replay."""
        if event.type == pygame.KEYDOWN and isinstance(self._session, MatchPlayback):
            if event.key == pygame.K_SPACE:
                self._session.ready()
            elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
                self._session.clock.faster(1 if event.key == pygame.K_RIGHT else -1)
            self._hud.refresh()

    def renew(self) -> None:
        """The table has changed: write everything anew, and mark what lies under the pointer now."""
        self._hud.refresh(self._button)
        if self._pointer:
            self._point(self._pointer)
        self.mark()

    def mark(self) -> None:
        """Frame the pile chosen by key, and where the carried cards fit."""
        self._hud.frame("source", self._hand.source, theme.GOLD)
        if self._lights:
            self._hud.light(self._hand.fits)

    def _button_at(self, pos: tuple[int, int]) -> str:
        return next((name for name, rect in self._hud.buttons.items() if rect.collidepoint(pos)), "")

    def _press(self, name: str, at: float) -> None:
        if name in ("knock", BEGIN):
            self._hand.knock(at)
        elif name == "call":
            self._hand.call(at)
        else:
            self._session.shout(int(name.removeprefix("shout")))

    def _point(self, pos: tuple[int, int]) -> None:
        if (button := self._button_at(pos)) != self._button:
            self._button = button
            self._hud.refresh(button)
        pile, index = self._hand.under(pos) or (None, -1)
        self._hud.frame("hover", pile, _HOVER, index=index)
