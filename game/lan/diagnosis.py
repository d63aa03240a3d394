"""Why no table was found, or why others cannot see one hosted here: from what is known to named findings."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from game.i18n import N_, Notice
from game.lan.udp import write_address
from game.net.wire.packet import PORT, VERSION

if TYPE_CHECKING:  # it takes longer than a frame
    from game.lan.interfaces import Interface
    from game.net.discovery.finder import Foreign


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
    deaf_at: str = ""
    """The interface of which that is so, if it is not so of all."""
    firewall: str = ""
    """What the firewall is called, as far as is known."""
    public: bool = False
    """Whether Windows counts a network as public."""
    let_in: bool | None = True
    """Whether Windows' firewall lets others reach this program; None: nobody has said yet."""
    taken: bool = False
    """Whether another program has the port, and no table answers there."""
    foreign: "tuple[Foreign, ...]" = ()
    """What seem to be hosts of other versions of the game."""
    silent: tuple[str, str] | None = None
    """The last known host on the own networks that does not answer: its table's name, and its address."""
    known: int = 0
    """How many addresses known from before were asked."""
    near: int = 0
    """How many addresses near the own ones were asked."""
    alone: bool = False
    """Whether they were all, and the router alone was there."""

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


_ALLOW: Mapping[str, str] = {
    "ufw": "sudo ufw allow {port}/udp",
    "firewalld": "sudo firewall-cmd --add-port={port}/udp",
}
"""What opens a port in a firewall of this name."""
_ALLOW_ANSWERS: Mapping[str, str] = {
    "ufw": "sudo ufw allow proto udp from any port {port}",
    "firewalld": "sudo firewall-cmd --add-source-port={port}/udp",
}
"""What lets in whatever comes from a port."""


def why_not_found(facts: Facts) -> tuple[Finding, ...]:
    """Why no table was found, what is sure first."""
    return tuple(_basic(facts))[:1] or tuple(_search(facts))


def why_not_seen(facts: Facts) -> tuple[Finding, ...]:
    """Why others cannot see the table that is hosted here; empty for all that is known, they can."""
    return tuple(_basic(facts))[:1] or tuple(_host(facts))


def _basic(facts: Facts) -> Iterator[Finding]:
    """What makes all further questions pointless: the first is the only finding."""
    if not (facts.links or facts.tunnels):
        words = N_("This computer is on no network: join the others’ Wi-Fi, or plug in a cable.")
        yield Finding("no_network", True, Notice(words))
    elif not facts.links:
        words = N_("Only the VPN “{vpn}” connects this computer: join the others’ Wi-Fi as well.")
        yield Finding("only_vpn", True, Notice(words, vpn=facts.tunnels[0].name))
    if facts.refused and facts.platform == "darwin":
        words = N_("macOS bars Haisty from this network: allow it under Privacy & Security, Local Network.")
        yield Finding("no_permission", True, Notice(words))
    elif facts.refused:
        words = N_("This computer’s firewall lets nothing out: allow UDP to port {port}.")
        yield Finding("nothing_out", True, Notice(words, port=facts.port))


def _search(facts: Facts) -> Iterator[Finding]:
    """Why no table may have been found."""
    if facts.let_in is False:
        yield _barred()
    if facts.taken:
        words = N_("Another program here uses UDP port {port}: close it to open a table.")
        yield Finding("port_taken", True, Notice(words, port=facts.port))
    if facts.deaf and not facts.near:
        words = N_(
            "This computer’s firewall drops answers to broadcasts: look further, enter the address, or let "
            "them in: {allow}."
        )
        yield Finding("deaf", True, Notice(words, allow=_allowing(_ALLOW_ANSWERS, facts)))
    if facts.let_in is None:
        words = N_(
            "Windows asks whether Haisty may use the network: allow it here, and where the table is open."
        )
        yield Finding("firewall_asks", False, Notice(words))
    if facts.foreign:
        version, at = facts.foreign[0]
        newer = N_("{foreign} may have a newer version of Haisty: if so, update yours.")
        older = N_("{foreign} may have an older version of Haisty: if so, theirs needs an update.")
        words = newer if version > VERSION else older
        yield Finding("other_version", False, Notice(words, foreign=write_address(at)))
    if facts.silent:
        table, address = facts.silent
        words = N_("“{table}” was last at {address}, and nobody answers there: wake that computer.")
        yield Finding("silent_host", False, Notice(words, table=table, address=address))
    if facts.tunnels and facts.tunnels[0].default:
        words = N_("All traffic goes through the VPN “{vpn}”, perhaps this network’s too: switch it off.")
        yield Finding("vpn_route", False, Notice(words, vpn=facts.tunnels[0].name))
    if facts.public:
        words = N_(
            "Windows calls this network public, which may hide tables: make it private in the settings."
        )
        yield Finding("public_network", False, Notice(words))
    if facts.platform == "darwin":
        words = N_("macOS may bar Haisty from this network: see Privacy & Security, Local Network.")
        yield Finding("permission", False, Notice(words))
    apart = N_("The Wi-Fi may keep its devices apart, as guest networks do: use another one, or a cable.")
    alone = N_("Only the router answers, so devices may be kept apart here: use another network or a cable.")
    name, words = ("alone", alone) if facts.alone else ("apart", apart)
    yield Finding(name, False, Notice(words))
    words = N_("The table may be behind a firewall, or not at port {port}: ask its host what to enter.")
    yield Finding("host", False, Notice(words, port=facts.port))


def _host(facts: Facts) -> Iterator[Finding]:
    """Why others may not see a table that is hosted here."""
    if facts.let_in is False:
        yield _barred()
    elif facts.let_in is None:
        words = N_("Windows asks whether Haisty may use the network: allow it, or nobody gets in.")
        yield Finding("firewall_asks", False, Notice(words))
    if facts.deaf:
        everywhere = N_("This computer’s firewall keeps them out; to let them in: {allow}.")
        there = N_("This computer’s firewall keeps out everyone on {network}; to let them in: {allow}.")
        words, allow = there if facts.deaf_at else everywhere, _allowing(_ALLOW, facts)
        yield Finding("firewall", True, Notice(words, network=facts.deaf_at, allow=allow))
    if facts.public:
        words = N_("Windows calls this network public: make it private, and let Haisty through the firewall.")
        yield Finding("public_network", False, Notice(words))
    if facts.platform == "darwin" and facts.firewall:
        words = N_("The macOS firewall is on: let Haisty through it in the settings, under Network.")
        yield Finding("permission", False, Notice(words))


def _barred() -> Finding:
    """Windows has asked about this program, and was told no."""
    words = N_(
        "Windows’ firewall keeps Haisty off the network: allow it under “Allow an app through firewall”."
    )
    return Finding("firewall", True, Notice(words))


def _allowing(ways: Mapping[str, str], facts: Facts) -> str:
    """What is to be done to this machine's firewall."""
    return ways.get(facts.firewall, "UDP {port}").format(port=facts.port)


def unseen(finding: Finding) -> Notice:
    """What the owner of a table is told."""
    if finding.sure:
        return Notice(N_("Others cannot see this table: {why}"), why=finding.words)
    return Notice(N_("Others might not see this table: {why}"), why=finding.words)


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
