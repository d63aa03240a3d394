"""The grades of a game's challenges, from gentle to fiendish."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from game.challenges.level import Challenge
from game.i18n import N_

GRADES: Final = (N_("Gentle"), N_("Easy"), N_("Medium"), N_("Hard"), N_("Fiendish"))
_FEW: Final = 12
"""Up to this number of challenges there are no grades."""


def by_grade(levels: Sequence[Challenge]) -> list[list[Challenge]]:
    """The challenges of a game, in their order, by grade: as many in each; few of them are all in one."""
    if len(levels) <= _FEW:
        return [list(levels)]
    ends = [len(levels) * number // len(GRADES) for number in range(len(GRADES) + 1)]
    return [list(levels[start:end]) for start, end in pairwise(ends)]
