"""`find` says of each table whether its host is known."""

import json
import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from ipaddress import IPv4Interface
from pathlib import Path

import msgspec
import pytest

from game.cli.find import _as_data, _print_list
from game.lan.interfaces import Interface
from game.lan.known_hosts import KnownHosts
from game.net.discovery.finder import Found
from game.net.keys import host_key
from game.net.wire.packet import ANSWER, CAP, NONCE, VERSION, Sitter
from game.system import here
from tests.cli.program import call
from tests.net.answerer import HOST_KEY, INFO, other_table
from tests.net.test_signed import STRANGER

FOUND = [
    Found(INFO, ("10.0.0.5", 41313), HOST_KEY),
    Found(msgspec.structs.replace(INFO, id=other_table(1)), ("10.0.0.66", 41313), host_key(STRANGER)),
    Found(
        msgspec.structs.replace(INFO, id=other_table(2), name="A\x9b2Jttic"),
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
    told = [_as_data(one, hosts.standing_among(one, FOUND)) for one in FOUND]
    assert [each["host"] for each in told] == ["known", "changed", "new"]
    assert told[0]["key"] == HOST_KEY.signing.hex() != told[1]["key"]


def test_who_sits_there_is_told(hosts: KnownHosts, capsys: pytest.CaptureFixture[str]) -> None:
    sitters = Sitter("Ada", 3, False), Sitter("Bo", 0, True)
    found = FOUND[0]._replace(info=msgspec.structs.replace(INFO, sitters=sitters))
    _print_list([found], hosts, [])
    assert "Ada, Bo" in capsys.readouterr().out
    people = [{"name": "Ada", "back": 3, "bot": False}, {"name": "Bo", "back": 0, "bot": True}]
    assert _as_data(found, "known")["players"] == people


def test_of_a_table_here_the_address_is_told_that_others_must_enter(
    hosts: KnownHosts, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    link = Interface(2, (IPv4Interface("192.168.1.7/24"),), (), "eth0")
    inside = Interface(3, (IPv4Interface("172.17.0.1/16"),), (), "docker0", "inside")
    monkeypatch.setattr("game.lan.interfaces.interfaces", lambda: [inside, link])
    there, here = FOUND[0], FOUND[0]._replace(address=("127.0.0.1", 5))
    _print_list([there, here], hosts, [])
    assert [each.split()[0] for each in capsys.readouterr().out.splitlines()] == [
        "10.0.0.5:41313",
        "192.168.1.7:5",
    ]
    told = _as_data(here, "known")
    assert (told["address"], told["others"]) == ("127.0.0.1:5", ["192.168.1.7:5"])
    assert _as_data(there, "known")["others"] == ["10.0.0.5:41313"]


@pytest.fixture
def other() -> Iterator[socket.socket]:
    """Another program that has the port where tables are looked for."""
    with here().net.socket(socket.AF_INET) as sock:
        sock.bind(("", 0))
        yield sock


def why(sock: socket.socket, folder: Path, *more: str) -> "subprocess.CompletedProcess[str]":
    return call("find", "--why", "--port", str(sock.getsockname()[1]), "--data", str(folder), *more)


@pytest.mark.real
def test_a_port_that_another_program_has_is_told(other: socket.socket, tmp_path: Path) -> None:
    done = why(other, tmp_path, "--json")
    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert told["tables"] == []
    taken = next(each for each in told["findings"] if each["name"] == "port_taken")
    assert taken["sure"] and str(other.getsockname()[1]) in taken["words"]


@pytest.mark.real
def test_a_table_of_another_version_is_told_in_a_sentence(other: socket.socket, tmp_path: Path) -> None:
    def answer() -> None:
        with suppress(OSError):
            while True:
                data, sender = other.recvfrom(CAP)
                if sender[0] == "127.0.0.1":
                    other.sendto(data[:6] + bytes((VERSION + 1, ANSWER)) + data[8 : 8 + NONCE], sender)

    here().jobs.start(answer)
    lines = why(other, tmp_path).stdout.splitlines()
    port = other.getsockname()[1]
    assert lines[0] == f"127.0.0.1:{port}  may have another version of Haisty"
    assert f"127.0.0.1:{port} may have a newer version of Haisty: if so, update yours." in lines[1:]
    assert not any(f"uses UDP port {port}" in line for line in lines), "it is no other program"


@pytest.mark.real
def test_without_why_nothing_is_explained(other: socket.socket, tmp_path: Path) -> None:
    done = call("find", "--port", str(other.getsockname()[1]), "--data", str(tmp_path), "--json")
    assert json.loads(done.stdout) == {"tables": []}
