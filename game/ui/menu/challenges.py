"""The challenges: the deal of the day and every game on the left, a game's grades on the right."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate

import pygame

from game.challenges.challenge import bests_of
from game.challenges.level import GRADES, Challenge, LevelError, by_grade
from game.challenges.level_files import daily, grade_words, levels
from game.i18n import N_, _, ngettext
from game.rules import games
from game.storage.kept_games import KeptGame
from game.storage.result import Attempts, Leaderboard, Result, ResultsError
from game.system import here
from game.ui.engine import requests
from game.ui.engine.scene import Context
from game.ui.menu.challenge_tile import day_row, game_row, grade_tab, peace_switch, pip_count, tile
from game.ui.rulebook.tables import GamesScreen
from game.ui.view.boxes import Column, Grid, Row
from game.ui.view.leaves import NOTE, SMALL, TAB, Button, Gap, Switch, Text
from game.ui.view.node import Node
from game.ui.view.page import two_panels
from game.ui.widgets.toasts import notices_node

_TABLE = 62
"""The width of a game's table, in units."""
_ACROSS = 4
"""Tiles per row."""
_TAB, _TILE = 42, 136
"""The height of a tab, and the greatest of a tile, in units."""
_PEACE = 230
"""How wide the switch beside the heading is, in units."""
_TURNS = {-1: (pygame.K_PAGEUP,), 1: (pygame.K_PAGEDOWN,)}
"""The keys of the pages before and after the one shown."""
_KEYS = N_(
    "Choose a game, a grade and a challenge; Page Up and Page Down change the grade. Your "
    "best run is kept: race it."
)


class Grades:
    """The challenges of a game by how hard they are, a page for each grade."""

    def __init__(self, levels: Sequence[Challenge], bests: Mapping[str, Result]) -> None:
        """`bests`: the best result, by challenge."""
        self._bests = bests
        self.pages = by_grade(levels)
        self.before = [0, *accumulate(map(len, self.pages))]
        """How many challenges are on earlier pages."""
        self._graded = not (levels and levels[0].variant().reflex)
        bits = [level.grade for level in levels] or [0.0]
        self._least, self._most = min(bits), max(bits)

    def page_to_play(self) -> int:
        """The first page on which a challenge has not been won."""
        return next((page for page, own in enumerate(self.pages) if self.won(page) < len(own)), 0)

    def page_of(self, name: str) -> int | None:
        """The page of a challenge."""
        pages = (page for page, own in enumerate(self.pages) if any(level.id == name for level in own))
        return next(pages, None)

    def title(self, page: int) -> str:
        """The grade of a page; in a reflex game, where one is as hard as the other, its numbers."""
        return _(GRADES[page]) if self._graded else f"{self.before[page] + 1}–{self.before[page + 1]}"

    def pips(self, level: Challenge) -> int:
        """How many pips its difficulty gets; 0: the game has no grades."""
        return pip_count(level.grade, self._least, self._most) if self._graded else 0

    def won(self, page: int) -> int:
        """How many challenges of a page have been won."""
        bests = (self._bests.get(level.id) for level in self.pages[page])
        return sum(best is not None and best.won for best in bests)


class ChallengesScene(GamesScreen):
    """Lists the challenges with their results, and starts them."""

    dated = True

    def __init__(self, game: str = "", last: str = "") -> None:
        """Show the challenges of `game` first, at the grade of the challenge `last`."""
        self.about, self._last = game, last
        self._page: int | None = None

    def enter(self, ctx: Context) -> None:
        """Read the levels and the records; errors hide nothing else."""
        super().enter(ctx)
        self._ended = ctx.archive.ended
        found, errors = levels()
        for error in errors:
            self.ctx.notify(error)
        self._levels: dict[str, list[Challenge]] = {}
        for level in found:
            self._levels.setdefault(level.game, []).append(level)
        if self.about not in self._levels:
            self.about = next(iter(self._levels), "")
        self._read()

    def resume(self) -> None:
        """Read the results again: a challenge may have been played."""
        super().resume()
        self._read()
        ended = self.ctx.archive.ended
        if ended != self._ended:
            self._ended = ended
            self._point_at(ended)

    def step(self, now: float) -> None:
        """Read again once a result has been written that was pending before."""
        if self._awaits and not self.ctx.archive.recording:
            self._read()
        super().step(now)

    # -- reading

    def _read(self) -> None:
        """The results, the kept games, and the deal of the day."""
        self._awaits = self.ctx.archive.recording
        kept = self.ctx.archive.kept_games()
        self._kept_count = len(kept)
        self._saved = kept
        bests: dict[Leaderboard, Result] = {}
        self._days, self._attempts = 0, dict[Leaderboard, Attempts]()
        self._today: Challenge | None = None
        try:
            bests = self.ctx.archive.results.bests()
            self._attempts = self.ctx.archive.results.attempts()
            self._days, _longest = self.ctx.archive.results.days(here().clock.today())
        except ResultsError as error:
            self.ctx.notify(error)
        try:
            self._today = daily(here().clock.today())
        except LevelError as error:
            self.ctx.notify(error)
        every = [level for own in self._levels.values() for level in own]
        every += [self._today] if self._today else []
        self._bests = bests_of(every, bests)
        self._open(self._page)

    def _open(self, page: int | None) -> None:
        """Show a page of the game; None: that of the challenge played last, or of the first one to play."""
        grades = Grades(self._levels.get(self.about, []), self._bests)
        wanted = grades.page_of(self._last) if page is None else page
        self._page = grades.page_to_play() if wanted is None else wanted
        self._shown = self._of_game(grades, self._page)

    def _point_at(self, name: str) -> None:
        """Show a challenge, and put the focus on it."""
        if self._today and name == self._today.id:
            self.tree.focus("today")
        for game, own in self._levels.items():
            if any(level.id == name for level in own):
                self.about, self._last = game, name
                self._open(None)
                page = Grades(own, self._bests).pages[self._page or 0]
                self.renew()
                self.tree.focus(f"tile {[level.id for level in page].index(name) + 1}")

    # -- what it shows

    def view(self) -> Node:
        rows = [self._game_row(game) for game in self._levels]
        own = Row(Column(*self._own(), grow=1), Gap(wide=TAB), gap=0)
        ghost = Switch(
            _("Race my best run"),
            self.ctx.settings.ghost,
            partial(setattr, self.ctx.settings, "ghost"),
            help=_("A thin bar beside the table shows how far your best run was at the same time."),
            name="ghost",
            grow=1.5,
        )
        game = games()[self.about] if self.about else None
        meaning = Text(_(game.meaning) if game else "", NOTE, at="start", grow=1)
        peace = peace_switch(self.ctx.settings, self.about, wide=_PEACE, align="middle")
        return two_panels(
            _(game.title) if game else _("Challenges"),
            Column(own, Column(*rows, grow=1), pad=(0, 12), gap=12),
            self._shown,
            _(_KEYS),
            Button(_("Back"), self.back, icon="back", grow=1),
            ghost,
            Button(_("Free play"), self._free, icon="cards", grow=1),
            Button(_("Records"), self._records, icon="list", grow=1),
            beside=notices_node(self.ctx, "end") if self.ctx.notices else Row(meaning, peace, grow=1),
        )

    def _own(self) -> list[Node]:
        """The deal of the day, those of other days, and the kept games."""
        rows = list[Node]()
        if today := self._today:
            title, best = _(games()[today.game].title), self._bests.get(today.id)
            play = partial(self._play, today)
            rows.append(day_row(today, title, best, self._days, self._kept(today), play))
        more = [Button(_("Calendar"), self._days_before, name="calendar", grow=1)]
        if count := self._kept_count:
            words = ngettext("{n} saved game", "{n} saved games", count).format(n=count)
            told = _("Patiences left in the middle: carry on where you were.")
            more.append(Button(words, self._show_kept, help=told, name="kept", grow=1))
        return [*rows, Row(*more, high=44)]

    def _game_row(self, game: str) -> Button:
        own = self._levels[game]
        won = sum(best.won for level in own if (best := self._bests.get(level.id)))
        score = Text(f"{won} / {len(own)}", SMALL, color="gold" if won == len(own) else "", at="end")
        show, low = partial(self._show, game), self._kept_count > 0
        rules, chosen = games()[game](), game == self.about
        return game_row(rules, self.tables, show, chosen, table=_TABLE, low=low, score=score)

    def _of_game(self, grades: Grades, page: int) -> Node:
        """The game's grades as tabs, and the challenges of one of them."""
        several = grades.pages if len(grades.pages) > 1 else ()
        tabs = (self._tab(grades, number, page) for number in range(len(several)))
        levels = enumerate(grades.pages[page], grades.before[page] + 1)
        tiles = [self._tile(grades, number, level, page) for number, level in levels]
        empty = Text(_("There are no challenges here."), NOTE)
        return Column(
            Row(*tabs, high=_TAB if several else 0),
            Gap(high=12),
            Grid(_ACROSS, _TILE, *tiles, grow=1) if tiles else empty,
            Gap(high=8),
            gap=0,
        )

    def _tab(self, grades: Grades, number: int, page: int) -> Button:
        keys, show = _TURNS.get(number - page, ()), partial(self._open, number)
        won, of = grades.won(number), len(grades.pages[number])
        meaning = grade_words(grades.pages, number)
        return grade_tab(grades.title(number), show, won, of, number == page, keys, meaning)

    def _tile(self, grades: Grades, number: int, level: Challenge, page: int) -> Button:
        best, kept, play = self._bests.get(level.id), self._kept(level), partial(self._play, level)
        name = f"tile {number - grades.before[page]}"
        attempts = self._attempts.get(level.leaderboard(), Attempts(0, 0))
        peaceful = self.ctx.settings.in_peace(level.game)
        return tile(number, level, grades.pips(level), best, play, kept, name, attempts, peaceful)

    # -- actions

    def _kept(self, level: Challenge) -> KeptGame | None:
        """The kept game that goes on if the challenge is opened: against the clock, or in peace."""
        peaceful = self.ctx.settings.in_peace(level.game)
        own = (game for game in self._saved if game.header.challenge == level.id)
        return next((game for game in own if game.peaceful == peaceful), None)

    def _show(self, game: str) -> None:
        self.about = game
        self._open(None)

    def _play(self, level: Challenge) -> None:
        self.ctx.open(requests.Challenge(level.id))

    def _free(self) -> None:
        self.ctx.open(requests.Patiences(self.about))

    def _days_before(self) -> None:
        self.ctx.open(requests.Calendar())

    def _show_kept(self) -> None:
        self.ctx.open(requests.Kept(self.about))

    def _records(self) -> None:
        self.ctx.open(requests.Records(self.about))
