"""The solver's help while a deal is played: hints on request, and whether the deal can still be won."""

from collections.abc import Callable

from game.core.solo import Solo
from game.core.table import Table
from game.solve.hints.cache import Hint, SolverCache

HINT_SECONDS, WINNABLE_SECONDS = 3.0, 10.0
"""Seconds of search for a hint, and for whether a table can still be won."""
_STEADY = 0.4
"""Seconds that a table must stay unchanged before it is searched without a request."""


class Hints:
    """The hints of one deal; a reflex game has none."""

    def __init__(self, cache: SolverCache, solo: Solo, clock: Callable[[], float]) -> None:
        """`clock` is monotonic, in seconds."""
        self._cache, self._solo, self._clock = cache, solo, clock
        self.indicates = False
        """Whether to search in the background if the deal can still be won."""
        self.winnable = cache.winnable(solo.history)
        """WON, HOPELESS or UNDECIDED: what is known about the current table."""
        self.advice: Hint | None = None
        """The hint asked for; None while there is none."""
        self.thinking = False
        """Whether a hint is being searched for."""
        self._paid: set[Table] = set()
        self._stands_since = 0.0
        self._looked = False
        """Whether this table has been looked up since the solver last answered: there is nothing new."""
        self._stopped = solo.rules.reflex

    def ask(self, at: int) -> None:
        """Ask for a move, at a time of play; `advice` holds the answer, now or later. A hint with a move has
        its price, once per table."""
        if self.thinking or self._stopped:
            return
        history = self._solo.history
        done = self._cache.searched(history, HINT_SECONDS)
        if done or not self._cache.ask(history, HINT_SECONDS):
            self._advise(at)
        else:
            self.thinking = True

    def paid(self) -> None:
        """The hint for the current table has been paid for."""
        self._paid.add(self._solo.table)

    def moved(self) -> None:
        """The table has changed: drop the last hint."""
        self.advice, self.thinking = None, False
        self._stands_since, self._looked = self._clock(), False
        self.winnable = self._cache.winnable(self._solo.history)

    def poll(self, at: int) -> None:
        """Take in the solver's answers, and search a table that has stayed unchanged for a moment."""
        history = self._solo.history
        if self._cache.poll():
            self._looked = False
            self.winnable = self._cache.winnable(history)
            if self.thinking:
                self._advise(at)
        if self._looked or not self.indicates or self._stopped or self._cache.asking:
            return
        if self._clock() - self._stands_since >= _STEADY:
            self._looked = True
            if not self._cache.searched(history, WINNABLE_SECONDS):
                self._cache.ask(history, WINNABLE_SECONDS)

    def stop(self) -> None:
        """Stop asking and charging."""
        self._stopped, self.thinking = True, False

    def _advise(self, at: int) -> None:
        """Give the best hint available; one that shows a move costs its penalty."""
        self.thinking, self.advice = False, self._cache.hint(self._solo.history)
        if self.advice.move and self._solo.table not in self._paid:
            self.paid()
            self._solo.hint(at)
