"""Helpers shared by the rules: what may lie on what, runs, and the layout of two rows."""

from collections.abc import Iterable, Sequence
from typing import Final

from game.core.cards import ACE, SUITS, Card, Pile, is_red, pack
from game.core.rules import Spot
from game.core.table import Table


def alternate_down(upper: Card, lower: Card) -> bool:
    """Whether `lower` may lie on `upper`: one rank lower, other colour."""
    return lower.rank == upper.rank - 1 and is_red(lower) != is_red(upper)


BELOW: Final = {
    card[:2]: frozenset((card.rank - 1, suit) for suit in SUITS if is_red(Card(ACE, suit)) != is_red(card))
    for card in pack()
}
"""By the rank and suit of a card, those of the cards that may lie on it where colours alternate."""


def face_key(card: Card) -> tuple[int, bool]:
    """What counts where colours alternate: the rank, and whether the card is red."""
    return card.rank, is_red(card)


def columns_by_need(piles: Sequence[Pile], columns: Iterable[int]) -> dict[tuple[int, bool], list[int]]:
    """Which of the columns take a card that looks so: one rank below their exposed card, of the other
    colour. Columns without a card are not among them."""
    found: dict[tuple[int, bool], list[int]] = {}
    for number in columns:
        if cards := piles[number].cards:
            upper = cards[-1]
            found.setdefault((upper.rank - 1, not is_red(upper)), []).append(number)
    return found


def foundations_by_rank(piles: Sequence[Pile], foundations: Iterable[int]) -> dict[int, list[int]]:
    """Which of the foundations, each built up from the ace, wait for a rank."""
    found: dict[int, list[int]] = {}
    for number in foundations:
        found.setdefault(len(piles[number].cards) + 1, []).append(number)
    return found


def next_in_suit(card: Card) -> tuple[int, int]:
    """Rank and suit of the card that follows `card` on a foundation built up in suit."""
    return card.rank + 1, card.suit


def suit_up(pile: Pile, card: Card) -> bool:
    """Whether the card goes on a foundation that builds up in suit; an ace opens an empty one."""
    return card[:2] == next_in_suit(pile.cards[-1]) if pile.cards else card.rank == ACE


def alternate_up(pile: Pile, card: Card) -> bool:
    """Whether the card goes on a foundation that builds up in alternating colour; an ace opens one."""
    return alternate_down(card, pile.cards[-1]) if pile.cards else card.rank == ACE


def run_length(pile: Pile) -> int:
    """How many face-up cards at the end of a column lie in alternating colour, each one rank lower."""
    cards, length = pile.cards, min(pile.up, 1)
    while length and length < pile.up and alternate_down(cards[-length - 1], cards[-length]):
        length += 1
    return length


def count(table: Table, piles: Iterable[int]) -> int:
    """How many cards lie on the piles."""
    return sum(len(table.piles[number].cards) for number in piles)


def two_rows(columns: int) -> tuple[Spot, ...]:
    """The spots of a solo table: a foundation above each column, stock and waste beside them."""
    return (
        *(Spot("foundation", 1.07 * i, 0, "", 0) for i in range(columns)),
        *(Spot("build", 1.07 * i, 1.18, "down", 0) for i in range(columns)),
        Spot("stock", 1.07 * columns + 0.15, 0, "", 0),
        Spot("waste", 1.07 * columns + 0.15, 1.18, "", 0),
    )
