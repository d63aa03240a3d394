"""Zahlenpatience for people to read (rules: seed 003)."""

from game.i18n import N_
from game.rules.zahlenpatience import ASKED, Zahlenpatience
from game.ui.rulebook.example import Book, Example, Rule

_DEALT = "R1: | As, R2: | 2d, R3: | 3h, R4: | 4d, F1: | 2c, F2: | 4h, F3: | 6s, F4: | 8c"
_PASSES = {
    0: N_("When the stock is used up, go through the waste again, as often as you like."),
    2: N_("When the stock is used up, go through the waste again: twice in all."),
    3: N_("When the stock is used up, go through the waste again: three times in all."),
    4: N_("When the stock is used up, go through the waste again: four times in all."),
}
_BETWEEN = {
    False: N_("Before each new pass turn the waste over as it lies, without shuffling."),
    True: N_("Before each new pass shuffle the waste."),
    ASKED: N_("Before each new pass turn the waste over as it lies, or shuffle it."),
}
"""What is said of each number of passes, 0 for no limit, and of what is done between them."""


def zahlenpatience(rules: Zahlenpatience) -> Book:
    """The chapters, by the house rules in force."""
    yield N_("The table")
    yield Rule(
        "From one pack of 52 cards take any ace, two, three and four for the upper row, which stays as it "
        "is, and any two, four, six and eight for the lower one. Suits do not matter. Shuffle the other 44 "
        "cards: the stock, face down.",
        Example(""),
    )
    yield N_("The sums")
    yield Rule(
        "A lower pile takes the sum of its own card and the one above it: 2 + 4 = 6, then 2 + 6 = 8 …",
        Example("R2 . W, F2", f"{_DEALT}, W: | Jc 6h", "W>F2"),
    )
    yield Rule(
        "A jack is 11, a queen 12, a king 13. If the sum is over 13, take 13 away: 4 + 12 = 16, less 13 is "
        "3.",
        Example("R4 . W, F4", f"{_DEALT}, F4: | 8h Qs, W: | 9c 3d", "W>F4"),
    )
    yield Rule(
        "If it is 13, a king follows, and the pile is finished.",
        Example("R1 . W, F1", f"{_DEALT}, F1: | Jh Qs, W: | Kc", "W>F1"),
    )
    yield Rule(
        "So the four piles run:\n2 3 4 5 6 7 8 9 10 11 12 13\n4 6 8 10 12 1 3 5 7 9 11 13\n"
        "6 9 12 2 5 8 11 1 4 7 10 13\n8 12 3 7 11 2 6 10 1 5 9 13"
    )
    yield N_("The stock")
    if rules.must_lay:
        yield Rule(
            "Turn the stock card by card onto the waste, whose top card stays playable. A card that fits "
            "has to be laid; if it fits several piles, choose one.",
            Example("S W . R2 F2", f"{_DEALT}, S: ?? ?? ?? |, W: | 9c 6d", "W>F2", wrong="S>W"),
        )
    else:
        yield Rule(
            "Turn the stock card by card onto the waste, whose top card stays playable. A card that fits may "
            "also be left; if it fits several piles, choose one.",
            Example("S W . F1 F2 F3 F4", f"{_DEALT}, S: ?? ?? ?? |, W: | 9c Td", "S>W"),
            "must_lay",
        )
    yield Rule(_PASSES[rules.passes], option="passes")
    yield Rule(_BETWEEN[rules.shuffled], option="shuffled")
    if rules.hidden:
        yield Rule("What each pile waits for is not shown: keep it in your head.", option="hidden")
    yield N_("The end")
    yield Rule("You win when all four lower piles show a king.")
