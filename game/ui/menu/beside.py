"""What lies below the title's cards: the way to others, the patience left last, and the deal of the day."""

from collections.abc import Callable
from datetime import date
from functools import partial

from pygame import Rect, Surface

from game.challenges.challenge import bests_of
from game.challenges.ladder import week
from game.challenges.level import Challenge, LevelError
from game.challenges.level_files import daily
from game.core.rules import Rules
from game.core.table import Table
from game.i18n import _, ngettext
from game.storage.kept_games import KeptGame
from game.storage.replay_format import ReplayError
from game.storage.result import ResultsError
from game.ui.engine import requests, text, theme
from game.ui.engine.scene import Context
from game.ui.menu.kept import game_title
from game.ui.rulebook.tables import small_table
from game.ui.view.boxes import Column, Row, Stack
from game.ui.view.leaves import NOTE, Artwork, Button, Picture, Plate, Style, Text
from game.ui.view.node import Node
from game.ui.widgets.medals import medal_picture, metal_name
from game.ui.widgets.words import kept_words, short_time

_PAD = 18
_HEAD, _SMALL, _BUTTON = Style(30, 36), Style(19, 24, "mist"), 46
_DO, _TOLD, _KEPT, _GOAL = Style(26, 30), Style(22, 27), 64, 120
"""How a kept game and what is to be told are written, how high the former is, and how wide the words beside
the table are, in units."""
_LARGER = 0.78
"""How much of the scale of letters the height of a kept game follows."""
_DAY, _WON = 32, (11, 79, 58)
"""How wide a day of the week is in units, and its colour once it has been won."""


class Beside:
    """All of it, as it was when it was made."""

    def __init__(
        self, ctx: Context, kept: KeptGame | None, today: date, compare: Callable[[], object] | None
    ):
        """`compare`: shows this week's runs, if there are any."""
        self._ctx, self._kept, self._today, self._compare = ctx, kept, today, compare
        if kept:
            try:
                ctx.archive.kept.read(kept)
            except ReplayError as error:
                self._kept = None
                ctx.notify(error)
        self._pictures: dict[tuple[str, tuple[int, int]], Surface] = {}
        self._level: Challenge | None = None
        try:
            self._level = level = daily(today)
            rules = level.variant()
            self._right = rules, rules.deal(level.seed, 1)
            results = ctx.archive.results
            self._won, (self._streak, _longest) = results.won_days(today), results.days(today)
            self._best = bests_of([level], results.bests()).get(level.id)
        except (LevelError, ResultsError) as error:
            ctx.notify(error)
            self._level = None

    def friends(self) -> Node:
        """How to meet others, and how those met have played this week, if anybody has been."""
        words = Text(_("Open a table: the others on your network find it by themselves."), _TOLD, wraps=True)
        compare = self._compare and Button(_("This week"), self._compare, name="week", high=_BUTTON)
        return _sheet(words.replaced(grow=1), compare or None)

    def today(self) -> str:
        """The game of the day, and the streak."""
        if not self._level:
            return ""
        streak = ngettext("{n} day in a row", "{n} days in a row", self._streak).format(n=self._streak)
        today = _("today: {game}").format(game=game_title(self._level.game))
        return " · ".join([today, *([streak] if self._streak else ())])

    def _go_on(self, kept: KeptGame) -> Node:
        """The patience left last, to go on with."""
        title, far, begin = game_title(kept.header.game), kept_words(kept), requests.GoOn(kept)
        label = _("Continue {game}, {time}").format(game=title, time=far)
        inside = Column(Text(_("Carry on"), _DO), Text(f"{title} · {far}", _SMALL), gap=0, pack="middle")
        high = _KEPT * text.letters.larger(_LARGER)
        return Button(label, partial(self._ctx.open, begin), name="go on", inside=inside, high=high)

    def right(self) -> Node | None:
        """The deal of the day, and how the week has gone so far; None: it cannot be read."""
        kept = self._go_on(self._kept) if self._kept else None
        if not (level := self._level):
            return kept and _sheet(kept)
        best, times = self._best, dict(level.medals)
        won = best is not None and best.won
        goal = _("{medal} under {time}").format(medal=metal_name("gold"), time=short_time(times["gold"]))
        words = short_time(best.time) if best and won else goal
        medal = medal_picture(best.medal, 40) if best and won else None
        play = Button(_("Play it"), self._play, name="today", high=_BUTTON, grow=1)
        told = Text(words, _SMALL, wraps=True, wide=_GOAL)
        calendar = Button(_("Calendar"), self._days_before, name="calendar", high=_BUTTON, grow=1)
        return _sheet(
            kept,
            Row(Text(_("Today’s challenge"), _HEAD, at="start", grow=1), medal, high=_HEAD.line),
            None if self._kept else Row(self._table(*self._right), told, gap=12, grow=1),
            Row(*map(self._day, week(self._today)), pack="middle", gap=6, high=_DAY),
            Row(play, calendar, high=_BUTTON),
        )

    def _play(self) -> None:
        if self._level:
            self._ctx.open(requests.Challenge(self._level.id))

    def _days_before(self) -> None:
        self._ctx.open(requests.Calendar())

    def _day(self, day: date) -> Node:
        """A day of the week: a tick if its deal has been won, a red ring round today's."""
        won, now = day in self._won, day == self._today
        on = theme.ground("sheet")
        ring = Plate(
            _WON if won else on.fill,
            on.gold if now else None if won else on.edge,
            _DAY / 2,
            2.5 if now else 1.5,
        )
        sign = (
            Artwork("sign/tick", 15)
            if won
            else Text(str(day.day), NOTE._replace(size=18), color="gold" if now else "")
        )
        return Stack(ring, sign, wide=_DAY, high=_DAY)

    def _table(self, rules: Rules, table: Table | None) -> Node:
        """A table drawn small, once for each size; without one the game in the middle of a deal."""

        name = f"{rules.name} {id(table)}"

        def draw(surface: Surface, rect: Rect, u: float) -> None:
            key = name, rect.size
            if key not in self._pictures:
                self._pictures[key] = small_table(rules, rect.size, self._ctx.cards.image, table)
            surface.blit(self._pictures[key], rect)

        return Picture(name, draw, grow=1)


def _sheet(*parts: Node | None) -> Node:
    """What lies on one side."""
    return Column(*parts, gap=10, pad=(_PAD, 14), ground="sheet", grow=1)
