"""Writes files in a thread of its own, so that no frame waits for the disk."""

from collections.abc import Callable, Hashable
from threading import Condition, Thread
from typing import Final

from game.i18n import Notice
from game.storage.data_folder import DataFolderError

_IDLE: Final = 10.0
"""Seconds without work after which the thread ends; the next job starts another."""
Job = Callable[[], object]


class BackgroundWriter:
    """Does jobs one after the other. Of several jobs for the same file only the latest is done."""

    def __init__(self, tell: Callable[[object], None]) -> None:
        """`tell` is called with a notice for the player, in the writing thread, if a job fails."""
        self._tell = tell
        self._jobs: dict[Hashable, tuple[Job, str]] = {}
        self._changed = Condition()
        self._running = self._busy = False

    def do(self, file: Hashable, job: Job, failed: str = "{reason}") -> None:
        """Queue a job that writes a file and may raise DataFolderError; `failed` is then the notice, with
        {reason}. A job for the same file that has not begun is dropped."""
        with self._changed:
            self._jobs.pop(file, None)
            self._jobs[file] = job, failed
            if not self._running:
                self._running = True
                Thread(target=self._work, daemon=True).start()
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
