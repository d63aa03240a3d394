"""A table that is hidden is found all the same, or one line says why not: fault by fault, in namespaces."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.net.wire.packet import PORT
from tests.net import hidden_tables
from tests.net.hidden_tables import CLIENT, FAULTS, HOST, LISTED, OWNER, Evening, is_right
from tests.net.lan import Lan

pytestmark = pytest.mark.real


@pytest.fixture
def lan(possible: None) -> Iterator[Lan]:
    with Lan() as lan:
        yield lan


def test_found_or_told(possible: None, tmp_path: Path) -> None:
    wrong = {}
    for fault, expected in FAULTS.items():
        (folder := tmp_path / fault.__name__).mkdir()
        with Lan() as lan:
            told = fault(lan, folder)
        if not is_right(told, expected):
            wrong[fault.__name__] = told
    assert not wrong


def test_every_address_nearby_is_asked_once_and_at_a_pace(lan: Lan, tmp_path: Path) -> None:
    at = Evening(lan, tmp_path, f"{HOST}/16", f"{CLIENT}/16")
    at.block(at.host, "meta pkttype { broadcast, multicast } drop")
    at.block(at.client, *hidden_tables.DEAF)
    lan.run(at.client, "nft", "add chain inet t out { type filter hook output priority 0; }")
    others = "ip daddr 10.77.0.0/16 fib daddr type unicast ip daddr != " + HOST
    lan.run(at.client, "nft", f"add rule inet t out {others} counter")
    at.open()
    found = lan.result(at.client, "tests.net.searcher", further=True, linger=4)
    assert found["addresses"] == [f"{HOST}:41313"], "and it stays in the list"
    counted = lan.output(at.client, "-c", "import os; os.system('nft list chain inet t out')")
    assert " packets 252 " in counted


def test_a_network_that_keeps_its_devices_apart_is_told_after_looking_further(
    lan: Lan, tmp_path: Path
) -> None:
    at = Evening(lan, tmp_path)
    at.block(at.host, "meta pkttype { broadcast, multicast } meta l4proto udp drop")
    lan.plug(lan.machine(), "home", "10.77.1.9/24")
    lan.router("home", "10.77.1.254/24", at.client)
    at.open()
    lan.keep_apart("home")
    assert lan.result(at.client, LISTED) == ["alone", "host"]


def test_nothing_is_explained_before_all_nearby_have_been_asked(lan: Lan, tmp_path: Path) -> None:
    at = Evening(lan, tmp_path)
    lan.switch("work")
    lan.plug(at.client, "work", "10.77.2.2/24")
    far = lan.machine()
    lan.plug(far, "work", "10.77.2.250/24")
    at.block(far, "meta pkttype { broadcast, multicast } meta l4proto udp drop")
    lan.start(far, "tests.net.answerer")
    assert lan.result(at.client, LISTED) == ["Kitchen"]


def test_a_host_that_drops_all_on_a_cable_of_two_is_not_taken_for_a_router(lan: Lan, tmp_path: Path) -> None:
    at = Evening(lan, tmp_path)
    at.block(at.host, *hidden_tables.DEAF)
    at.open()
    assert lan.result(at.client, LISTED) == ["apart", "host"]


def test_a_large_network_of_which_only_a_part_was_asked_is_not_said_to_keep_devices_apart(
    lan: Lan, tmp_path: Path
) -> None:
    at = Evening(lan, tmp_path, "10.77.200.1/16", f"{CLIENT}/16")
    lan.router("home", "10.77.1.254/16", at.client)
    at.block(at.host, "meta pkttype { broadcast, multicast } meta l4proto udp drop")
    at.open()
    assert lan.result(at.client, LISTED) == ["apart", "host"]


def test_a_machine_on_nothing_but_a_vpn_is_told_so(lan: Lan, tmp_path: Path) -> None:
    at = Evening(lan, tmp_path)
    lan.run(at.client, "ip", "link", "set", "dev", at.client_card, "down")
    lan.run(at.client, "ip", "link", "set", "dev", at.client_card, "name", "wg0")
    lan.run(at.client, "ip", "link", "set", "dev", "wg0", "up")
    assert at.look().findings == ["only_vpn"]


def test_a_card_that_is_down_is_no_firewall(lan: Lan, tmp_path: Path) -> None:
    at = Evening(lan, tmp_path)
    lan.switch("work")
    card = lan.plug(at.client, "work", "10.77.2.2/24")
    lan.run(at.client, "ip", "link", "set", "dev", card, "down")
    assert at.look().findings == ["apart", "host"]


def test_a_firewall_that_lets_nothing_out_is_told(lan: Lan, tmp_path: Path) -> None:
    at = Evening(lan, tmp_path)
    chain = "add table inet t; add chain inet t out { type filter hook output priority 0; policy drop; }"
    lan.run(at.client, "nft", chain)
    assert at.look().findings == ["nothing_out"]


def _cards(at: Evening) -> None:
    at.lan.plug(at.host, "home", "10.77.1.9/24")


def _container(at: Evening) -> None:
    at.lan.run(at.host, "ip", "link", "add", "docker0", "type", "bridge")
    at.lan.run(at.host, "ip", "address", "add", "172.17.0.1/16", "brd", "+", "dev", "docker0")
    at.lan.run(at.host, "ip", "link", "set", "docker0", "up")
    at.block(at.host, "iifname docker0 accept", *hidden_tables.DEAF)


OWNERS: dict[str, tuple[Callable[[Evening], object], list[str]]] = {
    "a firewall": (lambda at: at.block(at.host, *hidden_tables.DEAF), ["firewall"]),
    "one that lets others ask": (
        lambda at: at.block(at.host, f"udp dport {PORT} accept", *hidden_tables.DEAF),
        [],
    ),
    "a network inside the machine is heard": (_container, ["firewall"]),
    "two cards on one network": (_cards, []),
    "the card is down": (
        lambda at: at.lan.run(at.host, "ip", "link", "set", "dev", at.host_card, "down"),
        [],
    ),
}
"""What hides a table or does not, and what its owner is told."""


def test_the_owner_is_told_of_a_firewall_only_if_it_keeps_the_table_hidden(
    possible: None, tmp_path: Path
) -> None:
    told = {}
    for name, (hide, _expected) in OWNERS.items():
        with Lan() as lan:
            hide(at := Evening(lan, tmp_path))
            told[name] = lan.result(at.host, OWNER)
    assert told == {name: expected for name, (_hide, expected) in OWNERS.items()}


def test_the_owner_of_a_table_that_somebody_reaches_is_told_no_more(lan: Lan, tmp_path: Path) -> None:
    at = Evening(lan, tmp_path)
    at.block(at.host, f"ip saddr {CLIENT} accept", *hidden_tables.DEAF)
    owner = lan.start(at.host, OWNER, reached=True)
    assert at.look().tables == [f"{HOST}:{PORT}"]
    assert owner.stdout and json.loads(owner.stdout.readline()) == []


def test_a_table_without_a_window_tells_it_and_on_which_network_on_standard_error(
    lan: Lan, tmp_path: Path
) -> None:
    at = Evening(lan, tmp_path)
    lan.switch("work")
    lan.plug(at.host, "work", "10.77.2.1/24")
    at.block(at.host, f"iifname {at.host_card} udp dport {PORT} drop")
    with lan.begun(at.host, "main.py", "serve", "--json", "--data", str(tmp_path)) as served:
        assert served.stderr
        line = served.stderr.readline()
        assert line.startswith("main.py: Others cannot see this table: ")
        assert f" keeps out everyone on {at.host_card}; " in line
        served.kill()


INVITES = {
    "169.254.1.1": ["10.77.1.1/24", "169.254.1.1/16", "2001:db8::1/64"],
    "2001:db8::1": ["2001:db8::1/64"],
    "fe80::": [],
}


def test_what_the_owner_tells_the_others_to_enter_leads_there(possible: None, tmp_path: Path) -> None:
    for last, addresses in INVITES.items():
        with Lan() as lan:
            lan.switch("home")
            host, client = lan.machine(), lan.machine()
            lan.plug(host, "home", *addresses)
            lan.plug(client, "home", "169.254.7.2/16", "2001:db8::2/64")
            owner = lan.start(host, "tests.net.invites")
            assert owner.stdout
            told = json.loads(owner.stdout.readline())
            assert told[-1].startswith(last)
            assert told[0] == "10.77.1.1" or len(told) == 1
            join = "main.py", "join", told[-1], "--bot", "easy", "--data", str(tmp_path)
            with lan.begun(client, *join) as bot:
                assert owner.stdout.readline() == "met\n"
                bot.kill()
