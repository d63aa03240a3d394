"""Tables as text and back, for tests that state where the cards lie."""

from collections.abc import Sequence

from game.core import notation
from game.core.notation import card_text
from game.core.table import Table


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
