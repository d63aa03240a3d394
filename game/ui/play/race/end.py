"""The standings after a deal of a race, or a round of a duel."""

from collections.abc import Sequence

import pygame
from pygame.event import Event

from game.core.race import places
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

    def __init__(self, table: SoloTable, lan: RemoteTable, match: Ended) -> None:
        super().__init__(table)
        self.table, self.lan, self._match = table, lan, match
        self._names, self._backs = self.lan.names, self.lan.backs
        """Of those who played: a seat may have somebody else by now."""

    def enter(self, ctx: Context) -> None:
        """The cards beside the names are those of the table."""
        super().enter(ctx)
        assert self.table.stage
        self._deck = self.table.stage.canvas.deck
        self._knockers = Knockers((), (), self.table.legend, ctx.pads)

    def view(self) -> Node:
        ranks = self._ranks()
        order = sorted(range(len(self._names)), key=lambda seat: ranks[seat])
        lines = [self._line(seat, ranks[seat]) for seat in order]
        return standings(self._title(), lines, 0, self._deck, self._below(ranks), self._foot())

    def _ranks(self) -> Sequence[int]:
        """Each seat's place, from 1."""
        scores = self.lan.state.scores
        return [1 + sum(other > score for other in scores) for score in scores]

    def _made(self, seat: int) -> str:
        """What a seat has done, if its score does not say so."""
        return ""

    def _line(self, seat: int, place: int) -> Standing:
        lan, state = self.lan, self.lan.state
        ready = _("ready") if state.ready >> seat & 1 and lan.names[seat] == self._names[seat] else ""
        name, own = f"{place}.  {self._names[seat]}", lan.plays and seat == lan.seat
        return Standing(
            self._backs[seat],
            name,
            self._made(seat),
            figure(state.scores[seat], True),
            state.totals[seat],
            ready,
            own,
        )

    def _title(self) -> str:
        number = _("Deal {n} of {of}") if self.lan.rounds else _("Deal {n}")
        return number.format(n=self.lan.state.round, of=self.lan.rounds)

    def _below(self, ranks: Sequence[int]) -> list[Node]:
        """What else there is to know."""
        return []

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


class RaceEnd(DealEnd):
    """The places by time, and what became of the own run."""

    def __init__(self, table: SoloTable, race: RaceRound, match: Ended) -> None:
        super().__init__(table, race.lan, match)
        self.race = race

    def _ranks(self) -> Sequence[int]:
        return places(self.lan.state.table)

    def _made(self, seat: int) -> str:
        """When it came out, or how many cards it placed."""
        time, out = self.race.time_of(seat), self.lan.state.table.mode >> seat & 1
        return exact_time(time) if time else "" if out else f"{self.race.placed(seat)} / {self.race.cards}"

    def _title(self) -> str:
        words, knocker = super()._title(), self.lan.state.knocker
        if knocker is None:
            return f"{words} · {_('Nobody came out')}"
        return f"{words} · {_('{name} came out first').format(name=self._names[knocker])}"

    def _below(self, ranks: Sequence[int]) -> list[Node]:
        """Who is out of the cup; the own medal."""
        lan, level, below = self.lan, self.race.level, list[Node]()
        if not (lan.rounds or lan.state.phase == WON):
            there = [seat for seat in range(len(ranks)) if not lan.state.table.mode >> seat & 1]
            last = [self._names[seat] for seat in there if not lan.state.scores[seat]]
            below.append(Text(_("Out of the cup: {names}").format(names=few(last)), _TOLD))
        time = self.race.time_of(lan.seat) if lan.plays else None
        if level and time and (medal := level.medal(True, time)):
            words = _("Your medal: {metal}").format(metal=metal_name(medal))
            below.append(Row(medal_picture(medal, 30), Text(words, _TOLD), gap=8, pack="middle"))
        return below
