"""What nobody of ours would send, thrown at the decoders, a client, a table before a match, and a match.

Whatever a target raises is a fault. The decoders and the client say how many they understood: where that is
next to none, nothing is tried.
"""

import heapq
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TypeVar

from game.core.match import LogEntry
from game.core.state import SCORED, Event, Knock, State
from game.net.address import Address
from game.net.client.connection import BROKEN, CONNECTED, Connection
from game.net.client.table_client import TableClient
from game.net.discovery.finder import Finder
from game.net.server.listener import LINGERING
from game.net.server.members import HELD
from game.net.server.table_server import TableServer
from game.net.transport.channel import Channel
from game.net.transport.endpoint import CLIENT_NOTE, HOST_NOTE
from game.net.wire.codec import (
    decode_alone,
    decode_down,
    decode_up,
    encode_alone,
    encode_down,
    encode_up,
)
from game.net.wire.fields import WireError
from game.net.wire.messages import WATCHERS, Hands, Join, Pointing
from game.net.wire.packet import PADDED, read_plain
from game.net.wire.snapshot import digest
from tests.net.answerer import INFO, answer
from tests.net.impair import LAN
from tests.net.intruder import Intruder, has_no_fault
from tests.net.mutation import Corpus, any_request, mutated, retyped
from tests.net.shelf import FakeShelf, key
from tests.net.simnet import Net, new_table

TICK = 2_000
"""Microseconds between two steps of a match: always the same, so that it can be played twice."""
T = TypeVar("T")


def decoders(rng: Random, corpus: Corpus, packets: int) -> int:
    """All that reads bytes from others; what it makes of them, it makes of them again."""
    finder, info, at, understood = Finder(0), INFO, 0, 0
    asked = finder.question(0)
    assert asked
    for number in range(packets):
        match int(rng.random() * 9):
            case 0 | 1:
                understood += _again(decode_up, encode_up, _message(rng, corpus.up))
            case 2 | 3:
                understood += _again(decode_down, encode_down, _message(rng, corpus.down))
            case 4:
                understood += _again(partial(decode_alone, Join), encode_alone, _join(rng, corpus))
            case 5:
                first = int(rng.random() * 2**16)
                for note in (CLIENT_NOTE, HOST_NOTE):
                    channel = Channel(note, first)
                    channel.sending.send(b"waits")
                    channel.unpack(mutated(rng, _one(rng, corpus.inside), corpus.inside), 0)
            case 6:
                data = mutated(rng, _one(rng, corpus.plain), corpus.plain)
                read_plain(data)
                found = answer(data, info)
                assert found is None or len(found) <= max(len(data), 8)
            case 7:
                word = mutated(rng, _one(rng, corpus.asides), corpus.asides)
                understood += _again(partial(decode_alone, Pointing), encode_alone, word)
                understood += _again(partial(decode_alone, Hands), encode_alone, word)
            case 8:
                at += 1000
                asked = finder.question(at) or asked
                said = answer(asked, info)
                assert said
                host = f"10.0.{int(rng.random() * 256)}.{int(rng.random() * 256)}"
                finder.take(mutated(rng, said, corpus.plain), (host, 41313), at)
                if not number % 64:
                    assert len(finder.tables(at)) <= 64
    return understood


def client(rng: Random, corpus: Corpus, packets: int) -> int:
    """A client whose host says anything."""
    client, understood = _table_client(), 0
    for number in range(packets):
        try:
            client.connection.received.append(decode_down(_message(rng, corpus.down)))
        except WireError:
            continue
        understood += 1
        client.receive(b"", number)
        client.update(2**40)
        if client.connection.state == BROKEN or client.closed or rng.random() < 0.01:
            client = _table_client()
    return understood


class Lobby:
    """A table before a match, with strangers; a match begins now and then, and is ended."""

    def __init__(self, rng: Random, corpus: Corpus) -> None:
        self.rng, self.corpus = rng, corpus
        self.table = new_table(8, rounds=1)
        self.table.shelf = FakeShelf([(key(number), 60) for number in range(9)])
        self.now, self.taken = 0, 0
        self.played = 0
        """Steps in which there was a match."""
        self.seated = [Intruder(self.table, _address(rng)) for _ in range(6)]

    def step(self, packets: int) -> None:
        """So many packets, of all kinds, and what the table then has to say."""
        rng, table = self.rng, self.table
        self.now += HELD if rng.random() < 0.01 else 10 * TICK
        for _ in range(packets):
            self.taken += 1
            one = self.seated[int(rng.random() * len(self.seated))]
            kind = rng.random()
            if kind < 0.9:
                stranger(rng, self.corpus, table, _address(rng) if kind < 0.7 else one.address, self.now)
            elif kind < 0.905:
                comes_in_badly(rng, self.corpus, table, self.now)
            else:
                speaks(rng, self.corpus, one, self.now, rng.random() < 0.3)
        for one in self.seated:
            if one.inside and rng.random() < 0.2:
                one.say([encode_up(Knock())], self.now)
        for data, _address_to in table.update(self.now):
            assert len(data) <= 1200
        assert has_no_fault(table)
        members = table.members
        assert len(members.watchers) <= WATCHERS
        there = {member.peer for member in members.all.values() if member.peer}
        lingering = {peer for peer, _until in table.listener.lingering.values()}
        assert len(lingering) <= LINGERING
        assert set(table.listener.peers.values()) - lingering == there
        self.played += table.room.live is not None
        if table.room.live and rng.random() < 0.01:
            table.room.reopen(self.now)


def stranger(rng: Random, corpus: Corpus, table: TableServer, address: Address, now: int) -> bytes | None:
    """A datagram without a line, or with somebody else's; what it is answered with."""
    kind = rng.random()
    if kind < 0.1:
        data = rng.randbytes(int(rng.random() * 200))
    elif kind < 0.5:
        data = mutated(rng, _one(rng, corpus.plain), corpus.plain)
    elif kind < 0.6:
        data = _one(rng, corpus.plain)
    elif kind < 0.7:
        data = _one(rng, corpus.sealed)
    else:
        data = mutated(rng, _one(rng, corpus.sealed), corpus.sealed)
    found = table.receive(data, address, now)
    assert found is None or len(found) <= max(len(data), 8)
    return found


def comes_in_badly(rng: Random, corpus: Corpus, table: TableServer, now: int) -> None:
    """A client that knows the way in, with a name or a datagram that is changed."""
    one = Intruder(table, _address(rng))
    if one.prepare(_join(rng, corpus), now):
        data = mutated(rng, one.join, corpus.plain).ljust(PADDED, b"\0") if rng.random() < 0.6 else one.join
        table.receive(data, one.address, now)


def speaks(rng: Random, corpus: Corpus, one: Intruder, now: int, watch: bool) -> None:
    """One who is in, or comes in first, says something."""
    if not one.inside:
        one.address = _address(rng)
        one.enter(Join("I" * int(rng.random() * 17), int(rng.random() * 8), watch=watch), now)
        return
    kind = rng.random()
    if kind < 0.6:
        one.say([encode_up(any_request(rng, now)) for _ in range(1 + int(rng.random() * 4))], now)
    elif kind < 0.75:
        one.say([_message(rng, corpus.up)], now)
    else:
        inside = mutated(rng, _one(rng, corpus.inside), corpus.inside)
        one.table.receive(one.sealed(inside), one.address, now)


class Steady(Net):
    """A simulated table where time passes in steps of one length, whoever speaks meanwhile."""

    def __init__(self) -> None:
        super().__init__(new_table(4, rounds=99, seed=11), 1)
        self.said: deque[tuple[bytes, Address]] = deque(maxlen=256)
        """What has come over the wire of late, both ways, with the client's address."""
        self.tap = lambda client, data: self.said.append((data, client.address))
        for _ in range(4):
            self.join(LAN, LAN, person=True)
        self.run(0.2)
        for client in self.clients:
            client.table.ask(Knock(), client.clock(self.now))
        self.run(0.2)
        assert self.match

    def sound(self) -> bool:
        """Whether all players are on the line at their seats and have seen the rounds end as the host has."""
        there = [
            one.table.connection.state == CONNECTED and one.table.seat == one.number for one in self.clients
        ]
        ends = [(end, self.ends[number]) for one in self.clients for number, end in one.ends.items()]
        return all(there) and all(digest(seen) == digest(judged) for seen, judged in ends)

    def story(self) -> tuple[list[LogEntry], list[list[Event]], list[State]]:
        """What has been judged, what each client was shown, and what each sees."""
        shown = [[event for _at, event in one.events] for one in self.clients]
        return list(self.match.log), shown, [one.table.state for one in self.clients]

    def arrive(self, data: bytes, address: Address) -> None:
        self.said.append((data, address))
        super().arrive(data, address)

    def _step(self, end: int) -> None:
        self.now += TICK
        while self._due and self._due[0][0] <= self.now:
            heapq.heappop(self._due)[2]()
        for data, address in self.table.update(self.now):
            self.deliver(address, data)
        assert has_no_fault(self.table)
        if self.table.room.match and self.match.state.phase == SCORED:
            self.ends[self.match.state.round] = self.match.state
        for client in self.clients:
            self._live(client)


class Attack:
    """Strangers and thieves of addresses who send a match in play whatever they like.

    With `watchers` some of them come in to watch and then say anything. All are told of who watches, and
    acknowledge that, so the host learns a few milliseconds sooner or later how far each seat has come, and
    what ends a round may be judged that much sooner or later: then it is not the very same match for ever.
    """

    def __init__(self, rng: Random, corpus: Corpus, net: Steady, watchers: bool) -> None:
        self.rng, self.corpus, self.net, self.taken = rng, corpus, net, 0
        self._watching = [Intruder(net.table, _address(rng)) for _ in range(4)] if watchers else []

    def step(self, packets: int) -> None:
        """So many packets, of all kinds."""
        rng, corpus, net = self.rng, self.corpus, self.net
        for _ in range(packets):
            self.taken += 1
            kind = rng.random()
            if kind < 0.4:
                stranger(rng, corpus, net.table, _address(rng), net.now)
            elif kind < 0.9:
                data, address = _one(rng, net.said)
                if rng.random() < 0.8:
                    data = mutated(rng, data, corpus.sealed)
                if found := net.table.receive(data, address, net.now):
                    net.clients[0].table.receive(found, net.clients[0].clock(net.now))
            elif not self._watching:
                stranger(rng, corpus, net.table, _one(rng, net.clients).address, net.now)
            elif kind < 0.905:
                comes_in_badly(rng, corpus, net.table, net.now)
            else:
                speaks(rng, corpus, _one(rng, self._watching), net.now, True)


def _table_client() -> TableClient:
    """A client that knows the host's clock."""
    client = TableClient(Connection(Join("V", 0), "", 0))
    client.runs.shelf = FakeShelf([(key(1), 60)])
    client.connection.clock.exchange(0, 1, 0, 1)
    client.connection.sent = 2**40
    return client


def _address(rng: Random) -> Address:
    """One of some hundred thousand."""
    return f"10.{int(rng.random() * 8)}.{int(rng.random() * 256)}.{int(rng.random() * 64)}", 50_000


def _one(rng: Random, of: Sequence[T]) -> T:
    return of[int(rng.random() * len(of))]


def _message(rng: Random, of: Sequence[bytes]) -> bytes:
    return mutated(rng, _one(rng, of), of) if rng.random() < 0.5 else retyped(rng, _one(rng, of))


def _join(rng: Random, corpus: Corpus) -> bytes:
    data = _one(rng, corpus.join)
    return mutated(rng, data, corpus.join) if rng.random() < 0.5 else retyped(rng, b"\0" + data)[1:]


def _again(read: Callable[[bytes], T], write: Callable[[T], bytes], data: bytes) -> bool:
    """What can be read comes out the same when it is written and read again; whether it can."""
    try:
        found = read(data)
    except WireError:
        return False
    assert read(write(found)) == found
    return True
