"""Text and marks on the table beside the cards: names, counts, keys, buttons, frames."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from pygame import Rect

from game.core.state import PLAYING, WAITING
from game.i18n import _
from game.sessions.match_playback import MatchPlayback
from game.sessions.session import Session
from game.ui.cards.canvas import UNDER
from game.ui.cards.frames import Frames
from game.ui.cards.hud_nodes import KeyCap
from game.ui.cards.layout import PLATES, SHARED, TRAY, Area
from game.ui.cards.overlay import Overlay
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.page import Page
from game.ui.input.keys import Caps
from game.ui.table.advice import advice, called, one_by_one
from game.ui.table.race import Race
from game.ui.table.seats import OwnView, SeatView, advice_board, plate, round_line, strip, tray
from game.ui.view.leaves import Style, Text

LOW = 3
"""A 13-pile with at most this many cards glows."""
_PULSES = 8
_BEATS = 10
_PLATE_HEAD = 30
"""Height of the line above another seat's cards, in units."""
_ABOVE = 4
"""How far a line reaches above and below its letters, in units."""
_CALL, _ONE = Style(24, 26), Style(19, 21, "GOLD")


class OwnSeat:
    """A seat played at this screen; for a watcher the one shown large."""

    def __init__(self, stage: Stage, area: Area, caps: Caps | None, number: int, alone: bool) -> None:
        """`caps`: what stands on its player's keys; None: a watcher's. `alone`: no other lies beside it."""
        self.make = tray if alone else strip
        self.seat, self.caps, self.end, self.panel = (
            area.seat or 0,
            caps,
            " 2" if number else "",
            Rect(area.panel),
        )
        self.tray, above = Rect(area.box), round(_ABOVE * stage.layout.unit)
        self.written = Rect(self.panel.x, self.panel.y - above, self.panel.w, self.panel.h + above)
        """Where the seat's text and buttons are."""
        if not alone:
            self.written.h += above
        self.reserve, self.stock, self.waste = (
            stage.find(role, self.seat) for role in ("reserve", "stock", "waste")
        )
        self.called: int | None = None
        """The pulse level at which the empty 13-pile calls for the knock."""


class Hud:
    """Keeps the tags on the stage in sync with the session."""

    def __init__(
        self, stage: Stage, session: Session, caps: Sequence[Caps], race: Race | None = None
    ) -> None:
        """`caps`: what stands on the keys of each own seat."""
        self.race = race
        self._stage, self._session, self._layout = stage, session, stage.layout
        self._overlay, frames = Overlay(stage.canvas, stage.layout.unit), Frames(stage)
        self._frames, self.frame, self.mark = frames, frames.frame, frames.mark
        trays = [area for area in stage.layout.areas if area.kind == TRAY]
        each = enumerate(zip_longest(trays, caps))
        self.own = [OwnSeat(stage, area, cap, number, len(trays) == 1) for number, (area, cap) in each]
        self.warns = True
        """Whether low 13-piles glow."""
        self.totals: Sequence[int] | None = None
        """Totals shown instead of the match's while the count runs."""
        self.hover = ""
        """The button under the pointer."""
        self.marks: Mapping[int, str] = {}
        """By seat, a remark shown beside its name."""
        self.lines: Sequence[str] = ()
        """What a watcher is told."""
        self.buttons: dict[str, Rect] = {}
        self._write_keys()

    # -- what is shown

    @property
    def _totals(self) -> Sequence[int]:
        """The totals shown; of seats that have sat down since, the match's."""
        shown, totals = self.totals or (), self._session.state.totals
        return *shown, *totals[len(shown) :]

    def _seat(self, seat: int) -> SeatView:
        session = self._session
        return SeatView(seat, session.names[seat], session.backs[seat], self._totals[seat], self._mark(seat))

    def _mark(self, seat: int) -> str:
        """What a seat has agreed to."""
        state = self._session.state
        if mark := self.marks.get(seat):
            return mark
        if state.phase == WAITING and state.ready >> seat & 1:
            return _("ready")
        return _("Speltorka") if called(self._session, seat) else ""

    def _own(self, own: OwnSeat) -> OwnView:
        session, state, caps = self._session, self._session.state, own.caps
        may_knock = self._may_knock(own)
        waits = state.phase == WAITING and not state.ready >> own.seat & 1
        return OwnView(
            self._seat(own.seat),
            own.end,
            round_line(session),
            caps,
            may_knock,
            may_knock or waits,
            called(session, own.seat),
            advice(session, own.seat, caps.call) if caps else "",
            self.hover,
            tuple(_watching(session) if isinstance(session, MatchPlayback) else self.lines),
        )

    def _may_knock(self, own: OwnSeat) -> bool:
        playing = own.caps is not None and self._session.state.phase == PLAYING
        return playing and not self._stage.piles[own.reserve]

    @property
    def may_knock(self) -> bool:
        """Whether an own 13-pile is empty and the round goes on."""
        return any(map(self._may_knock, self.own))

    # -- showing it

    def refresh(self, hover: str = "") -> None:
        """Update all text that can change; `hover` names the button under the pointer."""
        self.hover = hover
        deck = self._stage.canvas.deck
        for area in self._layout.areas:
            if area.kind == PLATES and area.seat is not None:
                head = Rect(area.box.x, area.box.y, area.box.w, round(_PLATE_HEAD * self._layout.unit))
                head.inflate_ip(0, round(2 * _ABOVE * self._layout.unit))
                self._overlay.renew(
                    f"seat {area.seat}", self._seat(area.seat), lambda seat: plate(seat, deck), head
                )
                self._counts(area.seat, Style(20, 20), Style(15, 15))
        for own in self.own:
            view = self._own(own)
            self._overlay.renew(f"seat {own.seat}", view, own.make, own.written)
            self._counts(own.seat, Style(30, 30), Style(17, 17))
            self._advise(own, view.advice)
        self.buttons |= self._overlay.buttons
        if self.race:
            self.race.refresh()

    def _counts(self, seat: int, size: Style, small: Style) -> None:
        """How many cards are left in the 13-pile and in the hand."""
        stage, own = self._stage, any(seat == each.seat for each in self._session.here)
        for role, style in (("reserve", size), ("stock", small)):
            pile = stage.find(role, seat)
            count, box = len(stage.piles[pile]), Rect(self._layout.places[pile].box)
            urgent = role == "reserve" and (own or count <= LOW)
            color = "GOLD" if urgent else "IVORY" if role == "reserve" else "MIST"
            at = box.centerx, box.bottom + 2 * self._layout.unit
            self._overlay.pin(f"count{pile}", Text(str(count), style, color=color), midtop=at)

    def _advise(self, own: OwnSeat, words: str) -> None:
        """Say below the own hand, where a stuck player looks, what to do, and how the hand is turned."""
        if not own.caps:
            return
        u, (left, right) = self._layout.unit, self._between(own)
        board = advice_board(words, (right - left) / u) if words else None
        self._overlay.pin("advice" + own.end, board, bottomleft=(left, own.tray.bottom - 7 * u))
        waste, stock = (Rect(self._layout.places[pile].box) for pile in (own.waste, own.stock))
        if self._layout.mirrored:  # the number of the cards stands in the middle
            right -= 0.72 * stock.w
        else:
            left += 0.72 * stock.w
        note = Text(_("one card at a time"), _ONE, at="start", wide=(right - left) / u)
        note_at = left, waste.bottom + 5 * u
        self._overlay.pin(
            "one by one" + own.end, note if one_by_one(self._session) else None, topleft=note_at
        )

    def _between(self, own: OwnSeat) -> tuple[float, float]:
        """How far the text may extend: from the stock to the panel, or to the tray's edge."""
        stock, panel, pad = Rect(self._layout.places[own.stock].box), own.panel, 14 * self._layout.unit
        if panel.bottom < stock.y:
            return stock.x, own.tray.right - pad
        return (panel.right + pad, stock.right) if self._layout.mirrored else (stock.x, panel.x - pad)

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
        self._overlay.pin(area, KeyCap(key) if key else None, center=center)

    def renew_keys(self, caps: Sequence[Caps]) -> None:
        """Show these on the keys of each own seat from now on."""
        for own, each in zip(self.own, caps, strict=False):
            own.caps = each
        self._write_keys()

    def glow(self, now: float) -> None:
        """Pulse the frames of low 13-piles; an empty own one calls for the knock, as does the button."""
        phase = _PULSES if self._stage.calm else int(now * _BEATS) % (2 * _PULSES)
        level = phase if phase < _PULSES else 2 * _PULSES - 1 - phase
        for pile, role in enumerate(self._stage.roles):
            if role != "reserve":
                continue
            few = self.warns and 0 < len(self._stage.piles[pile]) <= LOW
            low = few and self._session.state.phase == PLAYING
            self.frame(f"glow{pile}", pile if low else None, (*theme.GOLD, 70 + 22 * level), UNDER)
        for own in self.own:
            self._call(own, level if self._may_knock(own) else None)

    def _call(self, own: OwnSeat, level: int | None) -> None:
        """Call for the knock at this level of the pulse."""
        if level == own.called:
            return
        own.called = level
        box, button = Rect(self._layout.places[own.reserve].box), self.buttons["knock" + own.end]
        for name, rect, radius in (
            ("call place", box, 0.07 * box.w),
            ("call button", button, 7 * self._layout.unit),
        ):
            tint = None if level is None else (*theme.GOLD, 16 + 18 * level)
            patch = theme.rounded(rect.size, round(radius), tint) if tint else None
            self._stage.canvas.tag(name + own.end, patch, rect.topleft, UNDER)
        words = Text(_("Knock!"), _CALL, wide=0.94 * box.w / self._layout.unit)
        self._overlay.pin("call" + own.end, None if level is None else words, center=box.center)

    # -- what others ask

    def describe(self, page: Page) -> None:
        """Describe who sits where, the keys on the piles, and the buttons."""
        session = self._session
        page.seat = session.here[0].seat if session.here else None
        for caps in [own.caps for own in self.own if own.caps][::-1]:
            shared = (pile for pile, role in enumerate(self._stage.roles) if role == "foundation")
            keys = dict(caps.piles) | dict.fromkeys(shared, caps.table)
            page.keys |= {pile: key for pile, key in keys.items() if key}
        page.seats = [
            {"seat": seat, "name": name, "total": total, "mark": self._mark(seat)}
            for seat, (name, total) in enumerate(zip(session.names, self._totals, strict=False))
        ]
        self._frames.describe(page)
        self._overlay.describe(page)
        if self.race:
            self.race.describe(page)

    def voice(self, seat: int) -> tuple[int, int, int]:
        """Where a seat's shouts appear: beside its name, from this x, at this y, and as far as its total. No
        card lies there."""
        name, total, u = (
            *(self._overlay.places[f"{part} {seat}"] for part in ("name", "total")),
            self._layout.unit,
        )
        return round(name.right + 4 * u), name.centery, round(total.x - 6 * u)

    def seat_point(self, seat: int) -> tuple[int, int]:
        """Where a seat's points are counted up: in the middle of its cards, or beside its name."""
        for own in self.own:
            if own.seat == seat:
                return own.panel.centerx, own.panel.y if self.own[1:] else own.tray.y
        areas = (area.box for area in self._layout.areas if area.seat == seat)
        return Rect(next(areas, (0, 0, *self._layout.size))).center


def _watching(session: MatchPlayback) -> Sequence[str]:
    """The playback speed, and the keys for watching."""
    return (
        _("Replay at {speed} ×").format(speed=f"{session.clock.speed:g}"),
        _("Left, Right: speed"),
        _("Space: end of the round"),
        _("P: pause · Esc: leave"),
        _("F1: help"),
    )
