"""The way back to a table where a seat of the player's is kept."""

from functools import partial

from game.i18n import _
from game.lan.browser import TableBrowser
from game.lan.known_hosts import KnownHosts
from game.net.wire.packet import PORT
from game.ui.engine.scene import Context, Scene
from game.ui.engine.window import wake
from game.ui.view.leaves import Button, Style, Text

_LABEL = Style(26, 31, "gold")


class WayBack:
    """Looks for such a table until it is closed, or no seat can be kept any more."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._kept: list[tuple[str, Scene]] = []
        """By name the tables, and what leads there."""
        port = PORT if ctx.port is None else ctx.port
        self._hosts = KnownHosts(ctx.folder)
        self.search = TableBrowser(port, self._look, self._hosts, explains=False)

    def _look(self) -> None:
        """See where a seat is kept; called in the thread of the search, for the imports take a while."""
        from game.lan.seat_tokens import SeatTokens  # noqa: PLC0415
        from game.net.transport.noise import fingerprint  # noqa: PLC0415
        from game.ui.lobby.connecting import CallingScene  # noqa: PLC0415

        seats, found = SeatTokens(self._ctx.folder), self.search.tables
        self._kept = [
            (name := one.info.name, CallingScene(one.address, name=name, mark=fingerprint(one.host.exchange)))
            for one in found
            if seats.kept_at(one.info) and self._hosts.standing_among(one, found) == "known"
        ]
        wake()

    def button(self) -> Button | None:
        """What leads to the first of them."""
        for table, scene in self._kept[:1]:
            label, go = _("Back to {table}").format(table=table), partial(self._ctx.push, scene)
            inside = Text(label, _LABEL, wraps=True, most=2)
            return Button(label, go, name="return", primary=True, inside=inside, high=72)
        return None
