"""Input at the table of a match: its buttons, and what is shown and marked as the pointer moves."""

from collections.abc import Sequence

import pygame
from pygame.event import Event as Input

from game.core.state import SHOUTS
from game.sessions.match_playback import MatchPlayback
from game.sessions.session import Session
from game.ui.input.controls import Controls, Device, Pressed
from game.ui.input.hand import Hand
from game.ui.input.picker import Refusal
from game.ui.input.pointer import Pointer
from game.ui.input.touch import TouchGestures
from game.ui.table.hud import BEGIN, Hud


class TableControls:
    """The keys and pointers of all who play at this screen."""

    def __init__(
        self, session: Session, hud: Hud, hands: Sequence[Hand], keyboards: Sequence[Device], lights: bool
    ) -> None:
        """`keyboards`: each hand's; `lights`: show where the carried cards fit."""
        self._session, self._hud, self._hands, self._lights = session, hud, hands, lights
        self._players = [
            Controls(Pointer(hand), (keyboard, TouchGestures(hand, len(hands) == 1)), lambda: hud.buttons)
            for hand, keyboard in zip(hands, keyboards, strict=True)
        ]

    def handle(self, event: Input, at: float, read: int) -> list[Refusal]:
        """Handle the players' input at `at` seconds of the stage; `read`: when it was read, by the host's
        clock. Returns why cards are refused."""
        refusals = []
        for hand, player in zip(self._hands, self._players, strict=True):
            hand.read = read
            done = player.handle(event, at)
            if isinstance(done, Pressed):
                self._press(done.button, at, read)
                break
            hand.read = None
            refusals += [done] if done else []
        for hand in self._hands:
            hand.read = None
        if self._button != self._hud.hover:
            self._hud.refresh(self._button)
        self._mark()
        return refusals

    def shared_key(self, event: Input) -> bool:
        """Handle a key that works during the round and after it; returns whether it was one."""
        if not self._session.plays and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.watch(event)
        elif self._session.plays and pygame.K_F2 <= event.key < pygame.K_F2 + SHOUTS:
            self._session.shout(event.key - pygame.K_F2)
        elif event.key == pygame.K_TAB and self._hud.race:
            self._hud.race.toggle()
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
        self._hud.refresh(self._button)
        self._mark()

    @property
    def _button(self) -> str:
        return self._players[0].button if self._players else ""

    def _mark(self) -> None:
        for number, player in enumerate(self._players):
            self._hud.mark(player.marked(self._lights), f" {number}" if number else "")

    def _press(self, button: str, at: float, read: int) -> None:
        name, _, second = button.partition(" ")
        hand = self._hands[1 if second else 0]
        hand.read = read
        if name in ("knock", BEGIN):
            hand.knock(at)
        elif name == "call":
            hand.call(at)
        else:
            self._session.shout(int(name.removeprefix("shout")))
