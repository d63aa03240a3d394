"""A table as the scenes that cover it see it."""

from typing import Protocol


class Covered(Protocol):
    """What a cover needs to know of the table beneath it."""

    hides: bool
    """Whether the cover hides the cards, so that nobody can think while the clock is stopped."""

    @property
    def stands(self) -> bool:
        """Whether the table is paused while it is covered."""

    def pump(self, now: float) -> None:
        """Process what has happened."""
