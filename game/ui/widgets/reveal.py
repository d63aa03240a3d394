"""The time in which a screen shows its parts one after the other; a press shows the rest at once."""

from collections import deque
from collections.abc import Callable, Sequence

import pygame
from pygame.event import Event

from game.ui.view.tree import CONFIRM

Cue = tuple[float, Callable[[], object]]
"""What happens, and when."""


def hurries(event: Event) -> bool:
    """Whether it is one of the presses with which people hurry what is shown: Enter, Space or a click."""
    if event.type == pygame.KEYDOWN:
        return event.key in CONFIRM
    return bool(event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT)


class Reveal:
    """Begins with its first step. Times are seconds from there."""

    def __init__(self, lasts: float, cues: Sequence[Cue], still: bool = False) -> None:
        """`still`: all is shown at once, as with reduced motion. Of the cues only the last happens then, as
        after a press."""
        self.lasts, self.at = lasts, 0.0
        self._cues, self._begun = deque(sorted(cues, key=lambda cue: cue[0])), -1.0
        if still:
            self._end()

    @property
    def over(self) -> bool:
        """Whether all has been shown."""
        return self.at >= self.lasts and not self._cues

    def part(self, begin: float, takes: float) -> float:
        """How much there is by now of what begins then and takes so long, from 0 to 1; fast at first."""
        return 1 - (1 - min(1.0, max(0.0, (self.at - begin) / takes))) ** 2

    def step(self, now: float) -> bool:
        """Show what is due; `now`: in seconds of time.perf_counter(). Returns whether that was the last."""
        if self.over:
            return False
        if self._begun < 0:
            self._begun = now
        self.at = max(self.at, min(self.lasts, now - self._begun))
        while self._cues and self._cues[0][0] <= self.at:
            self._cues.popleft()[1]()
        return self.over

    def hurry(self, event: Event) -> bool:
        """Show all at the next step if this press hurries. Returns whether it has."""
        if self.over or not hurries(event):
            return False
        self._end()
        return True

    def _end(self) -> None:
        self.at = self.lasts
        while len(self._cues) > 1:
            self._cues.popleft()
