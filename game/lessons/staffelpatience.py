"""The lesson of Staffelpatience: shortly before the first book."""

from game.core.words import N_
from game.lessons.lesson import Lesson, Step, laid
from game.rules.staffelpatience import Staffelpatience

_RULES = Staffelpatience()
_TABLE = """
    B1: 9h 2s | Kc Qd Jc Td 9c 8d 7c 6d 5c 4d 3c
    B2: 5h | Qs
    B3: | Ac
    B4: 3h | 7s
    B5: 8s | 6h
    B6: | 8h
    B7: 4s | Kh
    S: Ts Jh 4h 2d |
"""

LESSON = Lesson(
    _RULES,
    laid(_RULES, 1, _TABLE),
    (
        Step("Columns go down, red on black on red. The red six goes on the black seven.", "B5>B4"),
        Step(
            "That has turned up a card. Runs move as one: put the seven and the six on the red eight.",
            "B4>B6x2",
        ),
        Step("Turn a card from the stock, as often as you like: click it.", "S>W"),
        Step("The red two goes on the black three of the long run.", "W>B1"),
        Step("Only the ace is missing: put it there.", "B3>B1"),
        Step("King to ace: that is a book. Click its king, and it is put away.", "B1>F1x13"),
        Step(
            "Only a king may go into an empty column, alone or with its run. Move the king there.",
            "B7>B3",
        ),
    ),
    N_("Four books win the game. Free the cards that lie face down as soon as you can."),
)
