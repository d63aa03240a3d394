"""What scenes can ask of the program around them."""

from typing import TYPE_CHECKING, Protocol

from game.core.limits import Level
from game.core.rules import Rules

if TYPE_CHECKING:
    from game.storage.results import Results


class Launcher(Protocol):
    """Begins games. A scene asks it for those whose scenes it does not know."""

    def match(self, bots: int, level: Level, seed: int | None = None) -> None:
        """Begin a match against bots; without a seed, of one that nobody chose."""

    def free_play(self, rules: Rules, seed: int | None = None) -> None:
        """Deal a game for one without a time limit; without a seed, of one that nobody chose."""

    def challenge(self, name: str) -> None:
        """Begin the challenge of this name. If it cannot be played, the player is notified."""

    @property
    def results(self) -> "Results":
        """The results of the games for one so far."""

    @property
    def recording(self) -> bool:
        """Whether a result is still being written."""

    def close(self) -> None:
        """Wait until every result is on the disk."""
