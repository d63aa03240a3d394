"""A clock that can be paused."""


class PausableClock:
    """Turns seconds of real time into seconds without the pauses."""

    def __init__(self) -> None:
        self._lost = 0.0
        self._stopped: float | None = None

    def __call__(self, now: float) -> float:
        return (now if self._stopped is None else self._stopped) - self._lost

    def stop(self, now: float) -> None:
        """Stand still from now on."""
        if self._stopped is None:
            self._stopped = now

    def start(self, now: float) -> None:
        """Resume where it stopped."""
        if self._stopped is not None:
            self._lost += now - self._stopped
            self._stopped = None
