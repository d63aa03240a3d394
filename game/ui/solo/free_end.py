"""The end of a solo game without a time limit."""

from collections.abc import Callable, Sequence

from pygame import Rect, Surface

from game.i18n import _, ngettext
from game.storage.result import PendingResult, Result
from game.ui.covers.cover import Cover
from game.ui.engine import text, theme
from game.ui.engine.scene import Context
from game.ui.solo.cover import SoloTable
from game.ui.widgets.group import GAP, ROW, Group, place_column
from game.ui.widgets.rows import Button, Widget
from game.ui.widgets.times import exact_time


def recorded(entry: PendingResult) -> str:
    """Whether a result is on disk, as text."""
    if entry.saved is None:
        return _("Recording …")
    return _("Recorded") if entry.saved.on_disk else _("Not recorded")


def won_how(result: Result) -> str:
    """How a deal was won, as text."""
    return _("It came out!") if result.placed == result.cards else _("Won with a double series")


class SoloEnd(Cover):
    """The result of a free game, and what to do next."""

    input_delay = 0.8

    def __init__(self, table: SoloTable, entry: PendingResult, watch: Callable[[], None]) -> None:
        """`watch` shows the run."""
        super().__init__(table)
        self.table = table
        self._entry, self._watch = entry, watch
        self._recorded = ""

    def enter(self, ctx: Context) -> None:
        """Show it."""
        super().enter(ctx)
        self._rows: list[Widget] = [
            Button(_("Another deal"), self._another, primary=True),
            Button(_("Same deal again"), self._again),
            Button(_("Watch the run"), self._watch),
            Button(_("Leave the table"), self.table.get_up),
        ]
        self.group = Group(self._rows)

    def _another(self) -> None:
        ctx, rules = self.ctx, self.table.session.rules
        self.table.get_up()
        ctx.launcher.free_play(rules)

    def _again(self) -> None:
        self.back()
        self.table.restart()

    def step(self, now: float) -> None:
        """Show once it has been recorded."""
        if self._recorded != recorded(self._entry):
            self.ctx.redraw()

    def close(self) -> None:
        """Leave the table."""
        self.table.get_up()

    def _words(self) -> list[str]:
        session, result = self.table.session, self._entry.result
        placed, cards = result.placed, result.cards
        rows = [
            _("{placed} of {cards} cards").format(placed=placed, cards=cards),
            _("Deal {seed}").format(seed=session.seed),
        ]
        if mistakes := session.solo.mistakes:
            words = ngettext("{n} mistake", "{n} mistakes", mistakes).format(n=mistakes)
            rows.insert(1, words)
        return [*rows[:-1], *self.table.facts(), rows[-1]]

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The result on the bare felt."""
        if full:
            session = self.table.session
            rect, u = self.sheet(surface, (520, 256 + len(self._rows) * (ROW + GAP)))
            middle = rect.centerx
            won = self._entry.result.won
            words = won_how(self._entry.result) if won else _("Not this time")
            color = theme.GOLD if won else theme.IVORY
            text.draw(surface, words, 52 * u, color, max_width=rect.w * 0.9, center=(middle, rect.y + 52 * u))
            time = exact_time(session.elapsed)
            text.draw(surface, time, 64 * u, theme.IVORY, center=(middle, rect.y + 122 * u))
            line = " · ".join(self._words())
            where = middle, rect.y + 174 * u
            text.draw(surface, line, 22 * u, theme.MIST, max_width=rect.w * 0.9, center=where)
            self._recorded = recorded(self._entry)
            text.draw(surface, self._recorded, 19 * u, theme.MIST, center=(middle, rect.y + 202 * u))
            place_column(self._rows, rect.x + 60 * u, rect.y + 228 * u, rect.w - 120 * u, u)
        return self.group.draw(surface, full)
