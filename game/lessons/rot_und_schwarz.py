"""The lesson of Rot und Schwarz: the first moves of a deal."""

from game.core.words import N_
from game.lessons.lesson import Lesson, Step, laid
from game.rules.rot_und_schwarz import RotUndSchwarz

_RULES = RotUndSchwarz()
_TABLE = """
    F1: | Ac
    F2: | Ac.1
    F3: | Ad
    F4: | Ad.1
    F5: | Ah
    F6: | Ah.1
    F7: | As
    F8: | As.1
    B1: | 2d
    B2: | 7h
    B3: | 8s
    B4: | 9d
    B5: | Qc.1
    B6: | 5h.1
    B7: | 6d
    B8: | Js.1
    S: 4s Th 8c 2c.1 Jd 3s Kh |
"""

LESSON = Lesson(
    _RULES,
    laid(_RULES, 1, _TABLE),
    (
        Step(
            "The aces lie ready. Up there red and black take turns: the red two goes on a black ace.",
            "B1>F1",
        ),
        Step("Down here as well, but going down: the red seven goes on the black eight.", "B2>B3"),
        Step("A whole column moves as one: put the eight and the seven on the nine.", "B3>B4x2"),
        Step("Now there are gaps. Turn a card from the stock: click it.", "S>W"),
        Step(
            "A gap takes a turned card or the top of the waste. A king blocks nothing there: put him in one.",
            "W>B1",
        ),
        Step("Keep going: turn the next one.", "S>W"),
        Step("A black three: it goes on your red two.", "W>F1"),
    ),
    N_("All 104 cards must go up. Each card of the stock is turned only once, so look well before you turn."),
)
