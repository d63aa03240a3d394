"""Who comes back after more than one loss is told by those at the table who has it now."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from msgspec.structs import replace

from game.core.limits import Level
from game.core.state import PLAYING
from game.lan.failover import GUEST, HOSTING
from game.lan.known_hosts import KnownHosts
from game.net.address import Address
from game.net.discovery.answer import Answerer
from game.net.discovery.finder import Finder, Found
from game.net.keys import HostKey, host_key
from game.net.transport.noise import fingerprint
from game.net.wire.messages import SetBot
from game.net.wire.packet import PORT, TableInfo
from tests.net.answerer import HOST_KEY, INFO, ask, other_table, said
from tests.net.house import Program
from tests.net.partings import Evening, Person, short_rounds
from tests.net.test_known_hosts import TODAY
from tests.net.test_signed import NEXT, STRANGER

BO, CLEO, EVE = STRANGER, NEXT, X25519PrivateKey.from_private_bytes(b"eve".ljust(32))


class Claimant(Program):
    """A machine that says to who asks it that it has the table."""

    def __init__(self, one: Person, info: TableInfo) -> None:
        self._house, self._ports, self._info = one.house, one.at.ports.copy(), info
        self._answerer = Answerer(one.key)
        one.house.add(self, one.machine)

    def turn(self) -> int:
        for data, sender in self._ports.receive():
            if answer := self._answerer.answer(data, sender, self._info, self._house.now):
                self._ports.send(answer, sender)
        return 100_000


@pytest.fixture
def evening() -> Iterator[Evening]:
    """Anna hosts; Bo, Cleo, a bot's program, and Didi are there, and the round is played."""
    evening = Evening(2, "play")
    with short_rounds(), evening.house.entered():
        begin = evening.house
        bots: list[Level | None] = [None, None, "hard", None]
        for number, bot in enumerate(bots):
            evening.people.append(Person(begin, f"P{number}", ("10.0.0.1", PORT), bot=bot))
            assert begin.run(5, lambda: all(one.at.client.table.seated for one in evening.people))
        begin.run(0.5)
        for one in evening.people:
            one.lan.knock()
        assert begin.run(5, lambda: all(one.lan.state.phase == PLAYING for one in evening.people))
        begin.run(1)
        yield evening


def cut_off(evening: Evening, one: Person) -> None:
    """Alone in another part of the network."""
    one.machine.apart, evening.house.cut = 1, True


def test_who_was_cut_off_in_two_losses_finds_the_host_that_came_later(evening: Evening) -> None:
    anna, bo, cleo, didi = evening.people
    seat = didi.lan.place
    cut_off(evening, didi)
    anna.go("kill")
    assert evening.run(3, lambda: bo.host and bo.host.plays and cleo.at_table)
    eve = Person(evening.house, "Eve", (bo.machine.address, PORT))
    assert evening.run(2, lambda: eve.at_table)
    evening.run(0.5)
    bo.go("kill")
    assert evening.run(3, lambda: eve.host and eve.host.plays and cleo.at_table)
    assert eve.at.client.table.connection.player not in {
        one.player for one in didi.at.client.table.successors
    }
    evening.house.cut = False
    assert evening.run(3, lambda: didi.at_table)
    assert (didi.at.state, eve.at.state, didi.lan.place) == (GUEST, HOSTING, seat)


def test_a_host_whose_program_was_started_anew_is_found_where_its_table_was_opened(evening: Evening) -> None:
    """And nobody else is left who could tell."""
    anna, bo, cleo, didi = evening.people
    cut_off(evening, didi)
    bo.go("kill")
    again = Person(evening.house, "Bo", (anna.machine.address, PORT), bo)
    assert evening.run(4, lambda: again.at_table)
    anna.go("kill")
    assert evening.run(4, lambda: again.host and again.host.plays and cleo.at_table)
    cleo.go("kill")
    evening.house.cut = False
    assert evening.run(4, lambda: didi.at_table)
    assert (didi.at.state, again.at.state) == (GUEST, HOSTING)


def test_whom_others_do_not_speak_for_has_not_the_table_whatever_it_says(evening: Evening) -> None:
    """Didi has not heard that Bo was shown out."""
    anna, bo, cleo, didi = evening.people
    cut_off(evening, didi)
    seat, welcome = bo.lan.place, bo.at.client.table.welcome
    assert seat is not None and welcome
    anna.lan.ask(SetBot(seat, None))
    assert evening.run(2, lambda: bo.lan.ending == "kicked")
    Claimant(bo, TableInfo(welcome.table, 9, "Table", 4, 8, True, False))
    eve = Person(evening.house, "Eve", (anna.machine.address, PORT))
    assert evening.run(2, lambda: eve.at_table)
    anna.go("kill")
    assert evening.run(4, lambda: eve.host and eve.host.plays and cleo.at_table)
    evening.house.cut = False
    assert evening.run(4, lambda: didi.at_table)
    assert (didi.at.state, eve.at.state) == (GUEST, HOSTING)


def heard(*answers: tuple[X25519PrivateKey, TableInfo]) -> tuple[list[Found], list[Found]]:
    """What a seeker lists, and what guests have said to it."""
    finder = Finder(0)
    question = ask(finder)
    for number, (key, info) in enumerate(answers):
        finder.take(said(question, info, key), (f"10.0.0.{number}", 1), 0)
    return finder.tables(0), finder.guests(0)


def spoken_for(key: X25519PrivateKey, table: bytes = INFO.id) -> TableInfo:
    """That the table is at the machine with this key."""
    host = fingerprint(host_key(key).exchange)
    return TableInfo(table, 2, "", 0, 2, True, False, host=host, at="10.0.0.9:41313")


def remembered(folder: Path) -> KnownHosts:
    """Of Anna's table, where Bo and Cleo were."""
    keys = [host_key(key) for key in (BO, CLEO)]
    at: dict[bytes, Address] = {fingerprint(one.signing): ("10.0.0.5", n) for n, one in enumerate(keys, 1)}
    heirs = [fingerprint(one.exchange) for one in keys]
    KnownHosts(folder).remember(HOST_KEY, "Kitchen", INFO.id, TODAY, None, heirs, at)
    return KnownHosts(folder)


def standings(hosts: KnownHosts, found: list[Found]) -> dict[HostKey, str]:
    """By host, that of each table."""
    return {one.host: hosts.standing_among(one, found) for one in found}


def test_a_host_that_came_later_is_known_by_the_word_of_who_was_there(tmp_path: Path) -> None:
    hosts = remembered(tmp_path)
    assert hosts.asked() == [("10.0.0.5", 1), ("10.0.0.5", 2)]
    found, hosts.guests = heard((EVE, INFO), (CLEO, spoken_for(EVE)))
    assert standings(hosts, found) == {host_key(EVE): "known"}
    for wrong in ((EVE, spoken_for(EVE)), (CLEO, spoken_for(BO)), (CLEO, spoken_for(EVE, other_table(3)))):
        found, hosts.guests = heard((EVE, INFO), wrong)
        assert standings(hosts, found) == {host_key(EVE): "changed"}


def test_who_was_shown_out_meanwhile_is_not_known_where_others_say_otherwise(tmp_path: Path) -> None:
    hosts = remembered(tmp_path)
    found, hosts.guests = heard((BO, replace(INFO, epoch=9)), (EVE, INFO), (CLEO, spoken_for(EVE)))
    assert standings(hosts, found) == {host_key(BO): "new", host_key(EVE): "known"}
    found, hosts.guests = heard((BO, INFO))
    assert standings(hosts, found) == {host_key(BO): "known"}, "nobody says otherwise"


def test_what_a_guest_says_is_no_table_in_a_list() -> None:
    found, guests = heard((CLEO, spoken_for(EVE)))
    assert not found and len(guests) == 1
