"""A host is known again by its key, and one that has taken its name is told."""

import json
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest

from game.lan.join import join_table, open_table
from game.lan.known_hosts import ASKED, FILE, KEPT, KnownHosts
from game.lan.table import JOINED, REFUSED, RemoteTable
from game.net.address import Address
from game.net.discovery.finder import Found
from game.net.keys import HostKey, host_key
from game.net.transport.noise import fingerprint
from game.storage.settings import Settings
from tests.net.answerer import HOST_KEY, INFO, other_table
from tests.net.test_signed import STRANGER
from tests.waiting import until

OTHER = host_key(STRANGER)
ANEW = msgspec.structs.replace(INFO, id=other_table(1))
TODAY = date(2026, 3, 1)


def test_host_is_known_again_by_its_key_whatever_its_table_is_called(tmp_path: Path) -> None:
    hosts = KnownHosts(tmp_path)
    assert hosts.standing(HOST_KEY, INFO.name, INFO.id) == "new"
    hosts.remember(HOST_KEY, "Kitchen", INFO.id, TODAY)
    for now in (hosts, KnownHosts(tmp_path)):
        assert now.standing(HOST_KEY, "Attic", ANEW.id) == "known"
        assert now.knows(HOST_KEY)
        assert not now.knows(OTHER)
        assert now.standing(OTHER, "Attic", ANEW.id) == "new"


LIKE_KITCHEN = [
    *(
        "Kitchen",
        "kitchen",
        "Кitchen",
        "K1tchen",
        "Ｋｉｔｃｈｅｎ",
        "Kïtchen",
        "Kitchen.",
        "Kitch en",
        "K|tchen",
    ),
    *("KITCHEN", "kltchen", "Ki\u0323tchen", "-= Kitchen =-", "Кіtсhеn"),
]


@pytest.mark.parametrize("name", LIKE_KITCHEN)
def test_another_host_with_a_name_that_looks_the_same_is_told(name: str, tmp_path: Path) -> None:
    hosts = KnownHosts(tmp_path)
    hosts.remember(HOST_KEY, "Kitchen", INFO.id, TODAY)
    assert hosts.standing(OTHER, name, ANEW.id) == "changed"
    assert hosts.standing(HostKey(HOST_KEY.signing, OTHER.exchange), name, ANEW.id) == "changed"
    hosts.remember(OTHER, name, ANEW.id, TODAY)
    assert hosts.standing(OTHER, name, ANEW.id) == "known", "the player has been told, and joined"
    assert hosts.standing(HOST_KEY, name, ANEW.id) == "known"


@pytest.mark.parametrize("name", ["Kitten", "Attic", "Kitchen 2", "", "!!!"])
def test_another_name_is_not_told(name: str, tmp_path: Path) -> None:
    hosts = KnownHosts(tmp_path)
    for number, known in enumerate(("Kitchen", "", "???")):
        hosts.remember(HostKey(bytes([number]) * 32, bytes([number]) * 32), known, INFO.id, TODAY)
    assert hosts.standing(OTHER, name, ANEW.id) == "new"


def test_table_is_known_at_the_machine_that_its_last_host_named(tmp_path: Path) -> None:
    hosts, third = KnownHosts(tmp_path), HostKey(bytes(32), bytes(32))
    heir, mine, later = (fingerprint(one.exchange) for one in (OTHER, HOST_KEY, third))
    hosts.remember(HOST_KEY, "Kitchen", INFO.id, TODAY, None, [mine, heir])
    for now in (hosts, KnownHosts(tmp_path)):
        assert now.standing(OTHER, "Kitchen", INFO.id) == "known"
        assert now.standing(OTHER, "Kitchen", ANEW.id) == "changed", "at another table nobody has named it"
        assert now.standing(third, "Kitchen", INFO.id) == "changed"
    hosts.remember(OTHER, "Kitchen", INFO.id, TODAY, None, [heir, later])
    assert hosts.standing(third, "Kitchen", INFO.id) == "known", "from one to the next"


def test_who_was_shown_out_stands_for_nothing(tmp_path: Path) -> None:
    hosts = KnownHosts(tmp_path)
    for named in ([fingerprint(OTHER.exchange)], []):
        hosts.remember(HOST_KEY, "Kitchen", INFO.id, TODAY, None, named)
        standing = "known" if named else "changed"
        assert hosts.standing(OTHER, "Kitchen", INFO.id) == standing


def test_of_two_that_claim_one_table_neither_counts_as_known(tmp_path: Path) -> None:
    hosts = KnownHosts(tmp_path)
    hosts.remember(HOST_KEY, "Kitchen", INFO.id, TODAY)
    one, other = (Found(INFO, ("10.0.0.5", n), host) for n, host in enumerate((HOST_KEY, OTHER), 1))
    assert [hosts.standing_among(each, [one, other]) for each in (one, other)] == ["new", "changed"]
    assert hosts.standing_among(one, [one, one._replace(address=("10.0.0.6", 1))]) == "known"


def test_host_that_states_anothers_signing_key_does_not_take_its_place(tmp_path: Path) -> None:
    """Only the other half has been proved by the handshake."""
    hosts = KnownHosts(tmp_path)
    hosts.remember(HOST_KEY, "Kitchen", INFO.id, TODAY)
    hosts.remember(HostKey(HOST_KEY.signing, OTHER.exchange), "Attic", ANEW.id, TODAY)
    assert hosts.knows(HOST_KEY)


def test_only_the_last_hosts_are_remembered(tmp_path: Path) -> None:
    hosts = KnownHosts(tmp_path)
    keys = [HostKey(bytes(32), bytes([number]) * 32) for number in range(KEPT + 1)]
    for number, key in enumerate(keys):
        hosts.remember(key, f"Table {number}", bytes([number]) * 8, TODAY + timedelta(number))
    assert [hosts.knows(key) for key in (keys[0], keys[1], keys[-1])] == [False, True, True]


@pytest.mark.parametrize("text", [b"", b"{", b"[7]", b"[" * 100_000, b'[{"signing": "zz"}]', b"\xff\x00"])
def test_damaged_file_is_kept_aside_with_a_line(text: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(text)
    told: list[object] = []
    hosts = KnownHosts(tmp_path, told.append)
    assert ["known-hosts-damaged-1.json" in str(notice) for notice in told] == [True]
    hosts.remember(HOST_KEY, "Kitchen", INFO.id, TODAY)
    assert KnownHosts(tmp_path).knows(HOST_KEY)
    assert (tmp_path / "known-hosts-damaged-1.json").read_bytes() == text


def test_what_could_be_read_of_a_damaged_file_remains(tmp_path: Path) -> None:
    KnownHosts(tmp_path).remember(HOST_KEY, "Kitchen", INFO.id, TODAY)
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes().replace(b"[", b"[7,", 1))
    told: list[object] = []
    assert KnownHosts(tmp_path, told.append).knows(HOST_KEY) and len(told) == 1


def test_the_last_addresses_are_kept_the_latest_first(tmp_path: Path) -> None:
    hosts = KnownHosts(tmp_path)
    places: list[Address] = [("10.0.0.5", 41313), ("::1", 5000, 0, 0), ("10.0.0.6", 41313)]
    for number, at in enumerate(places):
        hosts.remember(HostKey(bytes(32), bytes([number]) * 32), f"Table {number}", INFO.id, TODAY, at)
    hosts.remember(HostKey(bytes(32), bytes(32)), "Table 0", INFO.id, TODAY, ("10.0.0.7", 41313))
    assert list(KnownHosts(tmp_path).last_addresses().items()) == [
        (("10.0.0.7", 41313), "Table 0"),
        (("10.0.0.6", 41313), "Table 2"),
        (("::1", 5000, 0, 0), "Table 1"),
    ]


@pytest.mark.parametrize("said", [None, "", "nobody.invalid:41313", "10.0.0.5:0", "fe80::1%none", "x" * 300])
def test_host_without_a_usable_address_is_known_all_the_same(said: str | None, tmp_path: Path) -> None:
    """Files of older programs have none; and no name server is asked."""
    KnownHosts(tmp_path).remember(HOST_KEY, "Kitchen", INFO.id, TODAY)
    [host] = json.loads((tmp_path / FILE).read_bytes())
    host |= {"address": said}
    (tmp_path / FILE).write_text(json.dumps([{key: host[key] for key in host if host[key] is not None}]))
    told: list[object] = []
    hosts = KnownHosts(tmp_path, told.append)
    assert hosts.knows(HOST_KEY) and not told
    assert hosts.last_addresses() == {}


def test_only_so_many_last_addresses_are_asked(tmp_path: Path) -> None:
    hosts = KnownHosts(tmp_path)
    for number in range(ASKED + 3):
        key = HostKey(bytes(32), bytes([number]) * 32)
        hosts.remember(key, "", INFO.id, TODAY, (f"10.0.0.{number}", 41313))
    assert len(hosts.last_addresses()) == ASKED


def kitchen(folder: Path | None = None, name: str = "Kitchen") -> RemoteTable:
    """A table that is opened under this name."""
    return open_table(Settings(name="Eve"), folder, name, 3, 0, "", 0)


def address_of(lan: RemoteTable) -> Address:
    """Where it is on this machine."""
    assert lan.server
    return "127.0.0.1", lan.server.ports.port


def visit(lan: RemoteTable, folder: Path) -> list[str]:
    """Join it until the host's key is noted down; what the player is told."""
    told: list[str] = []
    guest = join_table(Settings(), folder, address_of(lan), notify=lambda notice: told.append(str(notice)))
    with closing(guest):
        until(lambda: guest.status == JOINED and guest.kept)
    return told


@pytest.mark.parametrize("right", [True, False])
def test_at_an_address_from_the_list_only_the_host_that_signed_will_do(right: bool, tmp_path: Path) -> None:
    with closing(kitchen(tmp_path)) as lan:
        assert lan.server
        mark = fingerprint((lan.server.table.host if right else HOST_KEY).exchange)
        with closing(join_table(Settings(name="Bo"), None, address_of(lan), mark=mark)) as guest:
            until(lambda: guest.status in (JOINED, REFUSED))
            assert guest.status == (JOINED if right else REFUSED)


TOLD = ["This name belonged to another computer when you last played there."]


def test_another_host_with_the_name_is_told_where_only_an_address_was_typed(tmp_path: Path) -> None:
    KnownHosts(tmp_path).remember(HOST_KEY, "Kitchen", INFO.id, TODAY)
    with closing(kitchen()) as lan:
        assert visit(lan, tmp_path) == TOLD
        assert visit(lan, tmp_path) == [], "the second time it is known"


def test_a_table_s_id_that_a_stranger_states_makes_nobody_known(tmp_path: Path) -> None:
    KnownHosts(tmp_path).remember(HOST_KEY, "Kitchen", INFO.id, TODAY)
    with closing(kitchen()) as lan:
        assert lan.server
        lan.server.table.id = lan.server.table.listener.handshakes._table = INFO.id
        assert visit(lan, tmp_path) == TOLD


def test_host_is_remembered_from_the_table_joined_and_known_from_its_answers(tmp_path: Path) -> None:
    for folder in ("host", "guest"):
        (tmp_path / folder).mkdir()
    for name in ("First", "Second"):
        with closing(kitchen(tmp_path / "host", name)) as lan:
            assert lan.server
            assert KnownHosts(tmp_path / "guest").knows(lan.server.table.host) == (name == "Second")
            visit(lan, tmp_path / "guest")
            assert address_of(lan) in KnownHosts(tmp_path / "guest").last_addresses()
            assert KnownHosts(tmp_path / "guest").knows(lan.server.table.host)
