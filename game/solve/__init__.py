"""Whether a solo deal comes out: won with which moves, proved hopeless, or undecided; never a guess. And
where a run was lost.

May import: core, rules, system, solve.packed.
"""

import importlib
from collections.abc import Hashable, Sequence
from typing import Any

from game.core.rules import Rules, replay
from game.core.table import Table
from game.solve import by_rules
from game.solve.verdict import WON, Verdict, search

OWN_SEARCH: dict[str, str] = {
    "acht-mal-acht": "acht",
    "haisty": "haisty",
    "rot-und-schwarz": "rot",
    "zahlenpatience": "zahlen",
    "staffelpatience": "staffel",
}
"""The games with a search of their own, and its module in this package: one with a function
`attempts`. All other games are searched by their rules alone."""
_PER_SECOND = {
    "acht-mal-acht": 45_000,
    "rot-und-schwarz": 18_000,
    "staffelpatience": 18_000,
    "zahlenpatience": 220_000,
}
"""Expansions in a second where these figures were measured; of the other games _SLOWEST."""
_SLOWEST = 7_000
_SLOWER = 2
"""How much slower a machine may be and search as far."""


def within(rules: Rules, seconds: float) -> tuple[float, int]:
    """The limits of a search that somebody waits for: the seconds that it takes at most, and the expansions
    that so many seconds are worth. The latter end it, so that the same question has the same answer, unless
    the machine is much slower than the one where they were measured."""
    return _SLOWER * seconds, round(seconds * _PER_SECOND.get(rules.name, _SLOWEST))


def solve(rules: Rules, table: Table, seconds: float | None = None, expansions: int | None = None) -> Verdict:
    """Search from any position of one seat, hidden cards known, within the limits given.

    The same expansions limit (and no limit of seconds) gives the same verdict. What is WON has been
    replayed by the rules; what is HOPELESS has been searched to its end.
    """
    if rules.won(table):
        return Verdict(WON)
    found = search(_module(rules).attempts, rules, table, seconds, expansions)
    if found.verdict == WON and not rules.won(replay(rules, table, found.moves)):
        raise RuntimeError(f"{rules.name}: the search found a line that does not come out")
    return found


def alike(rules: Rules, deal: Table, tables: Sequence[Table]) -> Sequence[Hashable]:
    """For each table of a deal something that is equal only for those that come out alike."""
    own = getattr(_module(rules), "alike", None)
    return own(rules, deal, tables) if own else tables


def _module(rules: Rules) -> Any:
    name = OWN_SEARCH.get(rules.name)
    return importlib.import_module(f"{__name__}.{name}") if name else by_rules
