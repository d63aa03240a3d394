"""Enters what has been played into the records, in a thread of its own: no frame waits for the disk."""

from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import RLock, Thread

from game.challenges.challenge import Ending, enter
from game.storage.results import Records, Result, open_records
from game.storage.run_replay import RunReplay


class Entry:
    """A result on its way into the records."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.ending: Ending | None = None
        """What it came to, once it has been entered."""


class Keeper:
    """Keeps runs and results in the order in which they came.

    Reading and writing have a connection each, so that whoever reads does not wait for a write either.
    """

    def __init__(
        self, folder: Path | None, tell: Callable[[object], None], woken: Callable[[], None] = lambda: None
    ) -> None:
        """`tell` takes what the player should know, `woken` is called after each entry; both in the thread
        that writes. Without a folder nothing is written, and entries are made at once."""
        self._folder, self._tell, self._woken = folder, tell, woken
        self._entries: SimpleQueue[tuple[RunReplay, Entry] | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._records: Records | None = None
        self._opening = RLock()
        self._last: Entry | None = None

    @property
    def records(self) -> Records:
        """The records as they are to be read; what is wrong with their file is told."""
        with self._opening:
            if self._records and self._records.gone:
                self._records.close()
                self._records = None
            if self._records is None:
                self._records = self._open()
            return self._records

    @property
    def busy(self) -> bool:
        """Whether something is still to be written."""
        return self._last is not None and self._last.ending is None

    def enter(self, run: RunReplay, result: Result) -> Entry:
        """Have a run kept and its result recorded."""
        self._last = entry = Entry(result)
        if self._folder is None:
            self._enter(run, entry, self.records)
            return entry
        self._entries.put((run, entry))
        if self._thread is None:
            self._thread = Thread(target=self._write, daemon=True)
            self._thread.start()
        return entry

    def close(self) -> None:
        """Wait until all is on the disk; nothing is entered any more."""
        if self._thread:
            self._entries.put(None)
            self._thread.join()
        if self._records:
            self._records.close()

    def _open(self) -> Records:
        records, notice = open_records(self._folder)
        if notice:
            self._tell(notice)
        return records

    def _write(self) -> None:
        own = self._open()
        while job := self._entries.get():
            # What cannot be kept is to be seen as long as the program lasts.
            self._enter(*job, own if own.kept else self.records)
            self._woken()
        own.close()

    def _enter(self, run: RunReplay, entry: Entry, records: Records) -> None:
        ending = enter(run, entry.result, records, self._folder)
        for notice in ending.lost:
            self._tell(notice)
        entry.ending = ending
