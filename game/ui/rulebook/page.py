"""The scene that shows a game's rules, from anywhere."""

from collections.abc import Sequence

from game.core.rules import Rules
from game.i18n import _
from game.ui.covers.book import Book
from game.ui.engine.pausable import PausableTable
from game.ui.rulebook.chapters import chapters_of
from game.ui.rulebook.example import Example
from game.ui.rulebook.pages import Block, chapter, paragraph, set_pages
from game.ui.rulebook.picture import Drawing
from game.ui.view.node import Node
from game.ui.widgets.house_rules import rule_words, title_words


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

    def set_pages(self, u: float) -> Sequence[Node]:
        """The rules on as many pages as they need."""
        house = " · ".join(rule_words(self._rules))
        return set_pages(title_words(self._rules), house, self._blocks(u), u)

    def _blocks(self, u: float) -> list[Block]:
        """The chapters."""
        blocks = []
        for title, rules in chapters_of(self._rules):
            said = [paragraph(_(words), u, example and self._picture(example, u)) for words, example in rules]
            blocks += chapter(_(title), said, u) if title else said
        return blocks

    def _picture(self, example: Example, u: float) -> Node:
        drawing = Drawing(example, self._rules, self.ctx.cards.image, u)
        self._widths.add(drawing.card)
        return drawing.node
