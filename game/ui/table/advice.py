"""What to do when nothing can be played: who has called, the own call, turning one card at a time."""

from pygame import Rect

from game.core.state import PLAYING
from game.i18n import _, ngettext
from game.rules.haisty import ONES
from game.sessions.session import Session
from game.ui.cards.stage import Stage
from game.ui.engine import text, theme

_SIZE, _LINE = 20, 22
"""Height of the letters and of a line in units."""

_NAMES = 3
"""The most names in a sentence."""


def one_by_one(session: Session) -> bool:
    """Whether everyone turns one card at a time."""
    return session.state.phase == PLAYING and session.state.table.mode == ONES


def called(session: Session, seat: int) -> bool:
    """Whether the seat's call still holds."""
    return session.state.phase == PLAYING and bool(session.state.table.calls >> seat & 1)


def advice(session: Session, own: int | None = None, key: str = "D") -> str:
    """A sentence for a player who cannot move; empty while there is nothing to say. `own`: the player's seat,
    if not the session's; `key`: of the call."""
    state = session.state
    own = session.seat if own is None else own
    if state.phase != PLAYING or not session.plays:
        return ""
    callers = [name for seat, name in enumerate(session.names) if called(session, seat)]
    if called(session, own):
        others = [name for name in session.names if name not in callers]
        return _("You call speltorka. Waiting for {names}.").format(names=few(others)) if others else ""
    if callers:
        return ngettext(
            "{names} calls speltorka. Nothing to play? Press {key}.",
            "{names} call speltorka. Nothing to play? Press {key}.",
            len(callers),
        ).format(names=few(callers), key=key)
    if not any(move.count for move in session.rules.moves(state.table, own)):
        return _("No card can move and the hand cannot be turned. Press {key}: speltorka.").format(key=key)
    return ""


def few(names: list[str]) -> str:
    """As many names as fit, and how many more there are."""
    most = names if len(names) <= _NAMES else names[: _NAMES - 1]
    more = len(names) - len(most)
    return ", ".join(most) + (f" +{more}" if more else "")


def waiting_for(session: Session) -> str:
    """Who has yet to knock for the next round."""
    ready = session.state.ready
    names = [name for seat, name in enumerate(session.names) if not ready >> seat & 1]
    return _("Waiting for {names} …").format(names=few(names)) if names else _("Waiting for the others …")


class Advice:
    """Shows the advice below an own hand, where a stuck player looks."""

    def __init__(self, stage: Stage, session: Session, seat: int | None = None, key: str = "D") -> None:
        """`seat`: if not the session's; `key`: of its player's call."""
        self._stage, self._session, self.key = stage, session, key
        self._seat = session.seat if seat is None else seat
        self._end = "" if self._seat == session.seat else " 2"
        self._own = {
            role: place.box
            for role, owner, place in zip(stage.roles, stage.owners, stage.layout.places, strict=True)
            if owner == self._seat and role in ("stock", "waste")
        }
        self.words = ""
        """The sentence shown."""

    def refresh(self) -> None:
        """Show the current advice."""
        self._mark()
        words = advice(self._session, self._seat, self.key)
        if words != self.words:
            self.words = words
            self._say(words)

    def _mark(self) -> None:
        """Show beside the hand that one card is turned at a time, as long as that holds."""
        layout, canvas = self._stage.layout, self._stage.canvas
        if not one_by_one(self._session):
            canvas.tag("one by one" + self._end, None)
            return
        waste, stock = self._own["waste"], self._own["stock"]
        left, right = self._between()
        if layout.mirrored:  # the number of the cards stands in the middle
            right -= 0.72 * stock.w
        else:
            left += 0.72 * stock.w
        words = _("one card at a time")
        picture = text.render(words, 19 * layout.unit, theme.GOLD, right - left)
        at = round(left), round(waste.y + waste.h + 5 * layout.unit)
        canvas.tag("one by one" + self._end, picture, at)

    def _say(self, words: str) -> None:
        layout, canvas = self._stage.layout, self._stage.canvas
        if not words:
            canvas.tag("advice" + self._end, None)
            return
        u, (left, right) = layout.unit, self._between()
        tray = next(area.box for area in layout.areas if area.seat == self._seat)
        pad = 9 * u
        box = Rect(round(left), 0, round(right - left), 0)
        lines = text.wrap(words, _SIZE * u, box.w - 2 * pad)
        box.h = round(len(lines) * _LINE * u + 1.6 * pad)
        box.bottom = round(tray.y + tray.h - 7 * u)
        plate = theme.rounded(box.size, round(8 * u), (*theme.PLATE, 236), theme.GOLD, max(1, round(1.5 * u)))
        plate = plate.copy()
        room = box.w - 2 * pad
        text.draw_lines(plate, lines, _SIZE * u, theme.GOLD, _LINE * u, room, topleft=(pad, pad))
        canvas.tag("advice" + self._end, plate, box.topleft)

    def _between(self) -> tuple[float, float]:
        """How far the text may extend: from the stock to the panel, or to the tray's edge."""
        layout, stock = self._stage.layout, self._own["stock"]
        area = next(area for area in layout.areas if area.seat == self._seat)
        panel, pad = area.panel, 14 * layout.unit
        if panel.y + panel.h < stock.y:
            return stock.x, area.box.x + area.box.w - pad
        if layout.mirrored:
            return panel.x + panel.w + pad, stock.x + stock.w
        return stock.x, panel.x - pad
