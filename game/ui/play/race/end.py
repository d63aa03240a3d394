"""The standings after a deal of a race."""

import pygame
from pygame.event import Event

from game.core.race import places
from game.core.state import WON, Knock, State
from game.i18n import _
from game.lan.race_round import RaceRound
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


class RaceEnd(Cover[None]):
    """Lies over the table until the next deal, which brings another."""

    input_delay = 0.25
    takes_pads = True

    def __init__(self, table: SoloTable, race: RaceRound, match: Ended) -> None:
        super().__init__(table)
        self.table, self.race, self.lan, self._match = table, race, race.lan, match
        ranks, state = places(self.lan.state.table), self.lan.state
        self._lines = [(seat, self._line(seat, ranks[seat], state)) for seat in range(len(ranks))]
        self._lines.sort(key=lambda each: ranks[each[0]])
        self._heading, self._below = self._title(state), self._facts(state)
        """All that is known now: the next deal may begin while this is shown."""

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

    def _line(self, seat: int, place: int, state: State) -> Standing:
        lan, race = self.lan, self.race
        time, out = race.time_of(seat), state.table.mode >> seat & 1
        made = exact_time(time) if time else "" if out else f"{race.placed(seat)} / {race.cards}"
        name, score = f"{place}.  {lan.names[seat]}", figure(state.scores[seat], True)
        own = lan.plays and seat == lan.seat
        return Standing(lan.backs[seat], name, made, score, state.totals[seat], own=own)

    def _title(self, state: State) -> str:
        number = _("Deal {n} of {of}") if self.lan.rounds else _("Deal {n}")
        words = number.format(n=state.round, of=self.lan.rounds)
        first = _("Nobody came out")
        if state.knocker is not None:
            first = _("{name} came out first").format(name=self.lan.names[state.knocker])
        return f"{words} · {first}"

    def _facts(self, state: State) -> list[Node]:
        """Who is out of the cup; the own medal."""
        lan, level, facts = self.lan, self.race.level, list[Node]()
        if not lan.rounds:
            there = [seat for seat in range(self.race.seats) if not state.table.mode >> seat & 1]
            last = [lan.names[seat] for seat in there if not state.scores[seat]]
            facts.append(Text(_("Out of the cup: {names}").format(names=few(last)), _TOLD))
        time = self.race.time_of(lan.seat) if lan.plays else None
        if time and (medal := level.medal(True, time)):
            words = _("Your medal: {metal}").format(metal=metal_name(medal))
            facts.append(Row(medal_picture(medal, 30), Text(words, _TOLD), gap=8, pack="middle"))
        return facts

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
