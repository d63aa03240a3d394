"""The clock of a playback: slower or faster than the original, or paused."""

from collections.abc import Callable

from game.sessions.awake import AwakeClock

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)


class PlaybackClock:
    """Counts microseconds of the recorded play."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` is monotonic, in seconds."""
        self._awake = AwakeClock(clock)
        self._seen = self._awake()
        self.now = 0.0
        """The position in microseconds, as of the last `advance`."""
        self._speed = SPEEDS.index(1.0)
        self._paused = False

    @property
    def speed(self) -> float:
        """The speed as a multiple of the original."""
        return SPEEDS[self._speed]

    def faster(self, steps: int) -> None:
        """Go so many steps up (or, if negative, down) in SPEEDS."""
        self.advance()
        self._speed = min(max(self._speed + steps, 0), len(SPEEDS) - 1)

    @property
    def paused(self) -> bool:
        """Whether the clock is paused."""
        return self._paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        self.advance()
        self._paused = paused

    def advance(self) -> None:
        """Advance to the present."""
        now = self._awake()
        if not self._paused:
            self.now += (now - self._seen) * 1e6 * self.speed
        self._seen = now
