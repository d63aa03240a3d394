"""Acht mal Acht for people to read (rules: seed 001)."""

from game.i18n import N_
from game.rules.acht_mal_acht import AchtMalAcht
from game.ui.rulebook.example import Book, Example, Rule, part

_PASSES = {
    3: Rule(
        "When the stock is used up, turn the waste over, without shuffling, and go through it again: three "
        "times in all."
    ),
    1: Rule("You may go through the stock only once.", option="passes"),
    0: Rule(
        "When the stock is used up, turn the waste over, without shuffling, as often as you like.",
        option="passes",
    ),
}
"""What is said of each number of passes; 0: no limit."""


def acht_mal_acht(rules: AchtMalAcht) -> Book:
    """The chapters, by the house rules in force."""
    yield N_("The table")
    yield Rule(
        "Two packs of 52 cards, shuffled together. Lay out eight rows of eight cards face up, each row half "
        "over the one before: eight columns. The other 40 cards are the stock, face down.",
        Example("", card=36),
    )
    yield N_("The foundations")
    yield Rule(
        "Aces that come free go above the columns. On them build up in suit to the kings; no card comes "
        "back from there. You never have to play one up.",
        Example("F1 F2, B1 . W", "F1: | Ah 2h, B1: | Ks 9c 3h, W: | 7d As", "B1>F1 W>F2"),
    )
    yield N_("The columns")
    yield Rule(
        "Columns build down, red on black and black on red. The last card of a column may move.",
        Example("B1 B2", "B1: | Ks 2d 7h, B2: | 4d Jh 8c", "B1>B2"),
    )
    yield Rule(
        "So may the whole run at its end, as one; its topmost card has to fit.",
        Example("B1 B2", "B1: | 2c 9h 8s 7d, B2: | 3h Ts", "B1>B2x3"),
    )
    may = N_("Any part of a run may go onto another column where it fits.")
    may_not = N_("A part of a run does not go onto another column.")
    yield part(rules.any_part, may, may_not, "B1 B2", "B1: | 2c 9h 8s 7d, B2: | 3s 9d", "B1>B2x2")
    yield Rule(
        "An empty column takes any card, any run, and here also a part of one.",
        Example("B1 B2", "B1: | 5h Jd Tc 9h", "B1>B2x2"),
    )
    yield Rule(
        "The king is the highest card: it goes into an empty column only, never onto a two or an ace.",
        Example("B2 B1 B3", "B1: | 5d 8s Kc, B2: | 9c As", "B1>B3", wrong="B1>B2"),
    )
    yield N_("The stock")
    yield Rule(
        "Turn the stock card by card. What you cannot use, or do not want to use yet, goes onto the waste, "
        "whose top card stays playable.",
        Example("S W . B1 . F1", "S: ?? ?? ?? ?? |, W: | 9c 6d, B1: | Jh 7s", "W>B1"),
    )
    yield _PASSES[rules.passes]
    yield N_("The end")
    yield Rule("You win when all 104 cards lie on the foundations.")
