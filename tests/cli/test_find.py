"""`find` says of each table whether its host is known."""

from datetime import date
from pathlib import Path

import msgspec
import pytest

from game.cli.find import _as_data, _print_list
from game.lan.known_hosts import KnownHosts
from game.net.discovery.finder import Found
from game.net.keys import host_key
from game.net.wire.packet import Sitter
from tests.net.answerer import HOST_KEY, INFO, other_table
from tests.net.test_signed import STRANGER

FOUND = [
    Found(INFO, ("10.0.0.5", 41313), HOST_KEY),
    Found(msgspec.structs.replace(INFO, id=other_table(1).id), ("10.0.0.66", 41313), host_key(STRANGER)),
    Found(
        msgspec.structs.replace(INFO, id=other_table(2).id, name="A\x9b2Jttic"),
        ("10.0.0.7", 1),
        host_key(STRANGER),
    ),
]


@pytest.fixture
def hosts(tmp_path: Path) -> KnownHosts:
    hosts = KnownHosts(tmp_path)
    hosts.remember(HOST_KEY, "Kitchen", INFO.id, date.today())
    return hosts


def test_a_line_tells_who_is_known_and_who_is_not(
    hosts: KnownHosts, capsys: pytest.CaptureFixture[str]
) -> None:
    _print_list(FOUND, hosts, [])
    known, changed, new = capsys.readouterr().out.splitlines()
    assert known.endswith("known from before")
    assert changed.endswith("NOT THE COMPUTER that had this table before")
    assert new.endswith("open")
    assert "A\\x9b2Jttic" in new, "whatever the source, nothing steers the terminal"


def test_json_tells_it_with_the_key(hosts: KnownHosts) -> None:
    told = [_as_data(one, hosts) for one in FOUND]
    assert [each["host"] for each in told] == ["known", "changed", "new"]
    assert told[0]["key"] == HOST_KEY.signing.hex() != told[1]["key"]


def test_who_sits_there_is_told(hosts: KnownHosts, capsys: pytest.CaptureFixture[str]) -> None:
    sitters = Sitter("Ada", 3, False), Sitter("Bo", 0, True)
    found = FOUND[0]._replace(info=msgspec.structs.replace(INFO, sitters=sitters))
    _print_list([found], hosts, [])
    assert "Ada, Bo" in capsys.readouterr().out
    people = [{"name": "Ada", "back": 3, "bot": False}, {"name": "Bo", "back": 0, "bot": True}]
    assert _as_data(found, hosts)["players"] == people
