"""What scenes can ask of the program around them."""

from typing import TYPE_CHECKING, Any, Protocol

from game.core.limits import Level
from game.core.rules import Rules

if TYPE_CHECKING:
    from game.storage.kept_games import KeptGame
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


class Launcher(Protocol):
    """Starts games and opens the settings, whose scenes a scene must not import."""

    ended: str
    """The challenge that ended last; empty: none has."""

    def settings(self, table: PausableTable | None = None) -> None:
        """Open the settings, over a table that goes on beneath if there is one."""

    def match(self, bots: int, level: Level, seed: int | None = None, people: int = 1) -> None:
        """Start a match of one or two people at this screen against bots; without a seed, a random one."""

    def free_play(self, rules: Rules, seed: int | None = None) -> None:
        """Start a solo game without a time limit, or go on with it if it is kept; without a seed, a random
        one."""

    def challenge(self, name: str) -> None:
        """Start the challenge of this name, or go on with it if it is kept. If it cannot be played, the
        player is notified."""

    def go_on(self, game: "KeptGame") -> None:
        """Go on with a kept game. If it cannot be gone on with, the player is notified."""

    def end_kept(self, game: "KeptGame") -> None:
        """End a kept game as it stands: it counts."""

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

    def watch_run(self, result: "Result") -> None:
        """Show the run of a result. If it is no longer there, the player is notified."""

    def play_back(self, run: "RunReplay", lost: bool = False) -> None:
        """Show a run; or where it was `lost`."""

    def race_run(self, result: "Result") -> None:
        """Play the deal of a result against its run. If it is no longer there, the player is notified."""

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
