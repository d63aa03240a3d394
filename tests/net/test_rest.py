"""What a host does while nothing happens at its table: as little as it can, and not too late."""

from itertools import pairwise

import pytest

from game.core.state import Thrown
from game.core.table import Move
from game.net.address import Address
from game.net.server.game_room import GameRoom
from game.net.server.peer import Delivery
from tests.net.impair import LAN, WIFI
from tests.net.simnet import Net, at_duel

MS = 1000


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """When a host saw to its room."""
    found: list[int] = []
    update = GameRoom.update

    def seen(room: GameRoom, now: int) -> list[Delivery]:
        found.append(now)
        return update(room, now)

    monkeypatch.setattr(GameRoom, "update", seen)
    return found


def throw(net: Net) -> None:
    net.press(net.clients[0], Move(0, 2))


def test_packets_without_messages_do_not_stir_the_room(looks: list[int]) -> None:
    net = at_duel(LAN, WIFI)
    net.run(0.3)
    assert net.table.rests
    peers = [member.peer for member in net.table.members.all.values() if member.peer]
    before = len(looks), [peer.endpoint.newest for peer in peers]
    net.run(1)
    assert len(looks) - before[0] <= 22
    for peer, newest in zip(peers, before[1], strict=True):
        assert peer.endpoint.newest - newest > 80
        assert net.now - peer.watermark < 20 * MS


def test_room_stirs_for_watermarks_until_all_know_of_a_throw(looks: list[int]) -> None:
    net = at_duel(LAN, WIFI)
    net.run(0.3)
    throw(net)
    assert net.run(0.01, lambda: not net.table.rests)
    assert net.run(0.05, lambda: any(isinstance(event, Thrown) for _at, event in net.clients[1].events))
    assert net.run(0.01, lambda: net.table.rests)
    assert net.match.state.air, "it still flies"
    before = len(looks)
    assert net.run(0.2, lambda: not net.match.state.air)
    assert len(looks) - before < 10


def test_seat_that_falls_silent_is_noticed_at_rest() -> None:
    net = at_duel(LAN, WIFI)
    net.run(0.3)
    net.clients[1].stopped = True
    member = net.table.members.all[1]
    assert net.run(3.2, lambda: member.peer is None)


def test_packets_of_all_seats_come_together() -> None:
    net = at_duel(LAN, LAN, LAN)
    net.run(0.3)
    came = list[int]()
    receive = net.table.receive

    def received(data: bytes, address: Address, now: int) -> bytes | None:
        came.append(now)
        return receive(data, address, now)

    net.table.receive = received  # type: ignore[method-assign]
    net.run(0.5)
    bursts = [time for last, time in pairwise([0, *came]) if time - last > MS]
    assert len(came) > 115
    assert len(bursts) < 50
