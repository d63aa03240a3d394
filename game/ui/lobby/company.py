"""The second player at this machine: joins the table too, if there are two, with a seat of their own."""

from game.i18n import _, ngettext
from game.lan.refusals import TableUnavailable
from game.lan.table import JOINED, RemoteTable
from game.ui.engine.scene import Context
from game.ui.launch.network import join_beside
from game.ui.widgets.rows import BareChoice, Widget


class Company:
    """How many play here is chosen before the match, and remembered."""

    def __init__(self, ctx: Context, lan: RemoteTable) -> None:
        self._ctx, self._lan = ctx, lan
        self._asked = False
        """Whether the second player has asked for a seat: a refusal is not asked for again."""

    def step(self) -> None:
        """Let the second player join once the first one has."""
        if self._ctx.settings.players == 2 and not self._asked and self._lan.status == JOINED:
            self._asked = True
            try:
                join_beside(self._ctx, self._lan)
            except TableUnavailable as error:
                self._ctx.notify(error)

    def row(self) -> Widget:
        """The choice of how many play here."""
        people = [(n, ngettext("{n} player", "{n} players", n).format(n=n)) for n in (1, 2)]
        row = BareChoice(_("At this screen"), people, 2 if self._lan.partner else 1, self._set)
        row.help = _("Two share the keyboard, or each has a gamepad.")
        return row

    def _set(self, players: int) -> None:
        self._ctx.settings.players, self._asked = players, False
        if players == 1:
            self._lan.part()
