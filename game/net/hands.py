"""Everybody's hand over the shared piles: gathered at the host, and shown everywhere a moment later."""

from collections import deque
from collections.abc import Mapping

from game.core.hand import Hand
from game.net.wire.messages import Hands

PERIOD = 100_000
"""Microseconds between two words of a hand."""
LATE = 180_000
"""Microseconds after which a hand is shown: the same on every screen, however quick its line. The host keeps
each word back for a PERIOD of them, so that a program which reads the wire gains nothing by it."""
RESTS = 3_000_000
"""Microseconds after which a hand that does not move is shown no longer; the word that it has left may have
been lost."""
_COMING = 32
"""The most words waiting to be shown."""


class HostHands:
    """The hands at the host. Times in microseconds of the host's clock."""

    def __init__(self) -> None:
        self._now: dict[int, Hand | None] = {}
        self._told: dict[int, Hand | None] = {}
        self._frame = 0
        self._newest: Hands | None = None
        self._kept: Hands | None = None
        """The word that is kept back."""

    def point(self, seat: int, hand: Hand | None) -> None:
        """The hand of this seat is there now; None: not over the shared piles."""
        self._now[seat] = hand

    def due(self, now: int) -> bool:
        """Whether it is time for a new word."""
        return now // PERIOD > self._frame

    def told(self, now: int) -> Hands | None:
        """What everyone may be told now: where the hands that had moved were a PERIOD ago, the same for all
        until the next word; None: nothing new."""
        if (frame := now // PERIOD) > self._frame:
            self._frame = frame
            moved = tuple(item for item in self._now.items() if self._told.get(item[0]) != item[1])
            self._told.update(moved)
            self._newest, self._kept = self._kept, Hands(frame, moved) if moved else None
        return self._newest


class ShownHands:
    """The hands as a screen shows them. Times in microseconds of the host's clock."""

    def __init__(self) -> None:
        self._coming: deque[Hands] = deque(maxlen=_COMING)
        self._heard = -1
        self._shown: dict[int, tuple[Hand, int]] = {}
        """By seat, each hand and until when it is shown."""

    def hear(self, hands: Hands) -> None:
        """The host has told this; what is older than what has been heard does not count."""
        if hands.frame > self._heard:
            self._heard = hands.frame
            self._coming.append(hands)

    def at(self, now: int) -> Mapping[int, Hand]:
        """By seat, the hands to be shown at this time."""
        while self._coming and (due := self._coming[0].frame * PERIOD + LATE) <= now:
            for seat, hand in self._coming.popleft().hands:
                self._shown.pop(seat, None)
                if hand:
                    self._shown[seat] = hand, due + RESTS
        return {seat: hand for seat, (hand, until) in self._shown.items() if now < until}
