"""What nobody of ours would send: to what reads bytes, to a client, to a table in each phase of a match, and
to a match. Whatever they raise is a fault.
"""

import heapq
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, TypeVar

import msgspec

from game.core.log import LogEntry
from game.core.race import give_up
from game.core.rules import Outcome
from game.core.state import PLAYING, SCORED, WON, Event, Knock, Play, Request, Scored, Started, State, Won
from game.core.table import Move, Table
from game.lan.hosting import rules_of
from game.net.address import Address
from game.net.client.connection import BROKEN, CONNECTED, Connection
from game.net.client.table_client import TableClient
from game.net.discovery.finder import Finder
from game.net.server.listener import LINGERING
from game.net.server.table_server import TableServer
from game.net.transport.channel import Channel
from game.net.transport.cipher import PacketCipher
from game.net.transport.endpoint import CLIENT_NOTE, HOST_NOTE
from game.net.wire import codec
from game.net.wire.codec import (
    decode_alone,
    decode_down,
    decode_up,
    encode_alone,
    encode_down,
    encode_up,
)
from game.net.wire.fields import WireError
from game.net.wire.messages import (
    Appearance,
    Hands,
    HouseRules,
    Join,
    Leave,
    Pointing,
    Rematch,
    Room,
    SetBot,
    Sit,
    ToClient,
)
from game.net.wire.packet import ASK, PADDED, is_sealed, plain, read_plain
from game.net.wire.snapshot import digest
from tests.net.answerer import INFO, answer
from tests.net.duel import Duel
from tests.net.fake_runs import FakeRuns, run
from tests.net.impair import LAN
from tests.net.intruder import Intruder, has_no_fault
from tests.net.messages import drawn, fields, mutated, pick, said, varied
from tests.net.races import LINE, Racing
from tests.net.simnet import Client, Net, new_table

TICK = 2_000
"""Microseconds between two steps of a match: always the same, so that it can be played twice."""
PHASES = ("lobby", "knock", "play", "between", "won")
STAYING = {number: kind for number, kind in codec.UP.items() if kind not in (Leave, Rematch, SetBot)}
"""What one says who stays at the table, and leaves the others there."""
T = TypeVar("T")


class Corpus:
    """What real ends of a real match say, in bytes."""

    def __init__(self) -> None:
        self.plain: list[bytes] = []
        """Datagrams before there is a key."""
        self.sealed: list[bytes] = []
        """Datagrams of the host under a key."""
        self.inside: list[bytes] = []
        """What is in such datagrams, both ways."""
        seal, net = PacketCipher.seal, Net(new_table(3, seed=3), 3, quick=True)
        net.tap = lambda client, data: (self.sealed if is_sealed(data) else self.plain).append(data)

        def kept(cipher: PacketCipher, inside: bytes) -> bytes:
            self.inside.append(inside)
            return seal(cipher, inside)

        PacketCipher.seal = kept  # type: ignore[method-assign, assignment]
        try:
            for _ in range(3):
                net.join(LAN, LAN)
            net.play()
        finally:
            PacketCipher.seal = seal  # type: ignore[method-assign]
        one = Intruder(net.table, ("10.0.0.9", 1))
        assert one.prepare(encode_alone(Join("Bo", 0, bytes(16), True, 41313, "hard")), net.now)
        asked = plain(ASK, bytes(8), padded=True)
        found = answer(asked, INFO)
        assert found
        self.plain += [one.connect, one.join, asked, found]


def decoders(rng: Random, corpus: Corpus, packets: int) -> int:
    """All that reads bytes from others: what it makes of them, it makes of them again. How many it could read
    that were damaged."""
    finder, at, understood = Finder(0), 0, 0
    asked = finder.question(0)
    assert asked

    def again(read: Callable[[bytes], T], write: Callable[[T], bytes], data: bytes) -> bool:
        try:
            found = read(data)
        except WireError:
            return False
        assert read(write(found)) == found
        return True

    def damaged(data: bytes) -> bytes:
        return mutated(rng, data, [data])

    for number in range(packets):
        match int(rng.random() * 7):
            case 0 | 1:
                data = said(rng, codec.UP, foul=0.1)
                understood += again(decode_up, encode_up, data if number % 2 else damaged(data))
            case 2 | 3:
                data = said(rng, codec.DOWN, foul=0.05)
                understood += again(decode_down, encode_down, data if number % 2 else damaged(data))
            case 4:
                kind: Any = pick(rng, (Join, Pointing, Hands))
                data = msgspec.msgpack.encode(drawn(rng, fields(kind), foul=0.1))
                data = data if number % 2 else damaged(data)
                understood += again(partial(decode_alone, kind), encode_alone, data)
            case 5:
                first = int(rng.random() * 2**16)
                for note in (CLIENT_NOTE, HOST_NOTE):
                    channel = Channel(note, first)
                    channel.sending.send(b"waits")
                    channel.unpack(mutated(rng, pick(rng, corpus.inside), corpus.inside), 0)
            case 6:
                data = mutated(rng, pick(rng, corpus.plain), corpus.plain)
                read_plain(data)
                found = answer(data, INFO)
                assert found is None or len(found) <= max(len(data), 8)
                at += 1000
                asked = finder.question(at) or asked
                told = answer(asked, INFO)
                assert told
                host = f"10.0.{int(rng.random() * 256)}.{int(rng.random() * 256)}"
                finder.take(mutated(rng, told, corpus.plain), (host, 41313), at)
                if not number % 64:
                    assert all(each.info == INFO for each in finder.tables(at)), "signed as it was"
    return understood


class Scoring(Duel):
    """The duel, with a point for who knocks: so that the match can be won."""

    def outcome(self, table: Table) -> Outcome | None:
        """Over when somebody has knocked."""
        over = super().outcome(table)
        return over and over._replace(
            scores=tuple(int(seat == over.seat) for seat in range(len(over.scores)))
        )


class Host:
    """A table with two who play on, whatever a third at it, a watcher and strangers say."""

    def __init__(self, rng: Random, corpus: Corpus, owner: bool = False) -> None:
        """`owner`: it is the owner who says it all, and may have the others leave."""
        self.rng, self.corpus = rng, corpus
        self.net = net = Net(new_table(4, 2, rules=Scoring))
        foe = 0 if owner else 2
        for number in range(4):
            checks = None if number in (foe, 3) else lambda *_: Scoring()  # its own nonsense comes back
            net.join(LAN, LAN, level=None, rules=checks, watch=number == 3)
            net.run(0.3)
        self.foes = net.clients[foe], net.clients[3]
        self.friends = [client for client in net.clients[:3] if client not in self.foes]
        for number, friend in enumerate(self.friends):
            friend.table.ladder = FakeRuns(run(number))
        self.said = 0

    def reach(self, phase: str) -> None:
        """Let the match come so far."""
        net, phases = self.net, {"knock": PLAYING, "play": PLAYING, "between": SCORED, "won": WON}
        if phase in ("knock", "won"):
            for request in (HouseRules(0, 2, {}), Sit(True), Knock()):
                self._ask(request)
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
            if client is not self.foes[1] or isinstance(request, Knock):
                self.net.ask(client, request)
        self.net.run(0.3)

    def hear(self, messages: Iterable[bytes]) -> None:
        """Messages that can be read, sensible or not."""
        for data in messages:
            for client in self.foes:
                say(client, data, self.net.now)
                self.net.run(0.002)
                self.said += 1
        self.net.run(0.05)
        assert all(client.table.connection.state == CONNECTED for client in self.foes)

    def refuse(self, messages: Iterable[bytes]) -> None:
        """Messages that are none: who says one is dropped. Others come in with something else amiss."""
        for data in messages:
            one = self._comes_in()
            one.say([data], self.net.now)
            assert not one.inside
            self._bear_strangers(20)
        for _ in range(20):
            one = self._comes_in()
            inside = mutated(self.rng, pick(self.rng, self.corpus.inside), self.corpus.inside)
            self.net.table.receive(one.sealed(inside), one.address, self.net.now)
            if one.inside:
                one.say([said(self.rng, codec.UP, self.net.now) for _ in range(3)], self.net.now)
                one.say([encode_up(Leave())], self.net.now)
            self._bear_strangers(20)

    def _comes_in(self) -> Intruder:
        self.said += 1
        one = Intruder(self.net.table, (f"10.{self.said % 200}.{self.said // 200 % 200}.9", 9))
        assert one.enter(Join("W", 0, watch=True), self.net.now)
        return one

    def _bear_strangers(self, packets: int) -> None:
        table = self.net.table
        for _ in range(packets):
            address = f"10.{int(self.rng.random() * 8)}.{int(self.rng.random() * 2**13)}", 50_000
            stranger(self.rng, self.corpus, table, address, self.net.now)
        self.net.run(0.005)
        there = {member.peer for member in table.members.all.values() if member.peer}
        lingering = {peer for peer, _until in table.listener.lingering.values()}
        assert len(lingering) <= LINGERING
        assert set(table.listener.peers.values()) - lingering == there

    def check(self) -> None:
        """Whether the others have played on, and see the same as the host."""
        for client in self.friends:
            assert client.table.connection.state == CONNECTED
            assert digest(client.table.state) == digest(self.net.match.state)


def say(client: Client, data: bytes, now: int) -> None:
    """Have a client say this."""
    endpoint = client.table.connection._endpoint
    if endpoint and client.table.connection.state == CONNECTED:
        endpoint.send(data, client.clock(now))


def stranger(rng: Random, corpus: Corpus, table: TableServer, address: Address, now: int) -> bytes | None:
    """A datagram without a line, or with somebody else's; what it is answered with."""
    kind = rng.random()
    if kind < 0.1:
        data = rng.randbytes(int(rng.random() * 200))
    else:
        data = pick(rng, corpus.plain if kind < 0.6 else corpus.sealed)
        data = mutated(rng, data, corpus.plain) if rng.random() < 0.8 else data
    if kind < 0.2:
        data = data.ljust(PADDED, b"\0")
    found = table.receive(data, address, now)
    assert found is None or len(found) <= max(len(data), 8)
    return found


def to_host(now: int, good: bool) -> Iterator[bytes]:
    """What can be read, or what cannot, around requests such as one makes."""
    for number, kind in codec.UP.items():
        base = [[2, 3, 1], now] if kind is Play else ["Foe", 3, "star"] if kind is Appearance else None
        for values, well in varied(fields(kind), base):
            if well == good and kind is not Leave:
                yield bytes((number,)) + msgspec.msgpack.encode(values)


def is_knock(data: bytes) -> bool:
    """Whether this would end the round, as anybody may."""
    match decode_up(data):
        case Play((src, dst, 0)):
            return src == dst
    return False


def attack_host(rng: Random, corpus: Corpus, owner: bool, step: int) -> int:
    """Each field of each message at its bounds, each `step`th of those beyond them, and as many drawn by
    chance, in each phase of a match; how many have been said."""
    host = Host(rng, corpus, owner)
    for place, phase in enumerate(PHASES):
        host.reach(phase)
        host.hear(to_host(host.net.now, good=True))
        drawn_too = (said(rng, STAYING, host.net.now) for _ in range(400 // step))
        host.hear(data for data in drawn_too if not is_knock(data))
        host.refuse([*to_host(host.net.now, good=False)][place % step :: step])
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
    """What one who plays a match of two rounds is told, one who watches it, and one who gives up in a race
    and then sees how the other comes out."""
    net = Net(new_table(3, 2, seed=bytes(32)), quick=True)
    clients = [net.join(LAN, LAN, rules=rules_of) for _ in range(3)]
    clients.append(net.join(LAN, LAN, rules=rules_of, watch=True, level=None))
    race = Racing(LAN, LAN, begin=False)
    told = [client.table.connection for client in (clients[0], clients[-1], race.clients[1])]
    for each in told:
        each.received = Tape()
    net.play()
    race.start()
    race.press(race.clients[1], give_up(1))
    race.race(race.clients[0], LINE)
    race.play(2)
    return [each.received.all for each in told]  # type: ignore[attr-defined]


def places(tape: list[ToClient]) -> list[int]:
    """In a tape, the beginning of each phase."""

    def first(kind: type) -> int:
        return 1 + next(number for number, message in enumerate(tape) if isinstance(message, kind))

    return [first(Room), first(Started), first(Started) + 25, first(Scored), first(Won)]


def to_client(rng: Random, tape: list[ToClient]) -> Iterator[ToClient | Hands]:
    """What can be read, around one message of each kind that there was, and drawn by chance."""
    there = {data[0]: msgspec.msgpack.decode(data[1:]) for data in map(encode_down, tape)}
    for number, kind in codec.DOWN.items():
        for values, good in varied(fields(kind), there.get(number)):
            if good:
                with suppress(WireError):  # of cards that lie both ways, say
                    yield decode_down(bytes((number,)) + msgspec.msgpack.encode(values))
    for values, good in varied(fields(Hands), [9, [[1, [2, 3]]]]):
        if good:
            yield decode_alone(Hands, msgspec.msgpack.encode(values))
    for _ in range(2000):
        with suppress(WireError):
            yield decode_down(said(rng, codec.DOWN))


def client_after(messages: list[ToClient]) -> TableClient:
    """A client that has been told this."""
    client = TableClient(Connection(Join("V", 0), "", 0), rules_of)
    client.connection.clock.exchange(0, 1, 0, 1)
    client.connection.sent = 2**40
    client.ladder = FakeRuns(run(1))
    tell(client, messages)
    assert client.connection.state != BROKEN
    return client


def tell(client: TableClient, messages: Iterable[ToClient | Hands]) -> None:
    """Have it take these, and show them."""
    client.connection.received.extend(messages)
    client.receive(b"", 0)
    client.update(2**40)


def attack_client(rng: Random, step: int) -> int:
    """Every `step`th of all messages in each phase, each followed by what was to follow; how many."""
    told = 0
    for tape in tapes():
        foul = list(to_client(rng, tape))
        for number, place in enumerate(places(tape)):
            for message in foul[number % step :: step]:
                client = client_after(tape[:place])
                for each in (message, *tape[place : place + 30]):
                    tell(client, [each])
                told += 1
    return told


class Steady(Net):
    """A simulated table where time passes in steps of one length, whoever speaks meanwhile."""

    def __init__(self) -> None:
        super().__init__(new_table(4, rounds=99, seed=11), 1)
        self.heard: deque[tuple[bytes, Address]] = deque(maxlen=256)
        """What has come over the wire of late, both ways, with the client's address."""
        self.tap = lambda client, data: self.heard.append((data, client.address))
        for _ in range(4):
            self.join(LAN, LAN, person=True)
        self.run(0.2)
        self.knock_all()
        self.run(0.2)
        assert self.match

    def attacked(self, rng: Random, corpus: Corpus) -> None:
        """Strangers and thieves of addresses send whatever they like."""
        for _ in range(4):
            if rng.random() < 0.5:
                stranger(rng, corpus, self.table, (f"10.9.{int(rng.random() * 2**13)}", 1), self.now)
                continue
            data, address = pick(rng, self.heard)
            data = mutated(rng, data, corpus.sealed) if rng.random() < 0.8 else data
            if found := self.table.receive(data, address, self.now):
                self.clients[0].table.receive(found, self.clients[0].clock(self.now))

    def story(self) -> tuple[list[LogEntry], list[list[Event]], list[State]]:
        """What has been judged, what each client was shown, and what each sees."""
        shown = [[event for _at, event in one.events] for one in self.clients]
        return list(self.match.log), shown, [one.table.state for one in self.clients]

    def arrive(self, data: bytes, address: Address) -> None:
        self.heard.append((data, address))
        super().arrive(data, address)

    def _step(self, end: int) -> None:
        self.now += TICK
        while self._due and self._due[0][0] <= self.now:
            heapq.heappop(self._due)[2]()
        for data, address in self.table.update(self.now):
            self.deliver(address, data)
        assert has_no_fault(self.table)
        for client in self.clients:
            self._live(client)
