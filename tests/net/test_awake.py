"""Lines are kept awake from the first knock on, and packets are marked as those of a call are."""

import socket
import sys

import pytest

from game.core.state import Knock
from game.lan.hosting import bind
from game.lan.udp import open_client
from tests.net.impair import LAN
from tests.net.simnet import Client, Net, lobby, new_table
from tests.waiting import PATIENCE


def packets(net: Net, client: Client) -> int:
    """How many the client sends in a second."""
    before = client.up.sent
    net.run(1)
    return client.up.sent - before


def test_lines_of_all_seats_are_awake_once_one_has_knocked() -> None:
    net = lobby(3)
    watcher = net.join(LAN, LAN, person=True, watch=True)
    net.run(1)
    assert max(packets(net, client) for client in net.clients) <= 30
    net.ask(net.clients[0], Knock())
    net.run(0.2)
    for client in net.clients[:3]:
        assert 20 <= packets(net, client) < 50
    assert packets(net, watcher) <= 30


def test_lines_rest_between_rounds_until_one_knocks_and_when_the_match_is_won() -> None:
    net = Net(new_table(2, rounds=2), quick=True)
    for _ in range(2):
        net.join()
    net.begin()
    one = net.clients[0]
    assert net.run(900, lambda: one.table.state.phase == "scored")
    assert not one.table.state.ready
    assert one.table.connection.interval == 100_000
    assert net.run(60, lambda: one.table.state.phase == "playing" and one.table.connection.interval < 20_000)
    net.play()
    net.run(0.2)
    assert packets(net, one) <= 30


@pytest.mark.real
@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="where the mark of a packet that came can be read"
)
@pytest.mark.parametrize(
    ("family", "here", "level", "told", "mark"),
    [
        (socket.AF_INET, "127.0.0.1", socket.IPPROTO_IP, socket.IP_RECVTOS, socket.IP_TOS),
        (socket.AF_INET6, "::1", socket.IPPROTO_IPV6, socket.IPV6_RECVTCLASS, socket.IPV6_TCLASS),
    ],
)
def test_packets_come_marked_for_the_class_of_calls(
    family: int, here: str, level: int, told: int, mark: int
) -> None:
    with socket.socket(family, socket.SOCK_DGRAM) as there:
        there.setsockopt(level, told, 1)
        there.settimeout(PATIENCE)
        there.bind((here, 0))
        address = there.getsockname()
        for ports in (bind(0), open_client(address)):
            assert not ports.send(b"news", address)
            data, [(_level, kind, value)], _flags, _sender = there.recvmsg(100, 100)
            assert (data, kind, value[0]) == (b"news", mark, 0xB8)
            ports.close()
