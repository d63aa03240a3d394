"""The own name and card back: shown at once, sent to the host, and reverted if the host refuses."""

import math
import time

from game.lan.table import RemoteTable
from game.net.wire.messages import SeatInfo
from game.storage.settings import Settings

_PAUSE = 0.4
"""Seconds without typing after which the new name is sent."""
_ANSWER = 1.0
"""Seconds after which a change not confirmed by the host counts as refused."""


class OwnAppearance:
    """Times are seconds of time.perf_counter()."""

    def __init__(self, settings: Settings, lan: RemoteTable) -> None:
        self._settings, self._lan = settings, lan
        self.name, self.back = settings.name, settings.back
        self.pending = False
        """Whether a change has yet to be sent."""
        self._at = 0.0
        """When it is due, or when it was sent."""

    def set_name(self, name: str) -> None:
        """Change the name; it is sent when typing pauses."""
        self._settings.name = self.name = name
        self.pending, self._at = True, time.perf_counter() + _PAUSE

    def set_back(self, back: int) -> None:
        """Change the card back; it is sent at once."""
        self._settings.back = self.back = back
        self.pending = True
        self.send()

    def send(self) -> None:
        """Send what has changed."""
        if self.pending:
            self._lan.change_appearance(self.name, self.back)
            self.pending, self._at = False, time.perf_counter()

    def step(self, now: float, own: SeatInfo | None) -> bool:
        """Send what is due; returns whether a change was refused and has been reverted to the host's
        value."""
        if self.pending:
            if now >= self._at:
                self.send()
            return False
        return now >= self._at + _ANSWER and self.follow(own)

    def follow(self, own: SeatInfo | None) -> bool:
        """Show the host's values for the own seat, unless a change has yet to be sent; returns whether they
        differ."""
        if not own or self.pending or (self.name, self.back) == (own.name, own.back):
            return False
        self.name, self.back = own.name, own.back
        return True

    def rest(self, now: float) -> float:
        """Seconds until something is due."""
        return max(0.0, self._at - now) if self.pending else math.inf
