"""Keyboards at a hand's piles: a whole one, or the half of one that two players share."""

import ctypes
from collections.abc import Mapping
from functools import lru_cache
from string import ascii_uppercase, digits
from typing import Final, NamedTuple

import pygame
from pygame.event import Event as Input

from game.core.state import PLAYING, WAITING
from game.ui.cards.stage import Stage
from game.ui.input.hand import Hand
from game.ui.input.keys import ENTER, Caps, named
from game.ui.input.picker import Refusal


class Keyboard:
    """The keys of one hand. Times are seconds of the stage."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand

    def handle(self, event: Input, now: float) -> Refusal | None:
        """Handle an input, if it is a key; returns why the move is refused, or None."""
        if event.type != pygame.KEYDOWN:
            return None
        hand = self.hand
        if hand.session.state.phase == WAITING and self.knocks(event):
            hand.knock(now)
            return None
        if event.key in (pygame.K_UP, pygame.K_DOWN) and hand.source is not None:
            hand.choose_part(1 if event.key == pygame.K_UP else -1)
            return None
        name = named(event.key, hand.stage.roles, hand.keys.values())
        pile = next((pile for pile, key in hand.keys.items() if key == name), None)
        if pile is not None:
            return hand.name(pile, now)
        if self.knocks(event):
            hand.knock(now)
        elif event.key == pygame.K_d:
            hand.call(now)
        return None

    def knocks(self, event: Input) -> bool:
        """Whether it is a key that knocks: between two rounds Enter is one, too."""
        keys = () if self.hand.session.state.phase == PLAYING else ENTER
        return event.type == pygame.KEYDOWN and event.key in (pygame.K_SPACE, *keys)


class Half(NamedTuple):
    """The keys of one half, as scancodes."""

    reserve: int
    builds: tuple[int, int, int, int]
    turn: int
    waste: int
    table: int
    knock: int
    call: int


HALVES: Final = (
    Half(
        reserve=pygame.KSCAN_Q,
        builds=(pygame.KSCAN_A, pygame.KSCAN_S, pygame.KSCAN_D, pygame.KSCAN_F),
        turn=pygame.KSCAN_W,
        waste=pygame.KSCAN_E,
        table=pygame.KSCAN_R,
        knock=pygame.KSCAN_T,
        call=pygame.KSCAN_G,
    ),
    Half(
        reserve=pygame.KSCAN_U,
        builds=(pygame.KSCAN_J, pygame.KSCAN_K, pygame.KSCAN_L, pygame.KSCAN_SEMICOLON),
        turn=pygame.KSCAN_I,
        waste=pygame.KSCAN_O,
        table=pygame.KSCAN_P,
        knock=pygame.KSCAN_LEFTBRACKET,
        call=pygame.KSCAN_APOSTROPHE,
    ),
)
"""The left and the right half, with the same figure of keys and a column free between them: the build piles
under the fingers at rest, the other piles above."""


@lru_cache(maxsize=64)
def letter(scancode: int) -> str:
    """What stands on a key in the player's own layout, or else in the American one."""
    try:
        key = ctypes.CDLL(pygame.key.__file__).SDL_GetKeyFromScancode(scancode)
    except (OSError, AttributeError, TypeError):  # no such file or symbol on this platform
        key = 0
    usual = next(sign for sign, code in SCANCODES.items() if code == scancode)
    return chr(key).upper() if 32 < key < 0x3000 else usual


_SIGNS: Final = {
    "[": "LEFTBRACKET",
    ";": "SEMICOLON",
    "'": "APOSTROPHE",
    ",": "COMMA",
    ".": "PERIOD",
    "/": "SLASH",
}
SCANCODES: Final[Mapping[str, int]] = {
    sign: getattr(pygame, f"KSCAN_{_SIGNS.get(sign, sign)}") for sign in (*ascii_uppercase, *digits, *_SIGNS)
}
"""By what stands on a key in the American layout."""


class HalfKeyboard:
    """The keys of one hand on half a keyboard. Times are seconds of the stage."""

    def __init__(self, hand: Hand, half: Half) -> None:
        self.hand, self._half = hand, half
        self._piles = _piles(hand.stage, hand.session.seat, half)

    def handle(self, event: Input, now: float) -> Refusal | None:
        """Handle an input, if it is a key of this half; returns why the move is refused, or None."""
        if event.type != pygame.KEYDOWN:
            return None
        pile = self._piles.get(event.scancode)
        if pile is not None:
            return self.hand.name(pile, now)
        if self.knocks(event):
            self.hand.knock(now)
        elif event.scancode == self._half.call:
            self.hand.call(now)
        return None

    def knocks(self, event: Input) -> bool:
        """Whether it is the key that knocks."""
        return event.type == pygame.KEYDOWN and event.scancode == self._half.knock

    @property
    def caps(self) -> Caps:
        """What stands on this half's keys."""
        half, owners = self._half, self.hand.stage.owners
        own = {pile: letter(key) for key, pile in self._piles.items() if owners[pile] is not None}
        return Caps(own, letter(half.table), letter(half.knock), letter(half.call))


def _piles(stage: Stage, seat: int, half: Half) -> dict[int, int]:
    """The pile of each key."""
    own = [pile for pile, owner in enumerate(stage.owners) if owner == seat]
    roles = {role: [pile for pile in own if stage.roles[pile] == role] for role in set(stage.roles)}
    keys = {half.reserve: roles["reserve"][0], half.waste: roles["waste"][0], half.turn: roles["stock"][0]}
    keys |= dict(zip(half.builds, roles["build"], strict=True))
    return keys | {half.table: stage.roles.index("foundation")}
