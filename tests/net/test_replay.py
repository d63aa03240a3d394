"""What was recorded of a table, played again: nobody is let in by it, and nothing in it is heard.

Whoever plays it again has all that went over the wire, and sends it from the same address, from another port
and from another machine, in order and out of order, with the cookies of then and with fresh ones.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.core.state import Knock
from game.core.table import Move
from game.net.address import Address
from game.net.server.game_room import TableSettings
from game.net.server.members import Member
from game.net.server.table_server import TableServer
from game.net.wire.messages import HouseRules, Leave
from game.net.wire.packet import (
    ACCEPT,
    CONNECT,
    COOKIE,
    COOKIE_SIZE,
    HELLO,
    JOIN,
    NONCE,
    PADDED,
    is_sealed,
)
from tests.net.duel import Duel
from tests.net.impair import LAN
from tests.net.simnet import SECOND, Net

KEY, TABLE = X25519PrivateKey.from_private_bytes(bytes(range(9, 41))), bytes(range(8))
"""The lasting key of the host, and the table's id: a host that was started again has the same ones."""
TRIES = 10_000
APART = 30_000
"""Microseconds between what is sent: the host looks at each question."""


class Table(TableServer):
    """Counts the messages that it handles."""

    def __init__(self, code: str) -> None:
        supply = TableSettings(lambda *_: Duel(), lambda: 7)
        super().__init__("Sim", 4, HouseRules(0, 3, {}), supply, code, identity=(TABLE, 0), key=KEY)
        self.handled = 0

    def _take(self, member: Member, data: bytes, address: Address, now: int) -> None:
        self.handled += 1
        super()._take(member, data, address, now)


class Recorded(Net):
    """A table at which somebody listens on the wire."""

    def __init__(self, code: str) -> None:
        self.host = Table(code)
        super().__init__(self.host, 1)
        self.said: list[tuple[Address, bytes]] = []
        """All that the clients have sent."""
        for _ in range(2):
            self.join(LAN, LAN, level=None, code=code)
            self.run(0.3)
        for client in self.clients:
            self.ask(client, Knock())
        assert self.run(10, lambda: self.host.room.match is not None)
        self.run(4)
        for _ in range(3):
            self.move()

    def move(self) -> None:
        """One of the clients lays a card."""
        self.press(self.clients[1], Move(1, 2 + len(self.said) % 2))
        self.run(0.3)

    def arrive(self, data: bytes, address: Address) -> None:
        self.said.append((address, data))
        super().arrive(data, address)


class Replay:
    """Sends a host what was recorded, and looks whether it notices."""

    def __init__(self, host: Table, now: int, net: Recorded | None = None) -> None:
        """`net`: the players who are there meanwhile."""
        self.host, self.now, self._net = host, now, net
        self.sent = 0
        self.answers: list[bytes] = []
        self._members = {number: member.peer for number, member in host.members.all.items()}
        self._handled, self._peers = host.handled, dict(host.listener.peers)

    def send(self, data: bytes, address: Address) -> bytes | None:
        """Send this, and see that nobody was let in and nothing heard."""
        self.now += APART if not is_sealed(data) else 10
        if self._net and self.now > self._net.now:
            self._net.run((self.now - self._net.now) / 1e6)
            self.now = self._net.now
        self.sent += 1
        answer = self.host.receive(data, address, self.now)
        if answer:
            self.answers.append(answer)
        assert self.host.listener.peers == self._peers
        assert {number: member.peer for number, member in self.host.members.all.items()} == self._members
        assert self.host.handled == self._handled
        return answer

    def session(self, said: list[tuple[Address, bytes]], address: Address, fresh: bool) -> None:
        """A session from its beginning, from this address; `fresh`: with the cookie that the host gives
        now."""
        cookie, at = b"", 8 + NONCE
        for _, data in said:
            connects = not is_sealed(data) and data[7] == CONNECT
            swapped = data[:at] + cookie + data[at + COOKIE_SIZE :] if connects and cookie else data
            answer = self.send(swapped, address)
            if fresh and answer and answer[7] == COOKIE:
                cookie = answer[at : at + COOKIE_SIZE]

    @property
    def kinds(self) -> Counter[int]:
        """How often the host has answered what."""
        return Counter(answer[7] for answer in self.answers)


def addresses(own: Address) -> Iterator[Address]:
    """Where a replay may come from: the same place, another port, another machine."""
    yield own
    yield (own[0], own[1] + 1)
    yield ("10.0.9.9", own[1])


def all_kinds(replay: Replay, net: Recorded, rng: Random, tries: int) -> None:
    """Whole sessions, and their parts in no order, until there were so many tries."""
    until = replay.sent + tries
    while replay.sent < until:
        for client in net.clients:
            said = [(at, data) for at, data in net.said if at == client.address]
            first = [(at, data) for at, data in said if not is_sealed(data)]
            for address in addresses(client.address):
                for fresh in (False, True):
                    replay.session(first + said[len(first) : len(first) + 40], address, fresh)
                mixed = [data for _, data in said]
                rng.shuffle(mixed)
                for data in mixed[:40]:
                    replay.send(data, address)


@pytest.mark.parametrize("code", ["", "4711"])
def test_nothing_recorded_is_admitted_or_heard(code: str) -> None:
    net, rng = Recorded(code), Random(1)
    assert Counter(data[7] for _, data in net.said if not is_sealed(data) and len(data) >= PADDED) >= Counter(
        {HELLO: 2, CONNECT: 2, JOIN: 2}
    )
    share = TRIES // 6 + 1
    sent = 0
    at_once = Replay(net.host, net.now, net)  # while all are there
    all_kinds(at_once, net, rng, share)
    sent += at_once.sent
    log = len(net.match.log)
    net.move()
    assert len(net.match.log) > log, "whoever was there has not noticed"
    for client in net.clients:
        net.ask(client, Leave())
        client.stopped = True
    net.run(0.5)
    assert not net.host.members.peers
    for later in (1, 25, 3600):  # just gone, after all cookies, after an hour
        gone = Replay(net.host, net.now + later * SECOND)
        all_kinds(gone, net, rng, share)
        sent += gone.sent
    for age in (0, 3600):  # the host was started again, with the same keys and the same code
        anew = Replay(Table(code), age * SECOND)
        all_kinds(anew, net, rng, share)
        sent += anew.sent
    assert sent >= TRIES


@pytest.mark.parametrize("code", ["", "4711"])
def test_replay_while_the_cookie_is_good_meets_another_key_each_time(code: str) -> None:
    """The hardest one: from the same address, at the same host, within seconds, after the client has gone."""
    net = Recorded(code)
    client = net.clients[1]
    session = [(at, data) for at, data in net.said if at == client.address]
    net.ask(client, Leave())
    client.stopped = True
    net.run(1.5)
    replay = Replay(net.host, net.now)
    for _ in range(2):
        replay.session(session, client.address, fresh=False)
        replay.session(session, client.address, fresh=False)
        replay.now += 5 * SECOND
    assert replay.now < 20 * SECOND
    accepted = {answer for answer in replay.answers if answer[7] == ACCEPT}
    assert len(accepted) == 2, "the host looked at what came, and drew a key each time"
    assert set(replay.kinds) == {COOKIE, ACCEPT}
