"""Patiences left in the middle, kept to go on with later: each a run in a file of its own.

There is one for each challenge and one for each free deal by the same house rules, and one more in peace. It
is written while the run is played, after each act and from time to time, so that a program that is killed
loses nothing but the last moments of the clock.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import Final, NamedTuple
from zlib import crc32

from game.core.solo import Solo
from game.i18n import N_, Notice, reason
from game.storage import files
from game.storage.data_folder import KEPT, BackgroundWriter, unwritable, write
from game.storage.replay_format import Mismatch, ReplayError, with_digest
from game.storage.result import Leaderboard
from game.storage.run_replay import (
    OPEN,
    RunHeader,
    RunReplay,
    RunResult,
    check_run,
    peek,
    read_checked_run,
    run_text,
)

MOST: Final = 30
"""How many games are kept; the oldest are ended as they stand to make room."""
_PEACE: Final = ".peace.run"
_ASIDE: Final = re.compile(r".*-damaged-\d+\.run")
_UNKEPT = N_("This game could not be saved for later: {reason}.")
_DAMAGED = N_("A saved game cannot be continued: {reason}. Its file is put aside as {kept}.")
_UNUSABLE = N_("A saved game cannot be continued: {reason}.")
_ENDED = N_("{path} is a run that has ended")


class KeptGame(NamedTuple):
    """A game to go on with."""

    name: str
    """Of its file."""
    header: RunHeader
    result: RunResult
    when: float
    """When it was last played, in seconds since 1970."""

    @property
    def peaceful(self) -> bool:
        """Whether it is played in peace."""
        return self.name.endswith(_PEACE)


def kept_name(
    game: str,
    seed: int,
    rules: Mapping[str, bool | int | str],
    challenge: str = "",
    peaceful: bool = False,
) -> str:
    """The name of the file; `rules`: the house rules that differ from their defaults. A deal may be kept in
    peace, too, beside the one against the clock."""
    mark = f"-{crc32(Leaderboard.of('', seed, rules).rules.encode()):08x}" if rules else ""
    return (challenge or f"free-{game}-{seed}{mark}") + (_PEACE if peaceful else ".run")


class KeptGames:
    """The kept games of a data folder. What this program has just kept or ended is known at once, though it
    may not yet be on disk; without a folder that is all there is."""

    def __init__(self, folder: Path | None, background: BackgroundWriter) -> None:
        self._folder, self._background = folder and folder / KEPT, background
        self._latest: dict[str, tuple[KeptGame, RunReplay] | None] = {}
        """Games kept by this program; None: ended."""
        self._lock = RLock()

    def games(self) -> tuple[list[KeptGame], list[object]]:
        """The kept games, the latest first; and notices of files that were put aside as unusable."""
        found = [own[0] for own in self._latest.values() if own]
        notices: list[object] = []
        for path in self._files():
            try:
                found.append(_peek(path))
            except FileNotFoundError:
                continue  # another program has just ended it
            except (OSError, ReplayError) as error:
                notices.append(_put_aside(path, error))
        return sorted(found, key=lambda game: -game.when), notices

    def _files(self) -> list[Path]:
        """The files of games that other programs have kept, as far as it is known."""
        with suppress(OSError):
            paths = list(self._folder.iterdir()) if self._folder else []
            return [
                path
                for path in paths
                if path.suffix == ".run" and path.name not in self._latest and not _ASIDE.fullmatch(path.name)
            ]
        return []

    def find(self, name: str) -> KeptGame | None:
        """The kept game of that name, if there is one that can be read."""
        if name in self._latest:
            own = self._latest[name]
            return own and own[0]
        with suppress(OSError, ReplayError):
            return _peek(self._folder / name) if self._folder else None
        return None

    def read(self, game: KeptGame) -> tuple[RunReplay, Solo]:
        """The game's run so far, checked. Raises ReplayError, after an unusable file has been put aside."""
        if own := self._latest.get(game.name):
            return own[1], check_run(own[1])
        assert self._folder
        path = self._folder / game.name
        try:
            run, solo = read_checked_run(path)
            if run.result.how != OPEN:
                raise Mismatch(Notice(_ENDED, path=path))
            return run, solo
        except (ReplayError, Mismatch) as error:
            raise ReplayError(_put_aside(path, error)) from None

    def keep(self, name: str, run: RunReplay, when: float) -> None:
        """Keep a run that has not ended, in a moment."""
        with self._lock:
            self._latest[name] = KeptGame(name, run.header, run.result, when), run
            if self._folder:
                path = self._folder / name
                self._background.do(path, lambda: write(path, with_digest(run_text(run))), _UNKEPT)

    def end(self, name: str) -> None:
        """The game is no longer offered. Its file stays until `forget`."""
        self._latest[name] = None

    def forget(self, name: str) -> None:
        """Delete the file of a game that has ended, unless the deal is being played again."""
        with self._lock:
            if self._folder and self._latest.get(name) is None:
                path = self._folder / name
                self._background.do(path, lambda: _remove(path), _UNKEPT)


def _peek(path: Path) -> KeptGame:
    """The kept game in a file, its acts unread. Raises OSError, ReplayError."""
    when = path.stat().st_mtime
    header, result = peek(path)
    if result.how != OPEN:
        raise ReplayError(Notice(_ENDED, path=path))
    return KeptGame(path.name, header, result, when)


def _put_aside(path: Path, error: Exception) -> Notice:
    """Rename an unusable file, if that is possible; the notice that says so."""
    why = reason(error) if isinstance(error, OSError) else error
    try:
        return Notice(_DAMAGED, reason=why, kept=files.set_aside(path).name)
    except OSError:
        return Notice(_UNUSABLE, reason=why)


def _remove(path: Path) -> None:
    """Delete the file. Raises DataFolderError."""
    try:
        files.remove(path)
    except OSError as error:
        raise unwritable(path.parent, error) from error
