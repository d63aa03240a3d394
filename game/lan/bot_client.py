"""A bot that plays at another machine's table, as `join --bot` does."""

from collections.abc import Callable

from game.bots.bot import Bot
from game.bots.duellist import bot_for
from game.core.race import Race, give_up
from game.core.shuffle import Seed, derive
from game.core.solo import Act
from game.core.state import Play
from game.lan.failover import TableConnection
from game.lan.hosting import draw_patience, is_of_race, rules_of
from game.net.client.connection import BROKEN, DENIED
from game.net.wire.messages import HouseRules
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
        self._raced: tuple[int, str] | None = None
        self._acts: list[Act] = []
        """What it will do yet in that round of a race, the last first."""
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
        rules = rules_of(room.terms.race, room.terms.house)
        now = client.now
        if self._bot is None or self._bot.seat != seat or now < self._now - _BACK:
            seed = derive(self._seed, state.round, seat, use="bot")
            self._bot = bot_for(rules)(rules, seat, self._level, seed)
        self._now = now
        if self._bot.wake <= now:
            for request in self._bot.look(state, now):
                client.ask(request)
        table.connection.hand = self._bot.hand(now)
        wakes = self._race(room.terms, seat) if isinstance(rules, Race) else _LONGEST
        return max(0.0, min(wakes, (self._bot.wake - now) / 1e6))

    def _race(self, terms: HouseRules, seat: int) -> float:
        """Race on; returns the seconds until the next look."""
        with self._connection.client.at_table() as (table, now):
            state, deal, own, clock = table.state, table.race.deal, table.race.own, table.raced(now)
            if clock is None or not (deal and seat < len(state.totals) and is_of_race(terms.race, deal)):
                return _LONGEST
            if self._raced != own.of:
                self._raced = own.of
                plan = draw_patience(terms.race, 0, deal.round, deal.challenge).plan
                self._acts = plan(deal.round, seat, self._level, terms.house.get("undo", True))[::-1]
            while self._acts and self._acts[-1].at <= clock:
                table.tell([self._acts.pop()], now)
            if own.replaced:  # somebody else has played on here: there is no way back to the plan
                own.replaced, self._acts = None, []
                table.ask(Play(give_up(seat), table.host_now(now)), now)
        return min(_LONGEST, (self._acts[-1].at - clock) / 1e6) if self._acts else _LONGEST
