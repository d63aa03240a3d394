"""Rot und Schwarz, versions 2 and 3, for people to read: Farbwechsel and Paare (rules: seed 002)."""

from game.i18n import N_
from game.rules.farbwechsel import Farbwechsel
from game.rules.paare import Paare
from game.ui.rulebook.example import Book, Example, Rule

_STOCK = "S: ?? ?? ?? ?? ?? |"
_ROW = "W . S T . F"
_NAMES = {"W": N_("waste"), "S": N_("stock"), "F": N_("layout")}
_ASIDE = {"W": N_("waste"), "S": N_("stock"), "F": N_("pairs")}


def farbwechsel(rules: Farbwechsel) -> Book:
    """The chapters, by the house rules in force."""
    yield N_("How it goes")
    yield Rule(
        "One pack of 52 cards, shuffled, face down: the stock. Turn card by card. The first one begins the "
        "layout; after that red goes on black and black on red. Ranks do not matter: even small children "
        "can play it.",
        Example(_ROW, f"{_STOCK}, T: | 7h, F: | 2c 9d Ks, W: | 3c", "T>F", names=_NAMES),
    )
    yield Rule(
        "A card of the colour that lies there already is put aside on the waste.",
        Example(_ROW, f"{_STOCK}, T: | Jc, F: | 2c 9d Ks, W: | 3c", "T>W", wrong="T>F", names=_NAMES),
    )
    yield N_("The waste")
    lies = f"{_STOCK}, T: | Jc, F: | 2c 9d Ks, W: | 3d 8h"
    if rules.way == "b":
        yield Rule(
            "The waste may not be used at first. When the stock is used up, turn the waste over, without "
            "shuffling, and go through it once more.",
            option="way",
        )
        yield Rule(
            "Then, at the very end, the new waste may be laid from its top as long as the colours "
            "alternate. This seldom comes out.",
            Example("W . F", "F: | 2c 9d Ks, W: | 3c 5s 8h", "W>F", passes=1),
        )
    elif rules.must_lay:
        yield Rule(
            "The top card of the waste must be laid as soon as it fits.",
            Example(_ROW, lies, "W>F", wrong="T>W", names=_NAMES),
            "must_lay",
        )
    else:
        yield Rule(
            "The top card of the waste may be laid as soon as it fits. You may leave it; but there is only "
            "one pass, and what lies on the waste at its end is lost.",
            Example(_ROW, lies, "W>F", names=_NAMES),
        )
    yield N_("The end")
    yield Rule("You win when all 52 cards lie in the layout, red and black in turn.")


def paare(_rules: Paare) -> Book:
    """The chapters; there is no house rule."""
    yield N_("How it goes")
    yield Rule(
        "One pack of 52 cards, shuffled, face down: the stock. Turn two cards at a time. A red and a black "
        "one are a pair and are laid aside. Ranks do not matter.",
        Example(_ROW, f"{_STOCK}, T: | 7h 2s", "T>Fx2", names=_ASIDE),
    )
    yield Rule(
        "Two red ones or two black ones go onto the waste.",
        Example(_ROW, f"{_STOCK}, T: | Kd 5h", "T>Wx2", wrong="T>Fx2", names=_ASIDE),
    )
    yield N_("The end")
    yield Rule(
        "When the stock is used up, shuffle the waste and go through it once more in the same way. It has "
        "come out if all 26 pairs lie aside then: one deal in 280."
    )
