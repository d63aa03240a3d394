"""From what is known of a machine to why no table is found there, or why others cannot see its own."""

from ipaddress import IPv4Interface, IPv6Address
from pathlib import Path

import pytest

from game.lan.diagnosis import Facts, tried, why_not_found, why_not_seen
from game.lan.interfaces import Interface
from game.lan.surroundings import devices, firewall_of, is_alone, is_let_in
from game.net.discovery.finder import Foreign
from game.net.wire.packet import VERSION

WIFI = Interface(2, (IPv4Interface("192.168.1.7/24"),), (), "wlan0")
VPN = Interface(3, (IPv4Interface("10.8.0.2/24"),), (), "wg0", "tunnel")
DOCKER = Interface(4, (IPv4Interface("172.17.0.1/16"),), (), "docker0", "inside")
UTUN = Interface(5, (), (IPv6Address("fe80::7"),), "utun3", "tunnel")
"""One that macOS always has."""
WAY_OUT = VPN._replace(default=True)
USUAL = Facts(interfaces=(WIFI,))
ALWAYS = ["apart", "host"]
NEWER, OLDER = (Foreign(VERSION + step, ("10.0.0.5", 1)) for step in (1, -1))

SEARCHED: dict[str, tuple[Facts, list[str]]] = {
    "nothing": (USUAL, ALWAYS),
    "no network": (Facts(taken=True), ["no_network"]),
    "only containers": (Facts(interfaces=(DOCKER,)), ["no_network"]),
    "only what macOS always has": (Facts(interfaces=(UTUN,)), ["no_network"]),
    "only a VPN": (Facts(interfaces=(VPN, DOCKER)), ["only_vpn"]),
    "a VPN's route": (Facts(interfaces=(WIFI, WAY_OUT)), ["vpn_route", *ALWAYS]),
    "a VPN beside": (Facts(interfaces=(WIFI, VPN)), ALWAYS),
    "another version": (USUAL._replace(foreign=(NEWER,)), ["other_version", *ALWAYS]),
    "port taken": (USUAL._replace(taken=True), ["port_taken", *ALWAYS]),
    "deaf": (USUAL._replace(deaf=True, firewall="ufw"), ["deaf", *ALWAYS]),
    "deaf, but each was asked": (USUAL._replace(deaf=True, near=253), ALWAYS),
    "alone": (USUAL._replace(near=253, alone=True), ["alone", "host"]),
    "asleep": (USUAL._replace(silent=("Kitchen", "10.0.0.5:41313")), ["silent_host", *ALWAYS]),
    "refused": (USUAL._replace(refused=True), ["nothing_out"]),
    "refused by macOS": (USUAL._replace(refused=True, platform="darwin"), ["no_permission"]),
    "macOS": (USUAL._replace(platform="darwin", firewall="macOS"), ["permission", *ALWAYS]),
    "Windows": (USUAL._replace(platform="win32", public=True), ["public_network", *ALWAYS]),
    "Windows asks": (USUAL._replace(platform="win32", let_in=None), ["firewall_asks", *ALWAYS]),
    "Windows was told no": (USUAL._replace(platform="win32", let_in=False), ["firewall", *ALWAYS]),
    "two at once": (USUAL._replace(taken=True, foreign=(OLDER,)), ["port_taken", "other_version", *ALWAYS]),
}
HOSTED: dict[str, tuple[Facts, list[str]]] = {
    "nothing": (USUAL, []),
    "no network": (Facts(), ["no_network"]),
    "only a VPN": (Facts(interfaces=(VPN,)), ["only_vpn"]),
    "a firewall": (USUAL._replace(deaf=True, firewall="ufw"), ["firewall"]),
    "a firewall that lets it in": (USUAL._replace(firewall="ufw"), []),
    "some firewall": (USUAL._replace(deaf=True), ["firewall"]),
    "Windows": (USUAL._replace(platform="win32", public=True), ["public_network"]),
    "Windows asks": (USUAL._replace(platform="win32", let_in=None), ["firewall_asks"]),
    "Windows was told no": (
        USUAL._replace(platform="win32", let_in=False, public=True),
        ["firewall", "public_network"],
    ),
    "macOS without one": (USUAL._replace(platform="darwin"), []),
    "macOS": (USUAL._replace(platform="darwin", firewall="macOS"), ["permission"]),
}


@pytest.mark.parametrize("case", SEARCHED)
def test_why_a_search_found_nothing(case: str) -> None:
    facts, names = SEARCHED[case]
    assert [each.name for each in why_not_found(facts)] == names


@pytest.mark.parametrize("case", HOSTED)
def test_why_others_cannot_see_a_table(case: str) -> None:
    facts, names = HOSTED[case]
    assert [each.name for each in why_not_seen(facts)] == names


@pytest.mark.parametrize("facts", [case[0] for case in [*SEARCHED.values(), *HOSTED.values()]])
def test_each_finding_is_one_line_and_what_is_sure_comes_first(facts: Facts) -> None:
    for found in (why_not_found(facts), why_not_seen(facts)):
        assert [each.sure for each in found] == sorted((each.sure for each in found), reverse=True)
        for each in found:
            words = str(each.words)
            assert words and "\n" not in words and "{" not in words and len(words) < 160


def test_whose_version_is_the_older_one_is_told_and_never_as_certain() -> None:
    """Whoever is on the network can say so."""
    found = [why_not_found(USUAL._replace(foreign=(each,)))[0] for each in (NEWER, OLDER)]
    assert not any(each.sure for each in found)
    told = [str(each.words) for each in found]
    assert told == [
        "10.0.0.5:1 may have a newer version of Haisty: if so, update yours.",
        "10.0.0.5:1 may have an older version of Haisty: if so, theirs needs an update.",
    ]


@pytest.mark.parametrize(
    ("firewall", "way"),
    [
        ("ufw", "sudo ufw allow proto udp from any port 41313."),
        ("firewalld", "sudo firewall-cmd --add-source-port=41313/udp."),
        ("", "UDP 41313."),
    ],
)
def test_what_lets_answers_in_is_told(firewall: str, way: str) -> None:
    assert str(why_not_found(USUAL._replace(deaf=True, firewall=firewall))[0].words).endswith(way)


def test_what_was_tried_is_told() -> None:
    facts = Facts(interfaces=(WIFI, VPN), known=2, near=253)
    assert [str(each) for each in tried(facts)] == [
        "Asked everyone on wlan0 192.168.1.7, wg0 10.8.0.2.",
        "Asked the addresses known from before: 2.",
        "Asked the addresses nearby: 253.",
    ]
    assert tried(Facts()) == []


PRINTED = {
    "win32": {
        "Public\r\n": ("", True),
        "Private\r\n": ("", False),
        "DomainAuthenticated\r\nPublic\r\n": ("", True),
        "": ("", False),
        "Get-NetConnectionProfile : The term is not recognized\r\n": ("", False),
    },
    "darwin": {
        "Firewall is enabled. (State = 1) \n": ("macOS", False),
        "Firewall is blocking all non-essential incoming connections. (State = 2) \n": ("macOS", False),
        "Firewall is disabled. (State = 0) \n": ("", False),
        "": ("", False),
    },
    "linux": {"running\n": ("firewalld", False), "not running\n": ("", False), "": ("", False)},
}
"""What the tools of each system print, and what that says: the firewall, and whether a network is public."""


@pytest.mark.parametrize(
    ("platform", "printed", "said"), [(at, out, said) for at in PRINTED for out, said in PRINTED[at].items()]
)
def test_the_firewall_is_known_from_what_the_system_prints(
    platform: str, printed: str, said: tuple[str, bool], tmp_path: Path
) -> None:
    assert firewall_of(platform, lambda _command: printed, tmp_path) == said


RULE = "v2.31|Action={}|Active={}|Dir={}|Protocol=17|Profile=Private|App={}|Name=haisty.exe|"
HERE = r"C:\Users\Åsa\Haisty\haisty.exe"


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ([], None),
        ([("Allow", "TRUE", "In", HERE.lower())], True),
        ([("Block", "TRUE", "In", HERE)], False),
        ([("Block", "TRUE", "In", HERE), ("Allow", "TRUE", "In", HERE)], True),  # by the kind of network
        ([("Block", "FALSE", "In", HERE), ("Block", "TRUE", "Out", HERE)], None),
        ([("Block", "TRUE", "In", r"C:\haisty.exe")], None),
    ],
)
def test_what_windows_was_told_is_read_from_the_rules_of_its_firewall(
    rules: list[tuple[str, ...]], said: bool | None
) -> None:
    others = ["v2.31|", "", RULE.format("Allow", "TRUE", "In", "System")]
    assert is_let_in([*others, *(RULE.format(*rule) for rule in rules)], {HERE}) is said


@pytest.mark.parametrize("text", ["# ufw\nENABLED=yes\nLOGLEVEL=low\n", "ENABLED=no\n", "\xff\x00"])
def test_ufw_is_known_from_its_file(text: str, tmp_path: Path) -> None:
    (tmp_path / "etc/ufw").mkdir(parents=True)
    (tmp_path / "etc/ufw/ufw.conf").write_text(text, "latin-1")
    on = "ENABLED=yes" in text
    assert firewall_of("linux", lambda _command: "", tmp_path) == ("ufw" if on else "", False)


ARP = {
    "Linux": """\
IP address       HW type     Flags       HW address            Mask     Device
192.168.1.1      0x1         0x2         a4:b1:c1:00:12:34     *        wlan0
192.168.1.23     0x1         0x0         00:00:00:00:00:00     *        wlan0
172.17.0.2       0x1         0x2         02:42:ac:11:00:02     *        docker0
""",
    "macOS": """\
? (192.168.1.1) at a4:b1:c1:0:12:34 on en0 ifscope [ethernet]
? (192.168.1.23) at (incomplete) on en0 ifscope [ethernet]
? (192.168.1.255) at ff:ff:ff:ff:ff:ff on en0 ifscope [ethernet]
? (224.0.0.251) at 1:0:5e:0:0:fb on en0 ifscope permanent [ethernet]
""",
    "Windows": """\

Schnittstelle: 192.168.1.7 --- 0x5
  Internetadresse       Physische Adresse     Typ
  192.168.1.1           a4-b1-c1-00-12-34     dynamisch
  192.168.1.255         ff-ff-ff-ff-ff-ff     statisch
  224.0.0.22            01-00-5e-00-00-16     statisch
""",
}


@pytest.mark.parametrize("system", ARP)
def test_who_is_on_the_network_is_known_from_what_the_system_prints(system: str) -> None:
    assert devices(ARP[system], [WIFI, DOCKER]) == {"192.168.1.1"}
    assert devices("999.1.1.1 at a4:b1:c1:00:12:34\n" + "1" * 9999, [WIFI]) == set()


ROUTER, OTHER = "192.168.1.1 a4:b1:c1:00:12:34\n", "192.168.1.9 a4:b1:c1:00:12:35\n"
ONLINE = WIFI._replace(default=True)
LARGE = ONLINE._replace(ipv4=(IPv4Interface("192.168.1.7/16"),))


@pytest.mark.parametrize(
    ("printed", "own", "alone"),
    [
        (ROUTER, [ONLINE], True),
        (ROUTER, [ONLINE, DOCKER], True),
        ("", [ONLINE], False),
        (ROUTER + OTHER, [ONLINE], False),
        (ROUTER, [WIFI], False),
        (ROUTER, [LARGE], False),
    ],
)
def test_only_a_router_is_there_if_it_alone_answers_on_a_network_that_has_been_asked_in_full(
    printed: str, own: list[Interface], alone: bool
) -> None:
    assert is_alone(printed, own) == alone
