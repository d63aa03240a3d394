"""Playing for the records: sitting down at a challenge, racing one's best run, and what an end is worth."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from game.challenges.level import Level, Medal
from game.rules.options import changed
from game.sessions.live_run import LiveRun
from game.solve.hints.cache import Solver
from game.storage.data_folder import DataFolderError
from game.storage.replay_format import Mismatch, ReplayError
from game.storage.replay_writer import FOLDER, save_run
from game.storage.results import Contest, Place, Records, RecordsError, Result, contest
from game.storage.run_replay import RunReplay, progress_of, read_checked_run

MEDALS: Final[tuple[Medal, ...]] = ("gold", "silver", "bronze")
SECOND: Final = 1_000_000
"""Microseconds."""
LISTED: Final = 7
"""Of the own best results, how many are shown."""


class Ending(NamedTuple):
    """What an end is worth once it has been entered: the result as recorded, its place, the best one before
    it, the best of its like now, whether the records hold it on the disk, and what to tell the player if
    something could not be kept."""

    result: Result
    place: Place
    before: Result | None
    listed: Sequence[Result]
    kept: bool
    lost: tuple[object, ...] = ()


def sit_down(level: Level, clock: Callable[[], float], back: int, solver: Solver | None) -> LiveRun:
    """A session at the challenge, with its clock, its medals and the line that is proved to win.

    Raises LevelError if its solution cannot be read.
    """
    return LiveRun(
        level.variant(),
        level.seed,
        clock,
        back=back,
        name=level.id,
        limit=level.limit * SECOND,
        medals=[(medal, getattr(level, medal) * SECOND) for medal in MEDALS],
        solution=level.line(),
        solver=solver,
    )


def played(session: LiveRun, level: Level | None, name: str, when: int) -> tuple[RunReplay, Result]:
    """The run of a session that has ended, and what it comes to; nothing is written.

    `name` is the player's, `when` in seconds since 1970.
    """
    run = RunReplay.from_solo(session.solo, session.now, level.id if level else "", name)
    solo, won = session.solo, session.won
    return run, Result(
        game=session.rules.name,
        seed=session.seed,
        rules=changed(session.rules),
        challenge=level.id if level else "",
        won=won,
        placed=session.rules.worth(solo.table),
        cards=run.result.cards,
        time=run.result.time if won else session.elapsed,
        penalty=solo.penalty,
        hints=solo.hints,
        undos=solo.undos,
        mistakes=solo.mistakes,
        medal=(level.medal(won, run.result.time) if level else None) or "",
        when=when,
    )


def enter(run: RunReplay, result: Result, records: Records, folder: Path | None) -> Ending:
    """Keep the run and record its result, as far as the data folder allows. Both are then on the disk."""
    lost: list[object] = []
    try:
        if folder:
            result = replace(result, run=save_run(folder, run).name)
    except DataFolderError as error:
        lost.append(error)
    try:
        before = records.ranking(result, 1)
        place = records.add(result)
        listed = records.ranking(result, LISTED)
        return Ending(result, place, before[0] if before else None, listed, records.kept, tuple(lost))
    except RecordsError as error:
        return Ending(result, Place(1, 1), None, [result], False, (*lost, error))


def contest_of(level: Level) -> Contest:
    """What results of the challenge compete on."""
    return contest(level.id, level.seed, changed(level.variant()))


def ghost(best: Result | None, folder: Path | None) -> Callable[[int], int] | None:
    """How many cards the best run had placed at a time on its clock, if its file is still there and good."""
    if not (best and best.run and folder):
        return None
    try:
        run, _solo = read_checked_run(run_path(folder, best))
    except (ReplayError, Mismatch):
        return None
    return progress_of(run)


def run_path(folder: Path, result: Result) -> Path:
    """The file that holds the run of a result."""
    return folder / FOLDER / Path(result.run).name
