"""Why no table was found, or why others cannot see one hosted here: from what is known to named findings."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from game.i18n import N_, Notice
from game.net.wire.packet import PORT

if TYPE_CHECKING:  # it takes longer than a frame
    from game.lan.interfaces import Interface


class Facts(NamedTuple):
    """What is known of this machine and its networks, after tables were looked for or one was opened."""

    port: int = PORT
    """Where tables are looked for, or where the own one is."""
    platform: str = "linux"
    """As in `sys.platform`."""
    interfaces: "tuple[Interface, ...]" = ()
    refused: bool = False
    """Whether the system sends nothing that this program asks of a network."""
    deaf: bool = False
    """Whether nothing comes in that was not asked for: what this machine says to all does not reach it."""
    firewall: str = ""
    """What the firewall is called, as far as is known."""
    public: bool = False
    """Whether Windows counts a network as public."""
    taken: bool = False
    """Whether another program has the port, and no table answers there."""
    foreign: tuple[str, ...] = ()
    """Where other versions of the game answer."""
    silent: tuple[str, str] | None = None
    """The last known host on the own networks that does not answer: its table's name, and its address."""
    known: int = 0
    """How many addresses known from before were asked."""
    near: int = 0
    """How many addresses near the own ones were asked."""
    alone: bool = False
    """Whether nobody but perhaps a router was there when they were."""

    @property
    def links(self) -> "list[Interface]":
        """The interfaces that lead to other machines here."""
        return [each for each in self.interfaces if each.kind == "link"]

    @property
    def tunnels(self) -> "list[Interface]":
        """The VPNs' interfaces, first the one that everything goes through. macOS always has some without an
        IPv4 address."""
        found = [each for each in self.interfaces if each.kind == "tunnel" and each.ipv4]
        return sorted(found, key=lambda each: not each.default)


class Finding(NamedTuple):
    """Something that is wrong, or may be."""

    name: str
    sure: bool
    words: Notice
    """What is wrong, and what to do."""


class _Cause(NamedTuple):
    sure: bool
    words: str
    holds: Callable[[Facts], object]


_BASIC: Mapping[str, _Cause] = {
    "no_network": _Cause(
        True,
        N_("This computer is on no network: join the others’ Wi-Fi, or plug in a cable."),
        lambda facts: not (facts.links or facts.tunnels),
    ),
    "only_vpn": _Cause(
        True,
        N_("Only the VPN “{vpn}” connects this computer: join the others’ Wi-Fi as well."),
        lambda facts: not facts.links,
    ),
    "no_permission": _Cause(
        True,
        N_("macOS bars Haisty from this network: allow it under Privacy & Security, Local Network."),
        lambda facts: facts.refused and facts.platform == "darwin",
    ),
    "nothing_out": _Cause(
        True,
        N_("This computer’s firewall lets nothing out: allow UDP to port {port}."),
        lambda facts: facts.refused,
    ),
}
"""What makes all further questions pointless: the first that holds is the only finding."""

_SEARCH: Mapping[str, _Cause] = {
    "other_version": _Cause(
        True,
        N_("{foreign} plays another version of Haisty: everyone needs the same one."),
        lambda facts: facts.foreign,
    ),
    "port_taken": _Cause(
        True,
        N_("Another program here uses UDP port {port}: no table can be opened before it ends."),
        lambda facts: facts.taken,
    ),
    "deaf": _Cause(
        True,
        N_("This computer’s firewall drops answers to broadcasts: look further, or enter the address."),
        lambda facts: facts.deaf and not facts.near,
    ),
    "alone": _Cause(
        True,
        N_("Only the router answers here: this network keeps its devices apart, or the others use another."),
        lambda facts: facts.alone,
    ),
    "silent_host": _Cause(
        False,
        N_("“{table}” was last at {address}, and nobody answers there: is that computer awake?"),
        lambda facts: facts.silent,
    ),
    "vpn_route": _Cause(
        False,
        N_("All traffic goes through the VPN “{vpn}”, perhaps this network’s too: switch it off."),
        lambda facts: any(each.default for each in facts.tunnels),
    ),
    "public_network": _Cause(
        False,
        N_("Windows calls this network public, which may hide tables: make it private in the settings."),
        lambda facts: facts.public,
    ),
    "permission": _Cause(
        False,
        N_("macOS may bar Haisty from this network: see Privacy & Security, Local Network."),
        lambda facts: facts.platform == "darwin",
    ),
    "apart": _Cause(
        False,
        N_("The Wi-Fi may keep its devices apart, as guest networks do: use another one, or a cable."),
        lambda facts: not facts.alone,
    ),
    "host": _Cause(
        False,
        N_("The table may be behind a firewall, or not at port {port}: its owner sees what to enter."),
        lambda facts: not facts.alone,
    ),
}
"""Why no table may have been found."""

_HOST: Mapping[str, _Cause] = {
    "firewall": _Cause(
        True,
        N_("This computer’s firewall keeps them out: {allow} lets them in."),
        lambda facts: facts.deaf,
    ),
    "public_network": _Cause(
        False,
        N_("Windows calls this network public: make it private, and let Haisty through the firewall."),
        lambda facts: facts.public,
    ),
    "permission": _Cause(
        False,
        N_("The macOS firewall is on: let Haisty through it in the settings, under Network."),
        lambda facts: facts.platform == "darwin" and facts.firewall,
    ),
}
"""Why others may not see a table that is hosted here."""

_ALLOW: Mapping[str, str] = {
    "ufw": "sudo ufw allow {port}/udp",
    "firewalld": "sudo firewall-cmd --add-port={port}/udp",
    "": "UDP {port}",
}
"""What opens a port in a firewall of this name."""


def why_not_found(facts: Facts) -> tuple[Finding, ...]:
    """Why no table was found, what is sure first."""
    return _found(_BASIC, facts)[:1] or _found(_SEARCH, facts)


def why_not_seen(facts: Facts) -> tuple[Finding, ...]:
    """Why others cannot see the table that is hosted here; empty for all that is known, they can."""
    return _found(_BASIC, facts)[:1] or _found(_HOST, facts)


def unseen(finding: Finding) -> Notice:
    """What the owner of a table is told."""
    if finding.sure:
        return Notice(N_("Others cannot see this table: {why}"), why=finding.words)
    return Notice(N_("Others may not see this table: {why}"), why=finding.words)


def tried(facts: Facts) -> list[Notice]:
    """What was asked, a sentence each."""
    said = []
    if on := [" ".join([each.name, *(str(ip.ip) for ip in each.ipv4)]) for each in facts.interfaces]:
        said.append(Notice(N_("Asked everyone on {networks}."), networks=on))
    if facts.known:
        said.append(Notice(N_("Asked the addresses known from before: {n}."), n=facts.known))
    if facts.near:
        said.append(Notice(N_("Asked the addresses nearby: {n}."), n=facts.near))
    return said


def _found(causes: Mapping[str, _Cause], facts: Facts) -> tuple[Finding, ...]:
    table, address = facts.silent or ("", "")
    fields: dict[str, object] = {
        "port": facts.port,
        "vpn": "".join(each.name for each in facts.tunnels[:1]),
        "foreign": "".join(facts.foreign[:1]),
        "table": table,
        "address": address,
        "allow": _ALLOW.get(facts.firewall, _ALLOW[""]).format(port=facts.port),
    }
    held = ((name, cause) for name, cause in causes.items() if cause.holds(facts))
    return tuple(Finding(name, cause.sure, Notice(cause.words, **fields)) for name, cause in held)
