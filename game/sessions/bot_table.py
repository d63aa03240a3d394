"""A host and its bots in one process and in simulated time."""

from game.bots.bot import Bot
from game.core.match import Match
from game.core.requests import Request
from game.core.shuffle import derive
from game.net.client.client import LocalClient
from game.net.server.host import Host
from game.net.transport.link import memory_link


class BotTable:
    """A host and its bots in one process, in simulated time: the same seed, the same match."""

    def __init__(self, match: Match, levels: dict[int, str]) -> None:
        """`levels` names the level of each seat that a bot takes; the others are left to people."""
        self.match, self.now = match, 0
        links = [memory_link() for _ in range(match.seats)]
        self._host = Host(match, [host_end for host_end, _ in links])
        self.clients = [LocalClient(client_end, match.seats) for _, client_end in links]
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
