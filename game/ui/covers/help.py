"""F1: what keys and mouse do, and the rules in force."""

from collections.abc import Sequence
from typing import NamedTuple

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _
from game.ui.covers.cover import Cover, Covered
from game.ui.engine import text, theme
from game.ui.widgets.key_table import Rows, key_table

SIZE = (1224, 692)
"""The sheet in units."""


class Paragraph(NamedTuple):
    """Text on the right half of the sheet; heights in units."""

    words: str
    size: int
    line: int
    after: int
    tint: theme.Color = theme.IVORY


class HelpText(NamedTuple):
    """The contents of one help sheet."""

    keys: Rows
    mouse: Rows
    """Empty for a watcher."""
    title: str
    paragraphs: Sequence[Paragraph]
    house: str = ""
    """House rules that differ from the default, in one line."""
    middle: float = 0.45
    """Where the right half begins, as a share of the width."""
    top: int = 46
    """Where the paragraphs begin, in units below the title's top."""


class HelpScene(Cover):
    """Closes at any key or click."""

    def __init__(self, table: Covered, words: HelpText) -> None:
        super().__init__(table)
        self.words = words

    def handle(self, event: Event, now: float) -> None:
        """Return to the table."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.back()

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """Keys and mouse on the left, the rules on the right."""
        if not full:
            return []
        words = self.words
        rect, u = self.sheet(surface, SIZE)
        left, top = rect.x + 30 * u, rect.y + 24 * u
        middle, right = rect.x + rect.w * words.middle, rect.right - 30 * u
        y = key_table(surface, _("Keys"), words.keys, left, top, middle, u)
        if words.mouse:
            key_table(surface, _("Mouse"), words.mouse, left, y + 10 * u, middle, u)
        text.draw(surface, words.title, 32 * u, theme.IVORY, topleft=(middle, top))
        y = top + words.top * u
        if words.house:
            room, where = right - middle, (middle, y - 4 * u)
            text.draw(surface, words.house, 22 * u, theme.GOLD, max_width=room, topleft=where)
            y += 34 * u
        for paragraph in words.paragraphs:
            size = paragraph.size * u
            for line in text.wrap(paragraph.words, size, right - middle) if paragraph.words else ():
                text.draw(surface, line, size, paragraph.tint, topleft=(middle, y))
                y += paragraph.line * u
            y += paragraph.after * u
        foot = rect.centerx, rect.bottom - 9 * u
        text.draw(surface, _("Any key: back"), 19 * u, theme.MIST, midbottom=foot)
        return []
