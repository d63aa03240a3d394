"""What day it is where the player is, without a word to the clock: the time zone says so."""

import time
from datetime import timedelta

import pytest

from game.system import here


class Days:
    """It is noon of a day; the next one can come."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self._go(0)
        self.first = here().clock.today()
        self.next = self.first + timedelta(days=1)

    def turn(self) -> None:
        """It is noon of the next day."""
        self._go(24)
        assert here().clock.today() == self.next

    def _go(self, later: int) -> None:
        """Be so many hours east that it is noon, today or yesterday by Greenwich, or `later`."""
        now = time.gmtime(here().clock.calendar())
        west = (now.tm_hour - 12) % 24 * 60 + now.tm_min - 60 * later
        self._patch.setenv("TZ", f"HERE{'-' * (west < 0)}{abs(west) // 60}:{abs(west) % 60:02}")
        time.tzset()
