"""The right half of the challenge list: a game's grades as tabs, and the challenges of one of them."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import accumulate

import pygame

from game.challenges.level import GRADES, Challenge, by_grade
from game.i18n import _
from game.storage.kept_games import KeptGame
from game.storage.result import Result
from game.ui.menu.challenge_tile import grade_tab, pip_count, tile
from game.ui.view.boxes import Column, Grid, Row
from game.ui.view.leaves import HEADING, NOTE, Button, Gap, Text
from game.ui.view.node import Node

_ACROSS = 4
"""Tiles per row."""
_HEAD, _TAB, _TILE = 40, 40, 132
"""The heights of the heading and of a tab, and the greatest height of a tile, in units."""
_TURNS = {-1: (pygame.K_PAGEUP,), 1: (pygame.K_PAGEDOWN,)}
"""The keys of the pages before and after the one shown."""


class ChallengePages:
    """The challenges of a game, a page for each grade."""

    def __init__(
        self, levels: Sequence[Challenge], bests: Mapping[str, Result], kept: Mapping[str, KeptGame]
    ) -> None:
        """`bests` and `kept`: the best result, and the game to go on with, by challenge."""
        self._bests, self._kept = bests, kept
        self._grades = by_grade(levels)
        self._before = [0, *accumulate(map(len, self._grades))]
        self._graded = not (levels and levels[0].variant().reflex)
        bits = [level.grade for level in levels] or [0.0]
        self._least, self._most = min(bits), max(bits)

    def page_to_play(self) -> int:
        """The first page on which a challenge has not been won."""
        pages = range(len(self._grades))
        return next((page for page in pages if self._won(page) < len(self._grades[page])), 0)

    def page_of(self, name: str) -> int | None:
        """The page of a challenge."""
        pages = (page for page, grade in enumerate(self._grades) if any(level.id == name for level in grade))
        return next(pages, None)

    def view(
        self, title: str, page: int, turn: Callable[[int], object], play: Callable[[Challenge], object]
    ) -> Node:
        """One page below the game's title. `turn` shows another one; `play` starts a challenge."""
        heading = Row(Text(title, HEADING, at="start", grow=1), high=_HEAD, pad=(4, 0))
        numbers = range(len(self._grades) if len(self._grades) > 1 else 0)
        tabs = Row(*(self._tab(number, page, turn) for number in numbers), high=_TAB if numbers else 0)
        levels = enumerate(self._grades[page], self._before[page] + 1)
        tiles = [self._tile(number, level, partial(play, level), page) for number, level in levels]
        shown = (
            Grid(_ACROSS, _TILE, *tiles, grow=1) if tiles else Text(_("There are no challenges here."), NOTE)
        )
        return Column(heading, tabs, Gap(high=12), shown, Gap(high=8), pad=(14, 6), gap=0)

    def _tab(self, number: int, page: int, turn: Callable[[int], object]) -> Button:
        keys, action = _TURNS.get(number - page, ()), partial(turn, number)
        won, of = self._won(number), len(self._grades[number])
        return grade_tab(self._title(number), action, won, of, number == page, keys)

    def _tile(self, number: int, level: Challenge, action: Callable[[], object], page: int) -> Button:
        pips = pip_count(level.grade, self._least, self._most) if self._graded else 0
        best, kept = self._bests.get(level.id), self._kept.get(level.id)
        return tile(number, level, pips, best, action, kept, name=f"tile {number - self._before[page]}")

    def _title(self, page: int) -> str:
        """The grade of a page; in a reflex game, where one is as hard as the other, its numbers."""
        return _(GRADES[page]) if self._graded else f"{self._before[page] + 1}–{self._before[page + 1]}"

    def _won(self, page: int) -> int:
        bests = (self._bests.get(level.id) for level in self._grades[page])
        return sum(best is not None and best.won for best in bests)
