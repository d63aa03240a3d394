"""Ways in which a table is hidden from who looks for it, on networks made of namespaces, and what is found or
told then."""

import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from game.lan.known_hosts import KnownHosts
from game.net.wire.packet import PORT
from tests.net.answerer import HOST_KEY, INFO
from tests.net.lan import Lan
from tests.net.test_known_hosts import TODAY

HOST, CLIENT = "10.77.1.1", "10.77.1.2"
FOUND = "found"
LISTED, OWNER = "tests.net.listed", "tests.net.owner_told"
DEAF = ("ct state established accept", "iif lo accept", "drop")
"""What a firewall does that lets in only answers."""


class Told(NamedTuple):
    """What `find --why` says, and what else is told: the tables' addresses, and the findings by name."""

    tables: list[str]
    findings: list[str]


class Evening:
    """A host and a client at a switch called "home"."""

    def __init__(
        self, lan: Lan, folder: Path, host: str = f"{HOST}/24", client: str = f"{CLIENT}/24"
    ) -> None:
        self.lan, self._folder = lan, folder
        lan.switch("home")
        self.host, self.client = lan.machine(), lan.machine()
        self.host_card = lan.plug(self.host, "home", *filter(None, [host]))
        self.client_card = lan.plug(self.client, "home", *filter(None, [client]))

    def open(self, **options: object) -> None:
        """Open the table."""
        self.lan.start(self.host, "tests.net.answerer", **options)

    def block(self, machine: str, *rules: str) -> None:
        """Put these rules before what comes in to a machine."""
        self.lan.run(
            machine, "nft", "add table inet t; add chain inet t in { type filter hook input priority 0; }"
        )
        for rule in rules:
            self.lan.run(machine, "nft", f"add rule inet t in {rule}")

    def met(self, port: int = PORT) -> None:
        """Let the client have sat at the table before."""
        KnownHosts(self._folder).remember(HOST_KEY, INFO.name, INFO.id, TODAY, (HOST, port))

    def look(self) -> Told:
        """What the client's program tells."""
        command = "main.py", "find", "--why", "--json", "--data", str(self._folder)
        told = json.loads(self.lan.output(self.client, *command))
        names = [each["name"] for each in told["findings"]]
        return Told([each["address"] for each in told["tables"]], names)


def no_broadcast(lan: Lan, folder: Path) -> Told:
    at = Evening(lan, folder)
    at.block(at.host, "meta pkttype broadcast drop")
    at.open()
    return at.look()


def no_multicast(lan: Lan, folder: Path) -> Told:
    at = Evening(lan, folder)
    at.block(at.host, "meta l4proto udp meta pkttype multicast drop")
    at.open()
    return at.look()


def dropped_at_host(lan: Lan, folder: Path) -> Told:
    at = Evening(lan, folder)
    at.block(at.host, *DEAF)
    owner = lan.result(at.host, OWNER)
    at.open()
    told = at.look()
    return told._replace(findings=[*told.findings, *owner, *lan.result(at.client, LISTED)])


def dropped_at_client(lan: Lan, folder: Path) -> Told:
    at = Evening(lan, folder)
    at.block(at.client, *DEAF)
    at.open()
    return at.look()


def vpn_route(lan: Lan, folder: Path) -> Told:
    at = Evening(lan, folder)
    lan.switch("work")
    card = lan.plug(at.client, "work", "10.8.0.2/24")
    for step in (("down",), ("name", "wg0"), ("up",)):
        lan.run(at.client, "ip", "link", "set", "dev", "wg0" if step == ("up",) else card, *step)
    for half in ("0.0.0.0/1", "128.0.0.0/1"):
        lan.route(at.client, half, "10.8.0.1")
    at.block(at.client, f"iifname {at.client_card} drop")
    lan.run(at.client, "nft", "add chain inet t out { type filter hook output priority 0; }")
    lan.run(at.client, "nft", f"add rule inet t out oifname {at.client_card} drop")
    at.open()
    return at.look()


def two_interfaces(lan: Lan, folder: Path) -> Told:
    at = Evening(lan, folder)
    lan.switch("work")
    lan.plug(at.client, "work", "10.77.2.2/24")
    lan.route(at.client, "default", "10.77.2.1")
    at.open()
    return at.look()


def only_ipv6(lan: Lan, folder: Path) -> Told:
    at = Evening(lan, folder, "", "")
    at.open()
    return at.look()


def other_port(lan: Lan, folder: Path) -> Told:
    at = Evening(lan, folder)
    at.met(PORT + 1)
    at.open(port=PORT + 1)
    return at.look()


def large_network(lan: Lan, folder: Path) -> Told:
    at = Evening(lan, folder, f"{HOST}/16", f"{CLIENT}/16")
    at.open()
    return at.look()


def asleep(lan: Lan, folder: Path) -> Told:
    at = Evening(lan, folder)
    at.met()
    at.open()
    lan.signal(signal.SIGSTOP)
    return at.look()


FAULTS: dict[Callable[[Lan, Path], Told], tuple[str, ...]] = {
    no_broadcast: (FOUND,),
    no_multicast: (FOUND,),
    dropped_at_host: ("host", "firewall"),
    dropped_at_client: ("deaf",),
    vpn_route: ("vpn_route",),
    two_interfaces: (FOUND,),
    only_ipv6: (FOUND,),
    other_port: (FOUND,),
    large_network: (FOUND,),
    asleep: ("silent_host",),
}
"""Each fault, with what must come of it: that the table is found, or these findings."""


def is_right(told: Told, expected: tuple[str, ...]) -> bool:
    """Whether what must come of a fault has, and nothing that is wrong."""
    if told.tables:
        return expected == (FOUND,) and "apart" not in told.findings
    return set(expected) <= set(told.findings) and "alone" not in told.findings
