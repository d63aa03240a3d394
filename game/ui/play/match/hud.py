"""Text and marks on the table beside the cards: names, counts, keys, buttons, frames."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from math import ceil
from typing import NamedTuple

from pygame import Rect

from game.core.state import PLAYING, WAITING
from game.i18n import _
from game.sessions.session import Session
from game.ui.cards.canvas import UNDER
from game.ui.cards.frames import Frames
from game.ui.cards.layout import PLATES, SHARED, TRAY, Area
from game.ui.cards.moments import At
from game.ui.cards.overlay import KeyCap, TableButton
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.description import Description
from game.ui.input.keys import Caps
from game.ui.play.match.bars import Bars
from game.ui.play.match.commands import KNOCK
from game.ui.play.match.hud_nodes import (
    OwnView,
    SeatView,
    TableView,
    advice_board,
    one_card_note,
    plate,
    round_line,
    strip,
    tray,
)
from game.ui.play.match.words import advice, called, one_by_one
from game.ui.view.leaves import Plate, Style, Text
from game.ui.view.node import Node

LOW = 3
"""A 13-pile with at most this many cards glows."""
_BEATS = 10
_HEART, _BEAT = 8, 2
"""A low 13-pile's number beats once in so many beats of its glow, and is larger for so many of them."""
_LARGER = 1.35
"""How much larger it is then."""
_STAKE = 34
"""The most height of the number of another seat's 13-pile, in units: it is what the round is about."""
_PLATE_HEAD = 30
"""Height of the line above another seat's cards, in units."""
_ABOVE = 4
"""How far a line reaches above and below its letters, in units."""
_ASIDE = 0.72
"""How much of the width of the own stock the number of its cards needs at one side."""
_CALL = Style(24, 26)
_OWN = Style(30, 30, "gold"), Style(17, 17, "mist")
_WATCHED = Style(30, 30), Style(17, 17, "mist")
_OTHERS = Style(20, 20), Style(15, 15, "mist")
"""The numbers of cards in a 13-pile and in a hand."""


class OwnSeat:
    """A seat played at this screen; for a watcher the one shown large."""

    def __init__(self, stage: Stage, area: Area, caps: Caps | None, number: int, alone: bool) -> None:
        """`caps`: what stands on its player's keys; None: a watcher's. `alone`: no other lies beside it."""
        self.seat, self.caps, self.number, self.end = area.seat or 0, caps, number, " 2" if number else ""
        self.make = tray if alone else strip
        self.panel, self.tray = panel, edge = Rect(area.panel), Rect(area.box)
        layout, u = stage.layout, stage.layout.unit
        above = round(_ABOVE * u)
        self.written = Rect(panel.x, panel.y - above, panel.w, panel.h + above * (1 if alone else 2))
        """Where the seat's text and buttons are."""
        self.reserve = stage.find("reserve", self.seat)
        stock, waste = (Rect(layout.places[stage.find(role, self.seat)].box) for role in ("stock", "waste"))
        left, right = float(stock.x), edge.right - 14 * u
        if panel.bottom >= stock.y:
            left, right = (panel.right + 14 * u, stock.right) if layout.mirrored else (left, panel.x - 14 * u)
        foot = round(edge.bottom - 7 * u)
        self.advised = Rect(round(left), waste.bottom, ceil(right - left), foot - waste.bottom)
        """What a stuck player may do is said at its foot: below the own hand, where that player looks."""
        aside = _ASIDE * stock.w
        left, right = (left, right - aside) if layout.mirrored else (left + aside, right)
        self.noted = Rect(round(left), round(waste.bottom + 5 * u), ceil(right - left), round(21 * u))
        """How the hand is turned is said here."""


class _Counted(NamedTuple):
    """A pile the number of whose cards is shown."""

    pile: int
    style: Style
    few: int
    """At most this many are shown in gold."""
    box: Rect

    def text(self, shown: tuple[int, bool]) -> Text:
        """The number; larger while it beats."""
        number, beats = shown
        style, color = self.style, "gold" if number <= self.few else ""
        return Text(str(number), style._replace(size=_LARGER * style.size) if beats else style, color=color)


class Hud:
    """Shows a view of the match as tags on the stage."""

    def __init__(
        self,
        stage: Stage,
        session: Session,
        caps: Sequence[Caps],
        faces: Callable[[int], Sequence[TableButton]],
        race: Bars | None = None,
    ) -> None:
        """`caps`: what stands on the keys of each own seat; `faces`: the buttons of its hand, by its
        number."""
        self.race, self._faces = race, faces
        self._stage, self.session, self._layout = stage, session, stage.layout
        self._overlay, self._frames = stage.overlay, Frames(stage.overlay)
        self.mark = self._frames.mark
        trays = [area for area in stage.layout.areas if area.kind == TRAY]
        each = enumerate(zip_longest(trays, caps))
        self.own = [OwnSeat(stage, area, cap, number, len(trays) == 1) for number, (area, cap) in each]
        self._heads = self._laid_out()
        self._counted = [
            *(each for own in self.own for each in self._counts(own.seat, _OWN if own.caps else _WATCHED)),
            *(each for seat in self._heads for each in self._counts(seat, _OTHERS)),
        ]
        self.view = TableView()
        """What is shown."""
        self._pulse: object = None
        """What pulses, and how bright it is."""
        self._beats = False
        """Whether the numbers of low 13-piles are larger for a moment."""
        self.warns = True
        """Whether low 13-piles glow."""
        self.totals: Sequence[int] | None = None
        """Totals shown instead of the match's while the count runs."""
        self.marks: Mapping[int, str] = {}
        """By seat, a remark shown beside its name."""
        self.lines: Sequence[str] = ()
        """What a watcher is told, or in practice its player: there are no buttons then."""
        self.buttons = self._overlay.buttons
        self._write_keys()

    def _laid_out(self) -> dict[int, Rect]:
        """Where the line above each other seat's cards is."""
        high, above = (round(part * self._layout.unit) for part in (_PLATE_HEAD + 2 * _ABOVE, _ABOVE))
        areas = (area for area in self._layout.areas if area.kind == PLATES)
        return {area.seat or 0: Rect(area.box.x, area.box.y - above, area.box.w, high) for area in areas}

    def _counts(self, seat: int, styles: tuple[Style, Style]) -> Iterator[_Counted]:
        """A seat's 13-pile and its hand."""
        layout, u = self._layout, self._layout.unit
        for role, least, few in zip(("reserve", "stock"), styles, (LOW, -1), strict=True):
            pile, style = self._stage.find(role, seat), least
            x, y, w, h = layout.places[pile].box
            high = round(Text("0", least).height(u, w))
            if least is _OTHERS[0]:
                plate = Rect(layout.areas[layout.places[pile].area].box)
                high = max(high, round(min(_STAKE * u, plate.bottom - y - h - 4 * u)))
                style = Style(high / u, high / u)
            yield _Counted(pile, style, few, Rect(x, round(y + h + 2 * u), w, high))

    # -- what is shown

    def _now(self) -> TableView:
        """What is to be shown now."""
        session, state, piles = self.session, self.session.state, self._stage.piles
        playing, waiting = state.phase == PLAYING, state.phase == WAITING
        ready, calls = state.ready if waiting else 0, state.table.calls if playing else 0
        marks = [
            self.marks.get(seat)
            or (_("sits out") if playing and state.sits_out(seat) else "")
            or (_("ready") if ready >> seat & 1 else _("Speltorka") if calls >> seat & 1 else "")
            for seat in range(session.seats)
        ]
        shown = self.totals or ()
        totals = *shown, *state.totals[len(shown) :]  # a seat may have been added since
        seats = tuple(map(SeatView, range(session.seats), session.names, session.backs, totals, marks))
        low = [
            each.pile
            for each in self._counted
            if 0 < len(piles[each.pile]) <= each.few and self.warns and playing
        ]
        return TableView(
            seats,
            tuple([self._own(own, seats[own.seat]) for own in self.own]),
            tuple([len(piles[each.pile]) for each in self._counted]),
            frozenset(low),
            one_by_one(session),
        )

    def _own(self, own: OwnSeat, seat: SeatView) -> OwnView:
        session, state, lines = self.session, self.session.state, self.lines
        if own.caps and state.phase == PLAYING and state.sits_out(own.seat):
            lines = _("You sit this round out"), _("The others play on. Knock for the next round.")
        caps = None if lines else own.caps
        may_knock = caps is not None and state.phase == PLAYING and not self._stage.piles[own.reserve]
        return OwnView(
            seat,
            round_line(session),
            caps,
            (state.phase, state.ready >> own.seat & 1),
            may_knock,
            called(session, own.seat),
            advice(session, own.seat, caps.call) if caps else "",
            tuple(lines),
        )

    @property
    def may_knock(self) -> bool:
        """Whether an own 13-pile is empty and the round goes on."""
        return any(own.may_knock for own in self.view.own)

    # -- showing it

    def refresh(self) -> None:
        """Show what has changed."""
        before, self.view = self.view, self._now()
        view, show = self.view, self._overlay.renew
        for seat, box in self._heads.items() if view.seats != before.seats else ():
            show(f"seat {seat}", view.seats[seat], self._plate, box)
        if (view.counts, view.low) != (before.counts, before.low):
            self._count()
        for own, shown in zip(self.own, view.own, strict=True):
            show(f"seat {own.seat}", shown, partial(self._written, own), own.written)
            if own.caps:
                show("advice" + own.end, shown.advice, advice_board, own.advised)
                show("one by one" + own.end, view.one_by_one, one_card_note, own.noted)
        if self.race:
            self.race.covered = any(own.advice for own in view.own)
            self.race.refresh()

    def _count(self) -> None:
        """Show the number of cards in each pile that shows it."""
        for counted, number in zip(self._counted, self.view.counts, strict=True):
            beats = self._beats and counted.pile in self.view.low
            box = counted.box.inflate(0, (_LARGER - 1) * counted.box.h) if beats else counted.box
            self._overlay.renew(f"count{counted.pile}", (number, beats), counted.text, box)

    def _written(self, own: OwnSeat, shown: OwnView) -> Node:
        return own.make(shown, self._faces(own.number) if shown.caps else ())

    def _plate(self, seat: SeatView) -> Node:
        return plate(seat, self._stage.canvas.deck)

    def _write_keys(self) -> None:
        u, layout = self._layout.unit, self._layout
        own = [own for own in self.own if own.caps]
        for each in own:
            for pile, key in each.caps.piles.items() if each.caps else ():
                box = Rect(layout.places[pile].box)
                self._cap(f"key{pile}", key, (box.centerx, box.y - 13 * u))
        for area in layout.areas:
            if area.kind == SHARED:
                x, y, w, h = area.box
                sides = max(10 * u, x - 14 * u), min(layout.size[0] - 10 * u, x + w + 14 * u)
                for number, (at, each) in enumerate(zip(sides, own, strict=False)):
                    self._cap(f"table {number}", each.caps.table if each.caps else "", (at, y + h / 2))

    def _cap(self, area: str, key: str, center: tuple[float, float]) -> None:
        self._overlay.show(area, KeyCap(key) if key else None, At("center", center))

    def renew_keys(self, caps: Sequence[Caps]) -> None:
        """Show these on the keys of each own seat from now on."""
        for own, each in zip(self.own, caps, strict=False):
            own.caps = each
        self._write_keys()

    def before_draw(self, now: float) -> None:
        """Pulse the frames and the numbers of low 13-piles; an empty own one calls for the knock, as does the
        button."""
        view, level = self.view, self._stage.pulse(now, _BEATS)
        beat = 0 if self._stage.calm else int(now * _BEATS)
        beats = bool(view.low) and beat % _HEART >= _HEART - _BEAT
        pulse = (view, level, beats) if view.low or self.may_knock else None
        if pulse == self._pulse:
            return
        self._pulse = pulse
        if beats != self._beats:
            self._beats = beats
            self._count()
        for counted in self._counted:
            if counted.few == LOW:
                low = counted.pile if counted.pile in view.low else None
                self._overlay.frame(f"glow{counted.pile}", low, (*theme.GOLD, 70 + 22 * level), UNDER)
        for own, shown in zip(self.own, view.own, strict=True):
            if shown.caps:
                self._call(own, level if shown.may_knock else None)

    def _call(self, own: OwnSeat, level: int | None) -> None:
        """Call for the knock at this level of the pulse."""
        box = Rect(self._layout.places[own.reserve].box)
        for name, rect, radius in (
            ("button", self.buttons[KNOCK.name + own.end], 7),
            ("place", box, 0.07 * box.w / self._layout.unit),
        ):
            patch = None if level is None else Plate((*theme.GOLD, 16 + 18 * level), radius=radius)
            self._overlay.show(f"call {name}{own.end}", patch, rect)
        words = None if level is None else Text(_("Knock!"), _CALL)
        self._overlay.show("call" + own.end, words, box.inflate(-0.06 * box.w, 0))

    # -- what others ask

    def describe(self, page: Description) -> None:
        """Describe who sits where, the keys on the piles, and the buttons."""
        session = self.session
        page.seat = session.here[0].seat if session.here else None
        for caps in [own.caps for own in self.own if own.caps][::-1]:
            shared = (pile for pile, role in enumerate(self._stage.roles) if role == "foundation")
            keys = dict(caps.piles) | dict.fromkeys(shared, caps.table)
            page.keys |= {pile: key for pile, key in keys.items() if key}
        page.seats = [
            {"seat": seat.seat, "name": seat.name, "total": seat.total, "mark": seat.mark}
            for seat in self.view.seats
        ]
        self._frames.describe(page)
        if self.race:
            self.race.describe(page)

    def voice(self, seat: int) -> tuple[int, int, int]:
        """Where a seat's shouts appear: beside its name, from this x, at this y, and as far as its total. No
        card lies there."""
        name, total = (self._overlay.places[f"{part} {seat}"] for part in ("name", "total"))
        u = self._layout.unit
        return round(name.right + 4 * u), name.centery, round(total.x - 6 * u)

    def seat_point(self, seat: int) -> tuple[int, int]:
        """Where a seat's points are counted up: in the middle of its cards, or beside its name."""
        for own in self.own:
            if own.seat == seat:
                return own.panel.centerx, own.panel.y if self.own[1:] else own.tray.y
        areas = (area.box for area in self._layout.areas if area.seat == seat)
        return Rect(next(areas, (0, 0, *self._layout.size))).center
