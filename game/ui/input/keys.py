"""Keys as data: what each means at a table, which ones the player has chosen, and what is written on them."""

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from functools import cache
from typing import Final, NamedTuple

import pygame
from pygame.event import Event

from game.i18n import N_, _
from game.storage.settings import Settings
from game.ui.engine.devices import Make, PadButton, Pads, button_name

ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
TURN = (pygame.K_v, *ENTER, pygame.K_SPACE)
"""The keys of the stock."""
STOCK, FOUNDATIONS = "V", "F"
AT_THE_TABLE = {"reserve": "1", "build": "2345", "waste": "6", "stock": STOCK, "foundation": "7"}
"""The keys of the own piles in Haisty, in order per role, and of the shared table; the same in solo games."""
STILL = ("row", "finished")
"""Roles of piles that are only looked at."""
_LETTERS = "EQXCTWKMNZ"
"""Of piles; the others are for commands."""
_DIGITS = {getattr(pygame, f"K_{d}"): str(d) for d in range(10)} | {
    getattr(pygame, f"K_KP{d}"): str(d) for d in range(10)
}


def pile_keys(roles: Sequence[str], owners: Sequence[int | None] = (), seat: int = 0) -> dict[int, str]:
    """The key of each pile that has one; at a shared table, for one seat's piles and the shared ones.

    Columns have digits; so have the foundations if there are no columns, otherwise all foundations share one
    letter. Every other pile has a letter of its own. With a 13-pile the keys are those of Haisty."""
    others = {pile for pile, owner in enumerate(owners) if owner not in (seat, None)}
    places: dict[str, list[int]] = {}
    for pile, role in enumerate(roles):
        if pile not in others:
            places.setdefault(role, []).append(pile)
    if "reserve" in places:
        return {
            pile: AT_THE_TABLE[role][min(at, len(AT_THE_TABLE[role]) - 1)]
            for role, piles in places.items()
            for at, pile in enumerate(piles)
            if role in AT_THE_TABLE
        }
    columns = "build" if "build" in places else "foundation"
    keys = {pile: str(n) for n, pile in enumerate(places.get(columns, ())[:9], 1)}
    used = set[str]()
    for role, piles in places.items():
        if role in (*STILL, columns):
            continue
        if role in ("stock", "foundation"):
            keys |= dict.fromkeys(piles, STOCK if role == "stock" else FOUNDATIONS)
            continue
        for pile in piles:
            key = next((c for c in role.upper() + _LETTERS if c in _LETTERS and c not in used), "")
            if key:
                used.add(key)
                keys[pile] = key
    return keys


def foundations_key(roles: Sequence[str]) -> str:
    """The key that all foundations share; empty if each has its own."""
    return AT_THE_TABLE["foundation"] if "reserve" in roles else FOUNDATIONS if "build" in roles else ""


def named(key: int, roles: Sequence[str], names: Collection[str]) -> str:
    """The name of a key; empty: none. 0 and T mean the foundations, unless a pile has that key."""
    if key in TURN:
        # With a 13-pile the space bar knocks, if a knock means anything now.
        return "" if key == pygame.K_SPACE and "reserve" in roles else STOCK
    name = chr(key).upper() if pygame.K_a <= key <= pygame.K_z else _DIGITS.get(key, "")
    spare = name in ("0", "T") and name not in names
    return foundations_key(roles) if spare else name


class Caps(NamedTuple):
    """What stands on the keys of one hand, as written on the table."""

    piles: Mapping[int, str]
    """By pile; everyone's piles share `table`."""
    table: str
    knock: str
    call: str


class Slot(NamedTuple):
    """Something that a key does at a table."""

    name: str
    """In the settings."""
    cap: str = ""
    """What the code calls it: the default key as it stands on a pile or a button; empty: it has none."""
    label: str = ""
    """On the page of keys; empty: another key cannot be chosen."""
    also: Sequence[str] = ()
    """What always does the same."""
    halves: str = ""
    """Its keys on the left and on the right half of a keyboard, in the American layout."""
    pad: PadButton | None = None
    """The button of a pad that does the same."""
    says: str = ""
    """The name of the default key, if that is not what stands on it."""

    @property
    def key(self) -> int:
        """The default key: what a table hears whichever key has been chosen."""
        return pygame.key.key_code(self.says or self.cap)

    def hears(self, word: str) -> bool:
        """Whether a key press is meant that is called so; see word_of."""
        return word in words_of(self)


@cache
def words_of(slot: Slot) -> Set[str]:
    """What the keys of a slot are called; see word_of."""
    words = slot.cap, slot.says, *slot.also
    return {word.lower() for word in words if word}


def word_of(event: Event) -> str:
    """What a key press is called, in small letters, with Ctrl and Shift if they are held."""
    word = "esc" if event.key == pygame.K_ESCAPE else pygame.key.name(event.key)
    if event.mod & pygame.KMOD_CTRL:
        return ("ctrl+shift+" if event.mod & pygame.KMOD_SHIFT else "ctrl+") + word
    return word


PILES: Final = (
    Slot("turn", "V", N_("Turn the hand, the stock")),
    *(Slot(f"pile {n}", str(n), N_("Pile {n}")) for n in range(1, 10)),
    Slot("waste", "W", N_("The turned cards")),
    Slot("foundation", "F", N_("Foundations; left pile")),
    Slot("right", "J", N_("Right pile")),
    Slot("more", "Up", N_("More cards of a run")),
    Slot("fewer", "Down", N_("Fewer cards of a run")),
)
"""What keys do with the cards."""
CALL: Final = Slot("call", "D", N_("Speltorka, double series"), halves="C,")
"""A move without cards."""
DIGITS: Final = "123456789"
FIXED: Final = (
    pygame.K_ESCAPE,
    pygame.K_F1,
    pygame.K_F8,
    pygame.K_F9,
    pygame.K_F10,
    pygame.K_F11,
)
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
    "escape": "Esc",
    "space": N_("Space"),
    "tab": N_("Tab"),
    "return": N_("Enter"),
    "up": N_("Up"),
    "down": N_("Down"),
    "left": N_("Left"),
    "right": N_("Right"),
    "page up": N_("Page Up"),
    "page down": N_("Page Down"),
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

    def __init__(
        self,
        chosen: Mapping[str, str],
        slots: Iterable[Slot],
        left_handed: bool = False,
        digits: bool = True,
    ) -> None:
        """`chosen`: by slot, the names of keys that are not the defaults, as SDL calls them; what cannot be
        used is ignored. `left_handed`: the defaults are mirrored, the `digits` too where the piles are."""
        self._slots = {slot.name: slot for slot in slots if slot.label}
        self._meant = {name: slot.key for name, slot in self._slots.items()}
        self._defaults = {
            name: mirrored(key) if left_handed and (digits or self._slots[name].cap not in DIGITS) else key
            for name, key in self._meant.items()
        }
        self._keys = dict(self._defaults)
        for name, word in chosen.items():
            with suppress(ValueError):
                if name in self._slots and usable(key := pygame.key.key_code(word)):
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

    @property
    def words(self) -> dict[str, str]:
        """What is written on the keys, by the caps of the default keys that do the same."""
        return {slot.cap: key_words(self._keys[name]) for name, slot in self._slots.items()}

    def translate(self, event: Event) -> Event:
        """The key press as the table hears it: as the default key of what this key does; as no key, if it
        has given its meaning to another one."""
        if event.type != pygame.KEYDOWN or event.mod & _COMMAND:
            return event
        meant = next((self._meant[name] for name, key in self._keys.items() if key == event.key), None)
        if meant is None and event.key not in self._meant.values():
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


_ANYWHERE: Final[dict[str, PadButton]] = {"send": "a", "lift": "x"}
"""What only a pad has a button for."""


class Legend:
    """The keys of one table, as they are now."""

    def __init__(
        self,
        settings: Settings,
        pads: Pads,
        slots: Sequence[Slot],
        piles: Mapping[str, PadButton],
        mirrored: bool,
    ) -> None:
        """`slots`: those of the table's commands; `piles`: the buttons of a pad that stand for piles, by
        their caps. `mirrored`: the table for the left hand lies from right to left."""
        self._settings, self._pads, self._slots, self._mirrored = settings, pads, slots, mirrored
        found = {slot.cap: slot.pad for slot in reversed(slots) if slot.pad}  # the first of two counts
        self._buttons = {**_ANYWHERE, **piles, **found}
        self.renew()

    def renew(self) -> None:
        """The settings may have changed."""
        slots = *PILES, *self._slots
        self._keymap = Keymap(self._settings.keys, slots, self._settings.left_handed, self._mirrored)
        self._words = self._keymap.words
        self.make = self._now_used()
        """Whose names are on the pad in use; None: none is."""

    def translate(self, event: Event) -> Event:
        """A key press as the table hears it."""
        return self._keymap.translate(event)

    def _now_used(self) -> Make | None:
        return self._pads.make

    def key_of(self, slot: Slot) -> int:
        """The key of a slot."""
        return self._keymap.key_of(slot.name) if slot.label else slot.key

    def key(self, cap: str) -> str:
        """The key that does what the default key with this cap does."""
        return self._word(cap)

    def told(self, slot: Slot) -> str:
        """The key of a slot and one that does the same, for the help."""
        key = key_words(slot.key) if slot.says else self.key(slot.cap)
        return " · ".join(dict.fromkeys((key, *map(_, slot.also[:1]))))

    def keys(self, caps: str) -> str:
        """The same for several caps of one letter each."""
        return " ".join(map(self.key, caps))

    def pad(self, slot: Slot) -> str:
        """The button of a pad that does the same, for the help; empty: there is none."""
        return self.button(slot.pad) if slot.pad else ""

    def button(self, button: PadButton) -> str:
        """What is printed on a button of the pad in use, or of another one."""
        others = (self._pads.make_of(number) for number in self._pads.numbers)
        return button_name(button, self._pads.make or next(others, None) or "xbox")

    def cursor_rows(self) -> list[tuple[str, str]]:
        """What a gamepad's cursor does at every table, for the help."""
        return [
            (_("Directions"), _("from pile to pile, and to the buttons")),
            (self.button("a"), _("the card goes where it fits best")),
            (self.button("x"), _("pick up; on another pile: put down; there again: put back")),
        ]

    @property
    def has_pad(self) -> bool:
        """Whether there is any gamepad."""
        return bool(self._pads.numbers)

    def __call__(self, cap: str) -> str:
        """What to write where the default key has this cap; empty: nothing."""
        if make := self.make:
            return button_name(self._buttons[cap], make) if cap in self._buttons else ""
        return self._word(cap)

    def _word(self, cap: str) -> str:
        return self._words.get(cap, cap)

    def of_piles(self, keys: Mapping[int, str]) -> dict[int, str]:
        """The same for piles."""
        return {pile: words for pile, cap in keys.items() if (words := self(cap))}
