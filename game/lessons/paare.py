"""The lesson of Paare: a pack of eight cards."""

from game.core.words import N_
from game.lessons.lesson import Lesson, Step, laid
from game.rules.paare import Paare

_RULES = Paare()
_TABLE = """
    S: Jd 3s 8c 2c 7h Kd |
    T: | 5h 9s
"""

LESSON = Lesson(
    _RULES,
    laid(_RULES, 1, _TABLE)._replace(seed=0),
    (
        Step(
            "Two cards are turned. Red and black are a pair: click the right pile or press its key.",
            "T>Fx2",
        ),
        Step("Both are red: no pair. Put them aside, to the left.", "T>Wx2"),
        Step("Both black: to the left as well.", "T>Wx2"),
        Step("A red and a black one: to the right.", "T>Fx2"),
        Step(
            "The cards put aside are shuffled and come once more. Now there is a pair: to the right.",
            "T>Fx2",
        ),
        Step("And the last pair.", "T>Fx2"),
    ),
    N_("That is all, but the clock is running. A wrong pile costs 2 s."),
)
