"""What scenes can ask of the program around them."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from game.core.limits import Level
from game.core.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from game.core.table import Move
    from game.storage.kept_games import KeptGame
    from game.storage.match_replay import MatchReplay
    from game.storage.result import MatchResult, Result
    from game.storage.results import Results
    from game.storage.run_replay import RunReplay


class PausableTable(Protocol):
    """What a scene that covers a table needs to know of it."""

    hides: bool
    """Whether its cards are hidden while it is covered, so that nobody can think while the clock stands."""

    @property
    def stands(self) -> bool:
        """Whether the table is paused while it is covered."""

    def pump(self, now: float) -> object:
        """Process what has happened."""


class SoloLauncher(Protocol):
    """Starts solo games, and what can be done with those that were played. If one cannot be played or is no
    longer there, the player is notified."""

    def free_play(self, rules: Rules, seed: int | None = None) -> None:
        """Start a solo game without a time limit, or go on with it if it is kept; without a seed, a random
        one."""

    def challenge(self, name: str) -> None:
        """Start the challenge of this name, or go on with it if it is kept."""

    def go_on(self, game: "KeptGame") -> None:
        """Go on with a kept game."""

    def end_kept(self, game: "KeptGame") -> None:
        """End a kept game as it stands: it counts."""

    def watch(self, result: "Result") -> None:
        """Show the run of a result."""

    def play_back(self, run: "RunReplay", lost: bool = False, known: "Sequence[Move]" = ()) -> None:
        """Show a run; or where it was `lost`. `known`: moves that win the deal."""

    def race_result(self, result: "Result") -> None:
        """Play the deal of a result against its run."""

    def race(self, run: "RunReplay") -> None:
        """Play the deal of a checked run against it."""

    def record(self, session: Any, level: Any) -> object:
        """Record a run that has ended, at its challenge if there is one."""

    def share(self, run: "RunReplay") -> str:
        """Write a run to a file for others to race; where it is, or what went wrong."""


class Launcher(Protocol):
    """Starts games and opens the settings, whose scenes a scene must not import."""

    def open_file(self, path: Path) -> None:
        """Race the run in a file, or watch the match. If neither is possible, the player is notified."""

    def show(self, path: Path, read: "Callable[[], MatchReplay | RunReplay]", races: bool) -> None:
        """Race the run that is read from the path, or only show it, or a match. Whatever goes wrong, the
        player is notified."""

    ended: str
    """The challenge that ended last; empty: none has."""

    def settings(self, table: PausableTable | None = None) -> None:
        """Open the settings, over a table that goes on beneath if there is one."""

    def match(self, bots: int, level: Level, seed: int | None = None, people: int = 1) -> None:
        """Start a match of one or two people at this screen against bots; without a seed, a random one."""

    @property
    def solo(self) -> SoloLauncher:
        """Starts solo games."""

    def kept_games(self) -> "list[KeptGame]":
        """The kept games, the latest first. The player is notified of unusable files."""

    def letters(self, screen: Any, field: str) -> None:
        """Show letters over a Screen, with which a player without a keyboard fills in the field of this
        name."""

    def attract(self) -> None:
        """Show bots at play until the player touches anything."""

    def lesson(self, game: str) -> None:
        """Start the lesson of this game."""

    def how_to_play(self) -> None:
        """Show the games, with their lessons and rules."""

    def rules(self, game: str) -> None:
        """Show the rules of this game, with the player's house rules."""

    def record_match(self, match: "MatchResult") -> None:
        """Record a match that is over; it counts once, however often this is called."""

    @property
    def results(self) -> "Results":
        """The results of solo games and matches so far."""

    @property
    def recording(self) -> bool:
        """Whether a result is still being written."""

    def close(self) -> None:
        """Wait until every result is on disk."""
