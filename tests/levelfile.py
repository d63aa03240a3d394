"""A challenge as a level file of its own, with its solution in notation, as a person would write one."""

import textwrap
from dataclasses import asdict
from typing import Any

import msgspec

from game.challenges.level_files import named
from game.core.notation import move_text, pile_names


def level_text(name: str) -> str:
    """The file of the challenge of that name."""
    level = named(name)
    rules: Any = level.variant()
    names = pile_names(rules.spots(1), 0)
    moves = " ".join(move_text(move, names) for move in level.line())
    stated = ", ".join(
        f"{key} = {msgspec.json.encode(value).decode()}" for key, value in asdict(rules).items()
    )
    lines = [f'game = "{level.game}"', f"seed = {level.seed}"]
    lines += [f"rules = {{ {stated} }}"] if stated else []
    lines += [
        f"{key} = {getattr(level, key)}" for key in ("limit", "bronze", "silver", "gold", "author", "grade")
    ]
    return "\n".join([*lines, "solution = '''", *textwrap.wrap(moves, 100), "'''", ""])
