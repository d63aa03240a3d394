"""Games that begin as a test wants them to."""

from copy import copy
from typing import TypeVar

from game.core.rules import Rules
from game.core.table import Table

T = TypeVar("T", bound=Rules)


def dealing(rules: T, table: Table) -> T:
    """The same game; whatever its seed, every deal of it is this table."""
    changed = copy(rules)
    object.__setattr__(changed, "deal", lambda _seed, _seats: table)  # it is frozen
    return changed
