"""A race at a table on the network: the own patience, or another's, and above it how far all have come."""

import math
from collections.abc import Sequence
from typing import Final

from pygame import Rect

from game.challenges.level import SECOND
from game.core.race import places
from game.core.state import PLAYING, SCORED, WON, Cheered, Event
from game.i18n import _, ngettext
from game.lan.race_round import RaceRound, RaceRun, WatchedRun
from game.lan.table import RemoteTable
from game.net.wire.messages import RaceDeal
from game.solve.hints.process import SolverClient
from game.story.match_story import RoundStory
from game.ui.cards.canvas import AIR
from game.ui.cards.hud_nodes import Meter
from game.ui.cards.labels import banner
from game.ui.cards.overlay import Overlay
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.page import Page
from game.ui.engine.scene import Scene
from game.ui.play.match.count_in import CountIn
from game.ui.play.match.network import AtLanTable, LanExits
from game.ui.play.match.standings import back_picture
from game.ui.play.patience.finale import SoloEnding
from game.ui.play.patience.game import Patience, SoloTable
from game.ui.play.patience.marks import RED
from game.ui.play.race.end import RaceEnd
from game.ui.play.scene import PlayScene
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import Button, Gap, Style, Text
from game.ui.view.node import Node
from game.ui.widgets.times import exact_time

_AFTER: Final = 0.9
"""Seconds from the end of a deal to the standings, for those who watch."""
_SHOWN: Final = 2.2
"""Seconds that it is shown large who has come out."""
_NAME, _STATE, _LEFT, _WHY = Style(18, 20), Style(16, 20, "mist"), Style(38, 38), Style(18, 20)


class RaceExtra(AtLanTable):
    """Shows how far all have come, and follows the match from one deal to the next."""

    kind = "race"
    head = 40

    def __init__(self, race: RaceRound, lobby: Scene, own: bool) -> None:
        """`own`: whether the own patience is played, or another's is watched."""
        super().__init__(race.lan, LanExits(self, race.lan, lobby))
        self.race, self._lobby = race, lobby
        self.run = RaceRun(race, SolverClient()) if own else None
        self.watched = None if own else WatchedRun(race, self._next(race.lan.seat, 1))
        self.cheered: Cheered | None = None
        self.stories: dict[int, RoundStory] = {}
        self._recorded = self._counted = False
        self._news = -math.inf
        """When somebody came out, as it is shown large."""
        self._facts: object = None

    def _next(self, seat: int, step: int) -> int:
        """The next seat to be watched: of one that still plays, if there is any."""
        seats = self.race.seats
        others = [(seat + step * n) % seats for n in range(1, seats + 1)]
        return next(filter(self.race.goes_on, others), others[0])

    def enter(self) -> None:
        self.table.gameplay.way_out = lambda: Button(self.exits.label(), self.exits.leave)

    def leave(self) -> None:
        if self.run and self.run.over and not self._recorded:
            self._record(self.run)

    def _record(self, run: RaceRun) -> None:
        """The run has ended: it counts as one alone would."""
        self._recorded = True
        if run.solo.log:
            self.table.ctx.launcher.solo.record(run, self.race.level)

    # -- what happens

    def sift(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """Follow the match: its next deal is another table."""
        lan = self.lan
        for event in lan.poll():
            if (seat := self.race.follow(event)) is not None:
                self._come_out(seat, now)
            if isinstance(event, Cheered):
                self.cheered = event
        if not self.goes_on or (lan.state.round != self.race.number and lan.deal):
            self.exits.to_lobby()
            self._lobby.step(now)
            return ()
        if not lan.fresh:
            lan.take_seats()
        self._end(now)
        return events

    def _come_out(self, seat: int, now: float) -> None:
        """Knock for who has come out, and say it large."""
        self.table.ctx.sounds.play("knock")
        if stage := self.table.stage:
            self._news = self.table.clock(now)
            here = self.lan.plays and seat == self.lan.seat
            words = _("You have come out!") if here else _("{name} has come out!")
            lines = [(words.format(name=self.lan.names[seat]), 46.0, theme.GOLD)]
            plate, felt = banner(lines, stage.layout.unit, self._box.w), stage.layout.areas[0].box
            stage.canvas.pin("news", plate, AIR, midbottom=(felt.x + felt.w // 2, round(0.97 * self._high)))

    def _end(self, now: float) -> None:
        """Who gives up says so to the host; once all have ended the standings follow."""
        run, state = self.run, self.lan.state
        if run and run.over and not self._recorded:
            self._record(run)
            if run.won:
                self.race.times[self.lan.seat] = run.elapsed
            elif self.race.goes_on(self.lan.seat):
                self.race.give_up()
        if state.phase in (SCORED, WON) and not self._counted and self.table.stage:
            self._counted = True
            if run:
                run.give_up()
            self.table.end_at = min(self.table.end_at, self.table.clock(now) + _AFTER)

    @property
    def waits(self) -> bool:
        """Until the host has counted the own end: penalties run on before that."""
        return self.run is not None and self.race.goes_on(self.lan.seat)

    def over(self) -> bool:
        """Show the standings; until all have ended, the others' tables."""
        ctx = self.table.ctx
        if self.lan.state.phase in (SCORED, WON):
            ctx.push(RaceEnd(self.table, self.race, self))
        elif self.run:
            ctx.replace(self.table, _table(self.race, self._lobby, own=False))
        return True

    # -- what it shows

    def lay_out(self, stage: Stage) -> None:
        u = stage.layout.unit
        self._overlay = Overlay(stage.canvas, u)
        self._box = Rect(0, 0, stage.layout.size[0] - round(18 * u), round(self.head * u))
        self._box.x, self._facts = round(9 * u), None
        self._high = stage.layout.size[1]
        panel = self.table.gameplay.panel
        if self.watched:
            panel.offers = (
                ("slower", _("Player before"), "‹"),
                ("faster", _("Next player"), "›"),
            )

    def step(self, at: float) -> None:
        super().step(at)
        stage = self.table.stage
        assert stage
        self.show_silence(stage)
        if at > self._news + _SHOWN:
            stage.canvas.pin("news", None, AIR, center=(0, 0))
        seats = tuple(map(self._standing, range(self.race.seats)))
        facts = seats, self.lan.names, self.lan.backs, self._told(), self._seconds_left()
        if facts != self._facts:
            self._facts, panel = facts, self.table.gameplay.panel
            cells = [self._cell(seat, *each) for seat, each in enumerate(seats)]
            self._overlay.show("race", Row(*cells, gap=10), self._box)
            panel.told, panel.split = self._told(), self._last()
            self.table.renew()

    @property
    def _shown(self) -> int:
        """The seat whose table it is."""
        return self.watched.watched if self.watched else self.lan.seat

    def _standing(self, seat: int) -> tuple[int, str]:
        """How many cards a seat has placed, and in words where it stands."""
        state, placed = self.lan.state, self.race.placed(seat)
        if seat == self._shown:
            placed = self.table.gameplay.session.placed[0]  # exactly
        if any(flag.pack == seat for flag in state.table.piles[-1].cards):
            time = self.race.time_of(seat)
            return self.race.cards, f"{places(state.table)[seat]}. {exact_time(time) if time else ''}"
        if (state.table.calls | state.table.mode) >> seat & 1:
            return placed, _("watches") if state.table.mode >> seat & 1 else _("ended")
        return placed, f"{placed} / {self.race.cards}"

    def _cell(self, seat: int, placed: int, words: str) -> Node:
        """A seat: whose table is shown stands out."""
        shown = seat == self._shown
        color = theme.GOLD if shown else theme.colors.ivory
        stage = self.table.stage
        assert stage
        name = Text(self.lan.names[seat], _NAME, color=color, at="start", grow=1)
        bar = Meter(placed / max(1, self.race.cards), theme.GOLD if shown else theme.colors.mist, high=6)
        return Row(
            back_picture(stage.canvas.deck, self.lan.backs[seat]),
            Column(Row(name, Text(words, _STATE), gap=6), bar, gap=2, grow=1, pack="middle"),
            gap=6,
            grow=1,
        )

    def _told(self) -> str:
        """What there is to know besides: whose table it is, the own place, a penalty that still runs."""
        lan, run = self.lan, self.run
        if self.watched:
            name = lan.names[self.watched.watched]
            words = _("You watch {name}.").format(name=name)
            if lan.plays and self.race.time_of(lan.seat):
                words = _("Place {n}.").format(n=places(lan.state.table)[lan.seat]) + " " + words
            return words
        if run and run.won and self.race.goes_on(lan.seat):
            left = math.ceil(max(0, run.elapsed - self.race.clock) / SECOND)
            return _("Your penalty runs: {n} s").format(n=left)
        return ""

    def _seconds_left(self) -> int | None:
        """How long the others have, once somebody has come out."""
        if self.race.first is None or self.lan.state.phase != PLAYING:
            return None
        return math.ceil(max(0, self.race.ends - self.lan.now) / SECOND)

    def _last(self) -> Node | None:
        if (left := self._seconds_left()) is None or self.race.first is None:
            return None
        words = _("{name} has come out").format(name=self.lan.names[self.race.first])
        figure = ngettext("{n} s left", "{n} s left", left).format(n=left)
        why = Text(words, _WHY, at="start")
        return Column(Gap(high=3), Text(figure, _LEFT, color=RED, at="start"), why, gap=0)

    def obey(self, command: str) -> bool:
        """Show another's table."""
        if not self.watched or command not in ("slower", "faster"):
            return False
        seat = self._next(self.watched.watched, 1 if command == "faster" else -1)
        self.watched.watch(seat)
        self.table.lay_anew(deals=False)
        return True

    def describe(self, page: Page) -> None:
        """Describe what is shown of each seat."""
        page.seat = self.lan.seat if self.lan.plays else None
        page.race = [
            {"seat": seat, "name": self.lan.names[seat], "placed": placed, "words": words}
            for seat, (placed, words) in enumerate(map(self._standing, range(self.race.seats)))
        ]


def race_table(lan: RemoteTable, deal: RaceDeal, lobby: Scene) -> SoloTable:
    """The table of a race on the network, above the lobby."""
    lan.take_seats()
    race = RaceRound(lan, deal)
    return _table(race, lobby, own=lan.plays and race.goes_on(lan.seat))


def _table(race: RaceRound, lobby: Scene, own: bool) -> SoloTable:
    extra = RaceExtra(race, lobby, own)
    session = extra.run or extra.watched
    assert session
    return PlayScene(Patience(session), [extra, CountIn(race.lan), SoloEnding()])
