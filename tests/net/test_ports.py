"""A host's sockets: whoever calls at another port of its is answered from there."""

import socket
import sys
from contextlib import closing

from game.lan.udp import Ports, open_client, open_ports
from game.net.address import Address
from tests.waiting import PATIENCE

_RECVERR = 11
"""Linux' option IP_RECVERR."""


def heard(ports: Ports) -> tuple[bytes, Address]:
    """What has come."""
    return next(ports.receive(ports.wait(PATIENCE)))


def test_the_answer_comes_from_the_port_that_was_called_last() -> None:
    with closing(open_ports(0)) as spare:
        opened = spare.port
    with closing(open_ports(0)) as host, closing(open_client(("127.0.0.1", 0))) as guest:
        host.answer_at(opened)
        host.answer_at(opened)
        for port in (host.port, opened, opened, host.port):
            guest.send(b"ask", ("127.0.0.1", port))
            asked, sender = heard(host)
            host.send(b"answer", sender)
            assert (asked, *heard(guest)) == (b"ask", b"answer", ("127.0.0.1", port))


def test_a_port_that_another_has_is_left_alone() -> None:
    with closing(open_ports(0)) as other, closing(open_ports(0)) as host:
        count = len(host.sockets)
        host.answer_at(other.port)
        host.answer_at(host.port)
        assert len(host.sockets) == count


def test_without_sockets_a_wait_only_takes_its_time() -> None:
    assert Ports([]).wait(0) == []


def test_what_the_system_says_of_closed_ports_hides_nothing_that_came() -> None:
    """As Windows always does; Linux does if it is asked to."""
    with closing(open_ports(0)) as gone:
        closed = gone.port
    with closing(open_ports(0)) as host, closing(open_client(("127.0.0.1", 0))) as guest:
        if sys.platform == "linux":
            host.sockets[0].setsockopt(socket.IPPROTO_IP, _RECVERR, 1)
        for _ in range(3):
            host.send(b"", ("127.0.0.1", closed))
            host.wait(PATIENCE if sys.platform == "linux" else 0)
        guest.send(b"ask", ("127.0.0.1", host.port))
        assert guest.wait(0) == []
        assert next(heard for _ in range(9) for heard in host.receive(host.wait(PATIENCE)))[0] == b"ask"
