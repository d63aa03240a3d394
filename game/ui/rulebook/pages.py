"""Blocks of text and pictures set in two columns, on as many pages as they need."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from pygame import Rect, Surface

from game.ui.engine import text, theme
from game.ui.engine.tabletop import tabletop
from game.ui.rulebook.picture import Picture

_MARGIN, _HEAD, _BETWEEN = 30, 76, 36
"""The sheet's margin, the space for the title, and the gap between the columns, in units."""
_LETTERS, _TITLE, _KEY = 22, 26, 20
"""Heights of letters of the text, of the headings, and of a table of keys, in units."""
_LEADING, _TITLE_LEADING = 1.14, 1.38
"""A line's height relative to its letters'."""
_INDENT, _MOST_INDENT = 8.6, 0.42
"""The width of the keys in a table, relative to the height of its letters, and as a share of a column."""
_GAP, _BELOW = 17, 9
"""Between a picture and the words beside it, and those below it, in units."""
_ABOVE = 6
"""More space above a heading, in units."""
_NARROW = 0.5
"""A picture no wider than this share of a column has its words beside it."""


class Block(Protocol):
    """Something in a column, of a height known beforehand."""

    high: int
    """In pixels."""
    after: int
    """The space below it, in units."""

    def draw(self, surface: Surface, x: int, y: int) -> None:
        """Draw it with its upper left corner there."""


class Heading:
    """Begins a chapter; never the last of a column."""

    after = 4

    def __init__(self, words: str, u: float) -> None:
        self._words, self._u = words, u
        self.high = round(_TITLE_LEADING * text.size(_TITLE * u))

    def draw(self, surface: Surface, x: int, y: int) -> None:
        """Draw it with its upper left corner there."""
        text.draw(surface, self._words, _TITLE * self._u, theme.GOLD, topleft=(x, y))


class Paragraph:
    """A few sentences, beside or below a picture if there is one."""

    after = 14

    def __init__(self, words: str, wide: int, u: float, picture: Picture | None = None) -> None:
        self._u, self._picture = u, picture
        self._beside = picture is not None and picture.size[0] <= _NARROW * wide
        room = wide - (picture.size[0] + _GAP * u if picture and self._beside else 0)
        self._lines = text.wrap(words, _LETTERS * u, room)
        self._line = round(_LEADING * text.size(_LETTERS * u))
        self._wordy = len(self._lines) * self._line
        self.high = self._wordy
        if picture:
            tall = picture.size[1]
            self.high = max(self._wordy, tall) if self._beside else tall + round(_BELOW * u) + self._wordy

    def draw(self, surface: Surface, x: int, y: int) -> None:
        """Draw it with its upper left corner there."""
        u = self._u
        if self._picture:
            drawn = self._picture.draw(tabletop(surface.get_size()))
            text.blit(surface, drawn, (x, y + ((self.high - drawn.height) // 2 if self._beside else 0)))
            if self._beside:
                x, y = x + drawn.width + round(_GAP * u), y + (self.high - self._wordy) // 2
            else:
                y += drawn.height + round(_BELOW * u)
        text.draw_lines(surface, self._lines, _LETTERS * u, theme.IVORY, self._line, topleft=(x, y))


class KeyRow:
    """A key, or what the pointer does, and what that means."""

    after = 3

    def __init__(self, key: str, meaning: str, wide: int, u: float) -> None:
        self._key, self._u = key, u
        letters = text.size(_KEY * u)
        self._line = round(_LEADING * letters)
        self._indent = round(min(_INDENT * letters, _MOST_INDENT * wide))
        self._lines = text.wrap(meaning, _KEY * u, wide - self._indent)
        self.high = len(self._lines) * self._line

    def draw(self, surface: Surface, x: int, y: int) -> None:
        """Draw it with its upper left corner there."""
        u = self._u
        room = self._indent - 10 * u
        text.draw(surface, self._key, _KEY * u, theme.GOLD, max_width=room, topleft=(x, y))
        where = x + self._indent, y
        text.draw_lines(surface, self._lines, _KEY * u, theme.IVORY, self._line, topleft=where)


class Title(NamedTuple):
    """What stands above all pages."""

    name: str
    house: str
    """The house rules, at the right."""


class Sheet:
    """A page: blocks with their places."""

    def __init__(self, title: Title, blocks: Sequence[tuple[Block, int, int]]) -> None:
        self._title, self._blocks = title, blocks

    def draw(self, surface: Surface, box: Rect, u: float) -> None:
        """Draw it onto the sheet."""
        left, right = box.x + _MARGIN * u, box.right - _MARGIN * u
        middle = box.y + 42 * u
        drawn = text.draw(surface, self._title.name, 38 * u, theme.IVORY, midleft=(left, middle))
        room = right - drawn.right - 40 * u
        text.draw(surface, self._title.house, 21 * u, theme.GOLD, max_width=room, midright=(right, middle))
        for block, x, y in self._blocks:
            block.draw(surface, x, y)


def column_width(box: Rect, u: float) -> int:
    """The width of a column on a sheet of this size."""
    return round((box.w - (2 * _MARGIN + _BETWEEN) * u) / 2)


def set_pages(title: Title, blocks: Sequence[Block], box: Rect, u: float) -> list[Sheet]:
    """The pages of a sheet of this size, column by column."""
    left, top, wide = round(box.x + _MARGIN * u), round(box.y + _HEAD * u), column_width(box, u)
    columns = left, round(left + wide + _BETWEEN * u)
    pages: list[list[tuple[Block, int, int]]] = [[]]
    column, y = 0, top
    for number, block in enumerate(blocks):
        following = blocks[number + 1 : number + 2] if isinstance(block, Heading) else []
        wanted = block.high + sum(round((_ABOVE + block.after) * u) + each.high for each in following)
        if y > top and y + wanted > box.bottom:
            column, y = column + 1, top
        if column == len(columns):
            column = 0
            pages.append([])
        if isinstance(block, Heading) and y > top:
            y += round(_ABOVE * u)
        pages[-1].append((block, columns[column], y))
        y += block.high + round(block.after * u)
    return [Sheet(title, page) for page in pages]
