"""Discovery between machines with several cards, in network namespaces; test_hidden_tables.py has more."""

from collections.abc import Iterator

import pytest

from tests.net.lan import Lan, obstacle

pytestmark = pytest.mark.real

ANSWERER = "tests.net.answerer"
SEARCHER = "tests.net.searcher"


@pytest.fixture
def lan(possible: None) -> Iterator[Lan]:
    """Two switches: "home" with a host on it, and "work" without."""
    with Lan() as lan:
        lan.switch("home")
        lan.switch("work")
        yield lan


def host(lan: Lan, **options: object) -> str:
    machine = lan.machine()
    lan.plug(machine, "home", "10.77.1.1/24")
    lan.start(machine, ANSWERER, **options)
    return machine


def found(lan: Lan, machine: str, runs: int = 5) -> bool:
    """Whether the table is found each time."""
    return None not in lan.result(machine, SEARCHER, runs=runs, linger=0.03)["ms"]


def test_found_past_a_vpn_that_takes_the_default_route(lan: Lan) -> None:
    host(lan)
    client = lan.machine()
    lan.plug(client, "home", "10.77.1.2/24")
    lan.plug(client, "work", "10.8.0.2/24")
    for half in ("0.0.0.0/1", "128.0.0.0/1"):
        lan.route(client, half, "10.8.0.1")
    assert found(lan, client)


def test_found_though_the_ipv4_networks_differ(lan: Lan) -> None:
    host(lan)
    client = lan.machine()
    lan.plug(client, "home", "192.168.5.2/24")
    assert found(lan, client)


def test_found_where_ipv6_is_switched_off(lan: Lan) -> None:
    machine = host(lan)
    client = lan.machine()
    for each in (machine, client):
        lan.run(each, "sysctl", "-q", "-w", "net.ipv6.conf.all.disable_ipv6=1")
    lan.plug(client, "home", "10.77.1.2/24")
    assert found(lan, client)


def test_host_with_two_cards_is_listed_once(lan: Lan) -> None:
    machine = lan.machine()
    lan.plug(machine, "home", "10.77.1.1/24")
    lan.plug(machine, "work", "10.77.2.1/24")
    lan.start(machine, ANSWERER)
    client = lan.machine()
    lan.plug(client, "home", "10.77.1.2/24")
    lan.plug(client, "work", "10.77.2.2/24")
    result = lan.result(client, SEARCHER, linger=0.5)
    assert len(result["addresses"]) == 1, result


def test_an_isolated_machine_finds_only_its_own_table(lan: Lan) -> None:
    host(lan)
    client = lan.machine()
    assert lan.result(client, SEARCHER, seconds=0.5)["addresses"] == []
    lan.start(client, ANSWERER)
    assert lan.result(client, SEARCHER)["addresses"] == ["127.0.0.1:41313"]


def test_a_card_that_is_plugged_in_later_is_used(lan: Lan) -> None:
    host(lan)
    client = lan.machine()
    card = lan.plug(client, "home", "10.77.1.2/24")
    lan.run(client, "ip", "link", "set", "dev", card, "down")
    assert lan.result(client, SEARCHER, seconds=0.5)["addresses"] == []
    lan.run(client, "ip", "link", "set", "dev", card, "up")
    assert lan.result(client, SEARCHER)["addresses"]


def test_found_at_20_percent_loss_in_bursts(lan: Lan) -> None:
    host(lan, loss=0.2, seed=7, burst=0.02)
    client = lan.machine()
    lan.plug(client, "home", "10.77.1.2/24")
    assert found(lan, client, runs=20)


def test_where_networks_are_required_none_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("REQUIRE_NETWORKS", raising=False)
    assert obstacle()
    monkeypatch.setenv("REQUIRE_NETWORKS", "1")
    with pytest.raises(RuntimeError, match="nftables"):
        obstacle()
