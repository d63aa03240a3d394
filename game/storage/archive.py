"""What one has played, by one program in one data folder. What reads and writes it is imported when it is
first needed: the first frame is drawn without."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from game.storage.data_folder import KEPT, BackgroundWriter

if TYPE_CHECKING:
    from game.storage.kept_games import KeptGame, KeptGames
    from game.storage.result import MatchResult
    from game.storage.results import Results
    from game.storage.results_writer import ResultsWriter


class Archive:
    """The results, and the games kept to go on with."""

    watched: "dict[str, MatchResult]"
    """Matches that were only watched, by their keys, until the program ends: all who played are opponents."""
    ended = ""
    """The challenge that ended last; empty: none has."""

    def __init__(
        self,
        folder: Path | None,
        tell: Callable[[object], None],
        background: BackgroundWriter,
        wake: Callable[[], None],
    ) -> None:
        """`tell`: see ResultsWriter; `background` writes what is kept. Without a folder nothing is saved."""
        self.folder, self.tell, self._background, self._wake = folder, tell, background, wake
        self.watched = {}

    @property
    def results(self) -> "Results":
        """The results so far, for reading. `tell` gets a notice of a damaged file."""
        return self.writer.results

    @property
    def recording(self) -> bool:
        """Whether a result is still being written."""
        return self.writer.busy

    def keep_match(self, match: "MatchResult", played: bool) -> None:
        """Save the result of a match, or remember one that was not `played` here."""
        if played:
            self.writer.save_match(match)
        else:
            self.watched[match.key] = match

    def kept_games(self) -> "list[KeptGame]":
        """The kept games, the latest first. `tell` gets notices of unusable files."""
        if "kept" not in vars(self) and not (self.folder and (self.folder / KEPT).is_dir()):
            return []
        games, notices = self.kept.games()
        for notice in notices:
            self.tell(notice)
        return games

    @cached_property
    def writer(self) -> "ResultsWriter":
        """Writes runs and results, in a thread of its own."""
        from game.storage.results_writer import ResultsWriter

        return ResultsWriter(self.folder, self.tell, self._wake)

    @cached_property
    def kept(self) -> "KeptGames":
        """The kept games, for keeping and ending them."""
        from game.storage.kept_games import KeptGames

        return KeptGames(self.folder, self._background)

    def close(self) -> None:
        """Wait until every result is on disk."""
        if "writer" in vars(self):
            self.writer.close()
