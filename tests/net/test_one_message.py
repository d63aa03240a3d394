"""No single message ends a host: who sends it is dropped, with a line in the log, and the others play on."""

import signal
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import msgspec
import pytest

from game.core.cards import ACE, KING, SPADES, SUITS, Card, Pile
from game.core.rules import Outcome
from game.core.shuffle import SECRET
from game.core.state import PLAYING, Dealt, Knock, Play, Scored, State, Thrown, Won
from game.core.table import Move, Moved, Table
from game.lan.client import LanClient
from game.lan.hosting import rules_of
from game.net.client import connection
from game.net.client.connection import CONNECTED
from game.net.server import peer
from game.net.wire.codec import decode_down, decode_up, encode_down, encode_up
from game.net.wire.messages import Digest, Join, Room, Snapshot, ToClient, ToHost, Welcome
from game.net.wire.snapshot import digest, restored, snapshot
from game.rules.haisty import Haisty
from game.system import here
from tests.cli.program import begun, ended, port_of, signals
from tests.net.impair import LAN
from tests.net.intruder import Intruder
from tests.net.simnet import Net, new_table
from tests.waiting import PATIENCE

PLAY = b"\0"


def raw(fields: object) -> bytes:
    """A Play of these fields, in order or not."""
    return PLAY + msgspec.msgpack.encode(fields)


@signals
@pytest.mark.real
def test_a_play_of_a_pile_below_zero_ends_no_served_table(tmp_path: Path) -> None:
    served = begun("serve", "--port", "0", "--seats", "2", "--data", str(tmp_path), PYTHONUNBUFFERED="1")
    at = "127.0.0.1", port_of(served)
    friend, foe = (LanClient(at, Join(name, 0), "", rules=rules_of) for name in ("Friend", "Foe"))

    def until(done: Callable[[], bool]) -> None:
        end = here().clock.seconds() + PATIENCE
        while not done():
            assert here().clock.seconds() < end, served.poll()
            for client in (friend, foe):
                client.listen(0.005)
                client.update()

    def seats() -> list[str]:
        return [place.kind for place in friend.table.room.places] if friend.table.room else []

    try:
        until(lambda: seats() == ["person", "person"])
        for client in (friend, foe):
            client.ask(Knock())
        until(lambda: friend.table.state.phase == PLAYING)
        endpoint = foe.table.connection._endpoint
        assert endpoint
        endpoint.send(raw([[-1, 0, 1], foe.now]), foe.clock.microseconds())
        until(lambda: "away" in seats())
        assert friend.table.connection.state == CONNECTED
        assert served.poll() is None
    finally:
        code, _said, fault = ended(served, signal.SIGTERM)
        for client in (friend, foe):
            client.close()
    assert code == 128 + signal.SIGTERM
    assert fault.count("\n") == 1
    assert "Foe" in fault
    assert ">= 0" in fault


class Faulty(Haisty):
    """A game that fails where it is told to, once."""

    fails: ClassVar[list[str]] = []

    def flies(self, table: Table, seat: int, move: Move) -> bool:
        """Asked before anything has happened."""
        self._may_fail("flies")
        return super().flies(table, seat, move)

    def outcome(self, table: Table) -> Outcome | None:
        """Asked when it is known what the move does."""
        self._may_fail("outcome")
        return super().outcome(table)

    def _may_fail(self, here: str) -> None:
        if here in self.fails:
            self.fails.clear()
            raise RuntimeError("no such luck")


@pytest.mark.parametrize("where", ["flies", "outcome", "told"])
def test_a_fault_of_ours_costs_the_one_who_found_it_and_nobody_else(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def encode(message: ToClient) -> bytes:
        if "told" in Faulty.fails:
            Faulty.fails.clear()
            raise RuntimeError("no such luck")
        return encode_down(message)

    monkeypatch.setattr(peer, "encode_down", encode)
    net = Net(new_table(3, rules=Faulty), quick=True)
    for level in ("hard", "hard", None):
        net.join(LAN, LAN, level)
        net.run(0.3)
    foe = net.clients[2]
    assert foe.table.seat == 2
    net.ask(foe, Knock())
    assert net.run(20, lambda: net.clients[0].table.state.phase == PLAYING)
    assert net.run(5, lambda: net.now > (net.match.state.starts or net.now) + 50_000)
    foe.stopped = True
    turn = next(move for move in Haisty().moves(net.match.state.table, 2) if move[:2] == (19, 20))
    foe.table.ask(Play(turn, net.now), foe.clock(net.now))
    before = net.match.state
    Faulty.fails.append(where)
    for data in foe.table.connection.packets(foe.clock(net.now)):
        net.table.receive(data, foe.address, net.now)
    net.table.update(net.now)
    assert (net.match.state is before) == (where != "told")
    assert [(who, str(fault)) for who, _why, fault in net.table.dropped] == [("P2", "no such luck")]
    assert "no such luck" in net.table.dropped.pop().why
    assert net.table.members.at(foe.address) is None
    net.play()
    for client in net.clients[:2]:
        assert digest(client.table.state) == digest(net.match.state)
        assert client.table.connection.state == CONNECTED
    assert net.table.room.disagreed == 0


def test_a_name_that_no_table_could_tell_of_is_not_let_in() -> None:
    """A mark on a space has no letter: where the space went, the mark would stand alone."""
    table = new_table()
    first, second = (Intruder(table, (f"10.0.0.{i}", 1)) for i in (1, 2))
    join = msgspec.msgpack.encode(Join(" \u0301a", 0))
    assert first.prepare(join, 0)
    table.receive(first.join, first.address, 0)
    assert second.enter(Join("Bo", 0), 0)
    table.update(1_000_000)
    assert not first.inside
    assert second.inside


def test_a_pile_of_all_cards_of_a_full_table_is_told() -> None:
    """Full piles are put aside: with eight seats up to 416 cards in one."""
    table = Haisty().deal(1, 8)
    cards = tuple(Card(rank, suit, p) for p in range(8) for suit in SUITS for rank in range(ACE, KING + 1))
    assert cards[-1] == (KING, SPADES, 7)
    state = State(PLAYING, 1, table._replace(piles=(*table.piles[:-1], Pile(cards, len(cards)))), (0,) * 8)
    told = decode_down(encode_down(snapshot(state, 0)))
    assert isinstance(told, Snapshot)
    assert restored(told).table.piles[-1].cards == cards


def test_every_message_of_a_match_is_read_as_it_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = set[type]()

    def down(message: ToClient) -> bytes:
        data = encode_down(message)
        read = decode_down(data)
        assert isinstance(message, Moved | Dealt) or read == message
        assert encode_down(read) == data
        kinds.add(type(message))
        return data

    def up(message: ToHost) -> bytes:
        data = encode_up(message)
        assert decode_up(data) == message
        kinds.add(type(message))
        return data

    monkeypatch.setattr(peer, "encode_down", down)
    monkeypatch.setattr(connection, "encode_up", up)
    net = Net(new_table(3, rounds=2, seed=bytes(SECRET)), quick=True)
    for _ in range(3):
        net.join(LAN, LAN)
    net.play()
    assert {Play, Knock, Digest, Welcome, Room, Snapshot, Dealt, Moved, Thrown, Scored, Won} <= kinds
