"""A race at a table on the network: the own patience, or another's, and above it how far all have come."""

import math
from collections.abc import Iterator, Sequence
from typing import Final

from pygame import Rect

from game.challenges.level import SECOND
from game.challenges.recording import record
from game.core.race import finished, give_up, places
from game.core.state import PLAYING, SCORED, WON, Event
from game.core.table import Standing
from game.i18n import _, ngettext
from game.lan.race_round import RaceRound, RaceRun, WatchedRun
from game.lan.table import RemoteTable
from game.net.wire.messages import RunDeal
from game.solve.hints.process import SolverClient
from game.ui.cards.labels import banner
from game.ui.cards.moments import At
from game.ui.engine import theme
from game.ui.engine.scene import Scene
from game.ui.input.commands import Command
from game.ui.play.match.knock import CountIn
from game.ui.play.match.lines import LinesBoard
from game.ui.play.match.network import LanExits
from game.ui.play.pair import SplitScreen
from game.ui.play.patience.finale import SoloEnding
from game.ui.play.patience.game import Patience, SoloTable
from game.ui.play.patience.remarks import RED
from game.ui.play.race.above import AboveDeal, stand
from game.ui.play.race.end import RaceEnd
from game.ui.play.scene import FASTER, SLOWER, PlayScene
from game.ui.view.boxes import Column
from game.ui.view.leaves import Gap, Style, Text
from game.ui.view.node import Node

_SHOWN: Final = 2.2
"""Seconds that it is shown large who has come out, and that their table is still watched."""
_AGAIN: Final = 1.0
"""Seconds until the host is told again that the player gives up: the line may have been lost."""
_LEFT, _WHY = Style(38, 38), Style(18, 20)


class RaceExtra(AboveDeal):
    """The own run, or another's."""

    kind = "race"

    def __init__(self, race: RaceRound, lobby: Scene, own: bool, first: RemoteTable | None = None) -> None:
        """`own`: whether the own patience is played, or another's is watched. `first`: for a further
        player here that of the first, whose table is the one that leads on; no other is recorded."""
        super().__init__(race.lan, lobby, race.seats)
        self._first = first
        if first:
            self.exits = LanExits(self, first, lobby)
        self.race = race
        self.run = RaceRun(race, SolverClient()) if own else None
        self.watched = None if own else WatchedRun(race, self._next(race.lan.seat, 1))
        self._recorded = False
        self._gave_up = -math.inf
        """When the host was told so last."""
        self._played = -math.inf
        """When the one who is watched was last seen to play."""

    def _next(self, seat: int, step: int) -> int:
        """The next seat to be watched: of one that still plays, elsewhere if possible."""
        seats, here = self.race.seats, self._here
        others = [(seat + step * n) % seats for n in range(1, seats + 1)]
        return min(others, key=lambda other: (not self.race.goes_on(other), other in here))

    @property
    def _here(self) -> set[int | None]:
        """The seats at this screen."""
        return {one.place for one in (self._first or self.lan).local_tables}

    def leave(self) -> None:
        self._record()

    def _record(self) -> None:
        """Record the own run once it has ended, as one alone; not what the host has told of it."""
        run = self.run
        if run and run.over and not self._recorded:
            self._recorded = True
            if run.may.record and run.solo.log and not self._first:
                ctx = self.table.ctx
                record(ctx.archive, run, self.race.level, ctx.settings)

    # -- what happens

    def filter(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """Follow the match: its next deal is another table."""
        lan = self.lan
        heard = lan.poll()
        self.hear(heard)
        for event in heard:
            if isinstance(event, Standing) and event.out is not None:
                self._come_out(event.seat, now)
        self.race.replay()
        self.table.still = self.passed
        if self.passed:
            if not self._first and (lan.deal or not self.goes_on):
                self.move_on(now)
            return ()
        self._end(now)
        if self.watched:
            self._move_on(self.watched, self.table.clock(now))
        return events

    def _come_out(self, seat: int, now: float) -> None:
        """Knock for who has come out, and say it large."""
        if not self._first:
            self.table.ctx.sounds.play("knock")
        if (stage := self.table.stage) and not isinstance(self.table.ctx.scene, RaceEnd):
            felt, u = Rect(stage.layout.areas[0].box), stage.layout.unit
            here = self.lan.plays and seat == self.lan.seat
            words = _("You have finished!") if here else _("{name} has finished!")
            plate = banner((words.format(name=self.lan.names[seat]), 46.0, theme.GOLD))
            at = At("midbottom", (felt.centerx, felt.bottom - 22 * u), stands=True)
            until = self.table.clock(now) + _SHOWN
            stage.overlay.say("news", plate, at, until=until, room=self.box.w / u)

    def _move_on(self, run: WatchedRun, at: float) -> None:
        """Watch somebody who still plays, soon after the one who is watched has stopped."""
        if self.race.goes_on(run.watched):
            self._played = at
        elif at > self._played + _SHOWN and self.race.goes_on(self._next(run.watched, 1)):
            self._watch(1)

    def _end(self, now: float) -> None:
        """Who gives up says so to the host; once all have ended the standings follow."""
        run = self.run
        self._record()
        if (
            run
            and run.over
            and not run.won
            and self.race.goes_on(self.lan.seat)
            and now > self._gave_up + _AGAIN
        ):
            self._gave_up = now
            self.lan.play(give_up(self.lan.seat))
        if self.ended(now) and run:
            run.give_up()

    @property
    def waits(self) -> bool:
        """Until the host has counted the own end: penalties run on before that."""
        return self.passed or (self.run is not None and self.race.goes_on(self.lan.seat))

    def show_end(self) -> bool:
        """Show the standings; until all have ended, the others' tables."""
        ctx, pair = self.table.ctx, self.table.pair
        if self.lan.state.phase in (SCORED, WON):
            for table in pair.tables if isinstance(pair, SplitScreen) else [self.table]:
                if table.stage:
                    table.stage.overlay.end("news")
            if not self._first:
                ctx.push(RaceEnd(self.table, self.race, self))
        elif self.run:
            watched = _table(self.race, self.lobby, own=False, first=self._first)
            if isinstance(pair, SplitScreen):
                pair.put(self.table, watched)
            else:
                ctx.replace(self.table, watched)
        return True

    # -- what it shows

    def step(self, at: float) -> None:
        super().step(at)
        stands = [self._standing(seat) for seat in range(self.race.seats)]
        colors = {self._shown: theme.GOLD}
        if self.table.pair:  # what is shown is for all of them
            colors = {seat: theme.BACKS[self.lan.backs[seat]] for seat in self._here if seat is not None}
        self.show(stands, colors, self.race.cards, self._told(), self._last())

    @property
    def _shown(self) -> int:
        """The seat whose table it is."""
        return self.watched.watched if self.watched else self.lan.seat

    def _standing(self, seat: int) -> tuple[int, str]:
        """How many cards a seat has placed, and in words where it stands."""
        placed = self.race.standing(seat).placed
        if seat == self._shown:
            placed = self.table.game.session.placed[0]  # before the host has heard of it
        return stand(self.lan.state.table, seat, placed, self.race.cards, seat in self.marks)

    def _told(self) -> str:
        """What there is to know besides: whose table it is, the own place, a penalty that still runs."""
        lan, run = self.lan, self.run
        if self.watched:
            name = lan.names[self.watched.watched]
            words = _("You are watching {name}.").format(name=name)
            if lan.plays and self.race.standing(lan.seat).out:
                words = _("Place {n}.").format(n=places(lan.state.table)[lan.seat]) + " " + words
            return words
        if run and run.won and self.race.goes_on(lan.seat):
            left = math.ceil(max(0, run.elapsed - self.race.clock) / SECOND)
            return _("Penalty time: {n} s left").format(n=left)
        return ""

    def _last(self) -> Node | None:
        """How long the others have, once somebody has come out or only bots race on."""
        state = self.lan.state
        if state.phase != PLAYING or (time := self.race.left) is None:
            return None
        left, words = math.ceil(time / SECOND), _("Only bots are still racing")
        for first in finished(state.table)[:1]:
            words = _("{name} has finished").format(name=self.lan.names[first])
        figure = ngettext("{n} s left", "{n} s left", left).format(n=left)
        why = Text(words, _WHY, at="start", wraps=True)
        return Column(Gap(high=3), Text(figure, _LEFT, color=RED, at="start"), why, gap=0)

    def _watch(self, by: int) -> None:
        """Show another's table; not once the deal has ended, for the standings are about to come."""
        if self.watched and not self._ended:
            self.watched.watch(self._next(self.watched.watched, by))
            self.table.lay_anew(deals=False)

    def commands(self) -> Iterator[Command]:
        words = _("another player’s table")
        if self.watched:
            yield Command(SLOWER, lambda _at: self._watch(-1), words, _("Previous"))
            yield Command(FASTER, lambda _at: self._watch(1), words, _("Next"))
        yield from super().commands()


def race_table(lan: RemoteTable, deal: RunDeal, lobby: Scene) -> SoloTable | SplitScreen:
    """The table of a race on the network, above the lobby; for several at this screen one for each."""
    first = _own_table(lan, deal, lobby)
    others = [one for one in lan.local_tables[1:] if one.place is not None and one.deal == deal]
    if others and lan.plays:
        return SplitScreen(first, *(_own_table(one, deal, lobby, lan) for one in others))
    return first


def _own_table(lan: RemoteTable, deal: RunDeal, lobby: Scene, first: RemoteTable | None = None) -> SoloTable:
    lan.take_seats()
    race = RaceRound(lan, deal)
    return _table(race, lobby, lan.plays and race.goes_on(lan.seat), first)


def _table(race: RaceRound, lobby: Scene, own: bool, first: RemoteTable | None = None) -> SoloTable:
    extra = RaceExtra(race, lobby, own, first)
    session = extra.run or extra.watched
    assert session
    return PlayScene(Patience(session), [extra, CountIn(race.lan), LinesBoard(race.lan), SoloEnding()])
