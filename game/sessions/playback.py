"""The clock of a replay: it runs slower or faster than what was played, or not at all."""

from collections.abc import Callable

from game.sessions.awake import AwakeClock

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)


class PlaybackClock:
    """Counts microseconds of what is played back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` gives seconds that only ever grow."""
        self._awake = AwakeClock(clock)
        self._seen = self._awake()
        self.now = 0.0
        """As of the last advance."""
        self._speed = SPEEDS.index(1.0)
        self._paused = False

    @property
    def speed(self) -> float:
        """How many times as fast as it was played."""
        return SPEEDS[self._speed]

    def faster(self, steps: int) -> None:
        """Go up (or, if negative, down) in SPEEDS."""
        self.advance()
        self._speed = min(max(self._speed + steps, 0), len(SPEEDS) - 1)

    @property
    def paused(self) -> bool:
        """Whether it stands still."""
        return self._paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        self.advance()
        self._paused = paused

    def advance(self) -> None:
        """Come to the present."""
        now = self._awake()
        if not self._paused:
            self.now += (now - self._seen) * 1e6 * self.speed
        self._seen = now
