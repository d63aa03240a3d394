"""The launcher: starts every kind of game, and owns the storage of solo results."""

import sys
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.core.limits import Level
from game.i18n import N_, Notice, reason
from game.storage.data_folder import KEPT
from game.ui.engine.launcher import PausableTable
from game.ui.engine.scene import Context
from game.ui.engine.waiting import wake

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.storage.kept_games import KeptGame, KeptGames
    from game.storage.match_replay import MatchReplay
    from game.storage.result import MatchResult
    from game.storage.results import Results
    from game.storage.results_writer import ResultsWriter
    from game.storage.run_replay import RunReplay
    from game.ui.launch.solo import SoloGames


class GameLauncher:
    """The launcher of a context. What a kind of game needs is imported when the first one starts."""

    ended = ""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        ctx.launcher = self

    def settings(self, table: PausableTable | None = None) -> None:
        """Open the settings, over a table that goes on beneath if there is one."""
        from game.ui.settings.scene import SettingsScene

        self._ctx.push(SettingsScene(table))

    def match(self, bots: int, level: Level, seed: int | None = None, people: int = 1) -> None:
        """Start a match of one or two people at this screen against bots; without a seed, a random one."""
        from game.ui.launch.match import table_with_bots

        self._ctx.push(table_with_bots(self._ctx, bots, level, seed, people))

    def kept_games(self) -> "list[KeptGame]":
        """The kept games, the latest first. The player is notified of unusable files."""
        folder = self._ctx.folder
        if "_kept" not in vars(self) and not (folder and (folder / KEPT).is_dir()):
            return []  # without the imports that reading them needs
        games, notices = self._kept.games()
        for notice in notices:
            self._ctx.notify(notice)
        return games

    @property
    def solo(self) -> "SoloGames":
        """Starts solo games."""
        from game.ui.launch.solo import SoloGames

        return SoloGames(self._ctx, self.results_writer, self._kept)

    def letters(self, screen: Any, field: str) -> None:
        """Show letters over a Screen, with which a player without a keyboard fills in the field of this
        name."""
        from game.ui.covers.letters import LettersScene

        self._ctx.push(LettersScene(screen, field))

    def attract(self) -> None:
        """Show bots at play until the player touches anything."""
        from game.ui.launch.match import attract_scene

        self._ctx.push(attract_scene(self._ctx))

    def lesson(self, game: str) -> None:
        """Start the lesson of this game."""
        from game.ui.launch.lesson import lesson_scene

        self._ctx.push(lesson_scene(self._ctx, game))

    def how_to_play(self) -> None:
        """Show the games, with their lessons and rules."""
        from game.ui.rulebook.how_to_play import HowToPlayScene

        self._ctx.push(HowToPlayScene())

    def rules(self, game: str) -> None:
        """Show the rules of this game, with the player's house rules."""
        from game.rules import games
        from game.ui.rulebook.page import RulePage

        self._ctx.push(RulePage(self._ctx.settings.rules(games()[game])))

    def open_file(self, path: Path) -> None:
        """Race the run in a file, or watch the match. If neither is possible, the player is notified."""
        from game.challenges.replays import read_replay

        if not all(scene.takes_files for scene in self._ctx.stack):
            self._ctx.notify(Notice(N_("Leave this table first, then drop the file again.")))
            return
        self.show(path, lambda: read_replay(path)[0], races=True)

    def show(self, path: Path, read: "Callable[[], MatchReplay | RunReplay]", races: bool) -> None:
        """Race the run that is read, or only show it, or a match. `path`: where it is from, for the notice:
        whatever goes wrong is one, for what others have written may hold anything."""
        from game.storage.replay_format import Mismatch, ReplayError
        from game.storage.run_replay import RunReplay

        try:
            if not isinstance(replay := read(), RunReplay):
                from game.ui.launch.match import replay_scene

                self._ctx.push(replay_scene(replay))
            elif races:
                self.solo.race(replay)
            else:
                self.solo.play_back(replay)
        except (ReplayError, Mismatch) as error:
            self._ctx.notify(error)
        except OSError as error:
            self._ctx.notify(Notice("{path}: {reason}", path=path, reason=reason(error)))
        except Exception as error:
            sys.excepthook(type(error), error, error.__traceback__)
            fault = type(error).__name__
            self._ctx.notify(Notice(N_("{path} cannot be opened ({fault})."), path=path, fault=fault))

    def record_match(self, match: "MatchResult") -> None:
        """Record a match that is over; it counts once, however often this is called."""
        self.results_writer.save_match(match)

    @property
    def results(self) -> "Results":
        """The results so far, for reading. The player is notified of a damaged file."""
        return self.results_writer.results

    @property
    def recording(self) -> bool:
        """Whether a result is still being written."""
        return self.results_writer.busy

    @cached_property
    def results_writer(self) -> "ResultsWriter":
        """Writes runs and results, in a thread of its own."""
        from game.storage.results_writer import ResultsWriter

        return ResultsWriter(self._ctx.folder, self._ctx.notify, wake)

    @cached_property
    def _kept(self) -> "KeptGames":
        from game.storage.kept_games import KeptGames

        return KeptGames(self._ctx.folder, self._ctx.background)

    def close(self) -> None:
        """Wait until every result is on disk."""
        if "results_writer" in vars(self):
            self.results_writer.close()
