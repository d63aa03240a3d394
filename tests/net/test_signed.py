"""Answers that are believed: signed by the host that they name, and by nobody else."""

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.net.discovery.answer import Answerer, read_answer
from game.net.discovery.finder import ADDRESSES, EACH, LOST, STEADY, TABLES, Finder, Found
from game.net.keys import HostKey, host_key
from game.net.server.game_room import TableSettings
from game.net.server.members import BotSeat
from game.net.server.table_server import TableServer
from game.net.wire.messages import Leave
from game.net.wire.packet import ANSWER, ASK, NONCE, PADDED, Sitter, TableInfo, plain
from game.signing import KEY, SIGNATURE
from tests.net.answerer import HOST, HOST_KEY, INFO, SEEKER, ask, other_table, said
from tests.net.simnet import Net, new_table

HERE = ("10.0.0.5", 41313)
THERE = ("10.0.0.66", 41313)
STRANGER = X25519PrivateKey.from_private_bytes(b"stranger".ljust(KEY))
NEXT = X25519PrivateKey.from_private_bytes(b"successor".ljust(KEY))
LATER = msgspec.structs.replace(INFO, epoch=1)
START = 8 + NONCE
"""Where the keys begin in an answer."""


def test_every_byte_of_an_answer_is_signed() -> None:
    data = said(ask(Finder(0)), INFO)
    assert read_answer(data)
    for place in range(8, len(data)):
        changed = bytearray(data)
        changed[place] ^= 1
        assert read_answer(bytes(changed)) is None, place


def test_nobody_answers_in_the_name_of_a_host() -> None:
    finder = Finder(0)
    question = ask(finder)
    real, own = said(question, INFO), said(question, INFO, STRANGER)
    keys = slice(START, START + 2 * KEY)
    for forged in (
        own[: keys.start] + real[keys] + own[keys.stop :],
        own[: keys.start + KEY] + real[keys.start + KEY : keys.stop] + own[keys.stop :],
        real[:-SIGNATURE] + own[-SIGNATURE:],
        real[:-SIGNATURE] + bytes(SIGNATURE),
    ):
        finder.take(forged, THERE, 1)
        assert finder.tables(1) == []
    finder.take(real, HERE, 1)
    assert finder.tables(1) == [Found(INFO, HERE, HOST_KEY)]


@pytest.mark.parametrize("info", [INFO, LATER])
def test_two_hosts_that_claim_one_table_are_both_listed(info: TableInfo) -> None:
    finder = Finder(0)
    question = ask(finder)
    finder.take(said(question, INFO), HERE, 0)
    finder.take(said(question, info, NEXT), THERE, 1)
    found = finder.tables(1)
    assert {Found(INFO, HERE, HOST_KEY), Found(info, THERE, host_key(NEXT))} == {*found}
    assert len({each.key for each in found}) == 2


def test_answer_to_another_seeker_or_to_an_old_question_is_a_recording() -> None:
    finder = Finder(0)
    other = said(ask(Finder(0)), INFO)
    finder.take(other, HERE, 0)
    assert finder.tables(0) == []
    data = said(ask(finder), INFO)
    while finder.next_time < 3 * STEADY:
        ask(finder)
    finder.take(data, HERE, finder.next_time)
    assert finder.tables(finder.next_time) == []
    assert read_answer(data), "once it was good"


def test_late_answer_to_the_question_before_still_counts() -> None:
    finder = Finder(0)
    while finder.next_time < 2 * STEADY:
        question = ask(finder)
    ask(finder)
    finder.take(said(question, INFO), HERE, 2 * STEADY)
    assert finder.tables(2 * STEADY) == [Found(INFO, HERE, HOST_KEY)]


def test_table_s_address_cannot_be_taken_by_somebody_else_while_it_answers() -> None:
    finder = Finder(0)
    finder.take(said(ask(finder), INFO), HERE, 0)
    info = msgspec.structs.replace(INFO, id=other_table(9), name="Elsewhere")
    finder.take(said(ask(finder), info, STRANGER), HERE, 1)
    assert finder.tables(1) == [Found(INFO, HERE, HOST_KEY)]
    finder.take(said(ask(finder), info, STRANGER), HERE, LOST + 2)
    assert [found.info.name for found in finder.tables(LOST + 2)] == ["Elsewhere"]


def test_longest_answer_fits_its_question() -> None:
    question = plain(ASK, bytes(NONCE), padded=True)
    longest = TableInfo(INFO.id, 2**31 - 1, "😀" * 24, 8, 8, True, True)
    assert len(said(question, longest)) <= PADDED


FULL = tuple(Sitter(f"Maximiliane {n} !!", 9 * n + 8, n % 2 == 1) for n in range(8))


def test_an_answer_tells_who_sits_there_and_names_are_cut_short_to_fit_the_question() -> None:
    question = plain(ASK, bytes(NONCE), padded=True)
    few = msgspec.structs.replace(INFO, sitters=FULL[:2])
    signed = read_answer(said(question, few))
    assert signed
    assert signed.info.sitters == FULL[:2]
    for name in ("Kitchen", "😀" * 24):
        for sitters in (FULL, tuple(Sitter("😀" * 16, 7, False) for _ in range(8))):
            data = said(question, TableInfo(INFO.id, 2**31 - 1, name, 8, 8, True, True, sitters))
            assert len(data) <= PADDED
            signed = read_answer(data)
            assert signed
            told = signed.info.sitters
            assert [(each.look, each.bot) for each in told] == [(each.look, each.bot) for each in sitters]
            if name == "Kitchen":
                cut = sitters is not FULL
                assert all(len(each.name) > 1 and each.name.endswith("…") == cut for each in told)


def test_programs_with_and_without_the_field_of_those_who_sit_there_read_each_other() -> None:
    class Before(msgspec.Struct, array_like=True):
        id: bytes
        epoch: int
        name: str
        taken: int
        seats: int
        playing: bool
        code: bool

    told = msgspec.msgpack.encode(msgspec.structs.replace(INFO, sitters=FULL[:2]))
    assert msgspec.msgpack.decode(told, type=Before).seats == INFO.seats
    before = Before(INFO.id, 0, "Kitchen", 2, 4, False, False)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(before), type=TableInfo) == INFO


def test_what_a_stranger_says_of_those_who_sit_there_is_made_safe_to_show() -> None:
    sitters = tuple(Sitter("\x1b[31m" + "x" * 30, 7, False) for _ in range(6))
    signed = read_answer(
        said(plain(ASK, bytes(NONCE), padded=True), msgspec.structs.replace(INFO, sitters=sitters))
    )
    assert signed
    assert len(signed.info.sitters) == INFO.taken
    assert {each.name for each in signed.info.sitters} == {"[31m" + "x" * 12}


def test_a_table_tells_of_its_people_and_bots() -> None:
    net = Net(new_table(3))
    net.join(person=True)
    net.run(1)
    net.table.members.chairs[1].bot = BotSeat("easy", "Maja", 5)
    person, bot = net.table.info.sitters
    assert (person.name, person.bot) == (net.table.members.chairs[0].shown().name, False)
    assert (bot.name, bot.back, bot.portrait, bot.bot) == ("Maja", 5, "maja", True)


def test_a_seat_is_recognised_by_its_token_and_key_until_its_player_leaves() -> None:
    net = Net(new_table(3))
    here, gone = net.join(person=True), net.join(person=True)
    net.seat_all()
    key = here.table.connection.key.public_key().public_bytes_raw()
    other = gone.table.connection.key.public_key().public_bytes_raw()
    assert net.table.info.keeps(here.welcome.token, key)
    assert not net.table.info.keeps(here.welcome.token, other)
    assert not net.table.info.keeps(gone.welcome.token, key)
    net.ask(gone, Leave())
    net.run(1)
    assert not net.table.info.keeps(gone.welcome.token, other)
    here.stopped = True
    net.run(5)
    assert net.table.members.chairs[0].shown().kind == "away"
    assert net.table.info.keeps(here.welcome.token, key)


def test_question_repeated_is_not_signed_again_and_a_flood_is_not_signed_at_all() -> None:
    host = Answerer(HOST)
    question = plain(ASK, b"repeated", padded=True)
    assert all(host.answer(question, SEEKER, INFO, 0) for _ in range(1000))
    flood = [plain(ASK, n.to_bytes(NONCE, "big"), padded=True) for n in range(1000)]
    signed = sum(host.answer(each, SEEKER, INFO, 0) is not None for each in flood)
    assert signed < 50, "of one sender"
    assert host.answer(flood[-1], ("10.0.0.10", 5), INFO, 0), "others are still answered"
    every = [(f"10.1.{n % 250}.{n // 250}", 5) for n in range(1000)]
    signed = sum(host.answer(each, who, INFO, 0) is not None for each, who in zip(flood, every, strict=True))
    assert signed <= 400, "of all together"


def test_one_machine_cannot_fill_the_list_from_256_ports() -> None:
    finder = Finder(0)
    question = ask(finder)
    for port in range(1, 257):
        table = other_table(port)
        info = msgspec.structs.replace(INFO, id=table, name="Zoo")
        finder.take(said(question, info, STRANGER), ("10.0.0.66", port), 1 + port * 60_000)
        finder.take(said(question, info, STRANGER), ("10.0.0.66", 1), 1 + port * 60_000)
    now = 257 * 60_000
    assert 0 < len(finder.tables(now)) <= EACH
    finder.take(said(ask(finder), INFO), HERE, now)
    assert Found(INFO, HERE, HOST_KEY) in finder.tables(now)


def full(finder: Finder) -> int:
    """Fill the finder from many machines; returns when that is done."""
    question, now = ask(finder), 0
    for number in range(ADDRESSES + 20):
        now += 6_000
        table, address = other_table(number), (f"10.{number % 200}.{number // 200}.66", 41313)
        info = msgspec.structs.replace(INFO, id=table, name="A zoo")
        finder.take(said(question, info, STRANGER), address, now)
    assert len(finder._answers) == ADDRESSES
    return now


def test_host_that_is_known_has_room_in_any_flood() -> None:
    finder = Finder(0, lambda host: host == HOST_KEY)
    now = full(finder)
    finder.take(said(ask(finder), INFO), HERE, now)
    assert len(finder.tables(now)) == TABLES
    assert Found(INFO, HERE, HOST_KEY) in finder.tables(now)
    assert len(finder._answers) == ADDRESSES


def test_known_host_has_room_among_forged_answers_from_its_own_address() -> None:
    finder = Finder(0, lambda host: host == HOST_KEY)
    question = ask(finder)
    for port in range(1, EACH + 3):
        table = other_table(port)
        info = msgspec.structs.replace(INFO, id=table)
        finder.take(said(question, info, STRANGER), (HERE[0], port), 1)
    finder.take(said(question, INFO), HERE, 1)
    assert Found(INFO, HERE, HOST_KEY) in finder.tables(1)
    assert len(finder.tables(1)) == EACH


def test_checking_forged_answers_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[bytes] = []
    monkeypatch.setattr("game.net.discovery.finder.read_answer", checked.append)
    finder = Finder(0)
    question = ask(finder)
    for number in range(2000):
        forged = plain(ANSWER, question[8:START] + number.to_bytes(300, "big"))
        finder.take(forged, (f"10.0.{number % 50}.66", number), 1)
    assert len(checked) <= 200


def test_each_table_has_an_id_of_its_own_that_stays_when_it_is_taken_over() -> None:
    first = new_table()
    assert first.id != new_table().id
    supply = TableSettings(first.room._make_rules, lambda: 7)
    second = TableServer("Sim", 4, first.room.terms, supply, identity=(first.id, 1))
    assert (second.id, second.epoch) == (first.id, 1)
    assert second.host != first.host
    assert isinstance(second.host, HostKey)
