"""Text and marks on the table beside the cards: names, counts, keys, buttons, frames."""

from collections.abc import Mapping, Sequence

from pygame import Rect

from game.core.state import PLAYING, SHOUTS, WAITING
from game.i18n import N_, _
from game.sessions.match_playback import MatchPlayback
from game.sessions.session import Session
from game.ui.cards.canvas import UNDER
from game.ui.cards.deck import Look
from game.ui.cards.labels import figure
from game.ui.cards.layout import PLATES, SHARED, TRAY, Area
from game.ui.cards.pen import Pen
from game.ui.cards.stage import Stage
from game.ui.engine import text, theme
from game.ui.engine.page import Page
from game.ui.input.keys import AT_THE_TABLE, pile_keys
from game.ui.table.advice import advice, called

CRIES = (N_("Ha!"), N_("Oh no!"), N_("Quick!"), N_("Drat!"), N_("Mine!"), N_("Bravo!"))
"""The shouts, by their numbers."""
LOW = 3
"""A 13-pile with at most this many cards glows."""
BEGIN = "begin"
"""The name of the button that exists only before the start."""

_PULSES = 8
_BEATS = 10
_LINES = 8
"""The most lines of text for a watcher."""


def round_line(session: Session) -> str:
    """Which round it is, of how many if known, and the points needed to win, if any."""
    number, rounds, target = max(1, session.state.round), session.rounds, session.target
    line = _("Round {number} of {rounds}") if rounds else _("Round {number}")
    if target:
        line += " · " + _("goal {target}")
    return line.format(number=number, rounds=rounds, target=target)


class Hud:
    """Keeps the tags on the stage in sync with the session."""

    def __init__(self, stage: Stage, session: Session) -> None:
        self._stage, self._session, self._layout = stage, session, stage.layout
        self._pen = Pen(stage)
        self.frame, self.mark = self._pen.frame, self._pen.mark
        self._own = session.seat if session.plays else None
        piles = zip(stage.roles, stage.owners, strict=True)
        self._reserve = next((i for i, pile in enumerate(piles) if pile == ("reserve", self._own)), None)
        """The 13-pile of the player here."""
        self.totals: Sequence[int] | None = None
        """Totals shown instead of the match's while the count runs."""
        self.hover = ""
        """The button under the pointer."""
        self.marks: Mapping[int, str] = {}
        """By seat, a remark shown beside its name."""
        self.lines: Sequence[str] = ()
        """The text for a watcher."""
        self.keys = {} if self._own is None else pile_keys(stage.roles, stage.owners, self._own)
        """The key of each pile that has one."""
        self.buttons = self._place_buttons() if self._own is not None else {}
        self._voices: dict[int, tuple[int, int, int]] = {}
        self._called: int | None = None
        """The pulse level at which the empty 13-pile calls for the knock."""
        self._write_keys()

    def _write_keys(self) -> None:
        u = self._layout.unit
        for pile, key in self.keys.items():
            if self._stage.owners[pile] is None:
                continue  # the shared places have one area together
            place = self._layout.places[pile]
            self._pen.cap(f"key{pile}", key, place.box.x + place.box.w / 2, place.box.y - 13 * u)
        shared = [area for area in self._layout.areas if area.kind == SHARED]
        if self.keys and shared:
            box = shared[0].box
            self._pen.cap("table", AT_THE_TABLE["foundation"], max(10 * u, box.x - 14 * u), box.y + box.h / 2)

    def _place_buttons(self) -> dict[str, Rect]:
        x, y, w, h = self._layout.panel
        u, gap = self._layout.unit, round(6 * self._layout.unit)
        top = y + round(58 * u)
        rows = [round(part * (h - 58 * u - 3 * gap)) for part in (0.31, 0.25, 0.22)]
        buttons = {"knock": Rect(x, top, w, rows[0])}
        buttons["call"] = Rect(x, buttons["knock"].bottom + gap, w, rows[1])
        wide = (w - 2 * gap) // 3
        for i in range(SHOUTS):
            down = buttons["call"].bottom + gap + i // 3 * (rows[2] + gap)
            buttons[f"shout{i}"] = Rect(x + i % 3 * (wide + gap), down, wide, rows[2])
        return buttons

    def refresh(self, hover: str = "") -> None:
        """Update all text that can change; `hover` names the button under the pointer."""
        self.hover = hover
        for area in self._layout.areas:
            if area.kind == PLATES:
                self._plate(area)
            elif area.kind == TRAY:
                self._tray(area)
        if self.buttons:
            self._write_buttons(hover)

    def describe(self, page: Page) -> None:
        """Describe who sits where, the keys on the piles, and the buttons."""
        session = self._session
        page.seat = self._own
        page.keys |= self.keys
        totals = self.totals or session.state.totals
        page.seats = [
            {"seat": seat, "name": name, "total": total, "mark": self._mark(seat)}
            for seat, (name, total) in enumerate(zip(session.names, totals, strict=False))
        ]
        self._pen.describe(page)

    def glow(self, now: float) -> None:
        """Pulse the frames of low 13-piles; an empty own one calls for the knock, as does the button."""
        phase = int(now * _BEATS) % (2 * _PULSES)
        level = phase if phase < _PULSES else 2 * _PULSES - 1 - phase
        for pile, role in enumerate(self._stage.roles):
            if role != "reserve":
                continue
            low = 0 < len(self._stage.piles[pile]) <= LOW and self._session.state.phase == PLAYING
            self._pen.frame(f"glow{pile}", pile if low else None, (*theme.GOLD, 70 + 22 * level), UNDER)
        if (own := self._reserve) is not None:
            self._call_for_knock(own, level if self.may_knock else None)

    @property
    def may_knock(self) -> bool:
        """Whether the own 13-pile is empty and the round goes on."""
        pile = self._reserve
        return pile is not None and self._session.state.phase == PLAYING and not self._stage.piles[pile]

    def _call_for_knock(self, pile: int, level: int | None) -> None:
        """Call for the knock at this level of the pulse; None: no knock is possible."""
        if level == self._called:
            return
        self._called = level
        tint = None if level is None else (*theme.GOLD, 16 + 18 * level)
        box = self._layout.places[pile].box
        self._pen.patch("call place", box, tint, 0.07 * box.w)
        self._pen.patch("call button", self.buttons["knock"], tint, 7 * self._layout.unit)
        words = _("Knock!") if tint else ""
        middle = box.x + box.w / 2, box.y + box.h / 2
        self._pen.text("call", words, 24, theme.IVORY, box.w * 0.94, center=middle)

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
                return self._layout.panel.x + self._layout.panel.w // 2, area.box.y
        return self._layout.size[0] // 2, self._layout.size[1] // 2

    def _plate(self, area: Area) -> None:
        seat, (x, y, w, _h), u = area.seat or 0, area.box, self._layout.unit
        state, session = self._session.state, self._session
        head = y + 15 * u
        icon = self._stage.canvas.deck.picture(Look(str(session.backs[seat]), round(12 * u)))
        self._stage.canvas.tag(
            f"icon{seat}", icon, icon.get_rect(center=(round(x + 17 * u), round(head))).topleft
        )
        total = self._pen.text(
            f"total{seat}",
            figure((self.totals or state.totals)[seat]),
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

    def _tray(self, area: Area) -> None:
        seat, (x, y, w, _h), u = area.seat or 0, self._layout.panel, self._layout.unit
        state = self._session.state
        total = self._pen.text(
            "own total", figure((self.totals or state.totals)[seat]), 44, theme.IVORY, topright=(x + w, y)
        )
        name = self._session.names[seat]
        end = self._pen.text("own name", name, 26, theme.IVORY, w - total.w - 12 * u, topleft=(x, y + 2 * u))
        self._voices[seat] = round(end.right + 4 * u), end.centery, round(total.x - 6 * u)
        line = round_line(self._session)
        mark = self._mark(seat)
        self._pen.text("own line", line, 17, theme.MIST, w - total.w - 12 * u, topleft=(x, y + 27 * u))
        if not self.buttons:
            self._pen.text("mark own", mark, 17, theme.GOLD, topright=(x + w, y + 46 * u))
        if isinstance(self._session, MatchPlayback):
            self._replay(self._session, x, y + 66 * u, w)
        lines = [line for words in self.lines for line in text.wrap(words, 19 * u, w)]
        for i in range(_LINES):
            words, size, color = lines[i] if i < len(lines) else "", 19 if i else 24, theme.MIST
            at = x, y + (66 + (10 + 24 * i if i else 0)) * u
            self._pen.text(f"watcher{i}", words, size, color if i else theme.GOLD, w, topleft=at)
        self._counts(seat, 30, 17)

    def _replay(self, session: MatchPlayback, x: float, y: float, w: float) -> None:
        """The playback speed, and the keys for watching."""
        u = self._layout.unit
        speed = _("Replay at {speed} ×").format(speed=f"{session.clock.speed:g}")
        self._pen.text("speed", speed, 24, theme.GOLD, w, topleft=(x, y))
        for i, line in enumerate(
            (
                _("Left, Right: speed"),
                _("Space: end of the round"),
                _("P: pause · Esc: leave"),
                _("F1: help"),
            )
        ):
            self._pen.text(f"replay{i}", line, 19, theme.MIST, w, topleft=(x, y + (34 + 24 * i) * u))

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
        stage, own = self._stage, seat == self._own
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

    def _write_buttons(self, hover: str) -> None:
        state, own = self._session.state, self._session.seat
        wanted = self.may_knock or (state.phase == WAITING and not state.ready >> own & 1)
        waits = called(self._session, own)
        call = _("Waiting for the others …") if waits else _("Stuck (speltorka)")
        pen, buttons = self._pen, self.buttons
        gold = theme.GOLD if wanted else None
        ink = theme.IVORY if self.may_knock else None
        pen.button(
            "knock", buttons["knock"], _("Knock"), _("Space"), hover=hover == "knock", color=gold, ink=ink
        )
        gold = theme.GOLD if advice(self._session) else None
        pen.button("call", buttons["call"], call, "D", hover=hover == "call", color=gold, lit=waits)
        for i, cry in enumerate(CRIES):
            key = f"shout{i}"
            pen.button(key, buttons[key], _(cry), hover=hover == key, size=17)
