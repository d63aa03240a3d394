"""What is common to playing any replay back: a clock of its own that runs slower, faster or not at all."""

from collections.abc import Callable

from game.core.table import Move
from game.sessions.awake import AwakeClock

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)


class Playback:
    """The clock of a session that only watches; what one would ask of a table goes nowhere."""

    plays = False
    can_pause = True

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` gives seconds that only ever grow."""
        self._awake = AwakeClock(clock)
        self._seen = self._awake()
        self._now = 0.0
        self._speed = SPEEDS.index(1.0)
        self._paused = False

    @property
    def now(self) -> int:
        """The replay's own clock in microseconds."""
        return round(self._now)

    @property
    def speed(self) -> float:
        """How many times as fast as it was played."""
        return SPEEDS[self._speed]

    def faster(self, steps: int) -> None:
        """Go up (or, if negative, down) in SPEEDS."""
        self._advance()
        self._speed = min(max(self._speed + steps, 0), len(SPEEDS) - 1)

    @property
    def paused(self) -> bool:
        """Whether the replay stands still."""
        return self._paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        self._advance()
        self._paused = paused

    def moment(self, seconds: float) -> int:
        """Nothing is pressed here that would need its time."""
        return self.now

    def play(self, move: Move, press: int | None = None) -> None:
        """Whoever watches does not play."""

    def shout(self, shout: int) -> None:
        """Whoever watches does not shout."""

    def cheer(self, kind: int) -> None:
        """Whoever watches has not won."""

    def close(self) -> None:
        """Nothing to leave."""

    def _advance(self) -> None:
        now = self._awake()
        if not self._paused:
            self._now += (now - self._seen) * 1e6 * self.speed
        self._seen = now
