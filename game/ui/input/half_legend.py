"""The keys of a whole table on half of a keyboard."""

from collections.abc import Mapping
from typing import Final

import pygame
from pygame.event import Event

from game.storage.settings import Settings
from game.ui.engine.pads import Make, PadButton, Pads
from game.ui.input.keyboard import SCANCODES, letter
from game.ui.input.keys import FIXED, Legend

_HALVES: Final = "QWERTASDFGZXCVB12345", "UIOP[JKL;'NM,./67890"
"""The keys of each half: above the fingers at rest, under them, below, and in the row of digits."""
_CAPS: Final = "123456789WVFUHAYDSGE"
"""What they do, as the default keys."""
_KEYS: Final = [{SCANCODES[sign]: cap for sign, cap in zip(half, _CAPS, strict=True)} for half in _HALVES]


class HalfLegend(Legend):
    """The keys of one of two players at a table of their own."""

    def __init__(self, settings: Settings, pads: Pads, buttons: Mapping[str, PadButton], number: int) -> None:
        """`number`: the player's."""
        self._number = number
        super().__init__(settings, pads, buttons, False)

    def has(self, event: Event) -> bool:
        """Whether it is a key of this half; one that is fixed is the first player's."""
        return not self._number if event.key in FIXED else event.scancode in _KEYS[self._number]

    def translate(self, event: Event) -> Event:
        """A key of this half as the default key; any other as it is."""
        cap = _KEYS[self._number].get(event.dict.get("scancode", 0)) if event.type == pygame.KEYDOWN else ""
        return Event(event.type, event.dict | {"key": ord(cap.lower()), "mod": 0}) if cap else event

    def key(self, cap: str) -> str:
        """The keys of both players, for the help."""
        return "|".join(filter(None, (self._of(number, cap) for number in range(len(_HALVES)))))

    def __call__(self, cap: str, make: Make | None = None) -> str:
        make = make or self._pads.make_of(self._pads.of_hand(self._number, len(_HALVES)))
        if cap == "P" and not make:
            return "Esc"  # is for both
        return super().__call__(cap, make) if make else self._of(self._number, cap)

    def _of(self, number: int, cap: str) -> str:
        return next((letter(code) for code, other in _KEYS[number].items() if other == cap), "")
