"""Each field of each message alone at −1, 0, its bounds, beyond them and huge, in every phase of a match:
said to a host by one who sits and by one who watches, and to a client by its host.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress

import msgspec

from game.core.race import DONE, OWN
from game.core.rules import Outcome
from game.core.state import PLAYING, SCORED, WON, Knock, Play, Request, Scored, Started, Won
from game.core.table import Move, Table
from game.lan.hosting import rules_of
from game.net.client.connection import BROKEN, CONNECTED, Connection
from game.net.client.table_client import TableClient
from game.net.wire.codec import decode_alone, decode_down, encode_down
from game.net.wire.fields import WireError
from game.net.wire.messages import Appearance, Hands, HouseRules, Join, Leave, Sit, ToClient
from game.net.wire.snapshot import digest
from tests.net.bounds import DOWN, EVENTS, HANDS, UP, varied
from tests.net.duel import Duel
from tests.net.impair import LAN
from tests.net.intruder import Intruder, has_no_fault
from tests.net.races import LINE, Racing
from tests.net.shelf import FakeShelf, key
from tests.net.simnet import Client, Net, new_table

ROUNDS = 2
PHASES = ("lobby", "knock", "play", "between", "won")


class Scoring(Duel):
    """The duel, with a point for who knocks: so that the match can be won."""

    def outcome(self, table: Table) -> Outcome | None:
        """Over when somebody has knocked."""
        over = super().outcome(table)
        return over and over._replace(
            scores=tuple(int(seat == over.seat) for seat in range(len(over.scores)))
        )


class Host:
    """A table with two who play on, whatever a third at it and a watcher say."""

    def __init__(self, owner: bool = False) -> None:
        """`owner`: it is the owner who says it all, and may have the others leave."""
        self.net = net = Net(new_table(4, ROUNDS, rules=Scoring))
        net.table.shelf = FakeShelf([(key(number), 60) for number in range(9)])
        foe = 0 if owner else 2
        for number in range(4):
            checks = None if number in (foe, 3) else lambda *_: Scoring()  # its own nonsense comes back
            net.join(LAN, LAN, level=None, rules=checks, watch=number == 3)
            net.run(0.3)
        self.foe, self.watcher = net.clients[foe], net.clients[3]
        self.friends = [client for client in net.clients[:3] if client is not self.foe]
        self.said = 0

    def reach(self, phase: str) -> None:
        """Let the match come so far."""
        net, phases = self.net, {"knock": PLAYING, "play": PLAYING, "between": SCORED, "won": WON}
        if phase in ("knock", "won"):
            self._ask(HouseRules(0, ROUNDS, {}))
            self._ask(Sit(True))
            self._ask(Knock())
            net.run(4)
        if phase in ("play", "won"):
            net.run(2)
            for client, place in zip(self.friends, (2, 1), strict=True):
                assert client.table.seat is not None
                net.press(client, Move(client.table.seat, len(net.match.state.table.piles) - place))
            net.run(0.5)
            assert net.match.log[-1].move
        if phase in ("between", "won"):
            seat = self.friends[0].table.seat
            assert seat is not None
            net.press(self.friends[0], Move(seat, seat, 0))
            net.run(0.5)
        assert phase == "lobby" or net.match.state.phase == phases[phase]

    def _ask(self, request: Request | HouseRules | Sit) -> None:
        for client in self.net.clients:  # the watcher may have been given a seat by now
            if client is not self.watcher or isinstance(request, Knock):
                self.net.ask(client, request)
        self.net.run(0.3)

    def hear(self, messages: Iterable[bytes]) -> None:
        """Messages that can be read, sensible or not."""
        for data in messages:
            for client in (self.foe, self.watcher):
                self._say(client, data)
        self.net.run(0.05)
        assert all(c.table.connection.state == CONNECTED for c in (self.foe, self.watcher))

    def _say(self, client: Client, data: bytes) -> None:
        endpoint = client.table.connection._endpoint
        if endpoint and client.table.connection.state == CONNECTED:
            endpoint.send(data, client.clock(self.net.now))
            self.net.run(0.002)
            self.said += 1

    def refuse(self, messages: Iterable[bytes]) -> None:
        """Messages that are none: who says one is dropped."""
        for data in messages:
            self.said += 1
            one = Intruder(self.net.table, (f"10.{self.said % 200}.{self.said // 200}.9", 9))
            assert one.enter(Join("W", 0, watch=True), self.net.now)
            one.say([data], self.net.now)
            assert not one.inside
            assert has_no_fault(self.net.table)
            self.net.run(0.005)

    def check(self) -> None:
        """Whether the others have played on, and see the same as the host."""
        for client in self.friends:
            assert client.table.connection.state == CONNECTED
            assert digest(client.table.state) == digest(self.net.match.state)


def to_host(now: int, good: bool) -> Iterator[bytes]:
    """What can be read, or what cannot, around requests such as one makes."""
    for number, (kind, shape) in enumerate(UP.items()):
        base = [[2, 3, 1], now] if kind is Play else ["Foe", 3] if kind is Appearance else None
        for fields, well in varied(shape, base):
            if well == good and kind is not Leave:
                yield bytes((number,)) + msgspec.msgpack.encode(fields)


def attack_host(step: int = 1, owner: bool = False) -> int:
    """Every `step`th of all messages in each phase; how many have been said."""
    host = Host(owner)
    for place, phase in enumerate(PHASES):
        host.reach(phase)
        host.hear(to_host(host.net.now, good=True))
        host.refuse(list(to_host(host.net.now, good=False))[place % step :: step])
    host.check()
    return host.said


class Tape(deque[ToClient | Hands]):
    """What a client has received."""

    def __init__(self) -> None:
        super().__init__()
        self.all: list[ToClient | Hands] = []

    def extend(self, messages: Iterable[ToClient | Hands]) -> None:
        """Keep them as well."""
        kept = list(messages)
        self.all += kept
        super().extend(kept)


def tapes() -> list[list[ToClient]]:
    """What one who plays a match of two rounds is told, one who watches it, and one who is out in a race."""
    net = Net(new_table(3, ROUNDS, seed=bytes(32)), quick=True)
    clients = [net.join(LAN, LAN, rules=rules_of) for _ in range(3)]
    clients.append(net.join(LAN, LAN, rules=rules_of, watch=True, level=None))
    for client in clients:
        client.table.connection.received = Tape()
    net.play()
    told = [client.table.connection.received.all for client in (clients[0], clients[-1])]  # type: ignore[attr-defined]
    return [*told, race_tape()]


def race_tape() -> list[ToClient]:
    """What one is told who gives up in a race, and then sees how the other comes out."""
    net = Racing(LAN, LAN, begin=False)
    net.clients[1].table.connection.received = tape = Tape()
    net.start()
    net.press(net.clients[1], Move(OWN + DONE, OWN + DONE, 0))
    net.race(net.clients[0], LINE)
    net.play(2)
    return tape.all  # type: ignore[return-value]


def places(tape: list[ToClient]) -> list[int]:
    """In a tape, the beginning of each phase."""

    def first(kind: type) -> int:
        told = (n for n, m in enumerate(tape) if isinstance(m, kind))
        return 1 + next(told)

    rooms = [number for number, message in enumerate(tape) if type(message).__name__ == "Room"]
    return [rooms[0] + 1, first(Started), first(Started) + 25, first(Scored), first(Won)]


def to_client(tape: list[ToClient]) -> Iterator[ToClient | Hands]:
    """What can be read, around one message of each kind that there was."""
    there = {data[0]: msgspec.msgpack.decode(data[1:]) for data in map(encode_down, tape)}
    for kind, shape in [*enumerate(DOWN.values()), *enumerate(EVENTS.values(), 64)]:
        for fields, good in varied(shape, there.get(kind)):
            if good:
                with suppress(WireError):  # of cards that lie both ways, say
                    yield decode_down(bytes((kind,)) + msgspec.msgpack.encode(fields))
    for fields, good in varied(HANDS, [9, [[1, [2, 3]]]]):
        if good:
            yield decode_alone(Hands, msgspec.msgpack.encode(fields))


def client_after(messages: list[ToClient]) -> TableClient:
    """A client that has been told this."""
    client = TableClient(Connection(Join("V", 0), "", 0), rules_of)
    client.connection.clock.exchange(0, 1, 0, 1)
    client.connection.sent = 2**40
    client.runs.shelf = FakeShelf([(key(1), 60)])
    tell(client, messages)
    assert client.connection.state != BROKEN
    return client


def tell(client: TableClient, messages: Iterable[ToClient | Hands]) -> None:
    """Have it take these, and show them."""
    client.connection.received.extend(messages)
    client.receive(b"", 0)
    client.update(2**40)


def attack_client(step: int = 1) -> int:
    """Every `step`th of all messages in each phase, each followed by what was to follow; how many."""
    said = 0
    for tape in tapes():
        foul = list(to_client(tape))
        for number, place in enumerate(places(tape)):
            for message in foul[number % step :: step]:
                client = client_after(tape[:place])
                tell(client, [message])
                tell(client, tape[place : place + 30])
                said += 1
    return said
