"""Haisty Patience for people to read (rules: seed 000)."""

from game.i18n import N_
from game.rules.haisty import ONES, Haisty
from game.ui.rulebook.example import Book, Example, Rule, part

_HAND = "S: ?? ?? ?? ?? ?? ?? ?? ?? |"
_OTHER_HAND = "S@1: ?? ?? ?? ?? ?? |"
_CLUBS = "F1: | Ac 2c.1 3c 4c 5c.1 6c 7c.1 8c 9c.1 Tc Jc.1 Qc.1"


def haisty(rules: Haisty) -> Book:
    """The chapters, by the house rules in force."""
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
        "All knock on the table together, and off you go: everyone at once, without turns, but one card at "
        "a time and with one hand only."
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
    may_not = N_("A part of a build pile stays where it is; its last card goes to the middle only.")
    yield part(rules.any_part, may, may_not, "B1 . B2", "B1: | 8c 7d, B2: | 8s", "B1>B2")
    yield Rule(
        "Aces go to the middle. On them follow two, three … king in the same suit, whoever’s they are. The "
        "top turned card may go there, the top of the 13-pile, and the last card of a build pile.",
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
            "On your own nobody has to agree, but you call it in a drought only: when nothing can be played, "
            "and turning the hand on by threes, round and round, would bring up nothing that can."
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
