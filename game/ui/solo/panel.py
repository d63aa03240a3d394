"""The panel of a solo game: what is played, the clock, the cards left, hints, the buttons."""

from collections.abc import Callable
from typing import NamedTuple

from pygame import Rect, Surface

from game.core.solo import COSTS, UNDO
from game.i18n import _, ngettext
from game.sessions.solo import SoloSession
from game.solve.hints.cache import Hint
from game.solve.verdict import HOPELESS, UNDECIDED, WON
from game.ui.cards.canvas import OVER
from game.ui.cards.labels import figure
from game.ui.cards.pen import Pen
from game.ui.cards.stage import Stage
from game.ui.engine import text, theme
from game.ui.engine.page import Page
from game.ui.input.legend import Legend
from game.ui.rulebook.arrow import sign
from game.ui.solo.marks import RED, whole_run
from game.ui.widgets.medals import medal
from game.ui.widgets.times import cost, exact_time, short_time

GREEN = (104, 196, 128)
GESTURES = "DS"
"""The keys of moves without cards."""
_ABOVE = 150
"""Units between the number of cards and the buttons that are left to bars, and to what hints say."""
_PAD, _HIGH, _GAP = 14, 32, 5
"""Margins at the sides, height of a button and the gap between two, in units."""
_WORRY = 15_000_000
"""Microseconds before the time limit from which the clock is red."""


class PanelButton(NamedTuple):
    """A button: its name, label and default key, whether it is enabled and whether it needs attention."""

    name: str
    label: str
    key: str
    can: bool = True
    wanted: bool = False


def _hint_words(hint: Hint) -> str:
    if hint.verdict == WON:
        return _("This move leads to a win. {key}: make it.")
    if hint.verdict == HOPELESS:
        if hint.move:
            return _("It can no longer be won, but this can still go home. {key}: lay it.")
        return _("From here it cannot be won.")
    if hint.move:
        return _("Not proven: it may or may not come out. {key}: make this move.")
    return _("Nothing found: it may or may not come out.")


class SoloPanel:
    """Draws the panel and knows where its buttons are."""

    def __init__(
        self,
        stage: Stage,
        session: SoloSession,
        ghost: Callable[[int], int] | None,
        name: str,
        legend: Legend,
        finger: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """`ghost`: how many cards another run had placed at a given time; `name`: the deal's. `finger`: how
        many pixels a button and the gap to the next measure at the least, if there is room."""
        self._legend, self._finger = legend, finger
        self._stage, self._session, self._ghost, self._name = stage, session, ghost, name
        self._pen = Pen(stage)
        self.buttons: dict[str, Rect] = {}
        self.extra = ""
        """A line below the bar of cards, such as the pace."""
        self._head()

    @property
    def _u(self) -> float:
        return self._stage.layout.unit

    @property
    def _inner(self) -> Rect:
        pad = round(_PAD * self._u)
        return Rect(self._stage.layout.panel).inflate(-2 * pad, -2 * pad)

    def _head(self) -> None:
        box, u = self._inner, self._u
        self._pen.text("title", _(self._session.rules.title), 31, theme.IVORY, box.w, topleft=box.topleft)
        below = box.x, box.y + text.size(31 * u) + u
        self._pen.text("name", self._name, 18, theme.MIST, box.w, topleft=below)

    @property
    def _clock(self) -> float:
        """Where the clock's line ends."""
        return self._inner.y + self._u + sum(text.size(line * self._u) for line in (31, 18, 62))

    @property
    def _count(self) -> float:
        """Where the line with the number of cards ends."""
        return self._clock + 6 * self._u + sum(text.size(line * self._u) for line in (22, 26))

    def tick(self) -> None:
        """Update the clock and what changes with it."""
        box, u, session = self._inner, self._u, self._session
        time = exact_time(session.elapsed)
        limit = session.limit
        late = limit is not None and limit - session.elapsed < _WORRY and session.begun
        color = RED if late else theme.IVORY if session.begun else theme.MIST
        y = self._clock
        written = self._pen.text("clock", time[:-2], 62, color, bottomleft=(box.x, y))
        self._pen.text("tenth", time[-2:], 36, color, bottomleft=(written.right, y - 5 * u))
        if limit is not None:
            words = _("of {time}").format(time=short_time(limit))
            room = box.right - written.right - text.width(time[-2:], 36 * u) - 8 * u
            self._pen.text("limit", words, 18, theme.MIST, room, bottomright=(box.right, y - 10 * u))
        for i, (name, most) in enumerate(session.medals):
            open_ = session.elapsed <= most
            x = box.x + i * box.w / 3
            self._sign(f"medal{i}", (x + 7 * u, y + 13 * u), medal(name if open_ else "", round(19 * u)))
            tint = theme.IVORY if open_ else (*theme.MIST, 110)
            room = box.w / 3 - 20 * u
            self._pen.text(
                f"medal time{i}", short_time(most), 18, tint, room, midleft=(x + 18 * u, y + 14 * u)
            )
        if self._ghost:
            self._race(self._ghost(session.elapsed))

    def refresh(self, hover: str = "") -> None:
        """Update everything that changes with the table; `hover` names the button under the pointer."""
        box, u, session = self._inner, self._u, self._session
        placed, cards = session.placed
        y = self._count
        count = self._pen.text("placed", f"{placed} / {cards}", 26, theme.IVORY, bottomleft=(box.x, y))
        left = ngettext("{n} card left", "{n} cards left", cards - placed).format(n=cards - placed)
        room = box.right - count.right - 8 * u
        self._pen.text("left", left, 18, theme.MIST, room, bottomright=(box.right, y - 2 * u))
        self._bar("done", 6, 8, placed, (*theme.GOLD, 230))
        if self._ghost:
            label = _("your best run")
            self._pen.text("ghost", label, 15, theme.MIST, 0.7 * box.w, topleft=(box.x, y + 26 * u))
        self._winnable(y + 40 * u + (text.size(18 * u) if self._ghost else 0))
        self._write_buttons(hover)
        self.tick()

    def _race(self, there: int) -> None:
        """How far the other run had come, and how many cards the player is ahead or behind."""
        box, u = self._inner, self._u
        self._bar("ghost", 18, 5, there, (*theme.MIST, 190))
        ahead = self._session.placed[0] - there
        color, y = GREEN if ahead > 0 else RED if ahead else theme.MIST, self._count + 26 * u
        at = box.right, y
        lead = self._pen.text("lead", figure(ahead, True) if ahead else "±0", 17, color, topright=at)
        self._pen.text("ghost cards", str(there), 15, theme.MIST, topright=(lead.x - 8 * u, y + u))

    def _bar(self, key: str, y: float, high: float, placed: int, color: theme.Color) -> None:
        box, u, cards = self._inner, self._u, max(1, self._session.placed[1])
        size = box.w, max(2, round(high * u))
        at = box.x, round(self._count + y * u)
        self._stage.canvas.tag(f"{key} trough", theme.rounded(size, size[1] // 2, theme.RAISED), at)
        wide = round(box.w * min(1.0, placed / cards))
        full = theme.rounded((wide, size[1]), size[1] // 2, color) if wide >= size[1] else None
        self._stage.canvas.tag(f"{key} bar", full, at)

    def _sign(self, key: str, center: tuple[float, float], picture: Surface) -> None:
        at = picture.get_rect(center=(round(center[0]), round(center[1]))).topleft
        self._stage.canvas.tag(key, picture, at, OVER)

    def _winnable(self, y: float) -> None:
        box, u, session = self._inner, self._u, self._session
        words, color, hints = self.extra, theme.MIST, session.hints
        self._stage.canvas.tag("winnable", None)
        shift = 0.0
        if hints and hints.indicates and not session.over and not session.rules.reflex:
            words, color = {
                WON: (_("still winnable"), GREEN),
                HOPELESS: (_("lost"), RED),
                UNDECIDED: (_("winnable? unknown"), theme.MIST),
            }[hints.winnable]
            shift = 22 * u
            size = round(17 * u)
            if hints.winnable == UNDECIDED:
                light = theme.rounded((size, size), size // 2, (0, 0, 0, 0), color, max(2, round(2 * u)))
            else:
                light = sign(hints.winnable == WON, size, color)
            self._sign("winnable", (box.x + 7 * u, y), light)
        self._pen.text("winnable words", words, 19, color, box.w - shift, midleft=(box.x + shift, y))

    def _say(self, bottom: float) -> None:
        """What a hint says, that a run is complete, or that no move is left."""
        box, u, session = self._inner, self._u, self._session
        words, hint = "", session.advice
        if session.hints and session.hints.thinking:
            words = _("Searching …")
        elif hint:
            words = _hint_words(hint).format(key=self._legend("H"))
        elif whole_run(session, self._stage.roles):
            words = _("A whole run: click it to put it away.")
        elif session.stuck:
            words = _("No move is left. Undo, or give up.")
        lines = text.wrap(words, 21 * u, box.w) if words else ()
        for i in range(4):
            at = box.x, bottom - (text.size(21 * u) + 3 * u) * (len(lines) - i)
            line = lines[i] if i < len(lines) else ""
            self._pen.text(f"say{i}", line, 21, theme.GOLD, box.w, topleft=at)

    def describe(self, page: Page) -> None:
        """Describe the buttons."""
        self._pen.describe(page)

    def panel_buttons(self) -> list[PanelButton]:
        """The current buttons."""
        session, reflex = self._session, self._session.rules.reflex
        on = not session.over
        if not session.plays:
            return [
                PanelButton("slower", _("Slower"), "‹", on),
                PanelButton("faster", _("Faster"), "›", on),
                PanelButton("skip", _("To the end"), "Space", on),
                PanelButton("restart", _("From the beginning"), "R"),
                PanelButton("pause", _("Pause"), "P"),
            ]
        if session.teaches:
            return []
        hint = session.advice
        shown = hint is not None and hint.move is not None
        found: list[PanelButton] = []
        if hint and hint.back:
            back = ngettext("Back {n} move", "Back {n} moves", hint.back).format(n=hint.back)
            price = cost(hint.back * COSTS[UNDO])
            found.append(PanelButton("back", f"{back} ({price})", "B", on, True))
        if not reflex:
            ready = bool(session.finish)
            found += [
                PanelButton("undo", _("Undo"), "U", on and bool(session.solo.history.line)),
                PanelButton("redo", _("Redo"), "Y", on and bool(session.solo.history.undone)),
                PanelButton("hint", _("Make this move") if shown else _("Hint"), "H", on, shown),
                PanelButton("finish", _("Lay out the rest"), "A", on and ready, ready),
            ]
        for i, (label, can) in enumerate(self._gestures()):
            found.append(PanelButton(f"gesture{i}", label, GESTURES[i], on and can))
        return [
            *found,
            PanelButton("pause", _("Pause"), "P", on),
            PanelButton("restart", _("Same deal again"), "R"),
            PanelButton("give up", _("Give up"), "G", on),
        ]

    def can(self, name: str) -> bool:
        """Whether the button with this name exists and is enabled."""
        return any(button.name == name and button.can for button in self.panel_buttons())

    def _gestures(self) -> list[tuple[str, bool]]:
        rules, roles = self._session.rules, self._stage.roles
        can = {roles[m.src] for m in rules.moves(self._session.state.table, 0) if not m.count}
        return [(_(label), role in can) for role, label in rules.gestures.items()][: len(GESTURES)]

    def _write_buttons(self, hover: str) -> None:
        box, u = self._inner, self._u
        shown = self.panel_buttons()
        for name in self.buttons.keys() - {button.name for button in shown}:
            self._pen.no_button(name)
        self.buttons = {}
        gap, y = round(_GAP * u), float(box.bottom)
        room = (y - self._count - _ABOVE * u) / max(1, len(shown))
        high = round(max(_HIGH * u, min(self._finger(), room) - gap))
        for button in reversed(shown):
            y -= high
            self.buttons[button.name] = rect = Rect(box.x, round(y), box.w, high)
            self._pen.button(
                button.name,
                rect,
                button.label,
                self._legend(button.key),
                hover=hover == button.name,
                color=theme.GOLD if button.wanted and button.can else None,
                size=21,
                dim=not button.can,
            )
            y -= gap
        self._say(y - 4 * u)
