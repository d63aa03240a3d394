"""Sessions: the one interface between a table, wherever it is, and whoever looks at it."""

import os
import random
from collections.abc import Callable
from typing import Protocol

from game.bots.bot import Bot
from game.core.match import Match
from game.core.requests import Cheer, Knock, Play, Request, Shout
from game.core.rules import Rules
from game.core.shuffle import SECRET, derive
from game.core.state import Event, Scored, State
from game.core.table import Move
from game.net.client.client import Client
from game.net.server.host import Host
from game.net.transport.link import memory_link
from game.sessions.awake import Awake

BOT_NAMES = ("Maja", "Otto", "Ines", "Bosse", "Karin", "Emil", "Tove", "Lotte")


def fresh_seed() -> int:
    """A seed that nobody chose, short enough to be told to a friend."""
    return random.SystemRandom().randrange(10**9)


def fresh_secret() -> bytes:
    """What a match is dealt from in which somebody could gain by working the cards out."""
    return os.urandom(SECRET)


class Session(Protocol):
    """A seat at a table, or a place to watch from."""

    rules: Rules
    seats: int
    seat: int
    """Whose places lie large at the bottom."""
    plays: bool
    """Whether the person at this screen plays, or only watches."""
    can_pause: bool
    paused: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names; on a network they may change at any time, as do the backs."""

    @property
    def backs(self) -> tuple[int, ...]:
        """The backs of the seats' packs."""

    @property
    def target(self) -> int:
        """Points to reach; 0: none."""

    @property
    def rounds(self) -> int:
        """How many rounds the match has; 0: as many as it takes."""

    @property
    def state(self) -> State:
        """The match as this seat sees it."""

    @property
    def now(self) -> int:
        """The host's clock in microseconds; it stands still while the game is paused."""

    def moment(self, seconds: float) -> int:
        """What `now` was at a moment just past, in seconds of time.perf_counter(), as input is read."""

    def play(self, move: Move, press: int | None = None) -> None:
        """Lay, move, turn, call or knock, pressed at this time of the host's clock; None: at this moment."""

    def ready(self) -> None:
        """Knock for the start of a round."""

    def shout(self, shout: int) -> None:
        """Call something out."""

    def cheer(self, kind: int) -> None:
        """Show, as the winner, what kind of winner one is."""

    def poll(self) -> list[Event]:
        """Bring the match to the present; what has happened since the last call."""

    def close(self) -> None:
        """Leave the table."""


class BotTable:
    """A host and its bots in one process, in simulated time: the same seed, the same match."""

    def __init__(self, match: Match, levels: dict[int, str]) -> None:
        """`levels` names the level of each seat that a bot takes; the others are left to people."""
        self.match, self.now = match, 0
        links = [memory_link() for _ in range(match.seats)]
        self._host = Host(match, [host_end for host_end, _ in links])
        self.clients = [Client(client_end, match.seats) for _, client_end in links]
        self._bots = {
            seat: Bot(match.rules, seat, level, derive(match.seed, 0, seat, use="bot"))
            for seat, level in levels.items()
        }
        self._host.start()
        self._hear()

    def next_time(self) -> int | None:
        """When something happens by itself next, in microseconds; None: it waits for a person."""
        times = [bot.wake for bot in self._bots.values()]
        landing = self._host.next_time(self.now)
        return min(times if landing is None else [*times, landing], default=None)

    def advance(self, now: int) -> None:
        """Let all that happens by itself happen, each at its time, up to `now`."""
        while (time := self.next_time()) is not None and time <= now:
            self.now = max(self.now, time)
            self._settle()
            for seat, bot in self._bots.items():
                if bot.wake <= time:
                    for request in bot.look(self.clients[seat].state, time):
                        self.clients[seat].ask(request)
                    self._settle()
        self.now = max(self.now, now)

    def ask(self, seat: int, request: Request) -> None:
        """A person's request, taken at once."""
        self.clients[seat].ask(request)
        self._settle()

    def _settle(self) -> None:
        self._host.update(self.now)
        self._hear()

    def _hear(self) -> None:
        """Bots' clients take in what was said; a person's does so when polled."""
        for seat in self._bots:
            self.clients[seat].update(self.now)


class LocalSession:
    """A person at a table of bots in this process."""

    seat = 0
    plays = True
    can_pause = True

    def __init__(
        self,
        match: Match,
        levels: dict[int, str],
        names: tuple[str, ...],
        backs: tuple[int, ...],
        clock: Callable[[], float],
        save: Callable[[], None],
    ) -> None:
        """`clock` gives seconds that only ever grow; `save` keeps the match so far."""
        self.rules, self.seats = match.rules, match.seats
        self.target, self.rounds = match.target, match.rounds
        self.names, self.backs = names, backs
        self._table = BotTable(match, levels)
        self._client = self._table.clients[self.seat]
        self._clock, self._save = Awake(clock), save
        self._begun = self._clock()
        self._paused_at: float | None = None

    @property
    def state(self) -> State:
        """The match as this seat sees it."""
        return self._client.state

    @property
    def now(self) -> int:
        """Microseconds since the table was opened, less the pauses and what the machine slept."""
        at = self._clock() if self._paused_at is None else self._paused_at
        return round((at - self._begun) * 1e6)

    @property
    def paused(self) -> bool:
        """Whether the match stands still."""
        return self._paused_at is not None

    @paused.setter
    def paused(self, paused: bool) -> None:
        if paused and self._paused_at is None:
            self._paused_at = self._clock()
        elif not paused and self._paused_at is not None:
            self._begun += self._clock() - self._paused_at
            self._paused_at = None

    def moment(self, seconds: float) -> int:
        """What `now` was at a moment just past, in seconds of the clock."""
        return self.now - round(1e6 * self._clock.ago(seconds))

    def play(self, move: Move, press: int | None = None) -> None:
        """Lay, move, turn, call or knock, pressed at this time of the host's clock; None: at this moment."""
        self._ask(Play(move, self.now if press is None else press))

    def ready(self) -> None:
        """Knock for the start of a round."""
        self._ask(Knock())

    def shout(self, shout: int) -> None:
        """Call something out."""
        self._ask(Shout(shout))

    def cheer(self, kind: int) -> None:
        """Show, as the winner, what kind of winner one is."""
        self._ask(Cheer(kind))

    def poll(self) -> list[Event]:
        """Bring the match to the present; what has happened since the last call."""
        if not self.paused:
            self._table.advance(self.now)
        events = self._client.update(self.now)
        if any(isinstance(event, Scored) for event in events):
            self._save()
        return events

    def close(self) -> None:
        """Leave the table; what was played is kept."""
        self._save()

    def _ask(self, request: Request) -> None:
        if not self.paused:
            self._table.advance(self.now)
            self._table.ask(self.seat, request)
