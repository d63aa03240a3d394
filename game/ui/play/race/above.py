"""What a race and a duel have in common: each deal is a table of its own, and above it stands how far all
have come."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pygame import Rect

from game.core.race import qualifying, still_in
from game.core.state import PLAYING, SCORED, WON, Cheered, Event
from game.i18n import N_, Notice, _
from game.lan.table import RemoteTable
from game.story.match_story import RoundStory
from game.ui.cards.overlay import Meter
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.description import Description
from game.ui.engine.scene import Scene
from game.ui.input.commands import Command
from game.ui.play.match.network import PAUSE_ALL, AtLanTable, LanExits
from game.ui.play.scene import Said
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import Button, Cameo, Gap, Style, Text
from game.ui.view.node import Node

_AFTER: Final = 0.9
"""Seconds from the end of a deal to the standings, unless more is shown."""
_R = 17
"""Of a face, from its middle to its rim, in units."""
_NAME, _STATE = Style(18, 20), Style(16, 20, "mist")
_ABREAST, _TALL = 4, 66
"""The most seats across the window with their words beside their names; the height of those that have them
below."""

Stands = tuple[int, str]
"""How many cards a seat has placed, and in words where it stands."""


_UNPAUSED = N_("This can’t be paused: one clock runs for all. Esc: menu")


def deal_line(lan: RemoteTable) -> str:
    """Which deal it is, of how many if that is known: a tie has one more; or what of a cup."""
    if lan.rules.knockout_margin:
        table = lan.state.table
        left = lan.seats - len(lan.rules.eliminated(lan.state.totals))
        words = _("Final") if len(still_in(table)) == 2 else _("Deal {n} · {left} left")
        return _("Qualifying") if qualifying(table) else words.format(n=lan.state.round, left=left)
    line = _("Deal {n} of {of}") if lan.state.round <= lan.rounds else _("Deal {n}")
    return line.format(n=lan.state.round, of=lan.rounds)


def _lying(lan: RemoteTable) -> tuple[int, int]:
    """Which deal lies on the table, and for how many: nobody comes or goes before the next."""
    return lan.state.round, len(lan.state.table.piles)


class AboveDeal(AtLanTable):
    """Shows how far all have come, and follows the match from one deal to the next."""

    head = 46

    def __init__(self, lan: RemoteTable, lobby: Scene, seats: int) -> None:
        """`seats`: for how many the deal is; more sit at the table once it has ended."""
        super().__init__(lan, LanExits(self, lan, lobby))
        self.lobby, self._seats = lobby, seats
        self.cheered: Cheered | None = None
        self.stories: dict[int, RoundStory] = {}
        self._deal = _lying(lan)
        self._ended = False
        self._stands: Sequence[Stands] = ()
        self._facts: object = None

    @property
    def _crowded(self) -> bool:
        return self._seats > _ABREAST

    @property
    def _abreast(self) -> int:
        """How many seats stand above this table: those above the left and the right one are half of all each,
        and above the lower ones stands none."""
        return (self._seats + 1) // 2 if self.table.pair else self._seats

    def enter(self) -> None:
        if self.table.among[0] > 1:
            self.head = self.table.head = 0
        elif self._crowded:
            self.head = self.table.head = _TALL
        self.table.game.round = deal_line(self.lan)
        self.table.game.way_out = lambda: Button(self.exits.label(), self.exits.leave)

    def commands(self) -> Iterator[Command]:
        """What pauses a match says here why nothing does."""
        if self.lan.plays and self.lan.state.phase == PLAYING and not self.table.pair:
            yield Command(PAUSE_ALL, lambda _at: self.table.ctx.notify(Notice(_UNPAUSED)), label="")

    @property
    def passed(self) -> bool:
        """Whether this deal no longer lies on the table: another does, or there is no match any more."""
        return not self.goes_on or _lying(self.lan) != self._deal

    def move_on(self, now: float) -> None:
        """Leave this table for what is there now."""
        self.exits.to_lobby()
        self.lobby.step(now)

    def hear(self, events: Sequence[Event]) -> None:
        """These have come: know everyone who has a seat, before anything is shown of them."""
        if not self.lan.fresh:
            self.lan.take_seats()
        self.cheered = next((event for event in events if isinstance(event, Cheered)), self.cheered)

    def ended(self, now: float) -> bool:
        """Whether the deal has just ended for all: the standings follow."""
        if self._ended or self.lan.state.phase not in (SCORED, WON) or not self.table.stage:
            return False
        self._ended, self.ends = True, self.table.clock(now) + _AFTER
        self.record()
        return True

    def lay_out(self, stage: Stage) -> None:
        u, wide = stage.layout.unit, stage.layout.size[0]
        self._facts = None
        self.box = Rect(round(8 * u), round(8 * u), wide - round(16 * u), round((self.head - 8) * u))

    def step(self, at: float) -> None:
        super().step(at)
        self.show_silence(self.stage)

    def show(
        self,
        stands: Sequence[Stands],
        colors: Mapping[int, theme.Color],
        most: int,
        told: str,
        split: Node | None = None,
    ) -> None:
        """Show each seat, whether its player is away, and what fills its bar, at `most`. `colors`: by seat,
        of those that stand out. `told`, `split`: in the panel."""
        marks = self.marks
        stands = [
            (placed, " · ".join(filter(None, (words, marks.get(seat)))))
            for seat, (placed, words) in enumerate(stands)
        ]
        facts = stands, colors, self.lan.names, self.lan.backs, self.lan.portraits, told, split
        if facts != self._facts:
            self._facts, self._stands, self.said = facts, stands, Said(told, split)
            abreast = self._abreast
            first = self.table.among[0] * abreast
            cells: list[Node] = [
                self._cell(seat, colors.get(seat), most)
                for seat in range(len(stands))[first : first + abreast]
            ]
            cells += [Gap(grow=1)] * (abreast - len(cells))
            self.stage.overlay.show("race", Row(*cells, gap=10), self.box)

    def _cell(self, seat: int, color: theme.Color | None, most: int) -> Node:
        placed, words = self._stands[seat]
        name = Text(self.lan.names[seat], _NAME, color=color or theme.colors.ivory, at="start", high=23)
        bar, state = Meter(placed / max(1, most), color or theme.colors.mist, high=6), Text(words, _STATE)
        lines: list[Node] = [Row(name.replaced(grow=1.0), state, gap=6)]
        if self._crowded:
            lines = [name, state.replaced(at="start", high=21)]
        column = Column(*lines, bar, gap=2, grow=1, pack="middle")
        face = Cameo(self.lan.portraits[seat], self.lan.backs[seat], _R)
        return Row(face, column, gap=6, grow=1, ground="plate", pad=(8, 0))

    def describe(self, page: Description) -> None:
        """Describe what is shown of each seat."""
        page.seat = self.lan.seat if self.lan.plays else None
        page.race = [
            {"seat": seat, "name": name, "placed": placed, "words": words}
            for seat, (name, (placed, words)) in enumerate(zip(self.lan.names, self._stands, strict=False))
        ]
