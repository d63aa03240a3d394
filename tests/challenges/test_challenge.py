"""An end at a challenge: recorded, its run kept and checked, its place told, and raced the next time."""

from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.challenges.challenge import begin_run, bests_of, economy, indices, load_ghost
from game.challenges.challenge import finished_run as played_out
from game.challenges.level import Challenge
from game.challenges.level_files import FOLDER, daily, read_level
from game.core.notation import move_text, pile_names
from game.core.solo import HINT, Act
from game.rules.options import non_default
from game.rules.staffelpatience import Staffelpatience
from game.rules.zahlenpatience import Zahlenpatience
from game.sessions.live_run import LiveRun
from game.solve import solve
from game.storage.replay_writer import run_path
from game.storage.result import SavedResult
from game.storage.results import Results, open_results
from game.storage.results_writer import save_result
from game.storage.run_replay import RunReplay, read_checked_run
from game.storage.settings import Settings

LEVEL = read_level(FOLDER / "paare-01.toml")
WHEN = 1_795_000_000


class Clock:
    """Seconds that pass when told."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def played(pace: float, moves: int | None = None) -> LiveRun:
    """A session at the level with so many moves of its solution played, one every `pace` seconds."""
    clock = Clock()
    session = begin_run(LEVEL, clock, 0, None)
    for move in LEVEL.line()[:moves]:
        clock.time += pace
        session.play(move)
    session.poll()
    if not session.over:
        session.give_up()
    return session


@pytest.fixture
def records(tmp_path: Path) -> Results:
    return open_results(tmp_path)[0]


def end(
    session: LiveRun, records: Results, folder: Path | None, level: Challenge | None = LEVEL
) -> SavedResult:
    return save_result(*played_out(session, level, Settings(name="Ada"), WHEN), records, folder)


def test_a_win_is_recorded_with_its_medal_and_a_run_that_checks(tmp_path: Path, records: Results) -> None:
    result, place, before, best, kept, lost, days, medals = end(played(0.5), records, tmp_path)
    assert (best, kept, days, medals) == (result, True, 0, {"gold": 1})
    assert (result.won, result.medal, result.challenge) == (True, "gold", "paare-01")
    assert result.time == round(0.5e6 * (len(LEVEL.line()) - 1)), "the clock starts with the first move"
    assert (place.place, place.of, before, lost) == (1, 1, None, ())
    run, solo = read_checked_run(run_path(tmp_path, result.run))
    assert solo.won
    assert (run.header.challenge, run.header.name, run.result.time) == ("paare-01", "Ada", result.time)


def test_a_slower_win_and_a_given_up_run_take_their_places_behind(tmp_path: Path, records: Results) -> None:
    best = end(played(0.5), records, tmp_path).result
    slow = end(played(2.0), records, tmp_path)
    assert (slow.placing.place, slow.placing.of, slow.previous_best) == (2, 2, best)
    few = end(played(0.1, 5), records, tmp_path)
    assert (few.placing.place, few.result.won, few.result.medal) == (3, False, "")
    fewer = end(played(0.1, 2), records, tmp_path)
    assert fewer.placing.place == 4, "fewer cards placed"


def test_the_best_run_is_raced_card_by_card(tmp_path: Path, records: Results) -> None:
    session = played(0.5)
    course = load_ghost(end(session, records, tmp_path).result, tmp_path)
    assert course
    assert course.at(0) <= 2
    assert course.at(session.elapsed) == session.placed[1]
    steps = [course.at(time) for time in range(0, session.elapsed, 100_000)]
    assert steps == sorted(steps)


def test_a_lost_or_damaged_run_is_no_ghost(tmp_path: Path, records: Results) -> None:
    result = end(played(0.5), records, tmp_path).result
    path = run_path(tmp_path, result.run)
    path.write_text(path.read_text().replace("= won", "= lost"))
    assert load_ghost(result, tmp_path) is None
    path.unlink()
    assert load_ghost(result, tmp_path) is None
    assert load_ghost(None, tmp_path) is None


def test_without_a_folder_the_result_lasts_as_long_as_the_program() -> None:
    records, notice = open_results(None)
    assert notice is None
    assert end(played(0.5), records, None).result.run == ""
    assert records.best(LEVEL.leaderboard())


def test_an_unwritable_folder_is_told_and_the_result_still_counts(tmp_path: Path, records: Results) -> None:
    (tmp_path / "replays").write_text("in the way")
    ending = end(played(0.5), records, tmp_path)
    assert len(ending.problems) == 1
    assert records.best(LEVEL.leaderboard()) == ending.result


def test_free_play_states_only_the_house_rules_that_differ() -> None:
    assert non_default(Zahlenpatience()) == {}
    assert non_default(Zahlenpatience(hidden=True, passes=0)) == {"hidden": True, "passes": 0}


def test_what_came_out_in_free_play_competes_with_its_like(tmp_path: Path, records: Results) -> None:
    ending = end(played(0.5), records, tmp_path, None)
    assert (ending.result.challenge, ending.result.medal) == ("", "")
    assert records.best(LEVEL.leaderboard()) is None
    assert end(played(0.4), records, tmp_path, None).placing.place == 1


def staffel(double: bool) -> tuple[LiveRun, Challenge]:
    """A challenge in Staffelpatience, won by books alone or with a double series."""
    rules, seed = Staffelpatience(), 10 if double else 3
    moves = solve(rules, rules.deal(seed, 1)).moves
    names = pile_names(rules.spots(1), 0)
    times = {"limit": 900, "bronze": 800, "silver": 700, "gold": 600, "grade": 1.0}
    solution = " ".join(move_text(move, names) for move in moves)
    level = Challenge(game=rules.name, seed=seed, solution=solution, id="mine", source="", **times)  # type: ignore[arg-type]
    clock = Clock()
    session = begin_run(level, clock, 0, None)
    for move in moves:
        clock.time += 1.0
        session.play(move)
    return session, level


def test_a_win_by_double_series_is_a_win_that_counts_less(tmp_path: Path, records: Results) -> None:
    session, level = staffel(double=True)
    assert session.over
    ending = end(session, records, tmp_path, level)
    result, lost = ending.result, ending.problems
    assert (result.won, result.placed < result.cards, bool(result.medal), lost) == (True, True, True, ())
    run, solo = read_checked_run(run_path(tmp_path, result.run))
    assert (run.result.how, solo.won, run.result.time) == ("double", True, result.time)
    assert [line.won for line in records.statistics().values()] == [1]
    slow = replace(result, placed=result.cards, time=result.time + 1, medal="")
    assert records.add(slow).place == 1, "four books come first, however long they took"
    assert records.add(replace(result, won=False, placed=result.placed, time=1)).place == 3


def test_four_books_count_all_cards(tmp_path: Path, records: Results) -> None:
    session, level = staffel(double=False)
    result = end(session, records, tmp_path, level).result
    assert (result.won, result.placed, result.cards) == (True, 52, 52)


def test_economy_counts_all_that_was_pressed_and_a_shorter_line_is_worth_more() -> None:
    session = played(0.5, 9)
    session.solo.undo(session.now)
    run = RunReplay.from_solo(session.solo, session.now, LEVEL.id)
    assert (len(run.acts), LEVEL.par) == (10, len(LEVEL.line()))
    assert economy(run, LEVEL) == 100 * LEVEL.par // 10
    for presses, percent in ((LEVEL.par, 100), (LEVEL.par + 1, 97), (LEVEL.par - 1, 103)):
        acts = (*run.acts[:1] * presses, Act(9, HINT))
        assert economy(replace(run, acts=acts), LEVEL) == percent
    thousand = replace(LEVEL, presses=1000)
    for presses, percent in ((1001, 99), (999, 101)):
        assert economy(replace(run, acts=run.acts[:1] * presses), thousand) == percent, "never rounded to 100"
    assert replace(LEVEL, presses=0).par == LEVEL.par, "of a file that does not state it"


def test_index_is_that_of_wins_at_a_challenge_as_it_is_now(tmp_path: Path, records: Results) -> None:
    won = end(played(0.5), records, tmp_path).result
    day = daily(date(2026, 12, 1))
    others = [
        replace(won, time=2 * won.time),
        replace(won, won=False),
        replace(won, seed=1),
        replace(won, challenge=""),
        replace(won, challenge="daily-nonsense"),
        replace(won, challenge=day.id, seed=day.seed, rules=non_default(day.variant())),
    ]
    first, second, *none, of_day = indices([won, *others])
    assert first == pytest.approx(LEVEL.par / (won.time / 1e6))
    assert first and second == pytest.approx(first / 2)
    assert none == [None] * 4
    assert of_day == pytest.approx(day.pace / (won.time / 1e6))


def test_the_index_is_by_what_a_careful_player_needs_who_does_not_know_the_deal() -> None:
    assert replace(LEVEL, usual=LEVEL.par + 20).pace == LEVEL.par + 20
    assert replace(LEVEL, usual=0).pace == LEVEL.par, "not measured"


def test_a_medal_stays_with_its_deal_when_that_has_another_number(tmp_path: Path, records: Results) -> None:
    won = end(played(0.5), records, tmp_path).result
    moved, other = replace(LEVEL, id="paare-60"), replace(LEVEL, id="paare-61", seed=LEVEL.seed + 1)
    day = replace(LEVEL, id="paare-62", seed=99)
    records.add(replace(won, challenge="daily-2026-12-01", seed=99))
    assert bests_of([LEVEL, moved, other, day], records.bests()) == {LEVEL.id: won, "paare-60": won}
    records.add(better := replace(won, challenge="paare-60", time=won.time // 2))
    assert bests_of([LEVEL, moved], records.bests()) == {LEVEL.id: won, "paare-60": better}


def test_a_run_is_clean_if_nothing_was_added(tmp_path: Path, records: Results) -> None:
    session = played(0.5, 5)
    assert not end(session, records, tmp_path).result.clean, "it did not come out"
    won = end(played(0.5), records, tmp_path).result
    assert won.clean and not replace(won, penalty=1).clean
    records.add(replace(won, penalty=5_000_000, undos=1))
    (line,) = records.statistics().values()
    (clean,) = records.statistics(clean=True).values()
    assert (line.played, line.won, clean.played, clean.won) == (3, 2, 3, 1)
