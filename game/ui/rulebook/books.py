"""The books: the rules of each game for people to read; without a book it has a few sentences."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from game.core.rules import Rules
from game.core.words import N_
from game.rules.acht_mal_acht import AchtMalAcht
from game.rules.farbwechsel import Farbwechsel
from game.rules.haisty import ONES, Haisty
from game.rules.paare import Paare
from game.rules.rot_und_schwarz import LAYING, RotUndSchwarz
from game.rules.staffelpatience import DECLARED, Staffelpatience
from game.rules.zahlenpatience import ASKED, Zahlenpatience
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
    """The chapters, by the house rules in force, from seed 001."""
    yield N_("The table")
    yield Rule(
        "Two packs of 52 cards, shuffled together. Lay out eight rows of eight cards face up, each row half "
        "over the one before: eight columns. The other 40 cards are the stock, face down.",
        Example("", card=36),
    )
    yield N_("The foundations")
    yield Rule(
        "Aces go above the columns as they come free. Build on them in suit, up to the kings; no "
        "card comes back from there. You never have to play a card up.",
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
    may_not = N_("Part of a run cannot go onto another column.")
    yield part(rules.any_part, may, may_not, "B1 B2", "B1: | 2c 9h 8s 7d, B2: | 3s 9d", "B1>B2x2")
    yield Rule(
        "An empty column takes any card, any run, and here part of a run, too.",
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


_STOCK = "S: ?? ?? ?? ?? ?? |"
_ROW = "W . S T . F"
_NAMES = {"W": N_("waste"), "S": N_("stock"), "F": N_("layout")}
_ASIDE = {"W": N_("waste"), "S": N_("stock"), "F": N_("pairs")}


def farbwechsel(rules: Farbwechsel) -> Book:
    """The chapters, by the house rules in force, from seed 002."""
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
        "When the stock is used up, shuffle the waste and go through it once more in the same "
        "way. You win if all 26 pairs have been laid aside by then: one deal in 280."
    )


_HAND = "S: ?? ?? ?? ?? ?? ?? ?? ?? |"
_OTHER_HAND = "S@1: ?? ?? ?? ?? ?? |"
_CLUBS = "F1: | Ac 2c.1 3c 4c 5c.1 6c 7c.1 8c 9c.1 Tc Jc.1 Qc.1"


def haisty(rules: Haisty) -> Book:
    """The chapters, by the house rules in force, from seed 000."""
    yield N_("The table")
    yield Rule(
        "Two to eight players, each with a pack of 52 cards, without jokers. The backs must differ: "
        "afterwards they tell whose card is whose."
    )
    yield Rule(
        "Count off 13 cards face down and turn the top one up: your 13-pile, which has to go. Beside it, "
        "four cards face up begin your build piles. The other 35 stay in your hand, face down. The middle "
        "of the table is everyone’s, and empty for now.",
        Example(
            "R . B1 B2 B3 B4 . S W",
            f"R: ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? | 8h, B1: | 9s, B2: | 4d, B3: | Qc, B4: | 6h, {_HAND}",
            names={"R": N_("13-pile"), "B1 B4": N_("build piles"), "S": N_("hand"), "W": N_("turned cards")},
        ),
    )
    yield Rule(
        "Everyone knocks on the table together, and off you go: all at once, without turns, but "
        "one card at a time and with one hand only."
    )
    yield N_("What you may do")
    yield Rule(
        "Turn your hand three cards at a time. Only the top turned card plays; once it has gone, the one "
        "below it.",
        Example("S W", f"{_HAND}, W: | 5c Jd 7h", "S>Wx3"),
    )
    yield Rule(
        "Build piles go down, red on black and black on red. The top turned card and the top of the 13-pile "
        "may go there.",
        Example("R . B1 B2 . W", "R: ?? ?? ?? | 8h, B1: | Td 9s, B2: | 7d, W: | 2c Kd 6c", "R>B1 W>B2"),
    )
    yield Rule(
        "A whole build pile may go onto another one where it fits. The gap is filled from the 13-pile at "
        "once.",
        Example("R . B1 B2", "R: ?? ?? ?? | 4c, B1: | 9s 8h, B2: | Jc Td", "B1>B2x2"),
    )
    may = N_("Any part of a build pile may go, even its last card alone.")
    may_not = N_("Part of a build pile cannot move; its last card may only go to the middle.")
    yield part(rules.any_part, may, may_not, "B1 . B2", "B1: | 8c 7d, B2: | 8s", "B1>B2")
    yield Rule(
        "Aces go to the middle. Anyone may build on any of them, in suit, up to the king: with "
        "the top turned card, the top of the 13-pile, or the last card of a build pile.",
        Example(
            "F1 F2 F3, R . B1 . W",
            "F1: | As.1 2s, F2: | Ah.1, R: ?? ?? | 3s, B1: | 4c 3d 2h, W: | Kc 9d Ad",
            "R>F1 B1>F2 W>F3",
        ),
    )
    yield Rule("If the 13-pile is empty, any single card or any whole build pile may go to a gap.")
    yield N_("Who was first?")
    yield Rule(
        "Two cards for one pile: the card that is there first stays, the other one goes back. In this game "
        "a throw takes a tenth of a second for everyone, so who threw first is there first.",
        Example(
            "W . F1 . W@1",
            "F1: | Ah.1 2h, W: | 3h, W@1: | 3h.1",
            "W>F1",
            beaten="W@1>F1",
            names={"W": N_("first: stays"), "W@1": N_("beaten: back")},
            seats=2,
        ),
    )
    aside = {"F1": N_("full pile"), "F": N_("put aside")}
    yield Rule(
        "Whoever lays a king puts the full pile aside and makes room for a new one. That hand is busy "
        "meanwhile.",
        Example("W . F1 . F", f"{_CLUBS}, W: | 4d 2s Kc", "W>F1", names=aside, seats=2),
    )
    yield N_("When nothing goes")
    if rules.round_corner:
        yield Rule(
            "Round the corner: with one or two cards left in the hand, put the turned pack under them, so "
            "that it is always three that you turn.",
            Example("S W", "S: ?? |, W: | 9c 4d Jh 2s", "S>Wx3"),
        )
    else:
        yield Rule(
            "With fewer than three left, turn what is left; then turn the pack over and start again.",
            Example("S W", "S: ?? ?? |, W: | 9c 4d Jh 2s", "S>Wx2"),
            "round_corner",
        )
    yield Rule(
        "If nobody can play, everyone calls speltorka. Then all turn one card at a time instead of three, "
        "until somebody has laid a card in the middle. Stuck even then? Call once more, and the round ends.",
        Example(
            "S W . S@1 W@1",
            f"{_HAND}, {_OTHER_HAND}, W: | 9d 4s, W@1: | Jc.1 7h.1",
            "S>W S@1>W@1",
            says={"S": N_("Speltorka!"), "S@1": N_("Speltorka!")},
            seats=2,
            mode=ONES,
        ),
    )
    if rules.speltorka_any_time:
        yield Rule("On your own you may call speltorka at any time.", option="speltorka_any_time")
    else:
        yield Rule(
            "On your own nobody has to agree, but you may call it only in a drought: when nothing "
            "can be played, and going round and round through the hand by threes would bring up "
            "nothing that can."
        )
    yield N_("The end of a round")
    itself = N_(
        "As soon as a 13-pile is empty, the table knocks. Everything stops: cards on their way go back."
    )
    by_hand = N_(
        "With your 13-pile empty you may knock, at once or after some more cards. The "
        "first knock stops everything: cards on their way go back."
    )
    yield Rule(
        itself if rules.auto_knock else by_hand,
        Example(
            "R . B1 . F1 . W@1",
            "B1: | 9s 8h, F1: | Ad 2d.1, W@1: | 3d.1",
            "R!",
            beaten="W@1>F1",
            says={"R": N_("Knock!")},
            names={"W@1": N_("too late")},
            seats=2,
        ),
        "auto_knock",
    )
    yield Rule(
        "The winner gathers the middle and hands every card back to its owner. Each own card from there "
        "counts +1, each card left in the 13-pile −2: 17 cards in the middle and 4 left make 9."
    )
    yield Rule(
        "The sums add up from round to round. Whoever has 100 wins, and shows how good or bad a winner that "
        "is."
    )


def rot_und_schwarz(rules: RotUndSchwarz) -> Book:
    """The chapters, by the house rules in force, from seed 002."""
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
            "Build up on the aces, in suit, to the kings.",
            Example(rows, "F1: | Ah 2h 3h, F2: | As, B1: | 5s 4h, W: | 9d 2h.1", "B1>F1", wrong="W>F2"),
            "foundations",
        )
    else:
        yield Rule(
            "Build up on the aces to the kings, red on black and black on red: two, three, four …",
            Example(rows, "F1: | Ah 2c 3d, F2: | As, B1: | 5h 4s, W: | 9d 2s", "B1>F1", wrong="W>F2"),
        )
    yield N_("The columns")
    yield Rule(
        "Columns build down, red on black and black on red. The last card of a column may move, or the "
        "whole column as one.",
        Example("B1 B2 . B3 B4", "B1: | Ks Qh, B2: | Kc, B3: | 9s 8h 7c, B4: | Jc Td", "B1>B2 B3>B4x3"),
    )
    may = N_("Any part of a column may go onto another column where it fits.")
    may_not = N_("Nothing in between: part of a column cannot move.")
    yield part(rules.any_part, may, may_not, "B1 B2", "B1: | Jc Td 9s, B2: | Js", "B1>B2x2")
    yield Rule(
        "Fill a gap with the turned card or the top card of the waste, never from another "
        "column. You may also leave it empty and wait for a better card.",
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
            "A turned card that fits a foundation or a column must be laid at once; you choose "
            "where. One that fits only a gap may be left, and so may older cards on the waste.",
            Example(rows, lies, "W>B2", wrong="S>W", mode=LAYING),
        )
    else:
        yield Rule("A turned card that fits may also be left.", Example(rows, lies, "S>W"), "must_lay")
    yield N_("The end")
    yield Rule("You win when all 104 cards lie on the foundations.")


_RUN = "Kc Qd Jc Th 9s 8d 7c 6h 5s 4d 3c 2h As"
"""From king to ace, red and black in turn."""


def staffelpatience(rules: Staffelpatience) -> Book:
    """The chapters, by the house rules in force, from seed 004."""
    yield N_("The table")
    yield Rule(
        "One pack of 52 cards. Lay out seven columns of seven, six, five … one card, face down; only the "
        "last card of each is face up. The other 24 cards are the stock, face down.",
        Example("", card=40),
    )
    yield Rule(
        "With real cards the rows may lie across or down, it makes no difference; and each card "
        "may cover half of the one before, to save space."
    )
    yield N_("The columns")
    yield Rule(
        "Columns build down, red on black and black on red. A run, or any part of one, moves as one. A card "
        "laid bare is turned face up.",
        Example("B1 B2", "B1: ?? ?? | 9c 8h, B2: ?? | Td", "B1>B2x2"),
    )
    yield Rule(
        "Only a king goes into an empty column, alone or with its run. There are never more than "
        "seven columns.",
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
            "If it will not come out that way, you may declare double series once a book is made: "
            "build up again on its ace, two to king, red and black in turn. There is no way back, "
            "and it scores less.",
            Example("F1 . W", f"F1: | {_RUN}, W: | 9c 2d", "W>F1", mode=DECLARED),
        )
        yield Rule(
            "A double series up to the king stands in for a missing book; the ace left over counts as laid."
        )
    else:
        yield Rule("Double series are not allowed.", option="double_series")


_DEALT = "R1: | As, R2: | 2d, R3: | 3h, R4: | 4d, F1: | 2c, F2: | 4h, F3: | 6s, F4: | 8c"
_ZAHLEN_PASSES = {
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
    """The chapters, by the house rules in force, from seed 003."""
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
    yield Rule(_ZAHLEN_PASSES[rules.passes], option="passes")
    yield Rule(_BETWEEN[rules.shuffled], option="shuffled")
    if rules.hidden:
        yield Rule("What each pile needs is not shown: keep it in your head.", option="hidden")
    yield N_("The end")
    yield Rule("You win when all four lower piles show a king.")


_BOOKS: Mapping[str, Callable[[Any], Book]] = {
    "acht-mal-acht": acht_mal_acht,
    "farbwechsel": farbwechsel,
    "haisty": haisty,
    "paare": paare,
    "rot-und-schwarz": rot_und_schwarz,
    "staffelpatience": staffelpatience,
    "zahlenpatience": zahlenpatience,
}


class Chapter(NamedTuple):
    """Rules that belong together. Some games have no more than one, without a title."""

    title: str
    rules: tuple[Rule, ...]


def chapters_of(rules: Rules) -> list[Chapter]:
    """The rules of a game, and its source."""
    chapters: list[Chapter] = []
    for each in _whole_book(rules):
        if isinstance(each, str):
            chapters.append(Chapter(each, ()))
        else:
            title, before = chapters[-1]
            chapters[-1] = Chapter(title, (*before, each))
    return chapters


def _whole_book(rules: Rules) -> Book:
    yield from _BOOKS.get(rules.name, _plain)(rules)
    if rules.penalty:
        yield Rule("In this game a card put on the wrong pile comes back and costs two seconds.")
    if rules.advice:
        yield N_("Playing well")
        yield from map(Rule, rules.advice)
    if rules.origin:
        yield N_("Names and source")
        yield Rule(rules.origin)
    if rules.readings:
        yield N_("How this game reads its source")
        yield from map(Rule, rules.readings)


def _plain(rules: Rules) -> Book:
    first, *others = rules.how_to_play or (rules.title,)
    yield ""
    yield Rule(first, Example("", seats=rules.seats.start))
    yield from map(Rule, others)
