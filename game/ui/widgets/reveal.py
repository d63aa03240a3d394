"""Ceremonies: screens that show their parts one after the other; a press shows the rest at once."""

from collections import deque
from collections.abc import Callable, Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.cards.celebration import Manner, Shower
from game.ui.engine.description import Description
from game.ui.view.screen import Screen
from game.ui.view.tree import CONFIRM

Cue = tuple[float, Callable[[], object]]
"""What happens, and when."""


def hurries(event: Event) -> bool:
    """Whether it is one of the presses with which people hurry what is shown: Enter, Space or a click."""
    if event.type == pygame.KEYDOWN:
        return event.key in CONFIRM
    return bool(event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT)


class Reveal:
    """What is shown by now. Begins with its first step. Times are seconds from there."""

    def __init__(self, lasts: float, cues: Sequence[Cue], still: bool = False, settles: float = 0.0) -> None:
        """`settles`: for how much longer it moves once all has been shown. `still`: all is shown at once, as
        with reduced motion. Of cues that are due at once, as then or after a press, only the last happens."""
        self.lasts, self.settled, self.at = lasts, lasts + settles, 0.0
        self._cues, self._begun = deque(sorted(cues, key=lambda cue: cue[0])), -1.0
        if still:
            self.at = self.settled

    @property
    def over(self) -> bool:
        """Whether all has been shown."""
        return self.at >= self.lasts and not self._cues

    def part(self, begin: float, takes: float) -> float:
        """How much there is by now of what begins then and takes so long, from 0 to 1; fast at first."""
        return 1 - (1 - min(1.0, max(0.0, (self.at - begin) / takes))) ** 2

    def step(self, now: float) -> bool:
        """Show what is due; `now`: in seconds of the clock. Returns whether that was the last."""
        if self._begun < 0:
            self._begun = now
        before = self.over
        self.at = max(self.at, min(self.settled, now - self._begun))
        due = None
        while self._cues and self._cues[0][0] <= self.at:
            due = self._cues.popleft()[1]
        if due:
            due()
        return self.over and not before

    def hurry(self, event: Event) -> bool:
        """Show all at the next step if this press hurries. Returns whether it has."""
        if self.over or not hurries(event):
            return False
        self.at = self.settled
        return True


class Ceremony(Screen[None]):
    """A screen that shows its parts one after the other, and above which cards may fly."""

    input_delay = 0.5
    reveal: Reveal
    """Set when it is entered."""
    _shower: Shower | None = None

    def throw(self, manner: Manner, back: int) -> None:
        """Let cards with this back fly, unless the player wants no motion."""
        if not self.ctx.settings.reduced_motion:
            self._shower = Shower(self.ctx.cards, back, manner, self.ctx.window.size)

    def advance(self, now: float) -> bool:
        """Show what is due. Returns whether that was the last part."""
        if self._shower and self._shower.over:
            self._shower = None
        if self._shower:
            self._shower.step(now)
        ends = self.reveal.step(now)
        if ends:
            self.visible_since = now  # who has hurried it has not yet chosen anything
        return ends

    @property
    def moves(self) -> bool:
        """Whether anything moves."""
        reveal = self.reveal
        return bool(self._shower) or not reveal.over or reveal.at < reveal.settled

    def handle(self, event: Event, now: float) -> None:
        """Any of the usual presses shows all at once."""
        if not self.reveal.hurry(event):
            super().handle(event, now)

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The screen; above it all the cards."""
        if full:
            self._still = surface.copy()
            if self._shower:
                self._shower.fit(surface.get_size())
        changed = super().draw(self._still, now, alpha, full) if full or self.tree.stale else ()
        if self._shower:
            return self._shower.draw(surface, self._still, changed, alpha)
        for rect in changed:
            surface.blit(self._still, rect, rect)
        return changed

    def describe(self, page: Description) -> None:
        """The controls, and the text beneath the cards."""
        super().describe(page)
        page.read(self._still)
