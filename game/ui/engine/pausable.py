"""A table that a scene on top of it may pause."""

from typing import Protocol


class PausableTable(Protocol):
    """What a scene that covers a table needs to know of it."""

    hides: bool
    """Whether its cards are hidden while it is covered, so that nobody can think while the clock stands."""

    @property
    def stands(self) -> bool:
        """Whether the table is paused while it is covered."""

    def pump(self, now: float) -> None:
        """Process what has happened."""
