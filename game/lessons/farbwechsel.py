"""The lesson of Farbwechsel: a pack of seven cards."""

from game.core.words import N_
from game.lessons.lesson import Lesson, Step, laid
from game.rules.farbwechsel import Farbwechsel

_RULES = Farbwechsel()
_TABLE = """
    S: 8d 3s 7h Kd 2c 9s |
    T: | 5h
"""

LESSON = Lesson(
    _RULES,
    laid(_RULES, 1, _TABLE),
    (
        Step(
            "All cards go to the right, red and black in turn. Any card may begin: click the right pile.",
            "T>F",
        ),
        Step("Black on red fits: to the right. The key written below does the same.", "T>F"),
        Step("Black on black does not fit. Put it aside, to the left.", "T>W"),
        Step("Red on black fits again.", "T>F"),
        Step("Another red one. But now the black card put aside fits: press right, and it is laid.", "W>F"),
        Step("And on it goes the red one.", "T>F"),
        Step("Black: it fits.", "T>F"),
        Step("The last one!", "T>F"),
    ),
    N_("That is all, but the clock is running: only your eyes and your hands count. A wrong card costs 2 s."),
)
