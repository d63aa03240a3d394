"""Which key stands for which pile in a game for one: worked out from the piles' roles."""

from collections.abc import Sequence

import pygame

COMMANDS = "UYHRPGAB"
"""Letters that mean something else."""
TURN = (pygame.K_v, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
"""The keys of the stock."""
STOCK, FOUNDATIONS = "V", "F"
STILL = ("row", "finished")
"""Roles of piles that are only to be looked at."""
_SPARE = "EQXCTWDBKLMNZ"
_DIGITS = {getattr(pygame, f"K_{d}"): str(d) for d in range(10)} | {
    getattr(pygame, f"K_KP{d}"): str(d) for d in range(10)
}


def pile_keys(roles: Sequence[str]) -> dict[int, str]:
    """The key of each pile that has one. The columns have digits; without columns, the foundations;
    with columns all foundations together have one letter. Every other pile has a letter of its own."""
    places = {role: [i for i, each in enumerate(roles) if each == role] for role in dict.fromkeys(roles)}
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


def letter(key: int) -> str:
    """What stands on a key, as pile_keys names it; empty for other keys."""
    if key in TURN:
        return STOCK
    if key in (pygame.K_0, pygame.K_KP0):
        return FOUNDATIONS
    if pygame.K_a <= key <= pygame.K_z:
        return chr(key).upper()
    return _DIGITS.get(key, "")
