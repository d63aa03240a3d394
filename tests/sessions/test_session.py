"""A person among bots: the same door for all, time that stands still, matches that repeat."""

from itertools import count

from game.cli.demo import LEVEL, play_match
from game.cli.report import report
from game.core.match import COUNTDOWN, Match
from game.core.state import (
    FLIGHT,
    PLAYING,
    SCORED,
    WON,
    Event,
    Knock,
    Play,
    Returned,
    Shout,
    Shouted,
    Started,
    Thrown,
)
from game.core.table import Move, Moved
from game.net.server.match_server import MatchServer, Notice
from game.rules.haisty import Haisty
from game.sessions.bot_table import BotTable
from game.sessions.local import LocalSession
from tests.sessions.clock import Clock


def session(clock: Clock, saved: list[int] | None = None) -> LocalSession:
    match = Match(Haisty(), 3, seed=4)
    keep = saved if saved is not None else []
    levels = {1: "easy", 2: "hard"}
    return LocalSession(match, levels, ("Me", "A", "B"), (0, 1, 2), clock, lambda: keep.append(1))


def test_bots_knock_at_once_and_play_waits_for_the_person() -> None:
    clock = Clock()
    table = session(clock)
    clock.run(table, 5)
    assert table.state.ready == 0b110
    table.ask(Knock())
    started = [event for event in table.poll() if isinstance(event, Started)]
    assert started == [Started(table.now + COUNTDOWN)]


def test_a_persons_turn_of_the_hand_is_on_the_screen_at_the_next_poll() -> None:
    clock = Clock()
    table = session(clock)
    clock.begin(table)
    turn = next(move for move in table.rules.moves(table.state.table, 0) if move.count == 3)
    table.play(turn)
    moved = [event for event in table.poll() if isinstance(event, Moved) and event.seat == 0]
    assert len(moved) == 1
    assert len(table.state.table.piles[turn.dst].cards) == 3


def test_the_clock_and_all_bots_stand_still_while_paused() -> None:
    clock = Clock()
    table = session(clock)
    clock.begin(table)
    clock.run(table, 2)
    table.paused = True
    before = table.now
    assert clock.run(table, 30) == []
    assert table.now == before
    table.play(next(table.rules.moves(table.state.table, 0)))
    assert table.poll() == []
    table.paused = False
    assert table.now == before
    assert any(isinstance(event, Moved) for event in clock.run(table, 5))


def test_time_that_the_machine_slept_is_not_played_by_the_bots() -> None:
    clock = Clock()
    table = session(clock)
    clock.begin(table)
    clock.run(table, 4)
    before = table.state
    clock.now += 3600
    assert len(table.poll()) < 20, "no more than of a second or so"
    assert table.state.phase == PLAYING
    assert table.now == 8_000_000
    read = clock.now
    clock.now += 0.02
    assert table.moment(read) == table.now - 20_000 == 8_000_000
    assert table.state.round == before.round


def test_the_match_is_kept_after_each_round_and_when_the_table_is_left() -> None:
    clock = Clock()
    saved: list[int] = []
    table = session(clock, saved)
    clock.begin(table)
    call = Move(5, 5, 0)
    for _ in range(300):  # seconds; whoever is stuck calls speltorka at once
        clock.run(table, 1)
        if call in table.rules.moves(table.state.table, 0):
            table.play(call)
    assert table.state.phase == SCORED
    assert len(saved) == 1
    table.close()
    assert len(saved) == 2


def test_same_seed_same_match_in_simulated_and_in_any_steps_of_real_time() -> None:
    fast = Match(Haisty(), 3, seed=8, rounds=2)
    play_match(fast)
    slow = Match(Haisty(), 3, seed=8, rounds=2)
    table = BotTable(slow, dict.fromkeys(range(3), LEVEL))
    for tick in count():
        table.advance(tick * 50_000)
        if slow.state.phase == WON:
            break
    assert slow.log == fast.log
    assert report(slow, "", 0) == report(fast, "", 0)


def test_every_seats_view_ends_with_the_same_masked_state() -> None:
    match = Match(Haisty(), 4, seed=2, rounds=1)
    table = BotTable(match, dict.fromkeys(range(4), "hard"))
    while match.state.phase != WON and (at := table.next_time()) is not None:
        table.advance(at)
    expected = match.state._replace(table=match.state.table.view())
    assert [view.state for view in table.views] == [expected] * 4


def test_bots_play_through_the_same_door_with_flight_and_returns() -> None:
    match = Match(Haisty(), 8, seed=1, rounds=1)
    table = BotTable(match, dict.fromkeys(range(1, 8), "hard"))
    events: list[Event] = []
    table.ask(0, Knock())
    while match.state.phase not in (SCORED, WON) and table.now < 60_000_000:
        table.advance(table.now + 100_000)
        events += table.views[0].update(table.now)
    assert match.state.phase == PLAYING or match.state.scores
    thrown = [event for event in events if isinstance(event, Thrown)]
    assert len(thrown) > 20
    assert any(isinstance(event, Returned) and event.faster is not None for event in events)


def begin(server: MatchServer) -> None:
    server.start()
    for seat in range(2):
        server.ask(seat, Knock(), 0)
    server.settle(0)


def sent(notices: list[Notice], seat: int) -> list[Event]:
    return [notice.event for notice in notices if seat in notice.to]


def test_host_refuses_nonsense_and_keeps_seats_apart() -> None:
    match = Match(Haisty(), 2, seed=2)
    server = MatchServer(match)
    begin(server)
    starts = match.state.starts or 0
    before = match.state.table
    foreign = next(match.rules.moves(match.state.table, 0))
    for request in (Play(foreign, starts), Shout(2)):
        server.ask(1, request, starts)
    notices = server.settle(starts)
    assert match.state.table == before
    assert sent(notices, 1) == [Returned(1, foreign, None, thrown=False), Shouted(1, 2)]
    assert not any(isinstance(event, Returned) for event in sent(notices, 0))


def test_a_knock_in_the_air_is_known_to_its_seat_alone() -> None:
    match = Match(Haisty(), 2, seed=2)
    server = MatchServer(match)
    begin(server)
    starts = match.state.starts or 0
    server.ask(0, Play(Move(0, 0, 0), starts), starts)
    notices = server.settle(starts)
    notices += server.settle(starts + FLIGHT)
    assert len(sent(notices, 0)) == 2
    assert sent(notices, 1) == []


def test_a_bot_gets_the_back_that_the_player_takes_from_it() -> None:
    here = session(Clock())
    assert here.backs == (0, 1, 2)
    here.appear(2, "maja")
    assert here.backs == (2, 1, 0)
    assert here.portraits[0] == "maja"
    here.appear(5, "star")
    assert here.backs == (5, 1, 0)


def test_bots_hands_are_seen_over_the_shared_piles_and_change_nothing() -> None:
    clock, unwatched = Clock(), Clock()
    table, other = session(clock), session(unwatched)
    clock.begin(table)
    unwatched.begin(other)
    seen = set[int]()
    for _ in range(300):
        clock.run(table, 0.05)
        unwatched.run(other, 0.05)
        seen |= table.hands.keys()
    assert seen == {1, 2}
    assert table.state == other.state
