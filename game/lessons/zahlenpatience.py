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
            "A pile needs the sum of its card and the one above: 1 + 2 = 3. Turn a card from the stock.",
            "S>W",
        ),
        Step("A six. The second pile needs it: 2 + 4 = 6. Put it there.", "W>F2"),
        Step("Now that pile needs 2 + 6 = 8. Turn the next card.", "S>W"),
        Step("An eight, and suits do not matter: lay it there too.", "W>F2"),
        Step("Turn another one.", "S>W"),
        Step("A jack counts 11, a queen 12, a king 13. The fourth pile needs 4 + 8 = 12.", "W>F4"),
        Step("4 + 12 is over 13, so take 13 away: that pile now needs a 3. Keep turning.", "S>W"),
        Step("Two piles need a three, the first and the fourth: choose one.", "W>F4"),
    ),
    N_(
        "You win when all four piles end with a king. You may go through the stock three times. A wrong pile "
        "costs 2 s."
    ),
)
