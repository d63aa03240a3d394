"""Checks that the numbers in a decoded message are in range."""

from game.core.cards import HIDDEN, KING, SUITS, Card
from game.core.limits import SEATS, is_line
from game.core.state import (
    KINDS_OF_CHEER,
    SHOUTS,
    Cheered,
    Dud,
    Event,
    Ready,
    Returned,
    Sat,
    Scored,
    Shouted,
    Started,
    Thrown,
    Won,
)
from game.core.table import Called, Mode, Moved, Turned
from game.net.wire.fields import LATEST, MOST, PILES, REASON


class WireError(ValueError):
    """The bytes are not a message of this version."""


def within(number: int, end: int) -> None:
    """Raises WireError if the number is not below `end`, or negative."""
    if not 0 <= number < end:
        raise WireError("out of range")


def validate_names(*names: str) -> None:
    """Raises WireError if a name is more than a line of printable characters."""
    if not all(map(is_line, names)):
        raise WireError("not a name")


def validate(event: Event) -> None:
    """Raises WireError if a number of the event is out of range."""
    match event:
        case Moved(seat, src, dst, cards):
            within(seat, SEATS)
            within(src, PILES)
            within(dst, PILES)
            for card in cards:
                validate_card(card)
        case Turned(pile, card):
            within(pile, PILES)
            validate_card(card)
        case Thrown(seat, (src, dst, count), cards, at):
            within(seat, SEATS)
            within(src, PILES)
            within(dst, PILES)
            within(count, 64)
            within(at, LATEST)
            for found in cards:
                validate_card(Card(*found))
        case Returned(seat, (src, dst, count), faster):
            within(seat, SEATS)
            within(src, PILES)
            within(dst, PILES)
            within(count, 64)
            within(faster or 0, SEATS)
        case Scored(reason, seat, scores, totals):
            within(len(reason), REASON + 1)
            within(seat or 0, SEATS)
            within(len(scores), SEATS + 1)
            within(len(totals), SEATS + 1)
            for points in (*scores, *totals):
                within(points + MOST, 2 * MOST)
        case Ready(seat) | Dud(seat) | Won(seat) | Called(seat) | Sat(seat):
            within(seat, SEATS)
        case Shouted(seat, number):
            within(seat, SEATS)
            within(number, SHOUTS)
        case Cheered(seat, number):
            within(seat, SEATS)
            within(number, len(KINDS_OF_CHEER))
        case Mode(number):
            within(number, 256)
        case Started(at):
            within(at, LATEST)


def validate_card(card: Card) -> None:
    """Raises WireError if there is no such card."""
    if card != HIDDEN and not (1 <= card.rank <= KING and card.suit in SUITS and 0 <= card.pack < SEATS):
        raise WireError("not a card")
