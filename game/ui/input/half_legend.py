"""The keys of a whole table on half of a keyboard, for two who share it."""

import ctypes
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from string import ascii_uppercase, digits
from typing import Final

import pygame
from pygame.event import Event

from game.storage.settings import Settings
from game.ui.engine.devices import PAD_PRESS, Make, PadButton, Pads
from game.ui.engine.loop import TYPED
from game.ui.engine.text import can_draw
from game.ui.input.keys import FIXED, Legend, Slot

_SIGNS: Final = {
    "[": "LEFTBRACKET",
    ";": "SEMICOLON",
    "'": "APOSTROPHE",
    ",": "COMMA",
    ".": "PERIOD",
    "/": "SLASH",
}
_SCANCODES: Final[Mapping[str, int]] = {
    sign: getattr(pygame, f"KSCAN_{_SIGNS.get(sign, sign)}") for sign in (*ascii_uppercase, *digits, *_SIGNS)
}
"""By what stands on a key in the American layout."""

Half = Mapping[int, str]
"""By scancode, what the keys of one half do, as the caps of the default keys."""


def _halves(caps: Sequence[str], *halves: str) -> tuple[Half, ...]:
    """Both halves, by what stands on their keys in the American layout."""
    return tuple({_SCANCODES[sign]: cap for sign, cap in zip(half, caps, strict=True)} for half in halves)


MATCH: Final = _halves("23451V67", "ASDFQWER", "JKL;UIOP")
"""The piles of a match: the build piles under the fingers at rest, the other piles above."""
SIDES: Final = _halves("FFJJ", "ASDF", "JKL;")
"""Two piles: two keys for each."""
PATIENCE: Final = _halves("123456789WVF", "QWERTASDFGZX", "YUIOPHJKL;NM")
"""The piles above the fingers at rest, under them, below."""


def with_commands(piles: Sequence[Half], slots: Iterable[Slot]) -> tuple[Half, ...]:
    """Both halves with the keys that commands have on them."""
    found = [(slot.halves, slot.cap) for slot in slots if slot.halves]
    return tuple(
        {**half, **{_SCANCODES[signs[at]]: cap for signs, cap in found}} for at, half in enumerate(piles)
    )


_library = cache(ctypes.CDLL)


def letter(scancode: int) -> str:
    """What stands on a key in the player's own layout; in the American one if that cannot be drawn, or is no
    letter where no key types the American one."""
    try:
        key = _library(pygame.key.__file__).SDL_GetKeyFromScancode(scancode)
    except (OSError, AttributeError, TypeError):  # no such file or symbol on this platform
        key = 0
    usual = next(sign for sign, code in _SCANCODES.items() if code == scancode)
    sign = chr(key) if 32 < key < 0x3000 else usual
    drawn = sign < "\u0250" or (sign.isalpha() and can_draw(sign))
    if not drawn or (usual.isalpha() and not sign.isalpha() and not TYPED[ord(usual.lower())]):
        return usual
    return sign.upper() if sign.upper().lower() == sign else sign  # two may share a capital, as Σ


def caps(half: Half, cap: str) -> str:
    """What stands on the keys of a half that do what the default key with this cap does."""
    return " ".join(letter(code) for code, other in half.items() if other == cap)


class HalfLegend(Legend):
    """The keys of one of two players."""

    def __init__(
        self,
        settings: Settings,
        pads: Pads,
        slots: Sequence[Slot],
        piles: Mapping[str, PadButton],
        number: int,
        halves: Sequence[Half],
    ) -> None:
        """`number`: the player's."""
        self._number, self._halves, self._keys = number, halves, halves[number]
        self._rest = settings, pads, slots, piles
        super().__init__(*self._rest, False)

    def has(self, event: Event) -> bool:
        """Whether it is a key of this half; one that is fixed is the first player's."""
        return not self._number if event.key in FIXED else event.scancode in self._keys

    def translate(self, event: Event) -> Event:
        """A key of this half as the default key; any other as no key, unless it is fixed."""
        if event.type != pygame.KEYDOWN or event.key in FIXED:
            return event
        cap = self._keys.get(event.dict.get("scancode", 0))
        return Event(event.type, event.dict | {"key": pygame.key.key_code(cap) if cap else 0, "mod": 0})

    @property
    def both(self) -> tuple["HalfLegend", ...]:
        """Those of both players who share the keyboard."""
        found = enumerate(self._halves)
        return tuple(HalfLegend(*self._rest, at, self._halves) for at, half in found if half)

    @property
    def keyless(self) -> bool:
        """Whether others at this screen have no keys."""
        return not all(self._halves)

    @property
    def has_pad(self) -> bool:
        """Whether there is any gamepad, or somebody needs one."""
        return self.keyless or super().has_pad

    def _now_used(self) -> Make | None:
        """That of this player."""
        return self._pads.make_at(self._number, len(self._halves))

    def takes(self, event: Event) -> bool:
        """Whether it is a key of this half, and its player has pressed those of a pad until now."""
        key = event.type == pygame.KEYDOWN and event.dict.get("scancode") in self._keys
        return key and self._pads.rest(self._number, len(self._halves))

    def told(self, slot: Slot) -> str:
        return self.key(slot.cap)

    def _word(self, cap: str) -> str:
        """A letter is another on each half; what else there is, is for both."""
        also = (each for slot in self._slots if slot.cap == cap for each in slot.also if each == "Esc")
        whole = super()._word(cap) if len(cap) > 1 else ""
        return caps(self._keys, cap) or next(also, whole)


def device_changed(event: Event, halves: Iterable[HalfLegend]) -> bool:
    """Whether one of these players may have another device with this input: a pad may have taken a hand."""
    return event.type == PAD_PRESS or any(half.takes(event) for half in halves)
