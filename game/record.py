"""Keeps the replay of a match in the data folder while it is played."""

import time
from pathlib import Path

from game import store
from game.core.match import Match
from game.replay import replay_text

FOLDER = "replays"


class Recorder:
    """One match's replay file; it takes a free name and never another's place."""

    def __init__(self, folder: Path, match: Match, names: tuple[str, ...], backs: tuple[int, ...]) -> None:
        """Raises store.DataFolderError if nothing can be written in the folder."""
        store.open_folder(folder / FOLDER)
        stamp = time.strftime("%Y-%m-%d-%H%M%S")
        self.path = _free(folder / FOLDER / f"{stamp}-{match.rules.name}-{match.seed}.replay")
        self._match, self._names, self._backs = match, names, backs

    def save(self, names: tuple[str, ...] = (), backs: tuple[int, ...] = ()) -> None:
        """Write the match as it stands; names and backs if somebody has sat down since. Raises
        store.DataFolderError."""
        self._names, self._backs = names or self._names, backs or self._backs
        store.write(self.path, replay_text(self._match, self._names, self._backs).encode())


def _free(path: Path) -> Path:
    """The path, or the first numbered one beside it that is not taken."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free
