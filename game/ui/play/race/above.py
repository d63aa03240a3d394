"""What a race and a duel have in common: each deal is a table of its own, and above it stands how far all
have come."""

from collections.abc import Callable, Sequence
from typing import Final

from pygame import Rect

from game.core.state import SCORED, WON, Cheered, Event
from game.lan.table import RemoteTable
from game.story.match_story import RoundStory
from game.ui.cards.hud_nodes import Meter
from game.ui.cards.overlay import Overlay
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.page import Page
from game.ui.engine.scene import Scene
from game.ui.play.match.network import AtLanTable, LanExits
from game.ui.play.match.standings import back_picture
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import Button, Style, Text
from game.ui.view.node import Node

_AFTER: Final = 0.9
"""Seconds from the end of a deal to the standings, unless more is shown."""
_NAME, _STATE = Style(18, 20), Style(16, 20, "mist")


class AboveDeal(AtLanTable):
    """Shows how far all have come, and follows the match from one deal to the next."""

    head = 40

    def __init__(self, lan: RemoteTable, lobby: Scene, poll: Callable[[], Sequence[Event]]) -> None:
        """`poll`: what has happened in the match since the last time."""
        super().__init__(lan, LanExits(self, lan, lobby))
        self.lobby, self._round, self._poll = lobby, lan.state.round, poll
        self.cheered: Cheered | None = None
        self.stories: dict[int, RoundStory] = {}
        self._ended = False
        self._facts: object = None

    def enter(self) -> None:
        self.table.gameplay.way_out = lambda: Button(self.exits.label(), self.exits.leave)

    # -- what happens

    @property
    def dealt(self) -> bool:
        """Whether another deal can be shown."""
        return self.lan.state.round != self._round

    def hear(self, event: Event, now: float) -> None:
        """This has happened in the match."""
        raise NotImplementedError

    def end(self) -> None:
        """The deal has ended for all."""
        raise NotImplementedError

    def sift(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """Follow the match: its next deal is another table."""
        for event in self._poll():
            self.hear(event, now)
            if isinstance(event, Cheered):
                self.cheered = event
        if not self.goes_on or self.dealt:
            self.exits.to_lobby()
            self.lobby.step(now)
            return ()
        if not self.lan.fresh:
            self.lan.take_seats()
        if self.lan.state.phase in (SCORED, WON) and not self._ended and self.table.stage:
            self._ended = True
            self.table.end_at = min(self.table.end_at, self.table.clock(now) + _AFTER)
            self.end()
        return events

    # -- what it shows

    @property
    def shown(self) -> int | None:
        """The seat that stands out."""
        return self.lan.seat if self.lan.plays else None

    @property
    def seats(self) -> int:
        """How many play this deal; more may have sat down for the next one."""
        raise NotImplementedError

    @property
    def most(self) -> int:
        """How much fills the bar of a seat."""
        return max(placed for placed, _words in map(self.standing, range(self.seats)))

    def standing(self, seat: int) -> tuple[int, str]:
        """How much a seat has placed or taken, and in words where it stands."""
        raise NotImplementedError

    @property
    def told(self) -> str:
        """What the panel says besides."""
        return ""

    @property
    def split(self) -> Node | None:
        """What it shows large."""
        return None

    def lay_out(self, stage: Stage) -> None:
        u, wide = stage.layout.unit, stage.layout.size[0]
        self._overlay, self._facts = Overlay(stage.canvas, u), None
        self.box = Rect(round(9 * u), 0, wide - round(18 * u), round(self.head * u))

    def step(self, at: float) -> None:
        super().step(at)
        assert self.table.stage
        self.show_silence(self.table.stage)
        seats = self._standings()
        facts = seats, self.shown, self.lan.names, self.lan.backs, self.told, self.split
        if facts != self._facts:
            self._facts, panel = facts, self.table.gameplay.panel
            cells = [self._cell(seat, *each) for seat, each in enumerate(seats)]
            self._overlay.show("race", Row(*cells, gap=10), self.box)
            panel.told, panel.split = self.told, self.split
            self.table.renew()

    def _standings(self) -> tuple[tuple[int, str], ...]:
        """Of each seat how much it has, and where it stands and whether its player is away in words."""
        marks, seats = self.marks, enumerate(map(self.standing, range(self.seats)))
        return tuple(
            (placed, f"{words} · {marks[seat]}" if seat in marks else words)
            for seat, (placed, words) in seats
        )

    def _cell(self, seat: int, placed: int, words: str) -> Node:
        color, bar = theme.colors.ivory, theme.colors.mist
        if seat == self.shown:
            color = bar = theme.GOLD
        assert self.table.stage
        name = Text(self.lan.names[seat], _NAME, color=color, at="start", grow=1)
        row, meter = Row(name, Text(words, _STATE), gap=6), Meter(placed / max(1, self.most), bar, high=6)
        back = back_picture(self.table.stage.canvas.deck, self.lan.backs[seat])
        return Row(back, Column(row, meter, gap=2, grow=1, pack="middle"), gap=6, grow=1)

    def describe(self, page: Page) -> None:
        """Describe what is shown of each seat."""
        page.seat = self.lan.seat if self.lan.plays else None
        page.race = [
            {"seat": seat, "name": self.lan.names[seat], "placed": placed, "words": words}
            for seat, (placed, words) in enumerate(self._standings())
        ]
