"""The keys of a whole table on half of a keyboard."""

from collections.abc import Mapping
from typing import Final

import pygame
from pygame.event import Event

from game.storage.settings import Settings
from game.ui.engine.pads import Make, PadButton, Pads
from game.ui.input.keyboard import letter
from game.ui.input.keys import Legend

_NAMES: Final = {
    "[": "LEFTBRACKET",
    ";": "SEMICOLON",
    "'": "APOSTROPHE",
    ",": "COMMA",
    ".": "PERIOD",
    "/": "SLASH",
}
_HALVES: Final = "QWERTASDFGZXCVB12345", "UIOP[JKL;'NM,./67890"
"""The keys of each half: above the fingers at rest, under them, below, and in the row of digits."""
_CAPS: Final = "123456789WVFUHAYDSGE"
"""What they do, as the default keys."""


def _scancode(key: str) -> int:
    return int(getattr(pygame, f"KSCAN_{_NAMES.get(key, key)}"))


class HalfLegend(Legend):
    """The keys of one of two players at a table of their own."""

    def __init__(self, settings: Settings, pads: Pads, buttons: Mapping[str, PadButton], number: int) -> None:
        """`number`: the player's."""
        self._number = number
        self._halves = [dict(zip(map(_scancode, half), _CAPS, strict=True)) for half in _HALVES]
        super().__init__(settings, pads, buttons, False)

    def has(self, event: Event) -> bool:
        """Whether it is a key of this half."""
        return event.scancode in self._halves[self._number]

    def translate(self, event: Event) -> Event:
        """A key of this half as the default key; any other as it is."""
        if event.type != pygame.KEYDOWN or "scancode" not in event.dict or not self.has(event):
            return event
        cap = self._halves[self._number][event.scancode]
        return Event(event.type, event.dict | {"key": ord(cap.lower()), "mod": 0})

    def key(self, cap: str) -> str:
        """The keys of both players, for the help."""
        return "|".join(filter(None, (self._of(number, cap) for number in range(len(_HALVES)))))

    def __call__(self, cap: str, make: Make | None = None) -> str:
        make = make or self._pads.make_of(self._pads.of_hand(self._number, len(_HALVES)))
        if cap == "P" and not make:
            return "Esc"  # is for both
        return super().__call__(cap, make) if make else self._of(self._number, cap)

    def _of(self, number: int, cap: str) -> str:
        return next((letter(code) for code, other in self._halves[number].items() if other == cap), "")
