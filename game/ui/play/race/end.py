"""The standings after a deal of a race, or a round of a duel."""

import math
from collections.abc import Iterable

import pygame
from pygame.event import Event

from game.core.race import still_in
from game.core.state import SCORED, WON, State
from game.i18n import _, exact_time
from game.lan.race_round import RaceRound
from game.lan.table import RemoteTable
from game.sessions.session import MatchSeat
from game.ui.cards.labels import figure
from game.ui.covers.cover import Cover, PauseScene
from game.ui.engine.devices import PAD_PRESS
from game.ui.engine.scene import Context
from game.ui.input.commands import Command
from game.ui.play.end import End
from game.ui.play.match.commands import GO_ON, KNOCK, REMOVE
from game.ui.play.match.game import READ, by_itself
from game.ui.play.match.knock import Knockers
from game.ui.play.match.match_end import MatchEnd
from game.ui.play.match.standings import Standing, standings, who_played
from game.ui.play.match.words import few
from game.ui.play.patience.game import SoloTable
from game.ui.play.race.above import AboveDeal, deal_line
from game.ui.view.boxes import Row
from game.ui.view.leaves import Button, Style, Text
from game.ui.view.node import Node
from game.ui.widgets.medals import medal_picture, metal_name

_TOLD = Style(20, 26)


class DealEnd(End, Cover[None]):
    """Lies over the table until the next deal, which brings another."""

    input_delay = 0.25
    takes_pads = True
    slots = KNOCK, GO_ON, REMOVE

    def __init__(self, table: SoloTable, lan: RemoteTable, match: AboveDeal) -> None:
        super().__init__(table)
        self.table, self.lan, self._match = table, lan, match
        state, self._players = lan.state, who_played(lan)
        self._out = lan.rules.eliminated(state.totals) if state.phase == SCORED else []
        ranks = lan.rules.places(state.table, state.scores)
        self.lines = [(seat, self._line(seat, ranks[seat], state)) for seat in range(len(ranks))]
        self.lines.sort(key=lambda each: (ranks[each[0]], -state.totals[each[0]]))
        self.heading, self._below = self._title(state), self._facts(state)
        """All that is known now: the next deal may begin while this is shown."""
        self._beneath: object = None
        """What has been drawn of the table."""
        self._begun = math.inf
        """When it was shown first."""

    def enter(self, ctx: Context) -> None:
        """See who may knock here."""
        super().enter(ctx)
        self._knockers = Knockers(self.legend, ctx.pads)

    def step(self, now: float) -> None:
        """Let be seen beneath who has left since, and whether the host is there."""
        self.table.tick(now)
        beneath = self.table.stage, self._match.heard, self._match.marks
        if beneath != self._beneath:
            self._beneath = beneath
            self.ctx.redraw()
        self.look()
        self._begun = min(self._begun, now)
        if self._by_itself and self.lan.state.phase == WON and now >= self._begun + READ:
            self._win()

    @property
    def _by_itself(self) -> bool:
        return by_itself(self.ctx, self.lan)

    def facts(self) -> object:
        lan, state = self.lan, self.lan.state
        return self._beneath, lan.room, state.phase, state.ready, lan.plays, lan.late, self.legend(KNOCK.cap)

    def commands(self) -> Iterable[Command]:
        return self._match.exits.late()

    def view(self) -> Node:
        lines = [self._now(seat, line) for seat, line in self.lines]
        return standings(self.heading, lines, 0, [*self._below, *self._notes()], self._foot(), self._how)

    def _now(self, seat: int, line: Standing) -> Standing:
        """A seat's line as it is to be shown now."""
        return line._replace(remark=self._remark(seat))

    def _notes(self) -> Iterable[Node]:
        """What else there is to know as long as it lasts."""
        return ()

    def _remark(self, seat: int) -> str:
        """Whether who played at this seat is out of the cup, or has knocked."""
        if seat in self._out:
            return _("out")
        knocked = self.lan.state.ready >> seat & 1 and self.lan.names[seat] == self._players[seat].name
        return _("ready") if knocked else ""

    def _line(self, seat: int, place: int, state: State) -> Standing:
        name, back, own, portrait = self._players[seat]
        made, score, total = self._made(seat, state), figure(state.scores[seat], True), state.totals[seat]
        if self.lan.rules.knockout_margin:
            score, total = "", 0  # in a cup only places are won
        return Standing(back, f"{place}.  {name}", made, score, total, own=own, portrait=portrait)

    @property
    def _how(self) -> str:
        """What stands above that."""
        return ""

    def _made(self, seat: int, state: State) -> str:
        """What a seat has done, if its score does not say so."""
        return ""

    def _title(self, state: State) -> str:
        return deal_line(self.lan)

    def _facts(self, state: State) -> list[Node]:
        """What else there is to know: that a tie goes on."""
        ties = len({*state.totals}) == 1 if self.lan.rules.knockout_margin else state.round >= self.lan.rounds
        return [Text(_("A tie: one more deal decides."), _TOLD)] if ties and state.phase == SCORED else []

    def _foot(self) -> list[Node]:
        """What continues, and the menu."""
        if self._by_itself and self.lan.state.phase == WON:
            return []
        words = _("Knock for the next deal")
        late = self.buttons(align="middle")
        ways = self._knockers.ways_on(self.lan, words, self._go_on, self._match.marks, late)
        menu = Button(_("Menu"), self.close, wide=150, align="middle")
        return ways if self._by_itself else [*ways, menu]

    def handle(self, event: Event, now: float) -> None:
        """A knock continues."""
        event = self.legend.translate(event)
        pressed = event.type in (pygame.KEYDOWN, PAD_PRESS)
        if pressed and (seats := self._knockers.who(self.lan, event)):
            self._go_on(seats[0])
        elif pressed and (command := self.heard(event)):
            command.do(now)
        else:
            super().handle(event, now)

    def _go_on(self, _seat: MatchSeat) -> None:
        """Go on; of two here, either knocks for both."""
        if self.lan.state.phase == WON:
            self._win()
        else:
            self.lan.knock()

    def _win(self) -> None:
        self.ctx.replace(self, MatchEnd(self.table, self._match, self.lan))

    def close(self) -> None:
        """Esc opens the table's menu."""
        self.table.cover(PauseScene(self.table))


class RaceEnd(DealEnd):
    """The places by time, and what became of the own run."""

    def __init__(self, table: SoloTable, race: RaceRound, match: AboveDeal) -> None:
        self.race = race
        self._times = {seat: time for seat in range(race.seats) if (time := race.standing(seat).out)}
        super().__init__(table, race.lan, match)

    @property
    def _open(self) -> list[int]:
        """The seats whose times are the host's word only: their moves have not given them here."""
        return [seat for seat, time in self._times.items() if not self.race.is_final(seat, time)]

    def facts(self) -> object:
        return super().facts(), self._open

    def _now(self, seat: int, line: Standing) -> Standing:
        line = super()._now(seat, line)
        return line._replace(sum=f"({line.sum})") if seat in self._open else line

    def _notes(self) -> Iterable[Node]:
        if self._open:
            words = _("Times in brackets are the host’s word: the moves have yet to confirm them.")
            yield Text(words, _TOLD, wraps=True)

    @property
    def _how(self) -> str:
        return _("Time") if self.lan.state.knocker is not None else _("Cards")

    def _made(self, seat: int, state: State) -> str:
        """When it came out, or how many cards it placed."""
        if time := self._times.get(seat):
            return exact_time(time)
        placed = self.race.standing(seat).placed
        return f"{placed} / {self.race.cards}" if seat in still_in(state.table) else ""

    def _title(self, state: State) -> str:
        first = _("Nobody finished")
        if state.knocker is not None:
            first = _("{name} finished first").format(name=self._players[state.knocker].name)
        return f"{super()._title(state)} · {first}"

    def _facts(self, state: State) -> list[Node]:
        """Who is out of the cup; the medals of those here."""
        level, facts = self.race.level, super()._facts(state)
        if last := [self._players[seat].name for seat in still_in(state.table) if seat in self._out]:
            facts.append(Text(_("Out of the cup: {names}").format(names=few(last)), _TOLD))
        here = [seat for seat, player in enumerate(self._players) if player.here]
        for seat in here:
            time = self._times.get(seat)
            if level and time and (medal := level.medal(True, time)):
                words = _("Your medal: {metal}").format(metal=metal_name(medal))
                if here[1:]:
                    words = f"{self._players[seat].name}: {metal_name(medal)}"
                facts.append(Row(medal_picture(medal, 30), Text(words, _TOLD), gap=8, pack="middle"))
        return facts
