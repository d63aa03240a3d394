"""At each quarter of the cards: how far ahead of another run this one is, or behind, for a moment or in a
list; while ahead the rim of the table is warm."""

import math
from collections.abc import Sequence
from itertools import islice, zip_longest
from typing import Final

from game.core.solo import PARTS
from game.core.state import Event
from game.i18n import N_, _, exact_time
from game.sessions.solo import SoloSession
from game.ui.cards.frames import Glow, Rim
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.play.patience.panel import BETTER
from game.ui.play.scene import Extra, Said
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import Gap, Style, Text
from game.ui.view.node import Node
from game.ui.widgets.words import lead

NAMES: Final = (N_("A quarter"), N_("Half"), N_("Three quarters"), N_("All cards"))
_SIGNS: Final = "¼½¾1"
_LINE, _WHOSE = Style(18, 21), Style(16, 19, "mist")
_TIMES: Final = _LINE._replace(color="mist"), _LINE
"""Of a split that is yet to be reached, and of one that has been."""
_SHOWN: Final = 2.5
"""Seconds that a split is shown."""
_WARM: Final = Glow(58, 72, (255, 176, 60))


class Splits(Extra):
    """Compares this run with another of the deal."""

    session: SoloSession

    def lay_out(self, stage: Stage) -> None:
        self._rim = Rim(stage)
        self._count, self._until = len(self._splits), -math.inf
        """How many splits have been shown, and until when the last one is."""
        self._about: tuple[str, Sequence[int], Sequence[int]] | None = None
        """What is listed."""

    @property
    def _splits(self) -> list[int]:
        return self.session.solo.splits

    @property
    def _rival(self) -> Sequence[int]:
        """The splits of the other run, if there is one."""
        return rival.splits if (rival := self.table.game.compared) else ()

    @property
    def _lead(self) -> int:
        """Microseconds behind the other run at the last split, in whole tenths; below 0: ahead."""
        count = min(self._count, len(self._rival))
        return round(self._splits[count - 1] - self._rival[count - 1], -5) if count else 0

    def follow(self, event: Event, at: float) -> None:
        """A split may have been reached, or the deal begun again."""
        if self._count != (count := len(self._splits)):
            self._count = count
            self._until = at + _SHOWN if 0 < count <= len(self._rival) else at

    def step(self, at: float) -> None:
        game, about = self.table.game, None
        shown = _words(self._count - 1, self._lead) if at < self._until else None
        if game.lists:
            about = game.compared.name, tuple(self._splits), tuple(self._rival)
            shown = self.said.split if about == self._about else _listed(*about)
        self._about = about
        if shown != self.said.split:
            self.said = Said(split=shown)
        self._rim.step(_WARM if self._lead < 0 and not self.stage.calm else None)


def _words(number: int, behind: int) -> Node:
    """The lead at a split, as a figure and in words."""
    on = theme.ground("sheet")
    color = BETTER if behind < 0 else on.gold if behind else on.mist
    told = _("ahead") if behind < 0 else _("behind") if behind else _("level")
    words = Text(f"{_(NAMES[number])} · {told}", Style(18, 19), at="start")
    return Column(Gap(high=3), Text(lead(behind), Style(38, 38), color=color, at="start"), words, gap=0)


def _listed(whose: str, own: Sequence[int], other: Sequence[int]) -> Node:
    """Each split: its own time and the lead once it has been reached, until then the time of the other."""
    on, rows = theme.ground("sheet"), list[Node]()
    for sign, now, then in islice(zip_longest(_SIGNS, own, other, fillvalue=0), PARTS):
        behind = round(now - then, -5) if now and then else 0
        color = BETTER if behind < 0 else on.gold if behind else on.mist
        time = now or then
        rows.append(
            Row(
                Text(str(sign), _LINE, at="start", wide=18),
                Text(lead(behind) if now and then else "", _LINE, color=color, at="end", grow=1),
                Text(exact_time(time) if time else "–", _TIMES[bool(now)], at="end", wide=66),
                gap=4,
            )
        )
    return Column(Text(whose or _("your best run"), _WHOSE, at="start"), *rows, gap=0)
