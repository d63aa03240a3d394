"""Between two rounds nobody who presses has to wait."""

import pygame
import pytest

from game.core.match import COUNTDOWN
from game.core.state import PLAYING, SCORED
from game.ui.play.match.commands import BEGIN
from game.ui.play.match.round_end import RoundEnd
from tests.ui.play.match.test_table import Evening, an_ace_left

MOST = 4.0
"""Seconds from a knock to the countdown of the next round for those who press."""
EVERY = 0.2
"""Seconds from press to press."""


class Hasty(Evening):
    """Somebody who cannot wait, and need not lay more than an ace."""

    def __init__(self) -> None:
        super().__init__(rules=an_ace_left())

    def to_the_knock(self) -> float:
        """Play until a knock stops everything; when that was."""
        self.key(pygame.K_SPACE)
        self.until_play()
        self.until(lambda: self.scene.still)
        return self.time

    @property
    def counts_in(self) -> bool:
        """Whether the countdown of the second round runs."""
        state = self.state
        begun = state.starts is not None and self.session.now >= state.starts - COUNTDOWN
        return state.round == 2 and state.phase == PLAYING and begun

    def press(self, key: int) -> None:
        """A key; 0: a click, on the button if there is one."""
        if key:
            self.key(key)
            return
        shown = self.top.tree.controls if isinstance(self.top, RoundEnd) else []
        controls = [each for each in shown if each.name == BEGIN.name]
        self.click_at(controls[0].rect.center if controls else (640, 360))


@pytest.mark.parametrize("key", [pygame.K_SPACE, 0])
def test_who_presses_is_at_the_next_countdown_within_four_seconds_of_the_knock(key: int) -> None:
    hasty = Hasty()
    knocked = due = hasty.to_the_knock()
    while not hasty.counts_in:
        assert hasty.time < knocked + 20
        if hasty.time >= due:
            due += EVERY
            hasty.press(key)
        hasty.step()
    assert hasty.time - knocked < MOST, f"{hasty.time - knocked:.2f} s"


def test_who_presses_nothing_sees_the_count_to_its_end() -> None:
    hasty = Hasty()
    knocked = hasty.to_the_knock()
    hasty.until(lambda: isinstance(hasty.top, RoundEnd) and hasty.top.tree.controls)
    assert hasty.time - knocked > MOST
    assert hasty.state.phase == SCORED
