"""The matches of a table without a window: saved as replays, and reported."""

import time
from collections import deque
from pathlib import Path

from game.cli.outcome import warn
from game.cli.report import Report, report
from game.core.match import Match
from game.i18n import N_, Notice
from game.storage.data_folder import DataFolderError, open_folder
from game.storage.match_replay import Origin
from game.storage.replay_writer import FOLDER, ReplayWriter


class MatchLog:
    """Saves the matches of a table as replays, and keeps reports of the last ones with the players' names."""

    def __init__(self, folder: Path, served: bool = False, most: int = 1) -> None:
        """`most`: how many reports are kept. `served`: the table may be open for days, so only the last
        replays are kept. Raises DataFolderError if the folder is not writable."""
        open_folder(folder / FOLDER)
        self._folder, self._served = folder, served
        self.reports: deque[tuple[Report, tuple[str, ...]]] = deque(maxlen=most)
        self._match: Match | None = None
        self._replay: ReplayWriter | None = None
        """The replay of the current match."""
        self._path = ""
        """The path of that replay, or empty."""
        self._warned = False
        """Whether the user has been warned that replays cannot be written."""
        self._begun = time.perf_counter()

    def save(
        self, match: Match, names: tuple[str, ...], backs: tuple[int, ...], origin: Origin | None = None
    ) -> None:
        """Save the match as it stands. If that fails, print one warning and go on."""
        if match is self._match:
            self.reports.pop()
        else:
            self._match, self._replay, self._path = match, None, ""
        try:
            self._write(match, names, backs, origin)
            self._warned = False
        except DataFolderError as error:
            if not self._warned:
                warn(Notice(N_("The replay of this match could not be saved: {reason}."), reason=error))
            self._warned = True
        self.reports.append((report(match, self._path, time.perf_counter() - self._begun), names))

    def _write(
        self, match: Match, names: tuple[str, ...], backs: tuple[int, ...], origin: Origin | None
    ) -> None:
        if self._replay is None:
            self._replay = ReplayWriter(self._folder, match, names, backs, origin, self._served)
        self._replay.save(names, backs, origin)
        self._path = str(self._replay.path)
