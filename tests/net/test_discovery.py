"""Finding tables, fault by fault; real sockets on loopback where sockets matter."""

import socket
from contextlib import closing, suppress
from dataclasses import replace
from ipaddress import IPv4Interface

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.limits import TABLE
from game.lan.discovery import DiscoverySockets, join_groups
from game.lan.interfaces import Interface, kind_of, neighbours
from game.lan.visibility import is_unheard
from game.net.address import Address
from game.net.discovery.finder import FOREIGN, LOST, Finder, Foreign, Found
from game.net.wire.packet import ANSWER, ASK, HELLO, MAGIC, NONCE, PADDED, VERSION, TableInfo, plain
from game.system import here, on
from tests.net.answerer import HOST_KEY, INFO, answer, ask, host_sockets, other_table, said
from tests.net.searcher import microseconds
from tests.seeded import Told

HERE: Address = ("10.0.0.5", 41313)
THERE: Address = ("10.8.0.5", 41313)
SECOND = 1_000_000


def renamed(name: str) -> TableInfo:
    return msgspec.structs.replace(INFO, name=name)


def other_version(data: bytes) -> bytes:
    return MAGIC + bytes((VERSION + 1,)) + data[7:]


def test_a_table_is_found() -> None:
    finder = Finder(0)
    finder.take(said(ask(finder), INFO), HERE, 5)
    assert finder.tables(5) == [Found(INFO, HERE, HOST_KEY)]
    assert finder.foreign(5) == []


def test_the_question_is_repeated_soon_and_then_each_second() -> None:
    finder, times = Finder(100), []
    for now in range(0, 4 * SECOND, 10_000):
        if finder.question(now):
            times.append(now)
    first = 10_000
    assert times[:5] == [first + wait for wait in (0, 50_000, 150_000, 350_000, 750_000)]
    assert times[5:] == [first + 750_000 + SECOND * n for n in (1, 2, 3)]


def test_a_caller_that_slept_does_not_make_up_for_missed_questions() -> None:
    finder = Finder(0)
    ask(finder)
    assert finder.question(60 * SECOND)
    assert finder.question(60 * SECOND) is None
    assert finder.next_time == 60 * SECOND + 100_000


def test_host_with_two_cards_is_listed_once() -> None:
    finder = Finder(0)
    data = said(ask(finder), INFO)
    finder.take(data, HERE, 1000)
    finder.take(data, THERE, 1001)
    finder.take(data, THERE, 2000)
    assert finder.tables(2000) == [Found(INFO, HERE, HOST_KEY)]


def test_when_the_first_card_falls_silent_the_second_is_used() -> None:
    finder = Finder(0)
    data = said(ask(finder), INFO)
    finder.take(data, HERE, 0)
    finder.take(data, THERE, 1)
    finder.take(data, THERE, LOST)
    assert finder.tables(LOST) == [Found(INFO, THERE, HOST_KEY)]
    finder.take(data, HERE, LOST + 1)
    assert finder.tables(LOST + 1) == [Found(INFO, THERE, HOST_KEY)], "no hopping back and forth"


def test_a_table_taken_over_is_listed_at_its_new_host() -> None:
    finder = Finder(0)
    taken_over = msgspec.structs.replace(INFO, epoch=1)
    finder.take(said(ask(finder), taken_over), THERE, 0)
    finder.take(said(ask(finder), INFO), HERE, 1)
    assert finder.tables(1) == [Found(taken_over, THERE, HOST_KEY)]
    finder.take(said(ask(finder), msgspec.structs.replace(INFO, epoch=2)), HERE, 2)
    assert finder.tables(2)[0].address == HERE


def test_crashed_host_vanishes() -> None:
    finder = Finder(0)
    data = said(ask(finder), INFO)
    finder.take(data, HERE, 0)
    finder.take(data, HERE, SECOND)
    assert len(finder.tables(SECOND + LOST - 1)) == 1
    assert finder.tables(SECOND + LOST) == []


def test_the_newest_answer_counts() -> None:
    finder = Finder(0)
    finder.take(said(ask(finder), INFO), HERE, 0)
    fuller = msgspec.structs.replace(INFO, taken=4, playing=True)
    finder.take(said(ask(finder), fuller), HERE, 1)
    assert finder.tables(1) == [Found(fuller, HERE, HOST_KEY)]


def test_another_table_at_the_same_address_replaces_the_old_one() -> None:
    finder = Finder(0)
    finder.take(said(ask(finder), INFO), HERE, 0)
    new = msgspec.structs.replace(INFO, id=other_table(1), name="Attic")
    finder.take(said(ask(finder), new), HERE, 1)
    assert finder.tables(1) == [Found(new, HERE, HOST_KEY)]


def test_tables_are_sorted_by_name() -> None:
    finder = Finder(0)
    for port, name in enumerate(("kitchen", "Attic", "Cellar")):
        info = msgspec.structs.replace(INFO, id=other_table(port), name=name)
        finder.take(said(ask(finder), info), ("10.0.0.5", port), 0)
    assert [found.info.name for found in finder.tables(0)] == ["Attic", "Cellar", "kitchen"]


def test_an_older_asker_is_told_the_hosts_version() -> None:
    finder = Finder(0)
    question = ask(finder)
    assert answer(other_version(question), INFO) == plain(ANSWER, question[8:][:NONCE])


def bare(question: bytes) -> bytes:
    """What a host of another version answers."""
    return other_version(plain(ANSWER, question[8:][:NONCE]))


def test_a_host_of_another_version_is_told_apart() -> None:
    finder = Finder(0)
    finder.take(bare(ask(finder)), HERE, 0)
    assert finder.tables(0) == []
    assert finder.foreign(0) == [Foreign(VERSION + 1, HERE)]
    assert finder.addresses(0) == [HERE]
    assert finder.foreign(LOST) == []


def test_a_host_of_another_version_that_is_replaced_by_ours_is_a_table() -> None:
    finder = Finder(0)
    question = ask(finder)
    finder.take(bare(question), HERE, 0)
    finder.take(said(question, INFO), HERE, 1)
    finder.take(bare(question), HERE, 2)
    assert finder.foreign(2) == []
    assert finder.tables(2) == [Found(INFO, HERE, HOST_KEY)]


def test_a_bare_header_does_not_displace_a_table() -> None:
    finder = Finder(0)
    question = ask(finder)
    finder.take(said(question, INFO), HERE, 0)
    finder.take(bare(question), HERE, 1)
    assert finder.tables(1) == [Found(INFO, HERE, HOST_KEY)]


@pytest.mark.parametrize("body", [b"", bytes(NONCE), bytes(400)])
def test_a_bare_header_that_does_not_repeat_our_question_is_ignored(body: bytes) -> None:
    finder = Finder(0)
    ask(finder)
    finder.take(other_version(plain(ANSWER, body)), HERE, 0)
    assert not finder.foreign(0) and not finder.addresses(0)


def test_bare_headers_from_everywhere_hide_no_table() -> None:
    """They have a little room of their own, and are heeded at a rate of their own."""
    finder = Finder(0)
    question = ask(finder)
    for number in range(2**14):
        finder.take(bare(question), (f"10.1.{number // 256}.{number % 256}", 41313), number)
    finder.take(said(question, INFO), HERE, 2**14)
    assert finder.tables(2**14) == [Found(INFO, HERE, HOST_KEY)]
    assert len(finder.foreign(2**14)) == FOREIGN


def test_bare_headers_leave_answers_their_rate() -> None:
    finder, now = Finder(0), 0
    question = ask(finder)
    for number in range(2**10):
        finder.take(bare(question), HERE, now)
        finder.take(bare(question), ("10.0.0.5", number), now)
    finder.take(said(question, INFO), ("10.0.0.5", 41314), now)
    assert len(finder.tables(now)) == 1


def test_a_question_of_another_run_is_not_answered_for_ours() -> None:
    ours, theirs = Finder(0), Finder(0)
    ours.take(said(ask(theirs), INFO), HERE, 0)
    assert ours.tables(0) == []


@pytest.mark.parametrize(
    "info",
    [
        msgspec.structs.replace(INFO, id=b""),
        msgspec.structs.replace(INFO, id=INFO.id + b"0"),
        msgspec.structs.replace(INFO, taken=5),
    ],
)
def test_a_table_that_cannot_be_is_ignored(info: TableInfo) -> None:
    finder = Finder(0)
    finder.take(said(ask(finder), info), HERE, 0)
    assert finder.tables(0) == []


def test_a_name_cannot_steer_the_terminal() -> None:
    finder = Finder(0)
    finder.take(said(ask(finder), renamed("\x1b[2JKit\u202echen\n")), HERE, 0)
    assert finder.tables(0)[0].info.name == "[2JKitchen"


@given(
    st.builds(
        TableInfo,
        st.binary(max_size=600),
        st.integers(-(2**63), 2**63 - 1),
        st.text(max_size=600) | st.text("\U0001f0a1", min_size=80, max_size=400) | st.just("\ud800"),
        st.integers(-9, 99),
        st.integers(-9, 99),
        st.booleans(),
        st.booleans(),
    )
)
def test_an_answer_is_never_longer_than_the_question(info: TableInfo) -> None:
    question = ask(Finder(0))
    data = answer(question, info)
    assert data is None or len(data) <= len(question)
    if len(info.id) <= 8:
        assert data is not None, "a long name is cut"


def test_a_long_name_is_cut() -> None:
    finder = Finder(0)
    finder.take(said(ask(finder), renamed("å" * 500)), HERE, 0)
    assert finder.tables(0)[0].info.name == "å" * TABLE


@pytest.mark.parametrize(
    "data",
    [
        b"",
        MAGIC,
        plain(ASK, bytes(NONCE)),
        plain(ASK, bytes(NONCE), padded=True)[:-1],
        plain(ASK, bytes(NONCE), padded=True) + b"\0",
        plain(ASK, bytes(NONCE), padded=True)[:-1] + b"\1",
        plain(HELLO, bytes(NONCE), padded=True),
        plain(ANSWER, bytes(NONCE), padded=True),
        b"h" + plain(ASK, bytes(NONCE), padded=True)[1:],
    ],
)
def test_what_is_no_question_gets_no_answer(data: bytes) -> None:
    assert answer(data, INFO) is None


class Host:
    """A host in this process that answers when told to."""

    def __init__(self) -> None:
        self.sockets = host_sockets(0)
        self.port: int = self.sockets[0].getsockname()[1]
        for sock in self.sockets:
            join_groups(sock)  # a second time does no harm

    def serve(self, info: TableInfo, readable: list[socket.socket]) -> None:
        for sock in self.sockets:
            if sock in readable:
                data, address = sock.recvfrom(1500)
                if reply_data := answer(data, info):
                    sock.sendto(reply_data, address)

    def close(self) -> None:
        for sock in self.sockets:
            sock.close()


def seek(seeker: DiscoverySockets, host: Host | None, seconds: float) -> list[Found]:
    """What is found within `seconds`, at once if it is; both ends run in this loop."""
    deadline = microseconds() + int(seconds * SECOND)
    while (now := microseconds()) < deadline:
        seeker.update(now)
        if found := seeker.finder.tables(now):
            return found
        sockets = [*seeker.sockets, *(host.sockets if host else [])]
        wait = min(seeker.next_time, deadline) - microseconds()
        readable = list(here().clock.wait(sockets, max(0, wait) / SECOND))
        if host:
            host.serve(INFO, readable)
    return []


def test_a_table_on_the_same_machine_is_found() -> None:
    host = Host()
    try:
        with closing(DiscoverySockets(microseconds(), host.port)) as seeker:
            found = seek(seeker, host, 10)
            assert [table.info for table in found] == [INFO]
            assert found[0].address[1] == host.port
    finally:
        host.close()


def test_a_table_that_answers_while_who_asks_is_held_up_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, ready = 0.0, here().clock.wait
    with closing(Host()) as host:

        def wait(search: DiscoverySockets, seconds: float) -> None:
            """The table answers on this machine first; then on all of its networks, and that takes long."""
            nonlocal clock
            for _answer in range(20 if clock else 1):
                host.serve(INFO, list(ready(host.sockets[:1], 0.05)))
            ready(search.sockets, 0.05)
            clock += 2 if clock else 0.001

        monkeypatch.setattr(DiscoverySockets, "wait", wait)
        with on(replace(here(), clock=Told(lambda: clock))):
            assert is_unheard(INFO.id, host.port) == (False, "")


def test_where_nobody_listens_nothing_is_found() -> None:
    host = Host()
    host.close()
    with closing(DiscoverySockets(microseconds(), host.port)) as seeker:
        assert seek(seeker, None, 0.2) == []
        assert seeker.sockets
    assert seeker.sockets == []


def test_a_table_is_found_at_a_last_address_that_nothing_else_asks() -> None:
    host, elsewhere = Host(), Host()
    elsewhere.close()
    with (
        closing(host),
        closing(DiscoverySockets(microseconds(), elsewhere.port, last=[("127.0.0.1", host.port)])) as seeker,
    ):
        assert [table.address for table in seek(seeker, host, 10)] == [("127.0.0.1", host.port)]


@pytest.mark.real
def test_single_addresses_are_asked_at_a_pace_and_in_turn() -> None:
    """At most 254 questions in any second, none twice before all have been asked."""
    with closing(here().net.socket(socket.AF_INET)) as all_of_them:
        all_of_them.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        all_of_them.bind(("0.0.0.0", 0))
        all_of_them.setblocking(False)
        port = all_of_them.getsockname()[1]
        last: list[Address] = [(f"127.1.{number // 200}.{number % 200 + 1}", port) for number in range(400)]
        asked = []
        with closing(DiscoverySockets(0, 9, last=last)) as seeker:
            for now in [*range(0, 3 * SECOND, 1_000), *range(9 * SECOND, 12 * SECOND, 1_000)]:
                seeker.update(now)
                with suppress(BlockingIOError):
                    while all_of_them.recv(PADDED):
                        asked.append(now)
    assert len(asked) > 1_000
    assert all(later - first > SECOND for first, later in zip(asked, asked[254:], strict=False))


NEAR = {
    "192.168.1.7/24": 253,
    "10.77.5.9/16": 253,
    "10.0.0.2/28": 13,
    "10.0.0.2/31": 0,
    "10.0.0.2/32": 0,
}


@pytest.mark.parametrize("own", NEAR)
def test_only_the_nearest_addresses_are_near(own: str) -> None:
    ip = IPv4Interface(own)
    near = neighbours([Interface(2, (ip,), (), "eth0")])
    assert len(near) == len(set(near)) == NEAR[own]
    assert ip.ip not in near and all(each in ip.network for each in near)


VIRTUAL = {
    "wg0": "tunnel",
    "TAP-Windows Adapter V9": "tunnel",
    "docker0": "inside",
    "Hyper-V Virtual Ethernet Adapter": "inside",
    "eth0": "link",
    "Intel(R) Wi-Fi 6 AX201 160MHz": "link",
}


@pytest.mark.parametrize("name", VIRTUAL)
def test_networks_of_vpns_and_containers_are_not_near(name: str) -> None:
    ip, kind = IPv4Interface("10.8.0.2/24"), kind_of(name, default=False)
    assert kind == VIRTUAL[name]
    assert bool(neighbours([Interface(2, (ip,), (), name, kind)])) == (kind == "link")


def test_a_virtual_switch_that_everything_goes_through_is_a_link() -> None:
    assert kind_of("Hyper-V Virtual Ethernet Adapter", default=True) == "link"
    assert kind_of("wg0", default=True) == "tunnel"


def test_who_answers_unasked_is_not_asked_in_turn() -> None:
    """Else a forged sender would draw questions on whomever it names."""
    with (
        closing(here().net.socket(socket.AF_INET)) as victim,
        closing(DiscoverySockets(0, 9)) as seeker,
    ):
        victim.bind(("127.0.0.1", 0))
        victim.setblocking(False)
        for sock in seeker.sockets:
            if sock.family == socket.AF_INET:
                victim.sendto(bare(seeker.finder.last_question()), ("127.0.0.1", sock.getsockname()[1]))
        for now in range(0, 2 * SECOND, 10_000):
            seeker.update(now)
        assert seeker.finder.foreign(2 * SECOND)
        with pytest.raises(BlockingIOError):
            victim.recv(PADDED)
