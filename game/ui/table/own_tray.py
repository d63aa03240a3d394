"""What is written at an own seat: name, points, what waits, and its buttons; beside the piles, or above them
where two sit side by side."""

from collections.abc import Mapping, Sequence

from pygame import Rect

from game.core.state import PLAYING, SHOUTS, WAITING
from game.i18n import N_, _
from game.sessions.match_playback import MatchPlayback
from game.sessions.session import Session
from game.ui.cards.labels import figure
from game.ui.cards.layout import Area
from game.ui.cards.pen import Pen
from game.ui.cards.stage import Stage
from game.ui.engine import text, theme
from game.ui.engine.pad_names import Make
from game.ui.input.keys import AT_THE_TABLE, Caps, pile_keys
from game.ui.input.legend import Legend
from game.ui.table.advice import advice, called

CRIES = (N_("Ha!"), N_("Oh no!"), N_("Quick!"), N_("Drat!"), N_("Mine!"), N_("Bravo!"))
"""The shouts, by their numbers."""
_LINES = 8
"""The most lines of text for a watcher."""
_STRIP_BUTTON = 150
"""Width of a button above the piles, in units."""


def round_line(session: Session) -> str:
    """Which round it is, of how many if known, and the points needed to win, if any."""
    number, rounds, target = max(1, session.state.round), session.rounds, session.target
    line = _("Round {number} of {rounds}") if rounds else _("Round {number}")
    if target:
        line += " · " + _("goal {target}")
    return line.format(number=number, rounds=rounds, target=target)


def standard_caps(stage: Stage, seat: int, legend: Legend, make: Make | None = None) -> Caps:
    """What stands on the keys of whoever has the whole keyboard, or on a pad of this make."""
    keys = pile_keys(stage.roles, stage.owners, seat)
    own = {pile: legend(key, make) for pile, key in keys.items() if stage.owners[pile] is not None}
    table, knock, call = (legend(cap, make) for cap in (AT_THE_TABLE["foundation"], "Space", "D"))
    return Caps(own, table, knock, call)


class OwnTray:
    """One own seat, its text beside the piles; for a watcher that of the seat shown large."""

    def __init__(self, stage: Stage, session: Session, pen: Pen, area: Area, caps: Caps | None) -> None:
        """`caps`: what stands on its player's keys; None: a watcher's."""
        self._stage, self._session, self._pen, self.caps = stage, session, pen, caps
        self._u = stage.layout.unit
        self.seat, self.panel = area.seat or 0, Rect(area.panel)
        self._reserve = stage.find("reserve", self.seat)
        self._called: int | None = None
        """The pulse level at which the empty 13-pile calls for the knock."""
        self.lines: Sequence[str] = ()
        """The text for a watcher."""
        first = not session.here or self.seat == session.seat
        self.end = "" if first else " 2"
        """Tells the names of this seat's buttons and tags from those of the first one's."""
        self.buttons = {name + self.end: rect for name, rect in self._place_buttons().items() if caps}
        self.voice = 0, 0, 0
        """Where shouts appear: beside the name, from this x, at this y, and as far as the total. No card lies
        there."""

    def _place_buttons(self) -> Mapping[str, Rect]:
        x, y, w, h = self.panel
        u, gap = self._u, round(6 * self._u)
        top = y + round(58 * u)
        rows = [round(part * (h - 58 * u - 3 * gap)) for part in (0.28, 0.24, 0.24)]
        buttons = {"knock": Rect(x, top, w, rows[0])}
        buttons["call"] = Rect(x, buttons["knock"].bottom + gap, w, rows[1])
        wide = (w - 2 * gap) // 3
        for i in range(SHOUTS):
            down = buttons["call"].bottom + gap + i // 3 * (rows[2] + gap)
            buttons[f"shout{i}"] = Rect(x + i % 3 * (wide + gap), down, wide, rows[2])
        return buttons

    # -- the knock

    @property
    def may_knock(self) -> bool:
        """Whether the 13-pile is empty and the round goes on."""
        playing = self.caps is not None and self._session.state.phase == PLAYING
        return playing and not self._stage.piles[self._reserve]

    def pulse(self, level: int) -> None:
        """Call for the knock at this level of the pulse, if one is possible."""
        now = level if self.may_knock else None
        if now == self._called or not self.caps:
            return
        self._called = now
        tint = None if now is None else (*theme.GOLD, 16 + 18 * now)
        box = self._stage.layout.places[self._reserve].box
        pen, end = self._pen, self.end
        pen.patch("call place" + end, box, tint, 0.07 * box.w)
        pen.patch("call button" + end, self.buttons["knock" + end], tint, 7 * self._u)
        words = _("Knock!") if tint else ""
        middle = box.x + box.w / 2, box.y + box.h / 2
        pen.text("call" + end, words, 24, theme.IVORY, box.w * 0.94, center=middle)

    # -- text

    def point(self) -> tuple[int, int]:
        """Where points are counted up."""
        box = next(area.box for area in self._stage.layout.areas if area.seat == self.seat)
        return self.panel.x + self.panel.w // 2, box.y

    def write(self, total: int, mark: str, hover: str) -> None:
        """Update all text; `hover` names the button under the pointer."""
        (x, y, w, _h), u, pen = self.panel, self._u, self._pen
        right = pen.text("own total", figure(total), 44, theme.IVORY, topright=(x + w, y))
        name, room = self._session.names[self.seat], w - right.w - 12 * u
        end = pen.text("own name", name, 26, theme.IVORY, room, 30, topleft=(x, y + u))
        self.voice = round(end.right + 4 * u), end.centery, round(right.x - 6 * u)
        pen.text("own line", round_line(self._session), 17, theme.MIST, room, 24, topleft=(x, y + 32 * u))
        if not self.buttons:
            pen.text("mark own", mark, 17, theme.GOLD, topright=(x + w, y + 46 * u))
        if isinstance(self._session, MatchPlayback):
            self._replay(self._session, x, y + 66 * u, w)
        lines = [line for words in self.lines for line in text.wrap(words, 19 * u, w)]
        for i in range(_LINES):
            words, size, color = lines[i] if i < len(lines) else "", 19 if i else 24, theme.MIST
            at = x, y + (66 + (10 + 24 * i if i else 0)) * u
            pen.text(f"watcher{i}", words, size, color if i else theme.GOLD, w, 24, topleft=at)
        self._write_buttons(hover)

    def _replay(self, session: MatchPlayback, x: float, y: float, w: float) -> None:
        """The playback speed, and the keys for watching."""
        u = self._u
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
            self._pen.text(f"replay{i}", line, 19, theme.MIST, w, 24, topleft=(x, y + (34 + 24 * i) * u))

    def _write_buttons(self, hover: str) -> None:
        if not self.caps:
            return
        state, pen, buttons, end = self._session.state, self._pen, self.buttons, self.end
        waits = called(self._session, self.seat)
        wanted = self.may_knock or (state.phase == WAITING and not state.ready >> self.seat & 1)
        gold, ink = theme.GOLD if wanted else None, theme.IVORY if self.may_knock else None
        key = "knock" + end
        pen.button(key, buttons[key], _("Knock"), self.caps.knock, hover=hover == key, color=gold, ink=ink)
        key, gold = "call" + end, theme.GOLD if advice(self._session, self.seat) else None
        words = self._call(waits)
        pen.button(key, buttons[key], words, self.caps.call, hover=hover == key, color=gold, lit=waits)
        for i, cry in enumerate(CRIES):
            if (key := f"shout{i}") in buttons:
                pen.button(key, buttons[key], _(cry), hover=hover == key, size=17)

    def _call(self, waits: bool) -> str:
        return _("Waiting for the others …") if waits else _("Stuck (speltorka)")


class OwnStrip(OwnTray):
    """The same on one line above the piles."""

    def _place_buttons(self) -> Mapping[str, Rect]:
        x, y, w, h = self.panel
        wide, gap = round(_STRIP_BUTTON * self._u), round(8 * self._u)
        call = Rect(x + w - wide, y, wide, h)
        return {"knock": call.move(-wide - gap, 0), "call": call}

    def write(self, total: int, mark: str, hover: str) -> None:
        """Update all text; `hover` names the button under the pointer."""
        (x, y, _w, h), u, pen, end = self.panel, self._u, self._pen, self.end
        left = self.buttons["knock" + end].x
        middle = y + h // 2
        right = pen.text(f"own total{end}", figure(total), 32, theme.IVORY, midright=(left - 14 * u, middle))
        room = right.x - x - 12 * u
        name = self._session.names[self.seat]
        above = middle - 8 * u
        written = pen.text(f"own name{end}", name, 23, theme.IVORY, room, 24, midleft=(x, above))
        line = mark or round_line(self._session)
        color = theme.GOLD if mark else theme.MIST
        pen.text(f"own line{end}", line, 16, color, room, 18, midleft=(x, middle + 12 * u))
        self.voice = round(written.right + 4 * u), round(above), round(right.x - 6 * u)
        self._write_buttons(hover)

    def point(self) -> tuple[int, int]:
        """Where points are counted up."""
        return self.panel.centerx, self.panel.y

    def _call(self, waits: bool) -> str:
        return _("Waiting …") if waits else _("Speltorka")
