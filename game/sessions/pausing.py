"""What sessions that can be paused have in common: each does so by its clock."""

from game.sessions.playback import PlaybackClock
from game.sessions.stopwatch import Stopwatch


class Pausing:
    """A session that stands still while its clock is paused."""

    can_pause = True
    clock: Stopwatch | PlaybackClock

    @property
    def paused(self) -> bool:
        """Whether the clock is paused."""
        return self.clock.paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        self.clock.paused = paused
