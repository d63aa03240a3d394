"""The clocks of play on this machine: awake, of a live game, of a playback; and pausing by them."""

from collections.abc import Callable
from typing import Final

LONGEST: Final = 1.0
"""The most seconds that count between two readings: no frame lasts so long in play."""
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)


class AwakeClock:
    """A monotonic clock that advances by LONGEST at most from one reading to the next."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` is monotonic, in seconds."""
        self._clock = clock
        self._seen = self._now = clock()

    def __call__(self) -> float:
        now = self._clock()
        self._now += min(now - self._seen, LONGEST)
        self._seen = now
        return self._now

    def ago(self, seconds: float) -> float:
        """How many seconds ago the underlying clock read `seconds`."""
        return max(0.0, self._clock() - seconds)


class Stopwatch:
    """Counts microseconds of play."""

    def __init__(self, clock: Callable[[], float], counted: int = 0) -> None:
        """`clock` is monotonic, in seconds; `counted`: microseconds played earlier."""
        self._clock = clock
        self._counted = counted
        self._since: float | None = None
        self._paused = self._stopped = False
        self.started = False
        """Whether the stopwatch has ever been started."""

    @property
    def now(self) -> int:
        """Microseconds played so far."""
        running = 0.0 if self._since is None else self._clock() - self._since
        return self._counted + round(running * 1e6)

    @property
    def paused(self) -> bool:
        """Whether the stopwatch is paused."""
        return self._paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        self._paused = paused
        self._run()

    def start(self) -> None:
        """Start, if not yet started."""
        self.started = True
        self._run()

    def stop(self) -> None:
        """Stop for good."""
        self._stopped = True
        self._run()

    def _run(self) -> None:
        run = self.started and not self._paused and not self._stopped
        if run and self._since is None:
            self._since = self._clock()
        elif not run and self._since is not None:
            self._counted, self._since = self.now, None


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
        self.held = False
        """Whether it stands still at a moment that is to be looked at."""

    @property
    def speed(self) -> float:
        """The speed as a multiple of the original."""
        return SPEEDS[self._speed]

    def faster(self, steps: int) -> None:
        """Go this many steps up (or, if negative, down) in SPEEDS, and on from where it was held."""
        self.advance()
        self.held = False
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
        if not (self._paused or self.held):
            self.now += (now - self._seen) * 1e6 * self.speed
        self._seen = now


class Pausing:
    """A session that stands still while its clock is paused, if it can be."""

    can_pause = True
    clock: Stopwatch | PlaybackClock

    @property
    def now(self) -> int:
        """Microseconds by its clock, which stands in pauses and while the machine sleeps."""
        return round(self.clock.now)

    @property
    def paused(self) -> bool:
        """Whether the clock is paused."""
        return self.can_pause and self.clock.paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        if self.can_pause:
            self.clock.paused = paused
