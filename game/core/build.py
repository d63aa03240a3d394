"""The words that rules are written in."""

from game.core.cards import Card, is_red


def alternate_down(upper: Card, lower: Card) -> bool:
    """Whether `lower` may lie on `upper`: one rank lower, other colour."""
    return lower.rank == upper.rank - 1 and is_red(lower) != is_red(upper)


def next_in_suit(card: Card) -> tuple[int, int]:
    """Rank and suit of what may lie on `card` where a suit builds up."""
    return card.rank + 1, card.suit
