"""Tables as text and back, for tests that state where the cards lie."""

import re
from collections.abc import Sequence

from game.core import notation
from game.core.cards import HIDDEN, SUITS, Card
from game.core.notation import RANKS, SUIT_LETTERS, card_text
from game.core.table import Table

_CARD = re.compile(rf"([{RANKS[1:]}])([{SUIT_LETTERS}])(?:\.([1-9]\d*))?")


def parse_card(text: str) -> Card:
    """The card that the text names. Raises ValueError."""
    if text == "??":
        return HIDDEN
    if not (found := _CARD.fullmatch(text)):
        raise ValueError(f"not a card: {text!r}")
    rank, suit, pack = found.groups()
    return Card(RANKS.index(rank), SUITS[SUIT_LETTERS.index(suit)], int(pack or 0))


def table_text(table: Table, names: Sequence[str]) -> str:
    """A line for each pile that is not empty: its name, the face-down cards, a bar, the face-up ones."""
    lines = []
    for name, (cards, up) in zip(names, table.piles, strict=True):
        if cards:
            down = len(cards) - up
            lines.append(
                " ".join([f"{name}:", *map(card_text, cards[:down]), "|", *map(card_text, cards[down:])])
            )
    return "\n".join(lines)


def parse_table(text: str, names: Sequence[str]) -> Table:
    """The table that the lines of `table_text` state; piles not named are empty. Raises ValueError."""
    return notation.parse_table(filter(None, map(str.strip, text.splitlines())), names)
