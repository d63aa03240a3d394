"""What the seats of a match play beside its table: nothing, unless the game says so."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from game.core.match import Match
from game.core.table import Standing
from game.net.server.match_server import BotPlayer
from game.net.server.peer import Delivery, Peer
from game.net.wire.messages import Acts, HouseRules, RunDeal


class RunsSoFar(NamedTuple):
    """A round as it is known where the match is taken over from another host. Times by its own clock."""

    deal: RunDeal
    begun: int
    """When the clock of the runs showed 0."""
    lost: int
    """When that host was lost."""


class Runs:
    """A run of each seat, in a match where there are any. Times in microseconds of the host's clock."""

    challenge = ""
    """The name of what is played in this round, or was in the last."""

    def take(self, seat: int, message: Acts, now: int) -> None:
        """A seat's player has done this."""

    def due(self, bots: Mapping[int, BotPlayer], now: int) -> Sequence[Standing]:
        """What is to be said of the seats by now. `bots`: by seat."""
        return ()

    def next_time(self, now: int) -> int | None:
        """When something is due if nothing comes."""
        return None

    def tell(self, places: Mapping[Peer, int]) -> list[Delivery]:
        """What is to be told; `places`: by connection, its seat or WATCHER."""
        return []


MakeRuns = Callable[[Match, HouseRules, RunsSoFar | None], Runs]
"""Those of a match by these terms, perhaps of one taken over."""
