"""Saves runs and results in a separate thread, so that no frame waits for the disk."""

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from msgspec.structs import replace

from game.core.solo import sum_of_best
from game.storage.data_folder import BackgroundWriter, DataFolderError
from game.storage.replay_writer import run_path, save_run
from game.storage.result import (
    Leaderboard,
    MatchResult,
    PendingResult,
    Placing,
    Result,
    ResultsError,
    Rivals,
    SavedResult,
)
from game.storage.run_replay import RunReplay, progress_in
from game.system import here

if TYPE_CHECKING:
    from game.storage.results import Results

Job = Callable[["Results"], None]
_LATER, _PAUSE = 2.0, 0.01
"""Seconds until the medals are proved, and between two of them."""


def save_result(run: RunReplay, result: Result, results: "Results", folder: Path | None) -> SavedResult:
    """Save a run and its result, as far as the data folder allows. On return both are on disk."""
    problems: list[object] = []
    try:
        if folder:
            path = save_run(folder, run, lambda: _best_runs(results), problems.append)
            result = replace(result, run=path.name)
    except DataFolderError as error:
        problems.append(error)
    try:
        before = results.ranking(result, 1)
        placing = results.add(result)
        (best,), medals, days = results.ranking(result, 1), results.medals(), 0
        if result.of_its_day:
            days, _longest = results.days(date.fromisoformat(result.day))
    except ResultsError as error:
        return SavedResult(result, Placing(1, 1), None, result, False, (*problems, error))
    previous, on_disk = before[0] if before else None, results.database.on_disk
    return SavedResult(result, placing, previous, best, on_disk, tuple(problems), days, medals)


def compare(saved: SavedResult, results: "Results", folder: Path) -> Rivals | None:
    """Compare a challenge's result with the player's other runs. None if the results cannot be read."""
    try:
        ranked = results.ranking(saved.result, -1)
    except ResultsError:
        return None
    every = [_splits(run_path(folder, each.run)) for each in ranked if each.run]
    best, clean = saved.previous_best, next((each for each in ranked if each.clean), None)
    return Rivals(_splits(run_path(folder, best.run)) if best else (), sum_of_best(every), clean)


def _splits(path: Path) -> Sequence[int]:
    progress = progress_in(path)
    return tuple(progress.splits) if progress else ()


def _best_runs(results: "Results") -> set[str]:
    """The names of the runs that are raced. Raises OSError if they are not known."""
    try:
        return {best.run for best in results.bests().values()}
    except ResultsError as error:
        raise OSError(str(error)) from None


class ResultsWriter:
    """Saves runs and results in the order in which they come.

    Each time the file is opened anew, since another program may have set it aside as damaged; that connection
    then serves for reading, so that no read waits for a write.
    """

    def __init__(
        self, folder: Path | None, tell: Callable[[object], None], wake: Callable[[], None] = lambda: None
    ) -> None:
        """`tell` is called with notices for the player, `wake` after each result, both in the writing thread.
        Without a folder nothing is written, and results are ready at once."""
        self._folder, self._tell, self._wake = folder, tell, wake
        self._background = BackgroundWriter(tell)
        self._opening = RLock()
        self._results: Results | None = None
        self._unproved: set[tuple[object, ...]] = set()
        self._queued = self._done = 0

    @property
    def results(self) -> "Results":
        """The results, for reading. `tell` gets a notice if something is wrong with the file."""
        with self._opening:
            if self._results is None:
                self._results = self._open()
                if self._folder:
                    here().jobs.later(_LATER, self._results.prove, self._folder, _PAUSE)
            return self._results

    @property
    def busy(self) -> bool:
        """Whether something is still to be written."""
        return self._queued > self._done

    def save(self, run: RunReplay, result: Result, then: Callable[[], None] = lambda: None) -> PendingResult:
        """Queue a run and its result for saving; `then` is called after that, in the writing thread."""
        pending = PendingResult(result)

        def save(results: "Results") -> None:
            saved = save_result(run, result, results, self._folder)
            for notice in saved.problems:
                self._tell(notice)
            pending.saved = saved
            then()
            if self._folder and result.challenge:
                self._wake()
                pending.rivals = compare(saved, results, self._folder)

        self._do(save)
        return pending

    def count(self, result: Result, then: Callable[[], None]) -> PendingResult:
        """Queue a deal for counting that was played in peace: see `save`."""

        def count(results: "Results") -> None:
            try:
                results.count(result)
            except ResultsError as error:
                self._tell(error)
            then()

        self._do(count)
        return PendingResult(result)

    def reset(self, leaderboard: Leaderboard) -> None:
        """Queue an attempt at a challenge for counting that was dropped to begin again now."""
        when = int(here().clock.calendar())

        def count(results: "Results") -> None:
            try:
                results.reset(leaderboard, when)
            except ResultsError as error:
                self._tell(error)

        self._do(count)

    def save_match(self, match: MatchResult) -> None:
        """Queue the result of a match for saving."""

        def save(results: "Results") -> None:
            try:
                results.matches.add(match)
            except ResultsError as error:
                self._tell(error)

        self._do(save)

    def close(self) -> None:
        """Wait until everything is on disk; nothing may be saved after that."""
        self._background.flush()
        if self._results:
            self._results.close()

    def _do(self, job: Job) -> None:
        """Do a job in the writing thread, or at once if nothing is written."""
        self._queued += 1
        if self._folder:
            self._background.do(job, lambda: self._write(job))
        else:
            self._write(job)

    def _write(self, job: Job) -> None:
        results = self.results
        if results.database.on_disk:
            results = self._open()
        job(results)
        self._results = results
        self._done += 1
        self._wake()

    def _open(self) -> "Results":
        from game.storage.results import open_results

        results, notice = open_results(self._folder)
        results.unproved = self._unproved
        if notice:
            self._tell(notice)
        return results
