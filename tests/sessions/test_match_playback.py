"""Watching a replay: what is seen, when, and that it stands, runs and skips as asked."""

import pytest

from game.cli.demo import play_match
from game.core.match import COUNTDOWN, Match
from game.core.shuffle import written
from game.core.state import FLIGHT, SCORED, Dealt, Knock, Scored, Thrown, fold_match, opening
from game.core.table import Moved
from game.rules.haisty import Haisty
from game.sessions.match_playback import MatchPlayback
from game.storage.match_replay import MatchHeader, MatchReplay
from game.story.seen import Timed, rounds
from tests.sessions.clock import Clock


def replay_of(match: Match) -> MatchReplay:
    header = MatchHeader(
        "haisty", {}, match.seats, written(match.seed), match.target, match.rounds, ("A", "B"), (0, 1)
    )
    return MatchReplay(header, tuple(match.log), {}, True)


def timeline(replay: MatchReplay) -> list[Timed]:
    return [timed for seen in rounds(replay) for timed in seen.events]


@pytest.fixture(scope="module")
def match() -> Match:
    match = Match(Haisty(), 2, 3, rounds=2)
    play_match(match)
    return match


def test_the_timeline_shows_the_match_masked_to_its_end(match: Match) -> None:
    state = opening(2)
    for _, event in timeline(replay_of(match)):
        state = fold_match(state, event)
    assert state.table == match.state.table.view()
    assert (state.totals, state.winner) == (match.state.totals, match.state.winner)


def test_only_what_flies_is_shown_in_the_air_though_every_press_comes_before_its_judgement() -> None:
    match = Match(Haisty(), 2, 5)
    match.start()
    match.ready(0, 0)
    match.ready(1, 0)
    turn = next(move for move in match.rules.moves(match.state.table, 0) if move.count == 3)
    match.claim(0, turn, COUNTDOWN, COUNTDOWN + 4)
    events = [event for _, event in timeline(replay_of(match))]
    assert sum(isinstance(event, Moved) for event in events) == 1
    assert not any(isinstance(event, Thrown) for event in events)


def test_what_is_thrown_leaves_the_hand_a_flight_before_it_lands(match: Match) -> None:
    seen = timeline(replay_of(match))
    thrown = [(time, event) for time, event in seen if isinstance(event, Thrown) and event.move.count]
    landed = {(time, event.seat) for time, event in seen if isinstance(event, Moved)}
    assert thrown
    assert any((time + FLIGHT, event.seat) in landed for time, event in thrown)


def test_a_line_without_a_place_ends_the_showing(match: Match) -> None:
    log = match.log
    replay = replay_of(match)
    torn = MatchReplay(replay.header, (*log[:20], log[3], *log[20:]), {}, True)
    assert len(timeline(torn)) < len(timeline(replay))


def test_time_that_the_machine_slept_is_not_shown_at_once(match: Match) -> None:
    clock = Clock()
    watched = MatchPlayback(replay_of(match), clock)
    watched.poll()
    clock.now += 3600
    watched.poll()
    assert watched.now == 1_000_000


def test_it_runs_pauses_and_skips(match: Match) -> None:
    clock = Clock()
    watched = MatchPlayback(replay_of(match), clock)
    assert watched.rounds == len(match.results)
    assert isinstance(watched.poll()[0], Dealt)
    watched.paused = True
    clock.now += 9
    assert (watched.now, watched.poll()) == (0, [])
    watched.paused = False
    watched.clock.faster(9)
    clock.now += 0.5
    assert watched.poll()
    assert watched.now == 4_000_000
    watched.skip()
    assert isinstance(watched.poll()[-1], Scored)
    assert watched.state.phase == SCORED
    watched.ask(Knock())
    watched.poll()
    watched.skip()
    watched.poll()
    assert watched.state.totals == match.state.totals


def test_it_goes_back_and_forth_to_any_time_at_once(match: Match) -> None:
    watched = MatchPlayback(replay_of(match), lambda: 0.0)
    times = [at for at, _event in watched.timeline]
    for at in (times[-1], times[0], times[len(times) // 3], times[-40], times[50]):
        watched.seek(at)
        again = MatchPlayback(replay_of(match), lambda: 0.0)
        again.clock.now = float(at)
        again.poll()
        assert (watched.now, watched.state) == (at, again.state)
        assert watched.poll() == []
