"""The lesson of Acht mal Acht: in the middle of a deal."""

from game.core.words import N_
from game.lessons.lesson import Lesson, Step, laid
from game.rules.acht_mal_acht import AchtMalAcht

_RULES = AchtMalAcht()
_TABLE = """
    F1: | Ah 2h
    F2: | Ac
    B1: | 9d 8s
    B2: | Ts Qd.1 3h
    B3: | 2c Jh.1
    B4: | 5h Ks
    B5: | Kc.1 7h.1
    B6: | 9h.1 5s.1
    B7: | 6c 8h
    B8: | Js 4d
    S: 4s 6h.1 Td 9h 7c 3c |
"""

LESSON = Lesson(
    _RULES,
    laid(_RULES, 1, _TABLE),
    (
        Step(
            "Up there each suit grows from the ace to the king. The three of hearts fits: click it.",
            "B2>F1",
        ),
        Step("Columns go down, red on black on red. The queen goes on the king of spades.", "B2>B4"),
        Step("A run moves as one: put the nine and the eight on the ten.", "B1>B2x2"),
        Step(
            "An empty column takes any card, so it takes what is in the way: put the jack there.",
            "B3>B1",
        ),
        Step("That has freed the two of clubs: up with it.", "B3>F2"),
        Step("When nothing useful is left, turn a card from the stock: click it.", "S>W"),
        Step("The last card turned may always be played: the three of clubs goes up.", "W>F2"),
    ),
    N_("All 104 cards must go up. You may go through the stock three times. Keep a column empty: it helps."),
)
