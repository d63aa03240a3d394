"""Tonight: what all who sat here have played, and who has won how often."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.i18n import _, exact_time
from game.storage.result import MatchResult, ResultsError
from game.storage.tonight import Guest, since, tonight
from game.system import here
from game.ui.covers.cover import Cover, PausableTable
from game.ui.engine.scene import Context
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import BODY, HEADING, NOTE, SMALL, TITLE, Button, Style, Text
from game.ui.view.node import Action, Node

_MOST = 9
"""The most who are listed."""
_SHARES = 38, 14, 14, 16, 18
_FEW = 3
"""The most who are listed in a column."""


def guests_tonight(ctx: Context) -> list[Guest]:
    """All who have played tonight where one of here did, or where it was watched here."""
    begun = since(here().clock.calendar())
    return tonight(played_tonight(ctx), (each for each in ctx.archive.watched.values() if each.when >= begun))


def played_tonight(ctx: Context) -> list[MatchResult]:
    """What has been played here tonight, the latest last; nothing if the results cannot be read."""
    try:
        return ctx.archive.results.matches.since(since(here().clock.calendar()))
    except ResultsError:
        return []


class TonightScene(Cover[None]):
    """Lies over the lobby or the podium, which goes on."""

    first = "ok"

    def __init__(self, table: PausableTable, race: Callable[[], Action | None]) -> None:
        """`race`: what has the table race next, if anything here does."""
        super().__init__(table)
        self._race = race
        self._guests: Sequence[Guest] = ()

    def enter(self, ctx: Context) -> None:
        """Read what has been played."""
        self._guests = guests_tonight(ctx)
        super().enter(ctx)

    def view(self) -> Node:
        race = partial(self._go, way) if (way := self._race()) else None
        return self.sheet(
            Text(_("Tonight"), TITLE),
            evening(self._guests),
            Text(
                _("Matches, races and duels of the last twelve hours, at tables on the network."),
                NOTE,
                wraps=True,
            ),
            Row(
                Button(_("Race next"), race, keys=(pygame.K_r,), cap="R", name="race") if race else None,
                Button(_("OK"), self.back, name="ok", wide=240),
                pack="middle",
                high=46,
            ),
            wide=860,
            pad=(34, 24),
            gap=16,
        )

    def _go(self, way: Action) -> None:
        self.back()
        way()


def evening(guests: Sequence[Guest], narrow: bool = False) -> Node:
    """A line for each; `narrow`: in a column, without how many they have played, and the fastest round."""
    head = ("", _("Played"), _("Won"), _("Points"), _("Fastest round"))
    lines = [(head, SMALL), *((_cells(guest), BODY if guest.name else HEADING) for guest in guests[:_MOST])]
    if narrow:
        lines = [((*cells[:1], *cells[2:4]), style) for cells, style in lines[: _FEW + 1]]
    return Column(*(_line(*line) for line in lines), gap=4)


def _cells(guest: Guest) -> tuple[str, ...]:
    fastest = exact_time(guest.fastest) if guest.fastest else "–"
    return guest.name or _("You"), str(guest.played), str(guest.won), str(guest.points), fastest


def _line(cells: Sequence[str], style: Style) -> Node:
    texts = (
        Text(cell, style, at="end" if number else "start", grow=share, wide=0.0)
        for number, (cell, share) in enumerate(zip(cells, _SHARES, strict=False))
    )
    return Row(*texts, gap=14)
