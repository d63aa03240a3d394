"""The lesson of Zahlenpatience: the first cards of a deal."""

from game.core.words import N_
from game.lessons.lesson import Lesson, Step, laid
from game.rules.zahlenpatience import Zahlenpatience

_RULES = Zahlenpatience()
_TABLE = """
    R1: | Ac
    R2: | 2c
    R3: | 3c
    R4: | 4c
    F1: | 2d
    F2: | 4d
    F3: | 6d
    F4: | 8d
    S: Ks 5c 9h Jd 3h Qs 8h 6s |
"""

LESSON = Lesson(
    _RULES,
    laid(_RULES, 1, _TABLE),
    (
        Step(
            "A pile wants the sum of its card and the one above: 1 + 2 = 3. Turn a card of the stock.",
            "S>W",
        ),
        Step("A six. The second pile wants it: 2 + 4 = 6. Lay it there.", "W>F2"),
        Step("Now that pile wants 2 + 6 = 8. Turn the next card.", "S>W"),
        Step("An eight, and suits do not matter: lay it there too.", "W>F2"),
        Step("Turn another one.", "S>W"),
        Step("A jack counts 11, a queen 12, a king 13. The fourth pile wants 4 + 8 = 12.", "W>F4"),
        Step("4 + 12 is over 13, so 13 is taken off: that pile now wants a 3. Turn on.", "S>W"),
        Step("Two piles want a three, the first and the fourth: choose one.", "W>F4"),
    ),
    N_(
        "You win when all four piles end with a king. You may go through the stock three times. A wrong pile "
        "costs 2 s."
    ),
)
