"""What a seat asks of the host. What the host says are the events of game.core.state."""

from typing import NamedTuple

from game.core.table import Move


class Play(NamedTuple):
    """Make a move, pressed at `press` (host's clock, microseconds)."""

    move: Move
    press: int


class Knock(NamedTuple):
    """Knock for the start of a round."""


class Shout(NamedTuple):
    """Call out one of the shouts."""

    shout: int


class Cheer(NamedTuple):
    """Show what kind of winner one is."""

    kind: int


Request = Play | Knock | Shout | Cheer
