"""What is told of a round in words. No verb depends on a name: a player may be called "You"."""

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median

from game.core.cards import Card
from game.i18n import N_, _, ngettext
from game.story.match_story import Contest, Landing, RoundStory
from game.ui.cards.labels import figure

_ENOUGH = 5
"""The least cards laid by which a hand is called the fastest."""

_RANKS = (
    *(N_("the ace of {suit}"), N_("the 2 of {suit}"), N_("the 3 of {suit}"), N_("the 4 of {suit}")),
    *(N_("the 5 of {suit}"), N_("the 6 of {suit}"), N_("the 7 of {suit}"), N_("the 8 of {suit}")),
    *(N_("the 9 of {suit}"), N_("the 10 of {suit}"), N_("the jack of {suit}"), N_("the queen of {suit}")),
    N_("the king of {suit}"),
)
_SUITS = N_("clubs"), N_("diamonds"), N_("hearts"), N_("spades")


def card_name(card: Card) -> str:
    """The card in words, within a sentence."""
    return _(_RANKS[card.rank - 1]).format(suit=_(_SUITS[card.suit]))


def streak_line(names: Sequence[str], seat: int, cards: int) -> str:
    """Who laid the most cards with none of another between them."""
    words = ngettext(
        "Longest streak: {name}, {cards} card in a row.",
        "Longest streak: {name}, {cards} cards in a row.",
        cards,
    )
    return words.format(name=names[seat], cards=cards)


def story_lines(story: RoundStory, names: Sequence[str]) -> Iterator[str]:
    """The card that decided the round, the longest streak, the fastest hand, and who met whom most often."""
    match story.decisive:
        case Contest(Landing(seat=seat, card=card), lost, lead):
            words = _("The card that decided it: {card}, {name}, {ms} ms before {other}.")
            ms = round(lead / 1000)
            yield words.format(card=card_name(card), name=names[seat], ms=ms, other=names[lost.seat])
        case Landing(seat=seat, card=card):
            words = _("The card that decided it: {card}, {name}.")
            yield words.format(card=card_name(card), name=names[seat])
    if story.streak and story.streak[1] > 1:
        yield streak_line(names, *story.streak)
    waits = [[card.waited for card in story.landings if card.seat == seat] for seat in range(len(names))]
    hands = [(median(each), seat) for seat, each in enumerate(waits) if len(each) >= _ENOUGH]
    if hands:
        wait, seat = min(hands)
        yield _("Fastest hand: {name}, {ms} ms (median).").format(name=names[seat], ms=round(wait / 1000))
    beaten = Counter((each.landing.seat, each.loser) for each in story.contests if not each.tie)
    for (one, other), won in beaten.most_common(1):
        if won > 1:
            words = _("Contests: {one} {won} – {lost} {other}.")
            yield words.format(one=names[one], won=won, lost=beaten[other, one], other=names[other])


def closest_of(contests: Sequence[Contest], seat: int, names: Sequence[str]) -> str:
    """A seat's closest contest: by how much it was faster or slower, and than whom."""
    own = [each for each in contests if seat in (each.landing.seat, each.loser)]
    if not own:
        return ""
    closest = min(own, key=lambda each: each.lead)
    won = closest.landing.seat == seat
    lead = "±0" if closest.tie else figure(round(closest.lead / 1000) * (1 if won else -1), True)
    return f"{lead} ms {names[closest.loser if won else closest.landing.seat]}"
