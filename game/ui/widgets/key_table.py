"""What keys and pointer do, as shown by the help of every table."""

from pygame import Surface

from game.ui.engine import text, theme

LETTERS, LINE, SPACE = 20, 22, 7
"""Height of letters and lines, and the gap between entries, in units."""

Rows = list[tuple[str, str]]


def key_table(surface: Surface, heading: str, rows: Rows, x: float, y: float, end: float, u: float) -> float:
    """A heading and two columns, extending right to `end`; returns the y below them."""
    indent, right = 172 * u, end - 24 * u
    text.draw(surface, heading, 32 * u, theme.IVORY, topleft=(x, y))
    y += 42 * u
    for key, meaning in rows:
        text.draw(surface, key, LETTERS * u, theme.GOLD, max_width=indent - 10 * u, topleft=(x, y))
        for line in text.wrap(meaning, LETTERS * u, right - x - indent):
            text.draw(surface, line, LETTERS * u, theme.IVORY, topleft=(x + indent, y))
            y += LINE * u
        y += SPACE * u
    return y
