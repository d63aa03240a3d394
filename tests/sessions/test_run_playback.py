"""Watching a run: what is seen, when, and that it runs, stands and skips as asked."""

import pytest

from game.core.rules import Rules
from game.core.state import Dealt, Resumed, Returned, fold_match
from game.core.table import Move
from game.rules import games
from game.rules.farbwechsel import Farbwechsel
from game.rules.haisty import Haisty
from game.sessions.live_run import LiveRun
from game.sessions.run_playback import RunPlayback
from game.storage.run_replay import RunReplay
from tests.sessions.clock import Clock
from tests.storage.test_run_replay import played, won

RULES: tuple[Rules, ...] = (Haisty(), Farbwechsel())


def test_the_events_lead_to_the_table_that_was_played() -> None:
    for rules in RULES:
        solo, clock = played(rules, 5), Clock()
        watched = RunPlayback(RunReplay.from_solo(solo, 0, "gentle-01", "Kim"), clock)
        state = watched.state
        seen = []
        while not watched.over:
            clock.now += 0.5
            for event in watched.poll():
                seen.append(event)
                state = fold_match(state, event)
            assert state == watched.state
        assert state.table == solo.table.view()
        assert watched.elapsed == watched.run.result.time
        assert any(isinstance(event, Resumed) for event in seen)
        assert any(isinstance(event, Returned) for event in seen) == bool(rules.penalty)
        assert watched.name == "gentle-01"


def test_each_act_is_seen_at_its_time() -> None:
    solo, clock = won(), Clock()
    watched = RunPlayback(RunReplay.from_solo(solo, 0), clock)
    assert watched.poll()
    assert (len(watched.solo.log), watched.elapsed, watched.over) == (1, 0, False)
    clock.now += 0.6
    assert watched.poll() == []
    clock.now += 0.2
    assert watched.poll()
    assert watched.solo.log == solo.log[:2]


def test_it_stands_still_runs_faster_and_skips_to_the_end() -> None:
    solo, clock = won(), Clock()
    watched = RunPlayback(RunReplay.from_solo(solo, 0), clock)
    watched.poll()
    watched.paused = True
    clock.now += 9
    assert (watched.now, watched.poll()) == (0, [])
    watched.paused = False
    watched.clock.faster(9)
    clock.now += 0.5
    watched.poll()
    assert (watched.now, watched.over) == (4_000_000, False)
    watched.skip()
    assert watched.poll() == [Resumed(watched.state)]
    assert (watched.won, watched.over, watched.placed) == (True, True, (13, 13))
    assert watched.elapsed == watched.run.result.time
    assert watched.poll() == []


def test_it_can_be_seen_again_and_nothing_can_be_done_to_it() -> None:
    solo, clock = won(), Clock()
    watched = RunPlayback(RunReplay.from_solo(solo, 0), clock)
    clock.now += 5
    watched.poll()
    log = list(watched.solo.log)
    watched.play(solo.history.line[len(log)])
    assert not any(hasattr(watched, act) for act in ("undo", "redo", "hint", "give_up", "lay_out"))
    assert watched.poll() == []
    assert (watched.solo.log, watched.over, watched.finish) == (log, False, ())
    watched.restart()
    assert isinstance(watched.poll()[0], Dealt)
    assert (watched.now, len(watched.solo.log), watched.over) == (0, 1, False)


def test_any_moment_can_be_gone_to_and_the_table_before_a_move_held() -> None:
    solo, clock = played(Haisty(), 5), Clock()
    watched = RunPlayback(RunReplay.from_solo(solo, 0), clock)
    for time in (watched.lasts, 0, watched.lasts // 2, watched.lasts // 3):
        watched.seek(time)
        assert watched.poll() == []
        assert watched.now == time
        assert watched.solo.log == [act for act in solo.log if act.at <= time]
    for number, move in enumerate(solo.history.line):
        watched.hold(number)
        clock.now += 9
        assert watched.poll() == []
        assert watched.solo.table == solo.history.tables[number]
        assert watched.now == watched.moment(number)[0]
        watched.seek(watched.moment(number)[0])
        assert watched.solo.history.line[-1] == move
    watched.hold(len(solo.history.line))
    assert watched.solo.table == solo.table
    assert not watched.over
    watched.clock.faster(0)
    clock.now += 1
    watched.poll()
    assert watched.over


@pytest.mark.parametrize("game", [name for name, kind in sorted(games().items()) if kind.penalty])
@pytest.mark.parametrize("late", [0, 1, 4])
def test_the_table_before_a_move_is_the_one_that_was_seen_though_moves_were_refused(
    game: str, late: int
) -> None:
    """`late`: after so many moves come a mistake, a move taken back and made again, and one more mistake."""
    clock = Clock()
    live = LiveRun(games()[game](), 7, clock)

    def err() -> None:
        mistakes = live.solo.mistakes
        live.play(Move(0, 0, 7))
        assert live.solo.mistakes == mistakes + 1

    seen = [live.state.table]
    for number in range(8):
        clock.now += 1
        if number == late:
            err()
            live.undo()
            live.redo()
            err()
        live.play(live.moves[0])
        seen.append(live.state.table)
    watched = RunPlayback(RunReplay.from_solo(live.solo, live.now), clock)
    for number, table in enumerate(seen):
        watched.hold(number)
        assert watched.state.table == table, number
        assert watched.solo.history.line == live.solo.history.line[:number]
