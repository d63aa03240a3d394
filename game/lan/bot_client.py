"""A bot that plays at another machine's table, as `join --bot` does."""

from collections.abc import Callable

from game.bots.bot import Bot
from game.bots.duellist import bot_for
from game.core.shuffle import Seed, derive
from game.lan.failover import TableConnection
from game.lan.hosting import rules_of
from game.lan.planned_run import PlannedRun
from game.net.client.connection import BROKEN, DENIED
from game.program import fine_timers

LOST = 10.0
"""Seconds of silence after which the bot gives the table up."""
_LONGEST = 0.1
_BACK = 1_000_000
"""Microseconds: a host's clock further back than this belongs to another host, or this machine has slept."""


class BotClient:
    """Plays until the table is gone."""

    def __init__(self, connection: TableConnection, level: str, seed: Seed) -> None:
        self._connection, self._level, self._seed = connection, level, seed
        self._bot: Bot | None = None
        self._run = PlannedRun(level)
        self._now = 0
        """The host's time at the last look."""

    @property
    def over(self) -> bool:
        """Whether there is no table to play at any more."""
        table = self._connection.client.table
        ended = bool(table.closed) and not self._connection.moving
        return ended or table.connection.state in (DENIED, BROKEN) or self._connection.silence > LOST

    def run(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Play until the table is gone or `stop` returns True."""
        wait = _LONGEST
        with fine_timers():
            while not self.over and not stop():
                wait = self.step(wait)

    def step(self, longest: float) -> float:
        """Serve the connection for at most `longest` seconds, and look at the table if it is time; returns
        the seconds until the next look."""
        self._connection.listen(longest)
        self._connection.client.update()
        return self._play()

    def _play(self) -> float:
        """Look at the table if it is time; returns the seconds until the next look."""
        client = self._connection.client
        table = client.table
        seat, room, state = table.seat, table.room, table.state
        if not table.seated or room is None or seat is None or not state.round:
            self._bot = None
            return _LONGEST
        rules = rules_of(room.terms)
        now = client.now
        if self._bot is None or self._bot.seat != seat or now < self._now - _BACK:
            seed = derive(self._seed, state.round, seat, use="bot")
            self._bot = bot_for(rules)(rules, seat, self._level, seed)
        self._now = now
        if self._bot.wake <= now:
            for request in self._bot.look(state, now):
                client.ask(request)
        table.connection.hand = self._bot.hand(now)
        with client.at_table() as (table, local):
            acts = self._run.play(table, room.terms, seat, local)
        return max(0.0, min(_LONGEST, acts / 1e6, (self._bot.wake - now) / 1e6))
