"""A handshake that the host forgot while the line was dead is begun anew, as in WireGuard."""

import pytest

from game.net.client.connection import CONNECTED, REQUESTING, RESPONDING, Connection
from game.net.wire.messages import Join
from game.net.wire.packet import CONNECT, HELLO, JOIN
from tests.net.impair import Way
from tests.net.simnet import SECOND, Net, new_table
from tests.net.test_codes import FalseHost

WAY = Way(10_000)
ROUND_TRIP = 2 * WAY.delay / SECOND
BREAKS = range(0, 80_000, 10_000)
"""Microseconds after the first question: in all, three round trips go by until one is in."""


def net_with_break(at: int, dead: float, up: bool, down: bool, code: str) -> Net:
    """A client on its way in whose line is dead for so many seconds from that moment on."""
    net = Net(new_table(seats=2, code=code))
    client = net.join(WAY, WAY, code=code, level=None)
    net.run(at / SECOND)
    until = net.now + round(dead * SECOND)
    for way in [client.up] * up + [client.down] * down:
        way.cut(until)
    net.run(dead)
    return net


def comes_in(net: Net, within: float = 1.2) -> bool:
    """Whether the client is in within so many seconds and the round trips it takes."""
    return net.run(within + 4 * ROUND_TRIP, lambda: net.clients[0].table.seated)


@pytest.mark.parametrize("dead", [4, 64])
@pytest.mark.parametrize(("up", "down"), [(True, True), (True, False), (False, True)])
def test_client_is_in_soon_after_a_dead_line_is_good_again(up: bool, down: bool, dead: float) -> None:
    for at in BREAKS:
        net = net_with_break(at, dead, up, down, "")
        [client] = net.clients
        if client.table.connection.state == CONNECTED:
            assert at >= 45_000
            break  # the handshake was over: from then on a second connection helps
        assert comes_in(net), at
        net.run(4)
        assert client.table.seated
        taken = [chair for chair in net.table.members.chairs if not chair.empty]
        assert len(taken) == 1, "nothing is kept for what came of the handshake given up"


def test_client_with_the_code_is_in_after_its_one_guess_more() -> None:
    met = set()
    for at in BREAKS:
        net = net_with_break(at, 64, True, True, "4711")
        if net.clients[0].table.connection.state == CONNECTED:
            break
        met.add(net.clients[0].table.connection.state)
        assert comes_in(net, 5), at
    assert REQUESTING in met


@pytest.mark.parametrize(("code", "within"), [("", 1.3), ("4711", 5.1)])
@pytest.mark.parametrize("state", [REQUESTING, RESPONDING])
def test_client_whose_address_changes_on_its_way_in_comes_from_the_new_one(
    state: str, code: str, within: float
) -> None:
    net = Net(new_table(seats=2, code=code))
    client = net.join(WAY, WAY, code=code, level=None)
    connection = client.table.connection
    assert net.run(1, lambda: connection.state == state and connection._handshake.greeted)
    client.address = ("10.9.9.9", 9)
    assert comes_in(net, within)


def test_false_host_that_keeps_silent_gets_one_guess_more() -> None:
    host, client = FalseHost("0815"), Connection(Join("Ann", 0), "4711", 0)
    for _guess in range(2):
        host.lure(client)
        sent = {data for now in range(0, 120 * SECOND, SECOND // 10) for data in client.packets(now)}
    assert [data[7] for data in sent] == [JOIN], "the same, for as long as it asks"


def test_host_of_a_table_joined_before_is_asked_anew_with_the_code() -> None:
    host, client = FalseHost("0815"), Connection(Join("Ann", 0), "4711", 0)
    client.only = b"table id"
    host.lure(client)
    sent = [data for now in range(0, 20 * SECOND, SECOND // 10) for data in client.packets(now)]
    assert [data[7] for data in sent].index(HELLO) > 0


def test_each_handshake_has_its_own_nonce_and_keys() -> None:
    """From a host that answers the first question each time and no other."""
    host, client = FalseHost(""), Connection(Join("Ann", 0), "", 0)
    connects = set()
    for now in range(0, 60 * SECOND, SECOND // 10):
        for data in client.packets(now):
            if data[7] == HELLO:
                client.receive(host.cookie(data), now)
            else:
                connects.add(data)
    assert {data[7] for data in connects} == {CONNECT}
    assert len({data[8:16] for data in connects}) == len({data[34:66] for data in connects}) == 50
