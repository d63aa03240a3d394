"""Which key stands for which pile, derived from the roles."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import pygame

COMMANDS = "UYHRPGAB"
"""Letters with another meaning."""
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
TURN = (pygame.K_v, *ENTER, pygame.K_SPACE)
"""The keys of the stock."""
STOCK, FOUNDATIONS = "V", "F"
AT_THE_TABLE = {"reserve": "1", "build": "2345", "waste": "6", "stock": STOCK, "foundation": "7"}
"""The keys of the own piles in Haisty, in order per role, and of the shared table; the same in solo games."""
STILL = ("row", "finished")
"""Roles of piles that are only looked at."""
_SPARE = "EQXCTWDBKLMNZ"
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
    used = set(COMMANDS + STOCK + FOUNDATIONS)
    for role, piles in places.items():
        if role in (*STILL, columns):
            continue
        if role in ("stock", "foundation"):
            keys |= dict.fromkeys(piles, STOCK if role == "stock" else FOUNDATIONS)
            continue
        for pile in piles:
            key = next((c for c in role.upper() + _SPARE if c not in used), "")
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
