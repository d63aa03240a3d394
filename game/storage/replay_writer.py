"""Keeps replays in the data folder: a match's while it is played, a run's at its end."""

import time
from contextlib import suppress
from pathlib import Path

from game.core.match import Match
from game.storage.data_folder import open_folder, write, write_new
from game.storage.match_replay import match_text
from game.storage.run_replay import RunReplay, run_text

FOLDER = "replays"
KEPT = 200
"""Replays of served tables that are kept in a folder; nobody looks after those."""
_SERVED = "-served"


class ReplayWriter:
    """One match's replay file; it takes a free name and never another's place."""

    def __init__(
        self,
        folder: Path,
        match: Match,
        names: tuple[str, ...],
        backs: tuple[int, ...],
        served: bool = False,
    ) -> None:
        """`served`: it is one of those of which only the last are kept. Raises store.DataFolderError if
        nothing can be written in the folder."""
        number = f"-{match.seed}" if isinstance(match.seed, int) else ""  # a secret is in no name
        if served:
            _prune(folder / FOLDER)
        mark = _SERVED if served else ""
        self.path = _place(folder, f"{match.rules.name}{number}{mark}.replay")
        """Where it is once it has been saved."""
        self._written = False
        self._match, self._names, self._backs = match, names, backs

    def save(self, names: tuple[str, ...] = (), backs: tuple[int, ...] = ()) -> None:
        """Write the match as it stands; names and backs if somebody has sat down since. Raises
        store.DataFolderError."""
        self._names, self._backs = names or self._names, backs or self._backs
        data = match_text(self._match, self._names, self._backs).encode()
        if self._written:
            write(self.path, data)
        else:
            self.path, self._written = write_new(self.path, data), True


def save_run(folder: Path, run: RunReplay) -> Path:
    """Write a run to a file of its own; its path. Raises store.DataFolderError."""
    path = _place(folder, f"{run.header.game}-{run.header.seed}.run")
    return write_new(path, run_text(run).encode())


def run_path(folder: Path, name: str) -> Path:
    """Where the run of that file name is."""
    return folder / FOLDER / Path(name).name


def _place(folder: Path, name: str) -> Path:
    """A path for a replay of the present time. Raises store.DataFolderError."""
    open_folder(folder / FOLDER)
    return folder / FOLDER / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{name}"


def _prune(folder: Path) -> None:
    """Make room for one more among the replays of served tables: the oldest go. Their names begin with the
    time."""
    for path in sorted(folder.glob(f"*{_SERVED}*.replay"))[: 1 - KEPT]:
        with suppress(OSError):
            path.unlink()
