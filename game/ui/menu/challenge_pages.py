"""The right half of the challenge list: a game's grades as tabs, and the challenges of one of them."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import accumulate

import pygame
from pygame import Rect, Surface

from game.challenges.grades import GRADES, by_grade
from game.challenges.level import Level
from game.i18n import _
from game.storage.kept_games import KeptGame
from game.storage.result import Leaderboard, Result
from game.ui.engine import text, theme
from game.ui.menu.challenge_tile import GradeTab, Tile, pip_count
from game.ui.widgets.group import GAP
from game.ui.widgets.rows import Widget

ACROSS = 4
"""Tiles per row."""
_PAD, _HEAD, _TAB, _TILE = 14, 46, 40, 132
"""The padding, the heights of the heading and of a tab, and the greatest height of a tile, in units."""


class ChallengePages:
    """The challenges of a game, a page for each grade. Shows one page at a time."""

    def __init__(
        self,
        levels: Sequence[Level],
        bests: Mapping[Leaderboard, Result],
        player: Callable[[Level], Callable[[], None]],
        turned: Callable[[int], None],
        kept: Mapping[str, KeptGame],
    ) -> None:
        """`player` gives what starts a challenge; `turned` is called to show another page; `kept`: the games
        to go on with, by challenge."""
        self._bests, self._player, self._kept = bests, player, kept
        self._grades = by_grade(levels)
        self._before = [0, *accumulate(map(len, self._grades))]
        self._graded = not (levels and levels[0].variant().reflex)
        bits = [level.grade for level in levels] or [0.0]
        self._least, self._most = min(bits), max(bits)
        self.tabs: list[GradeTab] = []
        if len(self._grades) > 1:
            self.tabs = [
                GradeTab(
                    self._title(page, name), partial(turned, page), self._won(page), len(self._grades[page])
                )
                for page, name in enumerate(GRADES)
            ]
        self.tiles: list[Tile] = []
        self.page = 0

    def __len__(self) -> int:
        return len(self._grades)

    @property
    def widgets(self) -> list[Widget]:
        """The tabs, and the tiles of the page shown."""
        return [*self.tabs, *self.tiles]

    def open(self, page: int) -> None:
        """Show a page."""
        self.page = page
        for number, tab in enumerate(self.tabs):
            tab.chosen = number == page
        self.tiles = [
            Tile(
                number,
                level,
                pip_count(level.grade, self._least, self._most) if self._graded else 0,
                self._bests.get(level.leaderboard()),
                self._player(level),
                self._kept.get(level.id),
            )
            for number, level in enumerate(self._grades[page], self._before[page] + 1)
        ]

    def page_to_play(self) -> int:
        """The first page on which a challenge has not been won."""
        pages = range(len(self._grades))
        return next((page for page in pages if self._won(page) < len(self._grades[page])), 0)

    def page_of(self, name: str) -> int | None:
        """The page of a challenge."""
        pages = (page for page, grade in enumerate(self._grades) if any(level.id == name for level in grade))
        return next(pages, None)

    def beside(self, tile: int, key: int) -> int | None:
        """The tile to which an arrow leads from another; None if it leads off the page."""
        to = tile + {pygame.K_UP: -ACROSS, pygame.K_DOWN: ACROSS, pygame.K_LEFT: -1, pygame.K_RIGHT: 1}[key]
        off = not 0 <= to < len(self.tiles) or (key == pygame.K_LEFT and tile % ACROSS == 0)
        return None if off else to

    def lay_out(self, surface: Surface, box: Rect, u: float, title: str) -> None:
        """Draw the heading into the box and place tabs and tiles below it."""
        pad, gap = _PAD * u, GAP * u
        text.draw(
            surface, title, 30 * u, theme.IVORY, midleft=(box.x + pad + 4 * u, box.y + (_HEAD / 2 + 3) * u)
        )
        top = box.y + _HEAD * u
        wide = box.w - 2 * pad
        if self.tabs:
            each = (wide - (len(self.tabs) - 1) * gap) / len(self.tabs)
            for number, tab in enumerate(self.tabs):
                left = round(box.x + pad + number * (each + gap))
                tab.u, tab.rect = u, Rect(left, round(top), round(each), round(_TAB * u))
            top += (_TAB + 2 * GAP) * u
        rows = max(1, -(-len(self.tiles) // ACROSS))
        w = (wide - (ACROSS - 1) * gap) / ACROSS
        h = min(_TILE * u, (box.bottom - pad - top - (rows - 1) * gap) / rows)
        for number, tile in enumerate(self.tiles):
            column, row = number % ACROSS, number // ACROSS
            where = box.x + pad + column * (w + gap), top + row * (h + gap)
            tile.u, tile.rect = u, Rect(round(where[0]), round(where[1]), round(w), round(h))
        if not self.tiles:
            words = _("There are no challenges here.")
            text.draw(surface, words, 24 * u, theme.MIST, center=box.center)

    def _title(self, page: int, grade: str) -> str:
        """The grade of a page; in a reflex game, where one is as hard as the other, its numbers."""
        return _(grade) if self._graded else f"{self._before[page] + 1}–{self._before[page + 1]}"

    def _won(self, page: int) -> int:
        bests = (self._bests.get(level.leaderboard()) for level in self._grades[page])
        return sum(best is not None and best.won for best in bests)
