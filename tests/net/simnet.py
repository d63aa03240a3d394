"""A whole table in simulated time: one host, clients behind ways of their own, bots at the seats."""

import heapq
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.bots.bot import Bot
from game.bots.pace import Delay, Pace
from game.core.match import Match
from game.core.rules import Rules
from game.core.shuffle import Seed, derive
from game.core.state import (
    PLAYING,
    SCORED,
    WON,
    Event,
    Knock,
    Play,
    Request,
    Scored,
    State,
    fold_match,
    opening,
)
from game.core.table import Move
from game.net.address import Address
from game.net.client.connection import Connection
from game.net.client.deal_witness import DealWitness
from game.net.client.table_client import TableClient
from game.net.confirmed import MakeRules
from game.net.server.game_room import TableSettings
from game.net.server.table_server import TableServer
from game.net.wire.messages import HouseRules, Join, Room, ToHost, Welcome
from game.rules.haisty import Haisty
from tests.net.duel import Duel
from tests.net.impair import LAN, Impaired, Way
from tests.net.intruder import has_no_fault

QUICK = Pace(*[Delay((20, 25, 30, 35, 40, 45, 60))] * 6)
"""The delays of a bot that is quicker than anyone."""
STEP = 200
"""Microseconds that nobody acts within: programs take as long to notice that something is due."""
SECOND = 1_000_000


def new_table(
    seats: int = 4,
    rounds: int = 1,
    seed: Seed = 7,
    code: str = "",
    owner: bytes | None = None,
    rules: Callable[[], Rules] = Haisty,
) -> TableServer:
    """A table for a match of Haisty, or of another game, with a fixed seed."""
    supply = TableSettings(lambda *_: rules(), lambda: seed)
    return TableServer("Sim", seats, HouseRules(0, rounds, {}), supply, code, owner)


def at_duel(
    *ways: Way,
    seed: int = 7,
    seats: int = 0,
    rounds: int = 1,
    rules: Callable[[], Rules] = Duel,
    checks: bool = False,
) -> "Net":
    """A duel in play between clients behind these ways, whom the test moves; each has its number's seat.
    `checks`: they know the rules, as programs do."""
    net = Net(new_table(seats or len(ways), rounds, seed, rules=rules), seed)
    for number, way in enumerate(ways):
        net.join(way, way, level=None, rules=(lambda *_: rules()) if checks else None)
        net.seat_all()
        assert net.clients[number].table.seat == number
    net.begin()
    net.run(3, lambda: net.now > (net.match.state.starts or 0) + SECOND // 10)
    return net


def lobby(people: int, seats: int = 4, rounds: int = 1, way: Way = LAN, owner: bytes | None = None) -> "Net":
    """A table before a match, with so many people at it; the first has this owner's token."""
    net = Net(new_table(seats, rounds, owner=owner), 2, quick=True)
    for number in range(people):
        net.join(way, way, person=True, token=None if number else owner)
        net.run(0.3)
    assert all(client.table.seated for client in net.clients)
    return net


def playing(
    people: int, seats: int = 4, rounds: int = 1, way: Way = LAN, owner: bytes | None = None
) -> "Net":
    """A match that these people have begun and bots play for them."""
    net = lobby(people, seats, rounds, way, owner)
    net.begin()
    return net


def back(net: "Net", client: "Client", way: Way = LAN) -> "Client":
    """The same player from another program; at the address it had before."""
    return net.join(way, way, token=client.welcome.token, key=client.table.connection.key, person=True)


@dataclass
class Client:
    """One client of the simulation. Its clock shows the net's time plus `offset`, `drift` µs a second."""

    number: int
    table: TableClient
    up: Impaired
    down: Impaired
    level: str | None
    offset: int
    drift: int = 0
    eager: bool = False
    """Shows its own moves before the host has confirmed them, as the game does."""
    stopped: bool = False
    """Neither sends nor hears nor does anything."""
    address: Address = ("", 0)
    wakes: int = 0
    """When it has something to do next (net's time)."""
    events: list[tuple[int, Event]] = field(default_factory=list)
    """What it showed, and when (net's time)."""
    state: State = field(default_factory=lambda: opening(0))
    """Those events added up; if it is eager, what it shows."""
    ends: dict[int, State] = field(default_factory=dict)
    """By round, what its table was like at the end."""
    asked: list[Move] = field(default_factory=list)
    """The moves it asked for."""
    bot: Bot | None = None

    @property
    def room(self) -> Room:
        """The room as it was told of it."""
        assert self.table.room
        return self.table.room

    @property
    def kinds(self) -> list[str]:
        """What the places are."""
        return [place.kind for place in self.room.places]

    @property
    def names(self) -> list[str]:
        """Who sits there."""
        return [place.name for place in self.room.places]

    @property
    def welcome(self) -> Welcome:
        """What the host has let it in with."""
        assert self.table.welcome
        return self.table.welcome

    def clock(self, now: int) -> int:
        """The client's own time."""
        return now + self.offset + now * self.drift // SECOND


class Net:
    """Runs it all. `now` is the host's clock, in microseconds."""

    def __init__(self, table: TableServer, seed: int = 1, quick: bool = False) -> None:
        """`quick`: the bots are quicker than anyone, for a match that is soon over."""
        self.table, self.now, self.seed, self._quick = table, 0, seed, quick
        self.clients: list[Client] = []
        self.ends: dict[int, State] = {}
        """By round, what the host's table was like at the end."""
        self.tap: Callable[[Client, bytes], None] = lambda client, data: None
        """Sees each datagram that reaches a client."""
        self._due: list[tuple[int, int, Callable[[], object]]] = []
        self._count = itertools.count()

    @property
    def match(self) -> Match:
        """The match that is played."""
        assert self.table.room.match
        return self.table.room.match

    def join(
        self,
        up: Way = LAN,
        down: Way = LAN,
        level: str | None = "hard",
        code: str = "",
        token: bytes | None = None,
        key: X25519PrivateKey | None = None,
        watch: bool = False,
        drift: int = 0,
        person: bool = False,
        rules: MakeRules | None = None,
        before: TableClient | None = None,
        spare: int = 0,
    ) -> Client:
        """A client comes; a bot plays its seat if it has a level, which it hides if it is a `person`.

        With `rules` it checks what the host says. `before`: its connection so far, as in LanClient.another.
        """
        number = len(self.clients)
        offset = derive(self.seed, number, 1) % 10**9
        shown = None if person else level
        join = Join(f"P{number}", number % 8, token, watch, spare, shown)  # type: ignore[arg-type]
        seeds = derive(self.seed, number, 2) % 2**32, derive(self.seed, number, 3) % 2**32
        table = TableClient(Connection(join, code, self.now + offset, key=key), rules)
        if before:
            table.witness = DealWitness(before.witness.ledger)
        client = Client(number, table, Impaired(up, seeds[0]), Impaired(down, seeds[1]), level, offset, drift)
        client.address = (f"10.0.{number}.1", 40_000 + number)
        self.clients.append(client)
        return client

    def come_back(self, client: Client, rules: MakeRules | None = None) -> Client:
        """The same player on another connection, as another client; the line of the first is dead."""
        client.stopped = True
        old, ways = client.table, (client.up.way, client.down.way)
        key, token = old.connection.key, client.welcome.token
        return self.join(*ways, level=None, token=token, key=key, rules=rules, before=old)

    def seat_all(self) -> None:
        """Let time pass until all have come in."""
        assert self.run(5, lambda: all(client.table.seated for client in self.clients))

    def knock_all(self) -> None:
        """All knock."""
        for client in self.clients:
            self.ask(client, Knock())

    def begin(self) -> None:
        """All come in and knock; let time pass until they play."""
        self.seat_all()
        self.knock_all()
        assert self.run(10, lambda: all(each.table.state.phase == PLAYING for each in self.clients))

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Let time pass, for so long or until something holds; whether it does."""
        end = self.now + round(seconds * SECOND)
        while self.now < end and not until():
            self._step(end)
        return until()

    def play(self, seconds: float = 900) -> None:
        """Run until the match is won and all clients know."""
        clients = [client for client in self.clients if not client.stopped]
        done = self.run(seconds, lambda: all(client.table.state.phase == WON for client in clients))
        assert done, [client.table.state.phase for client in clients]

    def _step(self, end: int) -> None:
        times = [end, self.table.next_time(), *(c.wakes for c in self.clients if not c.stopped)]
        if self._due:
            times.append(self._due[0][0])
        self.now = max(self.now + STEP, min(times))
        while self._due and self._due[0][0] <= self.now:
            heapq.heappop(self._due)[2]()
        for data, address in self.table.update(self.now):
            self.deliver(address, data)
        assert has_no_fault(self.table)
        if (match := self.table.room.match) and match.state.phase in (SCORED, WON):
            self.ends[match.state.round] = match.state
        for client in self.clients:
            if not client.stopped and client.wakes <= self.now:
                self._live(client)

    def _live(self, client: Client) -> None:
        table, local = client.table, client.clock(self.now)
        for event in table.update(local):
            client.events.append((self.now, event))
            client.state = table.state if client.eager else fold_match(client.state, event)
            if isinstance(event, Scored):
                client.ends[client.state.round] = client.state
        client.wakes = self.now + SECOND // 10
        playing = table.seated and table.room and table.room.playing and table.state.round
        if client.level and playing and table.seat is not None and table.seat < len(table.state.totals):
            self._act(client, client.level, table.seat, local)
        self.flush(client)
        due, shows = table.connection.next_time(), table.shows(local)
        client.wakes = min(client.wakes, self.now + max(0, (min(due, shows) if shows else due) - local))

    def _act(self, client: Client, level: str, seat: int, local: int) -> None:
        table = client.table
        if client.bot is None or client.bot.seat != seat:
            client.bot = Bot(Haisty(), seat, level, derive(self.seed, client.number, 4))
            if self._quick:
                client.bot._pace = QUICK
        host = table.host_now(local)
        if client.bot.wake <= host:
            for request in client.bot.look(table.state, host):
                if isinstance(request, Play):
                    client.asked.append(request.move)
                if isinstance(request, Play) and client.eager:
                    table.press(request.move, Haisty(), local)
                else:
                    table.ask(request, local)
        client.wakes = min(client.wakes, self.now + max(0, client.bot.wake - host))

    def ask(self, client: Client, request: Request | ToHost) -> None:
        """The client asks for something, and says so at once."""
        client.table.ask(request, client.clock(self.now))
        self.flush(client)
        client.wakes = self.now

    def press(self, client: Client, move: Move) -> int:
        """The client makes a move now; the time that it stamps it with."""
        press = client.table.host_now(client.clock(self.now))
        self.ask(client, Play(move, press))
        return press

    def flush(self, client: Client) -> None:
        """Send what the client has to send."""
        for data in client.table.connection.packets(client.clock(self.now)):
            self.send(client, data)

    def send(self, client: Client, data: bytes) -> None:
        """Put a datagram of the client's on its way."""
        address = client.address
        for at in client.up.arrivals(self.now):
            self.at(at, lambda: self.arrive(data, address))

    def arrive(self, data: bytes, address: Address) -> None:
        """Have a datagram from this address arrive at the host."""
        if answer := self.table.receive(data, address, self.now):
            self.deliver(address, answer)

    def deliver(self, address: Address, data: bytes) -> None:
        """Send a client what the host has for it."""
        client = next((c for c in reversed(self.clients) if c.address == address), None)
        if client is None:
            return
        for at in client.down.arrivals(self.now):
            self.at(at, lambda: self._reach(client, data))

    def _reach(self, client: Client, data: bytes) -> None:
        if not client.stopped:
            self.tap(client, data)
            client.table.receive(data, client.clock(self.now))
            client.wakes = self.now

    def at(self, at: int, what: Callable[[], object]) -> None:
        """Have something happen then."""
        heapq.heappush(self._due, (at, next(self._count), what))
