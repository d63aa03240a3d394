"""What the solver says while a deal is played: a hint when asked for one, and whether it can still be won."""

from collections.abc import Callable

from game.core.solo import Solo
from game.core.table import Table
from game.solve.hints.cache import Hint, SolverCache

HINT_SECONDS, WINNABLE_SECONDS = 3.0, 10.0
"""How long is searched for a hint, and for whether a table can still be won."""
_STEADY = 0.4
"""Seconds that a table stands before it is searched without being asked for."""


class Hints:
    """Of one deal from its first move to its end; a game of speed has none."""

    def __init__(self, cache: SolverCache, solo: Solo, clock: Callable[[], float]) -> None:
        """`clock` gives seconds that only ever grow."""
        self._cache, self._solo, self._clock = cache, solo, clock
        self.indicates = False
        """Whether it shall be found out beside the game if it can still be won."""
        self.winnable = cache.winnable(solo.history)
        """Whether the table is known to come out, known to be lost, or neither."""
        self.advice: Hint | None = None
        """What the hint that was asked for says of the table; None while there is none."""
        self.thinking = False
        """Whether a hint is being searched for."""
        self._paid: set[Table] = set()
        self._stands_since = 0.0
        self._stopped = solo.rules.reflex

    def ask(self, at: int) -> None:
        """Ask for a move at a time of play; `advice` holds the answer, now or later. It is paid for when it
        shows a move, once for the same table."""
        if self.thinking or self._stopped:
            return
        history = self._solo.history
        done = self._cache.searched(history, HINT_SECONDS)
        if done or not self._cache.ask(history, HINT_SECONDS):
            self._advise(at)
        else:
            self.thinking = True

    def moved(self) -> None:
        """Another table lies there: what was said no longer holds."""
        self.advice, self.thinking = None, False
        self._stands_since = self._clock()
        self.winnable = self._cache.winnable(self._solo.history)

    def poll(self, at: int) -> None:
        """Take in answers, and ask if the table has stood for a moment."""
        history = self._solo.history
        if self._cache.poll():
            self.winnable = self._cache.winnable(history)
            if self.thinking:
                self._advise(at)
        if not self.indicates or self._stopped or self._cache.asking:
            return
        steady = self._clock() - self._stands_since >= _STEADY
        if steady and not self._cache.searched(history, WINNABLE_SECONDS):
            self._cache.ask(history, WINNABLE_SECONDS)

    def stop(self) -> None:
        """Ask for nothing more, and charge for nothing."""
        self._stopped, self.thinking = True, False

    def _advise(self, at: int) -> None:
        """Say what is known; a move is paid for."""
        self.thinking, self.advice = False, self._cache.hint(self._solo.history)
        table = self._solo.table
        if self.advice.move and table not in self._paid:
            self._paid.add(table)
            self._solo.hint(at)
