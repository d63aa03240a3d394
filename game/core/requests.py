"""Requests from a seat to the host. The host answers with the events of game.core.state."""

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
    """Show, as the winner, gracious or gloating."""

    kind: int


Request = Play | Knock | Shout | Cheer
