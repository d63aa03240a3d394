"""The scene that shows a game's rules, from anywhere; and the help, which begins with the keys."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pygame import Rect

from game.core.rules import Rules
from game.i18n import _
from game.ui.covers.book import Book, Leaf
from game.ui.engine.pausable import PausableTable
from game.ui.rulebook.chapters import chapters_of
from game.ui.rulebook.pages import Block, Heading, KeyRow, Paragraph, Title, column_width, set_pages
from game.ui.rulebook.picture import Picture
from game.ui.widgets.house_rules import rule_words, title_words

Rows = list[tuple[str, str]]
"""Keys, or what the pointer does, and what each of them means."""


class HelpText(NamedTuple):
    """What the help says before the rules at length."""

    devices: Sequence[tuple[str, Rows]]
    """Keys, mouse and so on, each with its heading."""
    short: Sequence[str]
    """The rules in short."""


class RulePage(Book):
    """The rules of a game with these house rules; push it over any scene."""

    def __init__(self, rules: Rules, table: PausableTable | None = None) -> None:
        """`table`: the one that it covers, if it covers one."""
        super().__init__(table)
        self._rules = rules
        self._widths: set[int] = set()
        """Of the cards drawn for it."""

    def leave(self) -> None:
        """Drop the pictures of cards, too."""
        super().leave()
        self.ctx.cards.drop(*self._widths)

    def leaves(self, box: Rect, u: float) -> Sequence[Leaf]:
        """The rules on as many pages as they need."""
        title = Title(title_words(self._rules), " · ".join(rule_words(self._rules)))
        return set_pages(title, list(self._blocks(column_width(box, u), u)), box, u)

    def _blocks(self, wide: int, u: float) -> Iterator[Block]:
        """The chapters."""
        rules, art = self._rules, self.ctx.cards.image
        for chapter in chapters_of(rules):
            if chapter.title:
                yield Heading(_(chapter.title), u)
            for rule in chapter.rules:
                picture = None
                if rule.example:
                    picture = Picture(rule.example, rules, art, u)
                    self._widths.add(picture.card)
                yield Paragraph(_(rule.words), wide, u, picture)


class HelpScene(RulePage):
    """The keys and the rules in short on the first page."""

    def __init__(self, table: PausableTable, rules: Rules, words: HelpText) -> None:
        super().__init__(rules, table)
        self.words = words

    def _blocks(self, wide: int, u: float) -> Iterator[Block]:
        for device, rows in self.words.devices:
            yield Heading(device, u)
            yield from (KeyRow(key, meaning, wide, u) for key, meaning in rows)
        if self.words.short:
            yield Heading(_("In short"), u)
        yield from (Paragraph(words, wide, u) for words in self.words.short)
        yield from super()._blocks(wide, u)
