"""Which key does what: the defaults, mirrored for the left hand, and what the player has chosen instead."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final, NamedTuple

import pygame
from pygame.event import Event

from game.i18n import N_, _


class Slot(NamedTuple):
    """Something that a key does at a table."""

    name: str
    """In the settings."""
    cap: str
    """What the code calls it: the default key as it stands on a pile or a button."""
    key: int
    """The default key: what a table hears whichever key has been chosen."""
    label: str


SLOTS: Final = (
    Slot("turn", "V", pygame.K_v, N_("Turn the hand, the stock")),
    Slot("knock", "Space", pygame.K_SPACE, N_("Knock")),
    Slot("call", "D", pygame.K_d, N_("Speltorka, double series")),
    *(Slot(f"pile {n}", str(n), pygame.K_0 + n, N_("Pile {n}")) for n in range(1, 10)),
    Slot("waste", "W", pygame.K_w, N_("The turned cards")),
    Slot("foundation", "F", pygame.K_f, N_("Foundations; left pile")),
    Slot("right", "J", pygame.K_j, N_("Right pile")),
    Slot("more", "Up", pygame.K_UP, N_("More cards of a run")),
    Slot("fewer", "Down", pygame.K_DOWN, N_("Fewer cards of a run")),
    *(Slot(f"shout {n}", f"F{n + 1}", pygame.K_F1 + n, N_("Shout {n}")) for n in range(1, 7)),
    Slot("race", "Tab", pygame.K_TAB, N_("The race of the 13-piles")),
    Slot("undo", "U", pygame.K_u, N_("Undo")),
    Slot("redo", "Y", pygame.K_y, N_("Redo")),
    Slot("hint", "H", pygame.K_h, N_("Hint")),
    Slot("finish", "A", pygame.K_a, N_("Lay out the rest")),
    Slot("back", "B", pygame.K_b, N_("Back to where it can be won")),
    Slot("restart", "R", pygame.K_r, N_("Same deal again")),
    Slot("give up", "G", pygame.K_g, N_("Give up")),
    Slot("pause", "P", pygame.K_p, N_("Pause")),
)
_BY_NAME: Final = {slot.name: slot for slot in SLOTS}
_BY_CAP: Final = {slot.cap: slot for slot in SLOTS}
DIGITS: Final = "123456789"
FIXED: Final = (pygame.K_ESCAPE, pygame.K_F1, pygame.K_F8, pygame.K_F11)
"""Keys that always mean the same."""
_COMMAND: Final = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
_HELD: Final = (
    pygame.K_LCTRL,
    pygame.K_RCTRL,
    pygame.K_LALT,
    pygame.K_RALT,
    pygame.K_LMETA,
    pygame.K_RMETA,
    pygame.K_MODE,
)
_WORDS: Final = {
    "space": N_("Space"),
    "tab": N_("Tab"),
    "return": N_("Enter"),
    "up": N_("Up"),
    "down": N_("Down"),
    "left": N_("Left"),
    "right": N_("Right"),
    "backspace": N_("Backspace"),
    "left shift": N_("Left Shift"),
    "right shift": N_("Right Shift"),
}
_MIRRORED: Final = "1234567890 qwertyuiop sdfghjkl vbnm"
"""Rows of keys, each of which the left hand has from its other end. F and J stay: they are each other."""


def key_words(key: int) -> str:
    """What is written on a key."""
    name = pygame.key.name(key)
    return _(_WORDS[name]) if name in _WORDS else name.upper() if len(name) <= 3 else name.capitalize()


class Keymap:
    """The key of each slot; no two have the same."""

    def __init__(self, chosen: Mapping[str, str], left_handed: bool = False, digits: bool = True) -> None:
        """`chosen`: by slot, the names of keys that are not the defaults, as SDL calls them; what cannot be
        used is ignored. `left_handed`: the defaults are mirrored, the `digits` too where the piles are."""
        self._defaults = {
            slot.name: mirrored(slot.key) if left_handed and (digits or slot.cap not in DIGITS) else slot.key
            for slot in SLOTS
        }
        self._keys = dict(self._defaults)
        for name, word in chosen.items():
            with suppress(ValueError):
                if name in _BY_NAME and usable(key := pygame.key.key_code(word)):
                    self.choose(name, key)

    def choose(self, name: str, key: int) -> str | None:
        """Give a slot another key; the slot that had it takes the former one in exchange. Returns which
        that is, or None."""
        other = next((each for each, its in self._keys.items() if its == key and each != name), None)
        if other:
            self._keys[other] = self._keys[name]
        self._keys[name] = key
        return other

    @property
    def chosen(self) -> dict[str, str]:
        """What differs from the defaults, for the settings."""
        return {name: pygame.key.name(key) for name, key in self._keys.items() if key != self._defaults[name]}

    def key_of(self, name: str) -> int:
        """The key of a slot."""
        return self._keys[name]

    def words(self, cap: str) -> str:
        """What is written on the key that does what the default key with this cap does."""
        slot = _BY_CAP.get(cap)
        return key_words(self._keys[slot.name]) if slot else cap

    def heard(self, event: Event) -> Event:
        """The key press as the table hears it: as the default key of what this key does; as no key, if it
        has given its meaning to another one."""
        if event.type != pygame.KEYDOWN or event.mod & _COMMAND:
            return event
        meant = next((_BY_NAME[name].key for name, key in self._keys.items() if key == event.key), None)
        if meant is None and all(slot.key != event.key for slot in SLOTS):
            return event
        return event if meant == event.key else Event(event.type, event.dict | {"key": meant or 0})


def usable(key: int) -> bool:
    """Whether a slot may have this key."""
    return key not in (*FIXED, *_HELD) and bool(pygame.key.name(key))


def mirrored(key: int) -> int:
    """The key at the same place on the other side of the keyboard."""
    letter = chr(key) if key < 128 else ""
    for row in _MIRRORED.split():
        if letter and letter in row and letter not in "fj":
            return ord(row[len(row) - 1 - row.index(letter)])
    return key
