"""Cards, packs and piles."""

from typing import Final, NamedTuple

CLUBS, DIAMONDS, HEARTS, SPADES = SUITS = range(4)
ACE, JACK, QUEEN, KING = 1, 11, 12, 13


class Card(NamedTuple):
    """One card: rank 1 (ace) to 13 (king), suit 0..3, and the number of the pack it belongs to."""

    rank: int
    suit: int
    pack: int = 0


HIDDEN: Final = Card(0, 0, 0)
"""Stands for a card whose face is hidden from the viewer."""


class Pile(NamedTuple):
    """Cards from bottom to top; the top `up` of them lie face up."""

    cards: tuple[Card, ...] = ()
    up: int = 0

    @property
    def exposed(self) -> Card | None:
        """The face-up card on top, if there is one."""
        return self.cards[-1] if self.up else None


def is_red(card: Card) -> bool:
    """Whether the card is a diamond or a heart."""
    return card.suit in (DIAMONDS, HEARTS)


def pack(number: int = 0) -> tuple[Card, ...]:
    """The 52 cards of pack `number`, suit by suit from the ace to the king."""
    return tuple(Card(rank, suit, number) for suit in SUITS for rank in range(ACE, KING + 1))
