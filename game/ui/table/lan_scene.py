"""The table of a network match: players come and go, and play does not wait."""

import math
import time
from collections.abc import Callable, Sequence

from game.core.state import SCORED, WAITING, WON, Dealt, Event, Resumed, Scored
from game.i18n import N_, Notice, _
from game.lan.table import CLOSED, JOINED, REFUSED, RemoteTable
from game.net.wire.messages import Room, SeatInfo
from game.ui.cards.canvas import AIR
from game.ui.cards.labels import banner, label
from game.ui.cards.layout import PLATES
from game.ui.covers.cover import AskScene
from game.ui.engine import theme
from game.ui.engine.scene import Context, Scene
from game.ui.table.match_end import MatchEnd
from game.ui.table.round_end import RoundEnd
from game.ui.table.scene import TableScene

_PARTED = N_("The network was cut, and the table split: another half of it plays on at {address}.")
_HIGH = 0.13
"""Height of the banner, relative to the window's."""


def farewell(lan: RemoteTable) -> str:
    """Why the player is no longer at the table."""
    if lan.status != CLOSED:
        return _("The table no longer lets you in.")
    if lan.ending == "kicked":
        return _("The host has removed you from the table.")
    if not lan.ending:
        return _("The host no longer answers.")
    return _("The host has closed the table.")


class LanTable(TableScene):
    """Lies above the lobby, and returns to it when the match is over."""

    def __init__(self, lan: RemoteTable, lobby: Scene) -> None:
        lan.take_seats()
        super().__init__(lan)
        self.lan, self._lobby = lan, lobby
        self._shown: tuple[Room | None, bool, bool] | None = None
        """The room, whether the player wants a seat and whether the host is silent, as currently shown."""
        self._moved = False
        """Seats have changed, but are shown unchanged until the next deal."""
        self._fastest, self._recorded = 0, False
        """The shortest round ended by the own knock, and whether the match has been recorded."""
        self._other_half = ""
        """Where another half of the table plays on, as far as the player has been told."""

    def enter(self, ctx: Context) -> None:
        """Sit down at the first deal, or during the match."""
        super().enter(ctx)
        state = self.session.state
        begins = state.phase == WAITING or (state.starts or 0) > self.session.now
        self.lay_anew(deals=begins and state.round == 1)

    def leave(self) -> None:
        """The player stays at the table after the match."""

    # -- updating

    def pump(self, now: float) -> None:
        """Process what has happened, including changes of seats."""
        events = self.session.poll()
        room = self.lan.room
        ended = self.lan.status in (CLOSED, REFUSED) and not (self.closed and self.lan.over)
        if ended or not (room and room.playing):
            self._go_back()
            return
        if not self.lan.fresh:
            self.lan.take_seats()
            self._moved = True
        self._record(events)
        if any(isinstance(event, Resumed) for event in events) and not self._counted():
            self._resume(now)
        elif self._other_seats() and any(isinstance(event, Dealt) for event in events):
            self._begin_anew(now, deals=True)
        else:
            self.take([event for event in events if not isinstance(event, Resumed)], now)
            self._mark_seats()

    def step(self, now: float) -> None:
        """As at any table; also count a round whose end was not seen here."""
        super().step(now)
        if self.lan.other_half != self._other_half:
            self._other_half = self.lan.other_half
            self.ctx.notify(Notice(_PARTED, address=self._other_half))
        state = self.session.state
        if self.ctx.scene is self and not self._scored and state.phase in (SCORED, WON) and state.scores:
            self._count(self._last_round())

    def _last_round(self) -> Scored:
        """The round's end as whoever has seen it was told; who has sat down since has no part in it."""
        state = self.session.state
        return Scored(state.reason, state.knocker, state.scores, state.totals[: len(state.scores)])

    def _count(self, scored: Scored) -> None:
        """Count a round whose end was not seen here."""
        self._totals = scored.before
        self._scored, self._count_at = scored, -math.inf

    def _other_seats(self) -> bool:
        """Whether the seats differ from those the stage was built for."""
        return self._moved or bool(self.stage and tuple(self.stage.backs) != self.session.backs)

    def _go_back(self) -> None:
        self.ctx.pop_to(self._lobby)

    def _record(self, events: Sequence[Event]) -> None:
        """Note the own knocks, and record the match when it is over."""
        session, state = self.session, self.session.state
        for event in events:
            if isinstance(event, Scored) and (event.reason, event.seat) == ("knock", session.seat):
                took = session.now - (state.starts or session.now)
                self._fastest = min(took, self._fastest or took)
        if state.phase == WON and session.plays and not self._recorded:
            self._recorded = True
            self.ctx.launcher.record_match(self.lan.result(session.seat, self._fastest, int(time.time())))

    def _resume(self, now: float) -> None:
        """Anything may have changed: show the current table at once."""
        for scene in [scene for scene in self.ctx.stack if isinstance(scene, RoundEnd | MatchEnd)]:
            self.ctx.remove(scene)
        self._begin_anew(now, deals=False)

    def _counted(self) -> bool:
        """Whether the count of this round, or what follows it, is already shown."""
        state = self.session.state
        if state.phase == WON and any(isinstance(scene, MatchEnd) for scene in self.ctx.stack):
            return True
        sheets = [scene.scored for scene in self.ctx.stack if isinstance(scene, RoundEnd)]
        last = self._last_round()
        shown = [(sheet.scores, sheet.totals) for sheet in sheets] == [(last.scores, last.totals)]
        return state.phase in (SCORED, WON) and shown and not self._other_seats()

    def _begin_anew(self, now: float, deals: bool) -> None:
        self.clock.start(now)
        self._moved, self._shown = False, None
        self.lay_anew(deals)

    # -- marks at the seats

    def _mark_seats(self) -> None:
        """Mark players who are away, and a silent host."""
        if not (stage := self.stage) or not (room := self.lan.room):
            return
        heard = self.lan.status == JOINED or bool(self.closed)
        now = room, self.lan.wants, heard
        if now == self._shown:
            return
        self._shown = now
        unit = stage.layout.unit
        gone = dict(self._away())
        backs = self.session.backs
        if not self._moved and len(stage.backs) == len(backs) and tuple(stage.backs) != backs:
            stage.show_backs(backs)
        self._hud.marks = {seat: _mark(place) for seat, place in gone.items()}
        self._hud.lines = self._lines()
        self._controls.renew()
        for area in stage.layout.areas:
            if area.kind == PLATES and area.seat is not None:
                place = gone.get(area.seat)
                words = _("the seat is kept") if place and place.member is not None else ""
                picture = label(words, unit) if words and place and not place.level else None
                x, y, w, h = area.box
                at = picture.get_rect(center=(x + w // 2, y + h // 2)).topleft if picture else (0, 0)
                stage.canvas.tag(f"away{area.seat}", picture, at, AIR)
        plate = None
        if not heard:
            lines = [(self._why_unheard(), 34.0, theme.GOLD)]
            plate = banner(lines, unit, 700 * unit)
        wide, high = stage.layout.size
        at = plate.get_rect(center=(wide // 2, round(high * _HIGH))).topleft if plate else (0, 0)
        stage.canvas.tag("unheard", plate, at, AIR)
        if self.ctx.scene is not self:
            self.ctx.redraw()

    def _why_unheard(self) -> str:
        if self.lan.waking:
            return _("This computer was asleep: asking who plays on …")
        return _("No word from the host …")

    def _away(self) -> list[tuple[int, SeatInfo]]:
        """The seats whose players are away."""
        places = self.lan.room.places[: self.session.seats] if self.lan.room else ()
        return [(seat, place) for seat, place in enumerate(places) if place.kind == "away"]

    def _lines(self) -> list[str]:
        """The text for a watcher."""
        if self.session.plays:
            return []
        waits = _("You sit down at the next round if there is a seat.")
        return [_("You are watching"), *([waits] if self.lan.wants else []), _("Esc: menu"), _("F1: help")]

    # -- the menu, and the end

    @property
    def may_again(self) -> bool:
        """Whether this player may start another match."""
        return self.lan.owner

    def choices(self) -> list[tuple[str, Callable[[], None]]]:
        """Bots for players who are away; a seat for a watcher."""
        lan, level = self.lan, self.ctx.settings.level
        offers: list[tuple[str, Callable[[], None]]] = []
        if lan.owner:
            for seat, place in self._away():
                if place.member is not None and not place.level:
                    words = _("Let a bot play for {name}").format(name=self.session.names[seat])
                    offers.append((words, lambda seat=seat: lan.seat_bot(seat, level)))  # type: ignore[misc]
        if lan.place is None:
            words = _("Just watch") if lan.wants else _("Sit down at the next round")
            offers.append((words, lambda: lan.sit(not lan.wants)))
        return offers

    def _continues_elsewhere(self) -> bool:
        """Whether another machine would take the table over."""
        places, own = self.lan.room.places if self.lan.room else (), self.lan.member
        others = any(place.kind == "person" and place.member != own for place in places)
        return others and self.session.state.phase != WON

    def way_out(self, of_all: bool = False) -> str:
        """The label for leaving: get up, or close the table."""
        closes = self.lan.server and not self._continues_elsewhere()
        return _("Close the table") if closes else _("Leave the table")

    def leave_table(self) -> None:
        """Leave the table, not only the match; the player hosting it is asked first."""
        if self.lan.server is None:
            self._leave()
            return
        words = (
            _("You are the host.\nThe others play on without you.")
            if self._continues_elsewhere()
            else _("The table closes for everyone when you leave.")
        )
        self.ctx.push(AskScene(words, self.way_out(), self).if_so(self._leave))

    @property
    def closed(self) -> str:
        """Why the host and its table have gone; only the result is left."""
        gone = self.lan.status == CLOSED and self.lan.ending != "kicked"
        return farewell(self.lan) if gone else ""

    def _leave(self) -> None:
        if self.closed:
            self._go_back()  # which shows the reason
        else:
            self._lobby.back()

    def again(self) -> None:
        """Return to the lobby with everyone."""
        self.lan.rematch()


def _mark(place: SeatInfo) -> str:
    return _("a bot plays") if place.level else _("gone") if place.member is not None else _("has left")
