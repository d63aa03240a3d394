"""Playing a challenge: beginning a run, racing the best one, and the result of a finished one."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from game.challenges.level import MEDALS, SECOND, Challenge
from game.core.solo import Solo
from game.core.state import HAND
from game.core.table import Move
from game.rules.options import changed
from game.sessions.live_run import LiveRun, RunKeeper
from game.solve.hints.cache import Solver
from game.storage.replay_format import Mismatch, ReplayError
from game.storage.replay_writer import run_path
from game.storage.result import Result
from game.storage.run_replay import Progress, RunReplay, progress_of, read_checked_run

_FEW: Final = 10
"""So few moves tell nothing of a hand."""


def begin_run(
    level: Challenge,
    clock: Callable[[], float],
    back: int,
    solver: Solver | None,
    keeper: RunKeeper | None = None,
    kept: RunReplay | None = None,
) -> LiveRun:
    """A run at the challenge, with its time limit, medals and solution: a new one, or one that was `kept`.
    Raises LevelError if the solution cannot be read."""
    return LiveRun(
        level.variant(),
        level.seed,
        clock,
        back=back,
        name=level.id,
        limit=level.limit * SECOND,
        medals=[(medal, level.medal_time(medal)) for medal in MEDALS],
        solution=level.line(),
        solver=solver,
        keeper=keeper,
        kept=kept,
    )


def finished_run(session: LiveRun, level: Challenge | None, name: str, when: int) -> tuple[RunReplay, Result]:
    """The replay and the result of a finished run; without a level it was free play.

    `name` is the player's, `when` is in seconds since 1970.
    """
    run = RunReplay.from_solo(session.solo, session.now, level.id if level else "", name)
    return run, result_of(run, session.solo, level, when)


def result_of(run: RunReplay, solo: Solo, level: Challenge | None, when: int) -> Result:
    """The result of a run; a time beyond the challenge's limit is the limit."""
    time = run.result.time
    if level and not solo.won:
        time = min(time, level.limit * SECOND)
    return Result(
        game=solo.rules.name,
        seed=solo.seed,
        rules=changed(solo.rules),
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
    )


def too_fast(run: RunReplay) -> bool:
    """Whether its moves came faster than any hand makes them (see HAND), the whole run through: for a moment
    presses may come together, when the window was busy."""
    moves = [act for act in run.acts if isinstance(act.what, Move)]
    return len(moves) > _FEW and moves[-1].at < (len(moves) - 1) * HAND


def load_ghost(best: Result | None, folder: Path | None) -> Progress | None:
    """The ghost to race, which is the best run. None if its file is missing or damaged."""
    if not (best and best.run and folder):
        return None
    try:
        run, _solo = read_checked_run(run_path(folder, best.run))
    except (ReplayError, Mismatch):
        return None
    return progress_of(run)
