"""How soon others go on with a match whose host is lost."""

from collections.abc import Sequence

from game.net.keys import LONE, rank
from tests.evening.looking import is_there, lan_of
from tests.evening.program import Program
from tests.world.world import world

_OFTEN = 20_000
"""Microseconds from look to look."""


class Losses:
    """The hosts that were lost in an evening."""

    def __init__(self, programs: Sequence[Program]) -> None:
        self.took: list[float] = []
        """Seconds from when a host was there for the last time until the match went on elsewhere with most
        of the others."""
        self.lone: list[float] = []
        """The same where it went on with fewer."""
        self._programs, self._last = programs, dict[bytes, tuple[str, float]]()
        """By table: who had a match there last, and when."""

    def watch(self) -> None:
        """Look, again and again."""
        now = world()
        for table, epochs in self._hosts().items():
            name, since = self._last.get(table, ("", 0.0))
            if name not in epochs:
                name = max(epochs, key=lambda each: rank(epochs[each]))
                if since:
                    (self.took if epochs[name] < LONE else self.lone).append(round(now.passed - since, 2))
            self._last[table] = name, now.passed
        now.later(now.now + _OFTEN, self.watch)

    def _hosts(self) -> dict[bytes, dict[str, int]]:
        """By table, who is there and hosts its match, in which epoch."""
        found = dict[bytes, dict[str, int]]()
        for program in self._programs:
            lan = lan_of(program)
            server = lan.server if lan and not lan.waking else None
            if server and server.table.room.match and is_there(program):
                found.setdefault(server.table.id, {})[program.name] = server.table.epoch
        return found
