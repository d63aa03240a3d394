"""What a race and a duel have in common: each deal is a table of its own, and above it stands how far all
have come."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Protocol

from pygame import Rect

from game.core.portraits import Portrait
from game.core.race import places, qualifying, still_in
from game.core.state import PLAYING, SCORED, WON, Cheered, Event
from game.core.table import Table
from game.i18n import N_, Notice, _, exact_time
from game.lan.table import RemoteTable
from game.story.match_story import RoundStory
from game.ui.cards.overlay import Meter
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.description import Description
from game.ui.engine.scene import Scene
from game.ui.input.commands import Command
from game.ui.play.match.joint_pause import PAUSE_ALL
from game.ui.play.match.network import AtLanTable, LanExits
from game.ui.play.scene import Said
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import Button, Cameo, Gap, Style, Text
from game.ui.view.node import Node

_AFTER: Final = 0.9
"""Seconds from the end of a deal to the standings, unless more is shown."""
_R = 17
"""Of a face, from its middle to its rim, in units."""
_NAME, _STATE = Style(18, 20), Style(16, 20, "mist")
_ABREAST, _FLAT, _TALL = 4, 46, 66
"""The most seats across the window with their words beside their names; the height of those, and of more, who
have them below."""

Stands = tuple[int, str]
"""How many cards a seat has placed, and in words where it stands."""


_UNPAUSED = N_("This can’t be paused: one clock runs for all. Esc: menu")


class Seated(Protocol):
    """Who sits there, by seat."""

    @property
    def names(self) -> Sequence[str]:
        """What they are called."""

    @property
    def backs(self) -> Sequence[int]:
        """Those of their cards."""

    @property
    def portraits(self) -> Sequence[Portrait]:
        """What they look like."""


def head_of(seats: int) -> float:
    """The height for so many, in units."""
    return _TALL if seats > _ABREAST else _FLAT


def stand(table: Table, seat: int, placed: int, cards: int, away: bool = False) -> Stands:
    """Where a seat stands that has placed so many of all cards. `away`: something else is said of it."""
    known = table.standing(seat)
    if known.out is not None:
        return cards, f"{places(table)[seat]}. {exact_time(known.out)}"
    if table.mode >> seat & 1:
        return placed, "" if away else _("watching")
    if known.gave_up:
        return placed, "" if away else _("stopped")
    if placed == cards:
        return placed, _("penalty time")
    return placed, f"{placed} / {cards}"


def seat_bars(
    who: Seated,
    stands: Sequence[Stands],
    colors: Mapping[int, theme.Color],
    most: int,
    abreast: Sequence[int] = (),
) -> Node:
    """Each seat with what fills its bar, at `most`. `colors`: by seat, of those that stand out; `abreast`:
    the seats for which there is room, if not for all."""
    crowded = len(stands) > _ABREAST
    cells: list[Node] = []
    for seat in abreast or range(len(stands)):
        if seat >= len(stands):
            cells.append(Gap(grow=1))
            continue
        placed, words = stands[seat]
        color = colors.get(seat)
        name = Text(who.names[seat], _NAME, color=color or theme.colors.ivory, at="start", high=23)
        bar, state = (
            Meter(placed / max(1, most), color or theme.colors.mist, high=6),
            Text(words, _STATE),
        )
        lines: list[Node] = [Row(name.replaced(grow=1.0), state, gap=6)]
        if crowded:
            lines = [name, state.replaced(at="start", high=21)]
        column = Column(*lines, bar, gap=2, grow=1, pack="middle")
        face = Cameo(who.portraits[seat], who.backs[seat], _R)
        cells.append(Row(face, column, gap=6, grow=1, ground="plate", pad=(8, 0)))
    return Row(*cells, gap=10)


def described(names: Sequence[str], stands: Sequence[Stands]) -> list[dict[str, object]]:
    """What is shown of each seat."""
    return [
        {"seat": seat, "name": name, "placed": placed, "words": words}
        for seat, (name, (placed, words)) in enumerate(zip(names, stands, strict=False))
    ]


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

    head: float = _FLAT

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
            self.head = self.table.head = head_of(self._seats)
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
            shown = seat_bars(self.lan, stands, colors, most, range(first, first + abreast))
            self.stage.overlay.show("race", shown, self.box)

    def describe(self, page: Description) -> None:
        """Describe what is shown of each seat."""
        page.seat = self.lan.seat if self.lan.plays else None
        page.race = described(self.lan.names, self._stands)
