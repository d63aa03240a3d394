"""Input at the table of a match: its buttons, and what is shown and marked as the pointer moves."""

from collections.abc import Sequence
from typing import Final

import pygame
from pygame import Rect
from pygame.event import Event as Input

from game.core.state import SHOUTS, Shout
from game.sessions.match_playback import MatchPlayback
from game.sessions.session import Session
from game.ui.engine.pads import PAD_PRESS, Make, PadButton, Pads
from game.ui.input.controls import Controls, Device
from game.ui.input.gamepad import Gamepad, Pressed
from game.ui.input.hand import Hand
from game.ui.input.keyboard import HalfKeyboard
from game.ui.input.keys import Caps, Legend
from game.ui.input.picker import Refusal
from game.ui.input.pointer import Pointer, TouchGestures
from game.ui.table.hud import Hud
from game.ui.table.knocks import BEGIN
from game.ui.table.seats import standard_caps

_PAD: Final[dict[PadButton, str]] = {"r": "knock", "l": "call"}
"""The buttons of the table that have one on the pad."""
PAD_CAPS: Final[dict[str, PadButton]] = {"V": "y", "Space": "r", "D": "l", "P": "start"}
"""What a pad has a button for, by the default key."""


class TableControls:
    """The keys, pointers and gamepads of all who play at this screen."""

    def __init__(
        self,
        session: Session,
        hud: Hud,
        hands: Sequence[Hand],
        keyboards: Sequence[Device],
        pads: Pads,
        legend: Legend,
        lights: bool,
    ) -> None:
        """`keyboards`: each hand's; `lights`: show where the carried cards fit."""
        self._session, self._hud, self._hands, self._lights = session, hud, hands, lights
        self._keyboards, self._pads, self._legend = keyboards, pads, legend
        self._players = [self._player(at, keyboard) for at, keyboard in enumerate(keyboards)]

    def _player(self, at: int, keyboard: Device) -> Controls:
        """The devices of one hand. Of two hands each has the buttons at its own seat."""
        hands, hud = self._hands, self._hud
        end = " 2" if at else ""

        def buttons() -> dict[str, Rect]:
            return {
                name: rect
                for name, rect in hud.buttons.items()
                if not hands[1:] or name.endswith(" 2") == bool(end)
            }

        commands = {button: name + end for button, name in _PAD.items()}
        gamepad = Gamepad(
            hands[at], commands, buttons, lambda number: self._pads.owner(number, len(hands)) == at
        )
        touch = TouchGestures(hands[at], len(hands) == 1)
        return Controls(
            Pointer(hands[at]),
            (keyboard, touch),
            lambda: hud.buttons,
            gamepad,
            lambda: self._make(at) is not None,
        )

    def _make(self, at: int) -> Make | None:
        """Whose names are on the pad that moves this hand now."""
        return self._pads.make_of(self._pads.of_hand(at, len(self._hands)))

    def renew_keys(self) -> None:
        """Show the keys as they are now."""
        self._hud.renew_keys(self._caps())
        self.renew()

    def _caps(self) -> list[Caps]:
        """What stands on the keys of each hand now."""
        found = []
        for at, (hand, keyboard) in enumerate(zip(self._hands, self._keyboards, strict=True)):
            make = self._make(at)
            if isinstance(keyboard, HalfKeyboard) and not make:
                found.append(keyboard.caps)
            else:
                found.append(standard_caps(hand.stage, hand.session.seat, self._legend, make))
        return found

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
        if event.type == PAD_PRESS and self._hands[1:]:  # it may just have taken a hand
            self.renew_keys()
        if self._button != self._hud.hover:
            self._hud.refresh(self._button)
        self._mark()
        return refusals

    def let_go(self, at: float) -> None:
        """Put back the carried cards, as when the table is covered."""
        for player in self._players:
            player.let_go(at)

    def shared_key(self, event: Input) -> bool:
        """Handle a key that works during the round and after it; returns whether it was one."""
        if event.type != pygame.KEYDOWN:
            return False
        if not self._session.plays and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.watch(event)
        elif self._session.plays and pygame.K_F2 <= event.key < pygame.K_F2 + SHOUTS:
            self._session.ask(Shout(event.key - pygame.K_F2))
        elif event.key == pygame.K_TAB and self._hud.race:
            self._hud.race.toggle()
        else:
            return False
        return True

    def watch(self, event: Input) -> None:
        """Handle the keys for watching a replay."""
        if event.type == PAD_PRESS:
            key = {"left": pygame.K_LEFT, "right": pygame.K_RIGHT, "a": pygame.K_SPACE}.get(event.button, 0)
            event = Input(pygame.KEYDOWN, key=key)
        if event.type == pygame.KEYDOWN and isinstance(self._session, MatchPlayback):
            if event.key == pygame.K_SPACE:
                self._session.skip()
            elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
                self._session.clock.faster(1 if event.key == pygame.K_RIGHT else -1)
            self._hud.refresh()

    def renew(self) -> None:
        """The table has changed: update all text, and mark what is under the pointer now."""
        self._hud.refresh(self._button)
        self._mark()

    @property
    def _button(self) -> str:
        return next((player.button for player in self._players if player.button), "")

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
            self._session.ask(Shout(int(name.removeprefix("shout"))))
