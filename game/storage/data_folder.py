"""The data folder: where it is, atomic writes into it, and a thread of its own for them."""

import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import platformdirs

from game.i18n import N_, Notice, reason
from game.storage import files
from game.system import here

KEPT = "kept"
"""The folder of games kept for later, within the data folder."""
KEPT_SEATS = "seats.json"
"""The file of what lets the player back in at tables."""
LADDER, LADDER_DAYS = "ladder", 7
"""The folder of everyone's daily runs, and of how many days."""
_IDLE: Final = 10.0
"""Seconds without work after which the thread ends; the next job starts another."""
Job = Callable[[], object]


class DataFolderError(Exception):
    """The data folder cannot be used. The text is one line for the player."""


def data_folder(asked: Path | None = None) -> Path:
    """The folder of the player's files: `asked`, or the default. Raises DataFolderError if the user has no
    home."""
    try:
        return files.roomy(asked or platformdirs.user_data_path("haisty", appauthor=False))
    except RuntimeError:
        raise DataFolderError(Notice(N_("this user has no home folder; name one with --data"))) from None


def open_folder(folder: Path | None = None) -> Path:
    """The data folder, created if needed and cleared of partial files. Raises DataFolderError if there is
    none, or it is not writable."""
    folder = data_folder(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files.check_writable(folder)
        files.sweep(folder)
        files.sweep(folder / KEPT)
        return folder
    except OSError as error:
        raise unwritable(folder, error) from error


def write(path: Path, data: bytes) -> None:
    """Write a file atomically, replacing any old one. Raises DataFolderError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write_atomically(path, data)
    except OSError as error:
        raise unwritable(path.parent, error) from error


def write_new(path: Path, data: bytes) -> Path:
    """Write a new file atomically and return its path. If the name is taken, even by another program in the
    meantime, the first free numbered name is used. Raises DataFolderError."""
    with locked(path.parent):
        number, free = 1, path
        while free.exists():
            number += 1
            free = path.with_stem(f"{path.stem}-{number}")
        files.write_atomically(free, data)
        return free


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder while something in it is read and then written. Raises DataFolderError."""
    try:
        with files.lock_folder(folder):
            yield
    except OSError as error:
        raise unwritable(folder, error) from error


def unwritable(folder: Path, error: OSError) -> DataFolderError:
    """The error to show when the system refuses to write in a folder."""
    return DataFolderError(
        Notice(N_("cannot write in {folder}: {reason}"), folder=folder, reason=reason(error))
    )


class BackgroundWriter:
    """Does jobs one after the other. Of several jobs for the same file only the latest is done."""

    def __init__(self, tell: Callable[[object], None]) -> None:
        """`tell` is called with a notice for the player, in the writing thread, if a job fails."""
        self._tell = tell
        self._jobs: dict[Hashable, tuple[Job, str]] = {}
        self._changed = here().jobs.condition()
        self._running = self._busy = False

    def do(self, file: Hashable, job: Job, failed: str = "{reason}") -> None:
        """Queue a job that writes a file and may raise DataFolderError; `failed` is then the notice, with
        {reason}. A job for the same file that has not begun is dropped."""
        with self._changed:
            self._jobs.pop(file, None)
            self._jobs[file] = job, failed
            if not self._running:
                self._running = True
                here().jobs.start(self._work)
            self._changed.notify_all()

    def flush(self) -> None:
        """Wait until all jobs are done."""
        with self._changed:
            self._changed.wait_for(lambda: not self._jobs and not self._busy)

    def _work(self) -> None:
        while True:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
                if not self._jobs and not self._changed.wait_for(lambda: self._jobs, _IDLE):
                    self._running = False
                    return
                job, failed = self._jobs.pop(next(iter(self._jobs)))
                self._busy = True
            try:
                job()
            except DataFolderError as error:
                self._tell(Notice(failed, reason=error))
            except Exception as error:  # the next job may do
                sys.excepthook(type(error), error, error.__traceback__)
