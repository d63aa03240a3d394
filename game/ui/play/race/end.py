"""The standings after a deal of a race, or a round of a duel."""

from collections.abc import Sequence

import pygame
from pygame.event import Event

from game.core.state import WON, Knock
from game.i18n import _
from game.lan.race_round import RaceRound
from game.lan.table import RemoteTable
from game.sessions.session import MatchSeat
from game.ui.cards.labels import figure
from game.ui.covers.cover import Cover, PauseScene
from game.ui.engine.pads import PAD_PRESS
from game.ui.engine.scene import Context
from game.ui.play.match.advice import few, waiting_for
from game.ui.play.match.knocks import KnockButton, Knockers
from game.ui.play.match.match_end import Ended, MatchEnd
from game.ui.play.match.standings import Standing, standings
from game.ui.play.patience.game import SoloTable
from game.ui.view.boxes import Row
from game.ui.view.leaves import Style, Text
from game.ui.view.node import Node
from game.ui.widgets.medals import medal_picture, metal_name
from game.ui.widgets.times import exact_time

_WAITS, _TOLD = Style(23, 66, "gold"), Style(20, 26)


class DealEnd(Cover[None]):
    """Lies over the table until the next deal, which brings another."""

    input_delay = 0.25
    takes_pads = True

    def __init__(
        self,
        table: SoloTable,
        lan: RemoteTable,
        match: Ended,
        made: Sequence[str] = (),
        first: str = "",
        below: Sequence[Node] = (),
    ) -> None:
        """`made`: what each seat has done, if its score does not say so; `first`: who has finished first;
        `below`: what else there is to know. All is as of now: the next deal may begin while this is shown."""
        super().__init__(table)
        self.table, self.lan, self._match, self._below = table, lan, match, below
        state, number = lan.state, _("Deal {n} of {of}") if lan.rounds else _("Deal {n}")
        self._heading = " · ".join(filter(None, [number.format(n=state.round, of=lan.rounds), first]))
        ranks, own = lan.rules.places(state.table, state.scores), lan.seat if lan.plays else None
        self._lines = list[tuple[int, Standing]]()
        for seat in sorted(range(len(ranks)), key=lambda seat: ranks[seat]):
            name, score = f"{ranks[seat]}.  {lan.names[seat]}", figure(state.scores[seat], True)
            told, total = made[seat] if made else "", state.totals[seat]
            self._lines.append((seat, Standing(lan.backs[seat], name, told, score, total, own=seat == own)))

    def enter(self, ctx: Context) -> None:
        """The cards beside the names are those of the table."""
        super().enter(ctx)
        assert self.table.stage
        self._deck = self.table.stage.canvas.deck
        self._knockers = Knockers((), (), self.table.legend, ctx.pads)

    def view(self) -> Node:
        ready = self.lan.state.ready
        lines = [line._replace(remark=_("ready") if ready >> seat & 1 else "") for seat, line in self._lines]
        return standings(self._heading, lines, 0, self._deck, self._below, self._foot())

    def _foot(self) -> list[Node]:
        """The buttons that continue, or who has yet to knock."""
        lan = self.lan
        if lan.state.phase == WON:
            cap = self.table.legend("Space")
            return [KnockButton(_("See the winner"), lambda: self._go_on(lan), cap=cap)]
        words = _("Knock for the next deal")
        buttons = self._knockers.buttons(lan, words, self._go_on) if lan.plays else []
        return buttons or [Text(waiting_for(lan), _WAITS)]

    def handle(self, event: Event, now: float) -> None:
        """A knock continues."""
        event = self.table.legend.translate(event)
        pressed = event.type in (pygame.KEYDOWN, PAD_PRESS)
        if pressed and (seat := self._knockers.who(self.lan, event)):
            self._go_on(seat)
        else:
            super().handle(event, now)

    def _go_on(self, seat: MatchSeat) -> None:
        if self.lan.state.phase == WON:
            self.ctx.replace(self, MatchEnd(self.table, self._match, self.lan))
        else:
            seat.ask(Knock())

    def close(self) -> None:
        """Esc opens the table's menu."""
        self.table.cover(PauseScene(self.table))


def race_end(table: SoloTable, race: RaceRound, match: Ended) -> DealEnd:
    """The places by time, and what became of the own run."""
    lan, state, below = race.lan, race.lan.state, list[Node]()
    first = _("Nobody finished")
    if state.knocker is not None:
        first = _("{name} finished first").format(name=lan.names[state.knocker])
    there = [seat for seat in range(race.seats) if not state.table.mode >> seat & 1]
    if not lan.rounds:
        last = [lan.names[seat] for seat in there if not state.scores[seat]]
        below.append(Text(_("Out of the cup: {names}").format(names=few(last)), _TOLD))
    time = race.time_of(lan.seat) if lan.plays else None
    if time and (medal := race.level.medal(True, time)):
        words = _("Your medal: {metal}").format(metal=metal_name(medal))
        below.append(Row(medal_picture(medal, 30), Text(words, _TOLD), gap=8, pack="middle"))
    made = [""] * race.seats
    for seat in there:
        time = race.time_of(seat)
        made[seat] = exact_time(time) if time else f"{race.placed(seat)} / {race.cards}"
    return DealEnd(table, lan, match, made, first, below)
