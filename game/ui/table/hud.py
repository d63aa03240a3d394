"""Text and marks on the table beside the cards: names, counts, keys, buttons, frames."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from game.core.state import PLAYING, WAITING
from game.i18n import _
from game.sessions.session import Session
from game.ui.cards.canvas import UNDER
from game.ui.cards.deck import Look
from game.ui.cards.labels import figure
from game.ui.cards.layout import PLATES, SHARED, TRAY, Area
from game.ui.cards.pen import Pen
from game.ui.cards.stage import Stage
from game.ui.engine import text, theme
from game.ui.engine.page import Page
from game.ui.input.keys import Caps
from game.ui.table.advice import called
from game.ui.table.own_tray import OwnStrip, OwnTray
from game.ui.table.race import Race

LOW = 3
"""A 13-pile with at most this many cards glows."""

_PULSES = 8
_BEATS = 10


class Hud:
    """Keeps the tags on the stage in sync with the session."""

    def __init__(
        self, stage: Stage, session: Session, caps: Sequence[Caps], race: Race | None = None
    ) -> None:
        """`caps`: what stands on the keys of each own seat."""
        self.race = race
        self._stage, self._session, self._layout = stage, session, stage.layout
        self._pen = Pen(stage)
        self.frame, self.mark = self._pen.frame, self._pen.mark
        own = [area for area in stage.layout.areas if area.kind == TRAY]
        self._caps = tuple(caps)
        look = OwnStrip if own[1:] else OwnTray
        trays = zip_longest(own, self._caps)
        self.own = [look(stage, session, self._pen, area, each) for area, each in trays]
        """The own seats; for a watcher the one shown large."""
        self.warns = True
        """Whether low 13-piles glow."""
        self.totals: Sequence[int] | None = None
        """Totals shown instead of the match's while the count runs."""
        self.hover = ""
        """The button under the pointer."""
        self.marks: Mapping[int, str] = {}
        """By seat, a remark shown beside its name."""
        self.buttons = {name: rect for tray in self.own for name, rect in tray.buttons.items()}
        self._voices: dict[int, tuple[int, int, int]] = {}
        self._write_keys()

    @property
    def _totals(self) -> Sequence[int]:
        """The totals shown; of seats that have sat down since, the match's."""
        shown, totals = self.totals or (), self._session.state.totals
        return *shown, *totals[len(shown) :]

    def _write_keys(self) -> None:
        u = self._layout.unit
        for caps in self._caps:
            for pile, key in caps.piles.items():
                place = self._layout.places[pile]
                self._pen.cap(f"key{pile}", key, place.box.x + place.box.w / 2, place.box.y - 13 * u)
        shared = [area for area in self._layout.areas if area.kind == SHARED]
        if shared:
            (x, y, w, h), wide = shared[0].box, self._layout.size[0]
            sides = max(10 * u, x - 14 * u), min(wide - 10 * u, x + w + 14 * u)
            for number, (at, caps) in enumerate(zip(sides, self._caps, strict=False)):
                self._pen.cap(f"table {number}", caps.table, at, y + h / 2)

    def renew_keys(self, caps: Sequence[Caps]) -> None:
        """Show these on the keys of each own seat from now on."""
        self._caps = tuple(caps)
        for tray, each in zip(self.own, caps, strict=False):
            tray.caps = each
        self._write_keys()

    def refresh(self, hover: str = "") -> None:
        """Update all text that can change; `hover` names the button under the pointer."""
        self.hover = hover
        for area in self._layout.areas:
            if area.kind == PLATES:
                self._plate(area)
        for tray in self.own:
            tray.write(self._totals[tray.seat], self._mark(tray.seat), hover)
            self._voices[tray.seat] = tray.voice
            self._counts(tray.seat, 30, 17)
        if self.race:
            self.race.refresh()

    def describe(self, page: Page) -> None:
        """Describe who sits where, the keys on the piles, and the buttons."""
        session = self._session
        page.seat = session.here[0].seat if session.here else None
        for caps in self._caps[::-1]:
            shared = (pile for pile, role in enumerate(self._stage.roles) if role == "foundation")
            keys = dict(caps.piles) | dict.fromkeys(shared, caps.table)
            page.keys |= {pile: key for pile, key in keys.items() if key}
        page.seats = [
            {"seat": seat, "name": name, "total": total, "mark": self._mark(seat)}
            for seat, (name, total) in enumerate(zip(session.names, self._totals, strict=False))
        ]
        self._pen.describe(page)
        if self.race:
            self.race.describe(page)

    def glow(self, now: float) -> None:
        """Pulse the frames of low 13-piles; an empty own one calls for the knock, as does the button."""
        phase = _PULSES if self._stage.calm else int(now * _BEATS) % (2 * _PULSES)
        level = phase if phase < _PULSES else 2 * _PULSES - 1 - phase
        for pile, role in enumerate(self._stage.roles):
            if role != "reserve":
                continue
            few = self.warns and 0 < len(self._stage.piles[pile]) <= LOW
            low = few and self._session.state.phase == PLAYING
            self._pen.frame(f"glow{pile}", pile if low else None, (*theme.GOLD, 70 + 22 * level), UNDER)
        for tray in self.own:
            tray.pulse(level)

    def tell(self, lines: Sequence[str]) -> None:
        """Show these lines to a watcher."""
        for tray in self.own:
            tray.lines = lines

    @property
    def may_knock(self) -> bool:
        """Whether an own 13-pile is empty and the round goes on."""
        return any(tray.may_knock for tray in self.own)

    def voice(self, seat: int) -> tuple[int, int, int]:
        """Where a seat's shouts appear: beside its name, from this x, at this y, and as far as its total. No
        card lies there."""
        return self._voices[seat]

    def seat_point(self, seat: int) -> tuple[int, int]:
        """Where a seat's points are counted up: in the middle of its cards, or beside its name."""
        for area in self._layout.areas:
            if area.seat == seat:
                if area.kind == PLATES:
                    return area.box.x + area.box.w // 2, area.box.y + area.box.h // 2
                return next(tray.point() for tray in self.own if tray.seat == seat)
        return self._layout.size[0] // 2, self._layout.size[1] // 2

    def _plate(self, area: Area) -> None:
        seat, (x, y, w, _h), u = area.seat or 0, area.box, self._layout.unit
        session = self._session
        head = y + 15 * u
        icon = self._stage.canvas.deck.picture(Look(str(session.backs[seat]), round(12 * u)))
        self._stage.canvas.tag(
            f"icon{seat}", icon, icon.get_rect(center=(round(x + 17 * u), round(head))).topleft
        )
        total = self._pen.text(
            f"total{seat}",
            figure(self._totals[seat]),
            21,
            theme.IVORY,
            midright=(x + w - 11 * u, head),
        )
        room = total.x - x - 36 * u
        mark = self._mark(seat)
        taken = text.width(mark, 16 * u) + 12 * u if mark else 0
        name = self._pen.text(
            f"name{seat}", session.names[seat], 21, theme.IVORY, room - taken, midleft=(x + 29 * u, head)
        )
        self._voices[seat] = round(name.right + 4 * u), round(y + 14 * u), round(total.x - 6 * u)
        self._pen.text(f"mark{seat}", mark, 16, theme.GOLD, midleft=(name.right + 9 * u, head))
        self._counts(seat, 20, 15)

    def _mark(self, seat: int) -> str:
        """What a seat has agreed to."""
        state = self._session.state
        if mark := self.marks.get(seat):
            return mark
        if state.phase == WAITING and state.ready >> seat & 1:
            return _("ready")
        return _("Speltorka") if called(self._session, seat) else ""

    def _counts(self, seat: int, size: float, small: float) -> None:
        """How many cards are left in the 13-pile and in the hand."""
        stage, own = self._stage, any(seat == each.seat for each in self._session.here)
        for pile, owner in enumerate(stage.owners):
            role = stage.roles[pile]
            if owner != seat or role not in ("reserve", "stock"):
                continue
            place, count = self._layout.places[pile], len(stage.piles[pile])
            at = place.box.x + place.box.w / 2, place.box.y + place.box.h + 5 * self._layout.unit
            reserve = role == "reserve"
            color = (
                theme.GOLD if reserve and (own or count <= LOW) else theme.IVORY if reserve else theme.MIST
            )
            self._pen.text(
                f"count{pile}",
                str(count),
                size if reserve else small,
                color,
                midtop=at,
            )
