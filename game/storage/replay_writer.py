"""Writes replays to the data folder: of a match while it is played, of a run at its end."""

import time
from contextlib import suppress
from pathlib import Path

from game.core.match import Match
from game.storage.data_folder import open_folder, write, write_new
from game.storage.match_replay import Origin, match_text
from game.storage.run_replay import RunReplay, run_text

FOLDER = "replays"
KEPT = 200
"""The most replays of served tables in a folder; older ones are deleted."""
_SERVED = "-served"


class ReplayWriter:
    """The replay file of one match, under a new name."""

    def __init__(
        self,
        folder: Path,
        match: Match,
        names: tuple[str, ...],
        backs: tuple[int, ...],
        origin: Origin | None = None,
        served: bool = False,
    ) -> None:
        """`origin`: the table on the network where the match is played. `served`: that table is served, and
        only the last KEPT replays of such are kept. Raises DataFolderError if the folder is not writable."""
        number = f"-{match.seed}" if isinstance(match.seed, int) else ""  # a secret is never part of a name
        if served:
            _prune(folder / FOLDER)
        mark = _SERVED if served else ""
        self.path = _place(folder, f"{match.rules.name}{number}{mark}.replay")
        """The path of the file, once saved."""
        self._written = False
        self._match, self._names, self._backs, self._origin = match, names, backs, origin

    def save(
        self, names: tuple[str, ...] = (), backs: tuple[int, ...] = (), origin: Origin | None = None
    ) -> None:
        """Write the match as it stands; the arguments if they have changed. Raises DataFolderError."""
        self._names, self._backs = names or self._names, backs or self._backs
        self._origin = origin or self._origin
        data = match_text(self._match, self._names, self._backs, self._origin).encode()
        if self._written:
            write(self.path, data)
        else:
            self.path, self._written = write_new(self.path, data), True


def save_run(folder: Path, run: RunReplay) -> Path:
    """Write a run to a new file and return its path. Raises DataFolderError."""
    path = _place(folder, f"{run.header.game}-{run.header.seed}.run")
    return write_new(path, run_text(run).encode())


def run_path(folder: Path, name: str) -> Path:
    """The path of the run with that file name."""
    return folder / FOLDER / Path(name).name


def _place(folder: Path, name: str) -> Path:
    """A path for a replay, with the current time in its name. Raises DataFolderError."""
    open_folder(folder / FOLDER)
    return folder / FOLDER / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{name}"


def _prune(folder: Path) -> None:
    """Delete the oldest replays of served tables to make room for one more. Their names begin with the
    time."""
    for path in sorted(folder.glob(f"*{_SERVED}*.replay"))[: 1 - KEPT]:
        with suppress(OSError):
            path.unlink()
