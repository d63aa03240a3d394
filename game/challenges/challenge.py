"""Playing a challenge: beginning a run, racing the best one, and the result of a finished one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from game.challenges.level import SECOND, Challenge, LevelError
from game.challenges.level_files import levels, named
from game.core.solo import HINT, PARTS, Solo, best_splits
from game.core.state import HAND
from game.core.table import Move
from game.rules.options import non_default
from game.sessions.live_run import LiveRun, RunKeeper
from game.sessions.solo import EVERYTHING, May
from game.solve.hints.cache import Solver
from game.storage.replay_writer import run_path
from game.storage.result import DAILY, Leaderboard, Result
from game.storage.run_replay import Progress, RunReplay, progress_in
from game.storage.settings import Settings
from game.storage.solution import PACE, paced
from game.system import here

_FEW: Final = 10
"""So few moves tell nothing of a hand."""


def begin_run(
    level: Challenge,
    clock: Callable[[], float],
    back: int,
    solver: Solver | None,
    keeper: RunKeeper | None = None,
    kept: RunReplay | None = None,
    may: May = EVERYTHING,
) -> LiveRun:
    """A run at the challenge: a new one, or one that was `kept`. Raises LevelError if the solution cannot be
    read."""
    played = run_options(level) | ({} if may.time else {"limit": None, "medals": ()})
    more: dict[str, Any] = {"back": back, "solver": solver, "keeper": keeper, "kept": kept, "may": may}
    return LiveRun(level.variant(), level.seed, clock, **played, **more)


def run_options(level: Challenge) -> dict[str, Any]:
    """What a challenge asks of a run at it: its name, time limit, medals and solution, as LiveRun takes them.
    Raises LevelError if the solution cannot be read."""
    limit = level.limit * SECOND
    return {"name": level.id, "limit": limit, "medals": level.medals, "solution": level.line()}


def finished_run(
    session: LiveRun, level: Challenge | None, player: Settings, when: int
) -> tuple[RunReplay, Result]:
    """The replay and the result of a finished run; without a level it was free play.

    `player`: whose it is; `when` is in seconds since 1970.
    """
    run = RunReplay.from_solo(session.solo, session.now, level.id if level else "", player.name)
    header = replace(run.header, back=player.back, portrait=player.portrait)
    run = replace(run, header=header)
    return run, result_of(run, session.solo, level, when)


def result_of(run: RunReplay, solo: Solo, level: Challenge | None, when: int) -> Result:
    """The result of a run; a time beyond the challenge's limit is the limit."""
    time = run.result.time
    if level and not solo.won:
        time = min(time, level.limit * SECOND)
    return Result(
        game=solo.rules.name,
        seed=solo.seed,
        rules=non_default(solo.rules),
        challenge=level.id if level else "",
        won=solo.won,
        placed=solo.rules.worth(solo.table),
        cards=run.result.cards,
        time=time,
        penalty=solo.penalty,
        hints=solo.hints,
        undos=solo.undos,
        mistakes=solo.mistakes,
        medal=(level.medal(solo.won, run.result.time) if level and not too_fast(run) else None) or "",
        when=when,
        day=here().clock.written("%Y-%m-%d", when),
    )


def too_fast(run: RunReplay) -> bool:
    """Whether its moves came faster than any hand makes them (see HAND), the whole run through: for a moment
    presses may come together, when the window was busy."""
    moves = [act for act in run.acts if isinstance(act.what, Move)]
    return len(moves) > _FEW and moves[-1].at < (len(moves) - 1) * HAND


def economy(run: RunReplay, level: Challenge) -> int:
    """The presses of the stored line by those of the run, in per cent: 100 only if they are as many. Moves
    that were refused, taken back and made again count, hints do not."""
    own = max(1, sum(act.what != HINT for act in run.acts))
    return 100 * level.par // own if own >= level.par else -(-100 * level.par // own)


def index(time: int, pace: int) -> float:
    """The presses that a careful player needs for each second of a run that came out: comparable over all
    deals of a game. `pace`: see Challenge.pace."""
    return pace * SECOND / max(1, time)


def indices(results: Sequence[Result]) -> list[float | None]:
    """The index of each of these results; None if it did not come out, or its deal is no challenge now."""
    paces = {level.leaderboard(): level.pace for level in levels()[0]}
    for name in {result.challenge for result in results if _of_a_day(result)}:
        with suppress(LevelError):
            level = named(name)
            paces[level.leaderboard()] = level.pace
    found = ((result, paces.get(result.leaderboard)) for result in results)
    return [index(result.time, pace) if pace and result.won else None for result, pace in found]


def bests_of(challenges: Iterable[Challenge], bests: Mapping[Leaderboard, Result]) -> dict[str, Result]:
    """The best result of each challenge by its name; where it has none, the one that its deal has from a time
    when it had another number."""
    moved = {(best.game, *board[1:]): best for board, best in bests.items() if not _of_a_day(best)}
    found: dict[str, Result] = {}
    for level in challenges:
        board = level.leaderboard()
        if best := bests.get(board) or moved.get((level.game, *board[1:])):
            found[level.id] = best
    return found


def _of_a_day(result: Result) -> bool:
    return result.challenge.startswith(DAILY)


def load_ghost(best: Result | None, folder: Path | None) -> Progress | None:
    """The ghost to race, which is the best run. None if its file is missing or damaged."""
    return progress_in(run_path(folder, best.run)) if best and best.run and folder else None


def sum_of_bests(ranked: Sequence[Result], folder: Path | None) -> Progress | None:
    """A run of the best segments of these, as far as their files replay: what the player is capable of. None
    if there are no files. It is known at its splits only, once a thread has replayed them all and unless some
    segment was never completed: until then it has none."""
    if not (folder and any(each.run for each in ranked)):
        return None
    times, placed, splits = [0], [0], list[int]()

    def replay() -> None:
        found = (load_ghost(each, folder) for each in ranked)
        best = best_splits(each.splits for each in found if each)
        if len(best) == PARTS:
            placed.extend(ranked[0].cards * part // PARTS for part in range(1, PARTS + 1))
            times.extend(best)
            splits.extend(best)

    here().jobs.start(replay)
    return Progress(times, placed, splits, won=True)


def author_run(level: Challenge) -> RunReplay:
    """The best line known as a run, move after move in the author's time. Raises LevelError."""
    line, time = level.line(), level.medal_time("author")
    pace = time // len(line) if time else PACE
    return paced(level.variant(), level.seed, line, level.id, pace)[0]
