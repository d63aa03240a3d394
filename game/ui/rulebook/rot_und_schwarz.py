"""Rot und Schwarz, version 1, for people to read (rules: seed 002)."""

from game.i18n import N_
from game.rules.rot_und_schwarz import LAYING, RotUndSchwarz
from game.ui.rulebook.example import Book, Example, Rule, part


def rot_und_schwarz(rules: RotUndSchwarz) -> Book:
    """The chapters, by the house rules in force."""
    yield N_("The table")
    yield Rule(
        "Two packs of 52 cards. Take out the eight aces and lay them in a row: the foundations. Shuffle the "
        "rest and lay eight cards face up below the aces; each begins a column. The other 88 cards are the "
        "stock, face down.",
        Example("", card=48),
    )
    yield N_("The foundations")
    rows = "F1 F2, B1 . W"
    if rules.foundations == "suit":
        yield Rule(
            "On the aces build up in suit to the kings.",
            Example(rows, "F1: | Ah 2h 3h, F2: | As, B1: | 5s 4h, W: | 9d 2h.1", "B1>F1", wrong="W>F2"),
            "foundations",
        )
    else:
        yield Rule(
            "On the aces build up to the kings, red on black and black on red: two, three, four …",
            Example(rows, "F1: | Ah 2c 3d, F2: | As, B1: | 5h 4s, W: | 9d 2s", "B1>F1", wrong="W>F2"),
        )
    yield N_("The columns")
    yield Rule(
        "Columns build down, red on black and black on red. The last card of a column may move, or the "
        "whole column as one.",
        Example("B1 B2 . B3 B4", "B1: | Ks Qh, B2: | Kc, B3: | 9s 8h 7c, B4: | Jc Td", "B1>B2 B3>B4x3"),
    )
    may = N_("Any part of a column may go onto another column where it fits.")
    may_not = N_("Nothing between the two: a part of a column stays where it is.")
    yield part(rules.any_part, may, may_not, "B1 B2", "B1: | Jc Td 9s, B2: | Js", "B1>B2x2")
    yield Rule(
        "A gap is filled by the turned card or by the waste’s top card, never from another column. You may "
        "also leave it empty and wait for a better card.",
        Example("B2 B1 . S W", "B2: | 9s, S: ?? ?? ?? |, W: | 4d Kh", "W>B1", wrong="B2>B1"),
    )
    yield N_("The stock")
    yield Rule(
        "Turn the stock card by card. What you do not use goes onto the waste, whose top card stays "
        "playable. You go through the stock only once.",
        Example("S W . B1", "S: ?? ?? ?? |, W: | 9c 4d, B1: | 8s 7d", "S>W"),
    )
    rows, lies = "S W . B1 B2", "S: ?? ?? ?? |, W: | Qh 8s, B1: | Jc Td, B2: | 9h"
    if rules.must_lay:
        yield Rule(
            "A turned card that fits a foundation or a column must be laid at once; where, you choose. One "
            "that fits only a gap may be left, and so may older cards of the waste.",
            Example(rows, lies, "W>B2", wrong="S>W", mode=LAYING),
        )
    else:
        yield Rule("A turned card that fits may also be left.", Example(rows, lies, "S>W"), "must_lay")
    yield N_("The end")
    yield Rule("You win when all 104 cards lie on the foundations.")
