"""Two at one screen: each has an own seat, and both look at one table. With bots, and on real UDP."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.core.match import Match
from game.core.shuffle import Stream
from game.core.state import PLAYING, SCORED, Dud, Event, Knock, Returned, Thrown
from game.core.table import Move, Moved
from game.lan.join import join_beside, join_table, open_table
from game.lan.table import JOINED, RemoteTable
from game.rules.haisty import Haisty
from game.sessions.local import LocalSession
from game.sessions.session import Session
from game.storage.settings import Settings
from game.system import here
from tests.cli.program import begun, port_of
from tests.sessions.clock import Clock
from tests.waiting import PATIENCE


def with_bots(clock: Clock, seed: int = 4) -> LocalSession:
    match = Match(Haisty(), 3, seed)
    return LocalSession(match, {2: "hard"}, ("Ann", "Bo", "Bot"), (0, 1, 2), clock, lambda: None, people=2)


def turn(session: Session, seat: int) -> Move:
    return next(move for move in session.rules.moves(session.state.table, seat) if move.count == 3)


def test_the_round_waits_for_the_knocks_of_both() -> None:
    clock = Clock()
    table = with_bots(clock)
    first, second = table.local_seats
    clock.run(table, 2)
    first.ask(Knock())
    clock.run(table, 5)
    assert table.state.ready == 0b101 and table.state.phase != PLAYING
    second.ask(Knock())
    clock.run(table, 3)
    assert table.state.phase == PLAYING
    assert (first.seat, second.seat) == (0, 1)


def test_each_moves_own_cards_alone() -> None:
    clock = Clock()
    table = with_bots(clock)
    clock.begin(table)
    before = table.state.table
    second = table.local_seats[1]
    move = turn(table, 1)
    table.play(move)  # the first player's request: another's cards
    refused = [event for event in table.poll() if isinstance(event, Returned)]
    assert [event.seat for event in refused] == [0]
    assert table.state.table.piles[move.src] == before.piles[move.src]
    second.play(move)
    moved = [event for event in table.poll() if isinstance(event, Moved) and event.seat == 1]
    assert len(moved) == 1
    assert len(table.state.table.piles[move.dst].cards) == 3


def test_a_knock_too_early_is_told_to_whoever_made_it_once() -> None:
    clock = Clock()
    table = with_bots(clock)
    clock.begin(table)
    for number, seat in enumerate(table.local_seats):
        reserve = number * 7
        seat.play(Move(reserve, reserve, 0))
        events = clock.run(table, 0.3)
        assert [event.seat for event in events if isinstance(event, Thrown) and not event.move.count] == [
            number
        ]
        assert [event for event in events if isinstance(event, Dud)] == [Dud(number)]


def test_every_throw_of_the_three_is_seen_once_and_lands() -> None:
    clock = Clock()
    table = with_bots(clock, seed=11)
    clock.begin(table)
    events: list[Event] = []
    thrown = [0, 0]
    for _ in range(1200):
        for seat in table.local_seats:
            moves = [move for move in table.rules.moves(table.state.table, seat.seat) if move.count]
            flying = [move for move in moves if table.rules.flies(table.state.table, seat.seat, move)]
            if moves and not any(flight.seat == seat.seat for flight in table.state.air):
                seat.play((flying or moves)[0])
                thrown[seat.seat] += bool(flying)
        events += clock.run(table, 0.1)
        if table.state.phase == SCORED:
            break
    assert all(thrown)
    seen = [event for event in events if isinstance(event, Thrown)]
    assert len(seen) == len(set(seen))
    assert {event.seat for event in seen} == {0, 1, 2}


@contextmanager
def two_at_a_table() -> Iterator[tuple[RemoteTable, RemoteTable]]:
    """A table with one player, and a program with two at it, which is to be left."""
    host = open_table(Settings(name="Host"), None, "Kitchen", 3, port=0)
    assert host.server
    until(lambda: host.status == JOINED, host)
    settings = Settings(name="Ann", back=2, second_name="Bo", second_back=2, second_portrait="tove")
    guest = join_table(settings, None, ("127.0.0.1", host.server.ports.port))
    try:
        until(lambda: guest.status == JOINED, guest)
        join_beside(guest, settings, None)
        until(lambda: bool(guest.partner and guest.partner.place is not None), guest)
        yield host, guest
    finally:
        host.leave()


@pytest.fixture
def tables() -> Iterator[tuple[RemoteTable, RemoteTable]]:
    with two_at_a_table() as (host, guest):
        yield host, guest
        guest.leave()


def people(host: RemoteTable) -> int:
    """How many people are seated."""
    return sum(place.kind == "person" for place in host.room.places) if host.room else 0


def until(true: Callable[[], bool], *tables: RemoteTable, seconds: float = PATIENCE) -> list[Event]:
    """Wait; the events of the last table."""
    end, events = here().clock.seconds() + seconds, list[Event]()
    while not true():
        for table in tables:
            events = events + table.poll() if table is tables[-1] else (table.poll(), events)[1]
        assert here().clock.seconds() < end
        here().clock.pause(0.002)
    return events


def begin(host: RemoteTable, guest: RemoteTable) -> Session:
    """All knock; the guests' session once the countdown is over."""
    until(lambda: people(host) == 3, host)
    host.knock()
    guest.knock()
    until(
        lambda: guest.state.phase == PLAYING and guest.now > 100_000 + (guest.state.starts or 0), host, guest
    )
    guest.take_seats()
    return guest


def test_two_on_the_lan_have_names_backs_faces_and_seats_of_their_own(
    tables: tuple[RemoteTable, RemoteTable],
) -> None:
    host, guest = tables
    session = begin(host, guest)
    assert session.names == ("Host", "Ann", "Bo")
    assert len(set(session.backs)) == 3
    assert session.portraits == ("star", "star", "tove")
    assert [seat.seat for seat in session.local_seats] == [1, 2]


def test_a_move_of_either_is_on_the_shared_screen_at_once_and_confirmed_once(
    tables: tuple[RemoteTable, RemoteTable],
) -> None:
    host, guest = tables
    session = begin(host, guest)
    for seat in session.local_seats:
        move = turn(session, seat.seat)
        seat.play(move)
        shown = [event for event in session.poll() if isinstance(event, Moved) and event.seat == seat.seat]
        assert [event.src for event in shown] == [move.src], "before the host can have answered"
        assert len(session.state.table.piles[move.dst].cards) == 3
    later = until(lambda: host.state.table == guest.state.table, host, guest)
    assert [event for event in later if isinstance(event, Moved) and event.seat in (1, 2)] == []


def test_a_knock_too_early_and_a_move_there_is_not_come_back_to_the_second_player(
    tables: tuple[RemoteTable, RemoteTable],
) -> None:
    host, guest = tables
    session = begin(host, guest)
    second = session.local_seats[1]
    reserve = second.seat * 7
    second.play(Move(reserve, reserve, 0))
    told: list[Event] = []

    def dud() -> bool:
        told.extend(guest.poll())
        return Dud(second.seat) in told

    until(dud, host)
    before = session.state.table
    second.play(Move(reserve, reserve + 5))  # the rules know no such move

    def back() -> bool:
        told.extend(guest.poll())
        return any(isinstance(event, Returned) and event.seat == second.seat for event in told)

    until(back, host)
    assert session.state.table == before


def test_whatever_two_play_on_the_lan_in_the_end_all_see_the_same(
    tables: tuple[RemoteTable, RemoteTable],
) -> None:
    host, guest = tables
    session, other = begin(host, guest), host
    host.take_seats()
    stream, made, end = Stream(5), Counter[int](), here().clock.seconds() + PATIENCE
    seen: list[Event] = []
    thrown: list[Thrown] = []
    while len(made) < 3 or min(made.values()) <= 20 or not {event.seat for event in thrown} & {1, 2}:
        assert here().clock.seconds() < end
        for seat in (*session.local_seats, other):
            moves = [move for move in seat.rules.moves(seat.state.table, seat.seat) if move.count]
            if moves and not any(flight.seat == seat.seat for flight in seat.state.air):
                seat.play(moves[stream.below(len(moves))])
                made[seat.seat] += 1
        seen += session.poll()
        thrown = [event for event in seen if isinstance(event, Thrown)]
        other.poll()
        here().clock.pause(0.04)  # no hand is quicker
    assert len(thrown) == len(set(thrown))
    until(lambda: not guest.state.air and host.state.table == guest.state.table, host, guest)
    assert guest.status == host.status == JOINED


def test_when_the_first_leaves_so_does_the_second() -> None:
    with two_at_a_table() as (host, guest):
        guest.leave()
        until(lambda: people(host) == 1, host)


def test_the_second_can_leave_alone(tables: tuple[RemoteTable, RemoteTable]) -> None:
    host, guest = tables
    guest.drop_partner()
    until(lambda: people(host) == 2, host)
    assert guest.status == JOINED and guest.partner is None


@pytest.mark.real
def test_two_play_on_when_the_host_dies_at_the_table_that_the_first_takes_over(tmp_path: Path) -> None:
    host = begun("serve", "--port", "0", "--seats", "2", "--data", str(tmp_path))
    port = port_of(host)
    settings = Settings(name="Ann", second_name="Bo")
    guest = join_table(settings, None, ("127.0.0.1", port))
    try:
        until(lambda: guest.status == JOINED, guest)
        join_beside(guest, settings, None)
        until(lambda: bool(guest.partner and guest.partner.place is not None), guest)
        guest.knock()
        until(lambda: guest.state.phase == PLAYING and guest.now > 100_000 + (guest.state.starts or 0), guest)
        guest.take_seats()
        before = guest.local_seats
        host.kill()
        partner = guest.partner
        assert partner
        until(lambda: guest.server is not None and guest.status == partner.status == JOINED, guest)
        guest.take_seats()
        assert [seat.seat for seat in guest.local_seats] == [seat.seat for seat in before]
        for seat in guest.local_seats:
            move = turn(guest, seat.seat)
            seat.play(move)

            def confirmed(pile: int = move.dst) -> bool:
                return len(guest.client.table.confirmed.state.table.piles[pile].cards) == 3

            until(confirmed, guest)
    finally:
        host.kill()
        host.communicate()
        guest.leave()
