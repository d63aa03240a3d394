"""The clock of play on this machine: it runs once started and stops in pauses and at the end."""

from collections.abc import Callable


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
