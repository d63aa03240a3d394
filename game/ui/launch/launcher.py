"""The launcher: starts every kind of game, and owns the storage of solo results."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

from game.core.limits import Level
from game.core.rules import Rules
from game.storage.data_folder import KEPT
from game.ui.engine.launcher import PausableTable
from game.ui.engine.scene import Context
from game.ui.engine.waiting import wake

if TYPE_CHECKING:
    from game.storage.kept_games import KeptGame, KeptGames
    from game.storage.result import MatchResult, Result
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

    def free_play(self, rules: Rules, seed: int | None = None) -> None:
        """Start a solo game without a time limit; without a seed, a random one."""
        self._solo_games.free_play(rules, seed)

    def challenge(self, name: str) -> None:
        """Start the challenge of this name. If it cannot be played, the player is notified."""
        self._solo_games.challenge(name)

    def go_on(self, game: "KeptGame") -> None:
        """Go on with a kept game. If it cannot be gone on with, the player is notified."""
        self._solo_games.go_on(game)

    def end_kept(self, game: "KeptGame") -> None:
        """End a kept game as it stands: it counts."""
        self._solo_games.end_kept(game)

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
    def _solo_games(self) -> "SoloGames":
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

    def watch_run(self, result: "Result") -> None:
        """Show the run of a result. If it is no longer there, the player is notified."""
        self._solo_games.watch(result)

    def play_back(self, run: "RunReplay", lost: bool = False) -> None:
        """Show a run; or where it was `lost`."""
        self._solo_games.play_back(run, lost)

    def race_run(self, result: "Result") -> None:
        """Play the deal of a result against its run. If it is no longer there, the player is notified."""
        self._solo_games.race(result)

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
