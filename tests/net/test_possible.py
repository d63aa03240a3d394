"""What a match may be told to be like, at each bound and one beyond; and what the outer layers read."""

import pytest

from game.core.cards import Card, Pile
from game.core.fair_deal import FairDeal
from game.core.log import LogEntry
from game.core.state import PLAYING, SCORED, Dud, Event, Returned, State, Thrown
from game.core.table import Move, Moved, Turned
from game.net.transport.channel import LONGEST
from game.net.wire import packet
from game.net.wire.codec import encode_down
from game.net.wire.fields import WireError
from game.net.wire.messages import Reveal
from game.net.wire.packet import is_sealed, plain, read_plain, sized, unsized
from game.net.wire.round_log import packed_log, reveal, unpacked_log
from game.net.wire.validate_match import validate_event, validate_state
from game.rules.haisty import Haisty

RULES = Haisty()
STATE = State(PLAYING, 1, RULES.deal(1, 3), (0,) * 3, starts=0)
"""Three seats, 34 piles; four cards lie alone, 13 in the first pile."""
FAR = 2**30
ACE = Card(1, 1, 2)
WELL: list[Event] = [
    Dud(0),
    Dud(2),
    Turned(0, ACE),
    Moved(0, 0, 33, (ACE,) * 13),
    Moved(0, 1, 0, (ACE,)),
    Thrown(2, Move(1, 33), (), 0),
    Returned(0, Move(33, 1), 2),
]
FOUL: list[Event] = [
    Dud(3),
    Turned(34, ACE),
    Turned(0, ACE._replace(pack=3)),
    Moved(0, 0, 33, (ACE,) * 14),
    Moved(0, 0, 34, (ACE,)),
    Moved(0, 34, 0, (ACE,)),
    Moved(0, 0, 1, ()),
    Thrown(2, Move(1, 34), (), 0),
    Returned(0, Move(34, 1), None),
]


def test_what_happens_is_possible_up_to_the_last_seat_pile_and_card() -> None:
    for event in WELL:
        validate_event(event, STATE)
    for event in FOUL:
        with pytest.raises(ValueError, match="no such seats"):
            validate_event(event, STATE)
    last = (*STATE.table.piles[:-1], Pile((ACE,), 1))
    validate_event(Turned(33, ACE), STATE._replace(table=STATE.table._replace(piles=last)))
    validate_event(Moved(0, 33, 1, (ACE,)), STATE._replace(table=STATE.table._replace(piles=last)))


def test_a_match_is_possible_up_to_its_bounds() -> None:
    alone = State(PLAYING, 1, RULES.deal(1, 1), (0,), starts=0)
    well = [
        STATE,
        alone,
        STATE._replace(round=FAR - 1),
        STATE._replace(totals=(FAR - 1, 1 - FAR, 0)),
        STATE._replace(scores=(0,) * 3),
        STATE._replace(handicaps=(7, 10, 13)),
        STATE._replace(handicaps=(7,)),
        STATE._replace(phase=SCORED, totals=(0,) * 4, scores=(0,) * 3),
    ]
    foul = [
        STATE._replace(round=FAR),
        STATE._replace(totals=(FAR, 0, 0)),
        STATE._replace(totals=(-FAR, 0, 0)),
        STATE._replace(scores=(0,) * 4),
        STATE._replace(handicaps=(13,) * 4),
        STATE._replace(handicaps=(9, 13, 13)),
        STATE._replace(totals=(0,) * 4),
        STATE._replace(totals=()),
        STATE._replace(phase=SCORED),
        STATE._replace(phase=SCORED, totals=(0,) * 4, scores=(0,) * 4),
    ]
    for state in well:
        validate_state(state, RULES)
    for state in foul:
        with pytest.raises(ValueError, match="no match stands"):
            validate_state(state, RULES)


def test_the_numbers_of_the_outer_layer_are_those_that_are_written_down() -> None:
    numbers = packet.CAP, packet.PADDED, packet.NONCE, packet.COOKIE_SIZE, packet.DATA
    assert numbers == (1200, 400, 8, 16, 0x80)
    assert [packet.ASK, packet.JOIN] == [1, 8]
    assert [packet.OTHER_VERSION, packet.KICKED] == [0, 4]


def test_a_datagram_is_read_from_its_first_byte_to_its_last() -> None:
    assert not is_sealed(b"")
    assert not is_sealed(b"\x7f")
    assert is_sealed(b"\x80")
    head = plain(1, b"")
    assert read_plain(head) == (packet.VERSION, 1, b"")
    assert read_plain(head[:-1]) is None
    assert sized(b"ab") == b"\2\0ab"
    assert unsized(b"\2\0abc") == b"ab"
    assert unsized(b"\2\0ab") == b"ab"
    assert unsized(b"\2\0a") is None


def log(*passed: int) -> list[LogEntry]:
    """Entries, each so many microseconds after the one before."""
    at, entries = 0, []
    for each in passed:
        at += each
        entries.append(LogEntry(at, 0, at, Move(1, 2, 1)))
    return entries


DEAL = FairDeal(b"", 1, bytes(32), (), ())


def test_a_log_is_told_with_the_number_and_the_seed() -> None:
    entries = log(*range(250))
    data = packed_log(0, entries)
    assert len(data) == 12 * 250
    assert unpacked_log(0, data) == entries
    assert reveal(DEAL, 0, entries) == Reveal(1, bytes(32), data, DEAL.seed)
    with pytest.raises(WireError, match="half"):
        unpacked_log(0, data + b"\0")


@pytest.mark.parametrize(("moves", "told"), [(5_000, True), (5_001, False)])
def test_a_log_that_is_too_long_is_not_told(moves: int, told: bool) -> None:
    found = reveal(DEAL, 0, log(*[1] * moves))
    assert bool(found.log) == told
    assert len(encode_down(found)) <= LONGEST


@pytest.mark.parametrize(("passed", "told"), [(2**32 - 1, True), (2**32, False)])
def test_a_log_in_which_nothing_was_done_for_an_hour_is_not_told(passed: int, told: bool) -> None:
    assert bool(reveal(DEAL, 0, log(1, passed)).log) == told
