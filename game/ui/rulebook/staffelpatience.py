"""Staffelpatience for people to read (rules: seed 004)."""

from game.i18n import N_
from game.rules.staffelpatience import DECLARED, Staffelpatience
from game.ui.rulebook.example import Book, Example, Rule

_RUN = "Kc Qd Jc Th 9s 8d 7c 6h 5s 4d 3c 2h As"
"""From king to ace, red and black in turn."""


def staffelpatience(rules: Staffelpatience) -> Book:
    """The chapters, by the house rules in force."""
    yield N_("The table")
    yield Rule(
        "One pack of 52 cards. Lay out seven columns of seven, six, five … one card, face down; only the "
        "last card of each is face up. The other 24 cards are the stock, face down.",
        Example("", card=40),
    )
    yield Rule(
        "With real cards the rows may lie across or down, it comes to the same; and each card may cover "
        "half of the one before, to save space."
    )
    yield N_("The columns")
    yield Rule(
        "Columns build down, red on black and black on red. A run, or any part of one, moves as one. A card "
        "laid bare is turned face up.",
        Example("B1 B2", "B1: ?? ?? | 9c 8h, B2: ?? | Td", "B1>B2x2"),
    )
    yield Rule(
        "Into an empty column only a king goes, alone or with its run. There are never more than seven.",
        Example("B1 B2 B3", "B1: ?? ?? | Kh Qs, B3: ?? | 9d", "B1>B2x2", wrong="B3>B2"),
    )
    # The cards that the source does not name are made up.
    yield N_("The source’s examples")
    row, first = "B1 B2 . B4 . B6 B7", "B1: ?? ?? | Qd, B2: ?? ?? | Kc, B4: ?? ?? | Jh, B6: ?? | Ts, B7: | 9d"
    second = "B1: ?? | 8h, B2: ?? ?? | Kc Qd, B4: ?? ?? | Jh Ts 9d, B6: | 6c"
    yield Rule(
        "The queen of diamonds goes on the king of clubs, the ten of spades on the jack of hearts, and the "
        "nine of diamonds on that ten.",
        Example(row, first, "B1>B2 B6>B4 B7>B6"),
    )
    yield Rule(
        "That empties the seventh column: the king of clubs goes there, with its queen. The cards laid bare "
        "in the first, second and sixth column are turned up and may be built on.",
        Example(row, second, "B2>B7x2"),
    )
    yield N_("The stock")
    if rules.beneath:
        yield Rule(
            "Turn the stock card by card, as often as you like; a card that does not fit goes beneath the "
            "stock again at once.",
            Example("S W . B1", "S: ?? ?? ?? |, W: | 6d, B1: ?? | 7s", "W>B1"),
            "beneath",
        )
    else:
        yield Rule(
            "Turn the stock card by card; the top of the turned cards stays playable. When it is used up, "
            "turn the waste over, without shuffling, as often as you like.",
            Example("S W . B1", "S: ?? ?? ?? |, W: | 9c 6d, B1: ?? | 7s", "W>B1"),
        )
    yield N_("Books")
    by_click = N_(
        "When a column ends in a run from king to ace, push it together and lay it above the "
        "columns with the ace on top: a book. Here a click on the run does it."
    )
    itself = N_(
        "When a column ends in a run from king to ace, it is pushed together by itself and "
        "laid above the columns with the ace on top: a book."
    )
    book = Example("B1 . F1", f"B1: | {_RUN}", "B1>F1x13", card=38)
    yield Rule(by_click if rules.by_click else itself, book, "by_click")
    yield Rule("You win when all four books are made.")
    if rules.double_series:
        yield Rule(
            "If it will not come out so, you may declare double series once a book is made: on its ace "
            "build up again, two to king, red and black in turn. There is no way back, and it counts less.",
            Example("F1 . W", f"F1: | {_RUN}, W: | 9c 2d", "W>F1", mode=DECLARED),
        )
        yield Rule(
            "A double series up to the king makes up for a missing book; the ace left over counts as laid."
        )
    else:
        yield Rule("Double series are not allowed.", option="double_series")
