"""This week: the daily runs of everyone met, by index; the latest of each player can be raced."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from functools import partial

import pygame

from game.challenges.ladder import Ladder, Standing, week
from game.i18n import _, decimal
from game.storage.data_folder import BackgroundWriter
from game.storage.replay_format import ReplayError
from game.storage.run_replay import read_run
from game.system import here
from game.ui.engine import requests
from game.ui.engine.scene import Context
from game.ui.engine.window import wake
from game.ui.view.hint import Hint
from game.ui.view.leaves import BODY, Button, Cameo, Text
from game.ui.view.node import Node
from game.ui.view.page import Cell, Columns, ListScreen, foot, page

_R = 15
"""Of a face, from its middle to its rim, in units."""


class WeekScene(ListScreen):
    """Shows the ladder, and races the latest run of the chosen player. It is read in a thread of its own."""

    _standings: Sequence[Standing] = ()

    def enter(self, ctx: Context) -> None:
        """Begin to read."""
        assert ctx.folder
        self._ladder, self._work = Ladder(ctx.folder, ctx.notify), BackgroundWriter(ctx.notify)
        super().enter(ctx)

    def resume(self) -> None:
        """Read the ladder again."""
        today, dated = here().clock.today(), _("{month:02}-{day:02}")
        days = [dated.format(month=day.month, day=day.day) for day in week(today)]
        self.columns = Columns(("", "", _("Name"), *days, _("Index")), (5, 4, 26, *[8] * len(days), 9))
        self._work.do("read", partial(self._read, today))

    def _read(self, today: date) -> None:
        self._standings = self._ladder.standings(today)
        if others := [each for each in self._standings if not each.own and not self.chosen]:
            self.chosen = str(others[0].place)  # an own run is raced more rarely
        self.rows = [self.row(str(each.place), each.name, _cells(each, today)) for each in self._standings]
        self.empty = _("Nobody is on the ladder yet: win a daily deal.")
        wake()

    def view(self) -> Node:
        place, of = _("You: {place} of {count}"), len(self._standings)
        own = [Text(place.format(place=each.place, count=of), BODY) for each in self._standings if each.own]
        words = _("The index is the moves a careful player needs, per second. The total of all days decides.")
        race = Button(_("Race the latest run"), self.open, keys=(pygame.K_r,), cap="R")
        return page(
            _("This week"),
            self.listing(),
            Hint(words, high=56),
            foot(Button(_("Back"), self.back, icon="back"), *([race] if self.rows else ())),
            beside=next(iter(own), None),
        )

    def open(self) -> None:
        """Race the latest run of the chosen player."""
        found = [each.days for each in self._standings if str(each.place) == self.chosen]
        for days in found[:1]:  # none: the ladder read just now is shorter than the one shown
            with suppress(ReplayError):  # a better one has come meanwhile, or its day is over
                self.ctx.open(requests.Race(read_run(self._ladder.path(days[max(days)]))))


def _cells(each: Standing, today: date) -> Sequence[Cell]:
    days = (decimal(each.days[day].index, 2) if day in each.days else "–" for day in week(today))
    name = _("{name} (you)").format(name=each.name) if each.own else each.name
    latest = each.days[max(each.days)]
    return str(each.place), Cameo(latest.portrait, latest.back, _R), name, *days, decimal(each.index, 2)
