"""The way back to a table where a seat of the player's is kept."""

from functools import partial
from typing import TYPE_CHECKING

from game.i18n import _
from game.lan.browser import TableBrowser
from game.lan.known_hosts import KnownHosts
from game.net.wire.packet import PORT
from game.ui.engine.scene import Context
from game.ui.engine.waiting import wake
from game.ui.view.leaves import Button

if TYPE_CHECKING:
    from game.net.discovery.finder import Found


class WayBack:
    """Looks for such a table until it is closed, or there is no table at all."""

    def __init__(self, ctx: Context) -> None:
        port = PORT if ctx.port is None else ctx.port
        self._ctx, self._search = ctx, TableBrowser(port, wake, KnownHosts(ctx.folder), explains=False)
        self.close = self._search.close

    def button(self) -> Button | None:
        """What leads there, while a seat is kept."""
        if not self._search.tables:
            return None
        from game.lan.seat_tokens import SeatTokens  # noqa: PLC0415 - by now the search has imported the most

        seats = SeatTokens(self._ctx.folder)
        found = next((each for each in self._search.tables if seats.kept_at(each.info)), None)
        if found is None:
            return None
        label, back = _("Back to {table}").format(table=found.info.name), partial(self._return, found)
        return Button(label, back, name="return", primary=True, wide=520, high=48, align="middle")

    def _return(self, found: "Found") -> None:
        from game.net.transport.noise import fingerprint  # noqa: PLC0415 - as above
        from game.ui.lobby.connecting import CallingScene  # noqa: PLC0415

        mark = fingerprint(found.host.exchange)
        self._ctx.push(CallingScene(found.address, name=found.info.name, mark=mark))
