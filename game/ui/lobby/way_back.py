"""The way back to a table where a seat of the player's is kept."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from game.i18n import _
from game.lan.browser import TableBrowser
from game.lan.known_hosts import KnownHosts
from game.net.wire.packet import PORT
from game.ui.engine.scene import Context, Scene
from game.ui.engine.window import wake
from game.ui.input.commands import Command, by_name
from game.ui.input.keys import Slot
from game.ui.play.scene import Extra
from game.ui.view.leaves import Button, Style, Text

_BACK: Final = Slot("return", "F10")
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

    @property
    def first(self) -> tuple[str, Scene] | None:
        """What leads to the first of them, and how that is called."""
        for table, scene in self._kept[:1]:
            return _("Back to {table}").format(table=table), scene
        return None

    def button(self) -> Button | None:
        """What leads to the first of them."""
        if not self.first:
            return None
        label, scene = self.first
        inside = Text(label, _LABEL, wraps=True, most=2)
        go = partial(self._ctx.push, scene)
        return Button(label, go, name="return", primary=True, inside=inside, high=72)


class CalledBack(Extra):
    """Tells who plays alone meanwhile that such a table has been found, and leads there."""

    slots = by_name(_BACK)

    def __init__(self) -> None:
        self._way: WayBack | None = None
        self._told: object = None

    def enter(self) -> None:
        """Look for one."""
        self._way = WayBack(self.table.ctx)

    def leave(self) -> None:
        """Look no longer."""
        if self._way:
            self._way.search.close()

    def step(self, at: float) -> None:
        """Say it as soon as it is known, and no longer than it is so."""
        if (first := self._way and self._way.first) != self._told:
            self._told = first
            self.table.renew()

    def commands(self) -> Iterator[Command]:
        if self._way and self._way.first:
            label, scene = self._way.first
            yield Command(_BACK, lambda _at: self._go(scene), "", label, wanted=True)

    def _go(self, scene: Scene) -> None:
        """Leave the patience, which is kept, for that table."""
        ctx = self.table.ctx
        self.table.back()
        ctx.push(scene)
