"""The calendar: a month of the deals of the day, the medal won at each, and every day up to today to play."""

from calendar import Calendar
from datetime import date
from functools import partial
from typing import Final

import pygame

from game.challenges.level import LevelError
from game.challenges.level_files import DAILY, turns
from game.i18n import N_, _, ngettext
from game.rules import games
from game.storage.result import Result, ResultsError
from game.system import here
from game.ui.engine import requests, text
from game.ui.engine.scene import Context
from game.ui.view.boxes import Column, Grid, Row, Stack
from game.ui.view.hint import Hint
from game.ui.view.leaves import BODY, Artwork, Button, Gap, Style, Text
from game.ui.view.node import Node
from game.ui.view.page import foot, page
from game.ui.view.screen import Screen
from game.ui.widgets.medals import medal_picture
from game.ui.widgets.words import deal_words, short_time

_MONTHS: Final = (
    N_("January"),
    N_("February"),
    N_("March"),
    N_("April"),
    N_("May"),
    N_("June"),
    N_("July"),
    N_("August"),
    N_("September"),
    N_("October"),
    N_("November"),
    N_("December"),
)
_WEEK: Final = N_("Mon"), N_("Tue"), N_("Wed"), N_("Thu"), N_("Fri"), N_("Sat"), N_("Sun")
_CELL, _MEDAL = 84, 56
"""The greatest height of a day, and how high its medal is, in units."""
_DAY, _GAME, _WEEKDAY = Style(28, 32), Style(15, 18, "mist"), Style(19, 24, "mist")
_LARGE = 1.3
"""The scale of letters from which on there is no room for the games."""
_WON: Final = (11, 79, 58)


class CalendarScene(Screen[None]):
    """Today is in front. A day filled in later is shown, but is none of the streak."""

    dated = True
    _month: tuple[int, int] | None = None
    """Year and month; None: today's."""

    def enter(self, ctx: Context) -> None:
        """Today has the focus."""
        self.first = f"day {here().clock.today().day}"
        super().enter(ctx)
        self.resume()

    def resume(self) -> None:
        """A day may have been played, or it is another day."""
        ctx, self._today = self.ctx, here().clock.today()
        year, month = self._month or (self._today.year, self._today.month)
        self._days = [*Calendar().itermonthdates(year, month)]
        self._bests: dict[str, Result] = {}
        self._games: dict[date, str] = {}
        try:
            bests = ctx.archive.results.bests()
            self._bests = {board.challenge: best for board, best in bests.items() if best.won}
            self._streak, _longest = ctx.archive.results.days(self._today)
            self._won = {*ctx.archive.results.won_days(self._today)}
        except ResultsError as error:
            self._streak, self._won = 0, set()
            ctx.notify(error)
        try:
            self._games = turns(day for day in self._days if day <= self._today)
        except LevelError as error:
            ctx.notify(error)

    def view(self) -> Node:
        year, month = self._month or (self._today.year, self._today.month)
        days = ngettext("{n} day in a row", "{n} days in a row", self._streak).format(n=self._streak)
        later = (year, month) < (self._today.year, self._today.month)
        heads = Row(*(Text(_(name), _WEEKDAY, grow=1) for name in _WEEK))
        cells = (self._day(day) if day.month == month else Gap() for day in self._days)
        return page(
            f"{_(_MONTHS[month - 1])} {year}",
            heads,
            Grid(7, _CELL, *cells, grow=1),
            Hint(
                _("Past days can be played, too. The streak counts each day on its own date only."), high=52
            ),
            foot(
                Button(_("Back"), self.back, icon="back"),
                Button(_("Month before"), partial(self._turn, -1), keys=(pygame.K_PAGEUP,)),
                Button(_("Month after"), partial(self._turn, 1), keys=(pygame.K_PAGEDOWN,), can=later),
            ),
            beside=Text(days, BODY) if self._streak else None,
        )

    def _day(self, day: date) -> Node:
        """A day with what was won; those to come are only numbers."""
        number = Text(str(day.day), _DAY, at="start", color="" if day <= self._today else "mist")
        if day not in self._games:
            return Column(number, pad=(14, 6))
        name = f"{DAILY}-{day}"
        best, game = self._bests.get(name), games()[self._games[day]]
        title = Text(_(game.title), _GAME, at="start") if text.letters.scale < _LARGE else None
        won = Artwork("sign/tick", 16, _WON, wide=16, align="start", high=32) if day in self._won else None
        return Button(
            deal_words(name),
            partial(self.ctx.open, requests.Challenge(name)),
            name=f"day {day.day}",
            help=" · ".join([_(game.title), *([short_time(best.time)] if best else ())]),
            primary=day == self._today,
            ground="sheet",
            inside=Stack(
                Column(Row(number, won, gap=8), Gap(grow=1), title, pad=(14, 6), gap=0),
                Row(medal_picture(best.medal, _MEDAL) if best else None, pack="end", pad=(10, 0)),
            ),
            value=best.medal if best else None,
        )

    def _turn(self, by: int) -> None:
        """Show another month, up to today's."""
        year, month = self._month or (self._today.year, self._today.month)
        year, month = divmod(12 * year + month - 1 + by, 12)
        now = self._today.year, self._today.month
        self._month = min((year, month + 1), now)
        self._month = None if self._month == now else self._month
        self.resume()
