"""The own name and card back: sent to the host when they change in the settings."""

import math

from game.lan.table import RemoteTable
from game.net.wire.messages import Appearance, SeatInfo
from game.storage.settings import Settings
from game.system import here

_PAUSE = 0.4
"""Seconds without typing after which the new name is sent."""
_ANSWER = 1.0
"""Seconds after which a card back not confirmed by the host counts as refused."""


class OwnAppearance:
    """Times are seconds of the clock."""

    def __init__(self, settings: Settings, lan: RemoteTable) -> None:
        self._settings, self._lan = settings, lan
        self._seen = self._chosen
        self._sent: tuple[str, int] | None = self._chosen
        self._at = self._asked = -math.inf
        """When the change is due, or when the last one was sent; and when a card back was asked for last."""

    @property
    def _chosen(self) -> tuple[str, int]:
        return self._settings.name, self._settings.back

    @property
    def pending(self) -> bool:
        """Whether a change has yet to be sent."""
        return self._sent != self._chosen

    def choose_back(self, back: int) -> None:
        """Choose a card back; it is sent at once, even if the host has refused it before."""
        self._settings.back, self._sent = back, None
        self.send()

    def step(self, now: float) -> None:
        """Send what has changed, when typing pauses."""
        if self._seen != self._chosen:
            self._seen, self._at = self._chosen, now + _PAUSE
        if now >= self._at:
            self.send()

    def send(self) -> None:
        """Send what has changed."""
        if self.pending:
            self._asked = here().clock.seconds() if self._other_back else self._asked
            self._lan.ask(Appearance(*self._chosen))
            self._seen = self._sent = self._chosen
            self._at = here().clock.seconds()

    def back(self, own: SeatInfo | None, now: float) -> int:
        """The card back to show: the chosen one until the host has had time to answer, then the seat's."""
        answered = not self._other_back and now >= self._asked + _ANSWER
        return own.back if own and answered else self._settings.back

    @property
    def _other_back(self) -> bool:
        """Whether another card back has yet to be asked for."""
        return not self._sent or self._sent[1] != self._settings.back

    def rest(self, now: float) -> float:
        """Seconds until something is due."""
        return max(0.0, self._at - now) if self.pending else math.inf
