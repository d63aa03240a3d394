"""Writes replays to the data folder: of a match while it is played, of a run at its end.

The folder keeps the latest of each kind, the best run at each challenge, and every file with a name that the
game does not give, so that renaming a file keeps it.
"""

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from game.core.duel import Duel
from game.core.match import Match
from game.i18n import N_, Notice, Notify, drop_notice
from game.storage import files
from game.storage.data_folder import BackgroundWriter, DataFolderError, open_folder, write, write_new
from game.storage.identity import told_key
from game.storage.match_replay import Company, match_text
from game.storage.replay_format import signed, with_digest
from game.storage.run_replay import RunReplay, run_text
from game.system import here

FOLDER = "replays"
SERVED_MARK = "-served"
"""Part of the names of replays of served tables."""
_STAMP = r"\d{4}-\d\d-\d\d-\d{6}-"


class Kind(NamedTuple):
    """A kind of replay: what its files are called, and how many are kept."""

    name: re.Pattern[str]
    most: int


MATCHES = Kind(re.compile(rf"{_STAMP}(?!.*{SERVED_MARK}).*\.replay"), 200)
SERVED = Kind(re.compile(rf"{_STAMP}.*{SERVED_MARK}.*\.replay"), 200)
RUNS = Kind(re.compile(rf"{_STAMP}.*\.run"), 1000)


class ReplayWriter:
    """The replay file of one match, under a new name."""

    def __init__(self, folder: Path, match: Match, company: Company, served: bool = False) -> None:
        """`served`: the table is served. Raises DataFolderError if the folder is not writable."""
        number = f"-{match.seed}" if isinstance(match.seed, int) else ""  # a secret is never part of a name
        make_room(folder / FOLDER, SERVED if served else MATCHES)
        mark = SERVED_MARK if served else ""
        self.path = _place(folder, f"{match.rules.name}{number}{mark}.replay")
        """The path of the file, once saved."""
        self._written = False
        self._match, self._company = match, company

    def save(self, company: Company | None = None) -> None:
        """Write the match as it stands; `company`, if it has changed. Raises DataFolderError."""
        self._company = company or self._company
        self._write(self._data())

    def save_in(self, background: BackgroundWriter, failed: str) -> None:
        """Have the match written as it stands now; `failed`: see BackgroundWriter.do."""
        data = self._data()
        background.do(self, lambda: self._write(data), failed)

    def _data(self) -> bytes:
        return with_digest(match_text(self._match, self._company))

    def _write(self, data: bytes) -> None:
        """Write the file. Raises DataFolderError."""
        if self._written:
            write(self.path, data)
        else:
            self.path, self._written = write_new(self.path, data), True


class ReplayKeeper:
    """Saves the matches of a table, one after the other, as replays if there is a folder for them; duels have
    none."""

    def __init__(self, folder: Path | None, notify: Notify = drop_notice, served: bool = False) -> None:
        """`notify` is told if a match cannot be saved, but not again before one could be. `served`: see
        ReplayWriter."""
        self._folder, self._notify, self._served = folder, notify, served
        self._match: Match | None = None
        self._writer: ReplayWriter | None = None
        self.path = ""
        """The path of the current match's replay, or empty."""
        self._failed = False

    def save(self, match: Match, company: Company) -> None:
        """Save the match as it stands. If that fails, it goes on."""
        if match is not self._match:
            self._match, self._writer, self.path = match, None, ""
        if self._folder is None or isinstance(match.rules, Duel):
            return
        try:
            self._writer = self._writer or ReplayWriter(self._folder, match, company, self._served)
            self._writer.save(company)
            self.path, self._failed = str(self._writer.path), False
        except DataFolderError as error:
            if not self._failed:
                self._notify(
                    Notice(N_("The replay of this match could not be saved: {reason}."), reason=error)
                )
            self._failed = True


def save_run(
    folder: Path, run: RunReplay, kept: Callable[[], Collection[str]] = tuple, notify: Notify = drop_notice
) -> Path:
    """Write a run, signed, to a new file and return its path; the oldest make room, but none of those `kept`.
    Raises DataFolderError."""
    make_room(folder / FOLDER, RUNS, kept)
    path = _place(folder, f"{run.header.game}-{run.header.seed}.run")
    return write_new(path, signed_run(folder, run, notify))


def share_run(folder: Path, run: RunReplay, notify: Notify = drop_notice) -> Path:
    """Write a run, signed, beside the others, under a name that says what it is and that is never deleted;
    return its path. Raises DataFolderError."""
    head, seconds = run.header, run.result.time // 100_000 / 10
    deal = head.challenge or f"{head.game}-{head.seed}"
    name = re.sub(r"[^\w.-]+|-+", "-", f"{deal}-{head.name}-{seconds:.1f}s").strip("-")
    open_folder(folder / FOLDER)
    return write_new(folder / FOLDER / f"{name}.run", signed_run(folder, run, notify))


def signed_run(folder: Path, run: RunReplay, notify: Notify) -> bytes:
    """The file of a run, signed by the installation with this data folder; `notify` hears if something is
    wrong with its key."""
    return signed(with_digest(run_text(run)), told_key(folder, notify))


def make_room(folder: Path, kind: Kind, kept: Callable[[], Collection[str]] = tuple) -> None:
    """Delete the oldest files of a kind until there is room for one more. Their names begin with the time.

    `kept` returns the names of files that stay whatever their age; it is asked only if some are to go.
    """
    with suppress(OSError):
        names = sorted(path.name for path in folder.iterdir() if kind.name.fullmatch(path.name))
        if old := names[: max(0, len(names) - kind.most + 1)]:
            spared = frozenset(kept())
            for name in old:
                if name not in spared:
                    files.remove(folder / name)


def run_path(folder: Path, name: str) -> Path:
    """The path of the run with that file name."""
    return folder / FOLDER / Path(name).name


def _place(folder: Path, name: str) -> Path:
    """A path for a replay, with the current time in its name. Raises DataFolderError."""
    open_folder(folder / FOLDER)
    return folder / FOLDER / f"{here().clock.written('%Y-%m-%d-%H%M%S')}-{name}"
