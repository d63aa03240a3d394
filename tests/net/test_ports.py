"""A host's sockets: whoever calls at another port of its is answered from there."""

from contextlib import closing

from game.lan.udp import Ports, open_client, open_ports
from game.net.address import Address
from tests.waiting import PATIENCE


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
