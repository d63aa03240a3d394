"""The list of tables found on the network."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from game.i18n import _
from game.lan.browser import TableBrowser
from game.lan.known_hosts import KnownHosts
from game.ui.engine import text, theme
from game.ui.lobby.addresses import short
from game.ui.lobby.sitters import Back
from game.ui.lobby.table_row import TableRow
from game.ui.widgets.group import place_column
from game.ui.widgets.rows import Button, Widget

if TYPE_CHECKING:
    from game.net.discovery.finder import Found

_LISTED = 6
"""Rows for tables; if there are more tables, one row turns the page."""
_LETTERS, _LINE, _SMALL = 24, 29, 20
"""Height of letters and lines of the text for an empty list, and of the line at the foot."""


class TableList:
    """Rows in the order first found, so that none jumps away from the pointer."""

    def __init__(
        self, visit: "Callable[[Found], None]", turned: Callable[[], None], hosts: KnownHosts, back: Back
    ) -> None:
        """`visit` is called with the chosen table, `turned` when another page is to be shown; `back` gives
        pictures of card backs."""
        self._visit, self._turned, self.hosts, self._back = visit, turned, hosts, back
        self._rows: dict[bytes, TableRow] = {}
        self._foreign = ""
        self._page = 0
        self._more = Button("", self._turn_page)

    def update(self, search: TableBrowser) -> bool:
        """Take over the search results; returns whether rows or text have changed."""
        found = {table.info.id: table for table in search.tables}
        before, foreign = list(self._rows), self._foreign
        for gone in [key for key in self._rows if key not in found]:
            del self._rows[gone]
        for key, table in found.items():
            standing = self.hosts.standing(table.host, table.info.name, key)
            if key in self._rows:
                self._rows[key].update(table, standing)
            else:
                self._rows[key] = TableRow(table, standing, self._visit, self._back)
        self._page = min(self._page, self._pages - 1)
        self._foreign = ""
        if search.foreign:
            where = short(search.foreign[0].address)
            self._foreign = _("{host} plays another version of the game.").format(host=where)
        return list(self._rows) != before or self._foreign != foreign

    @property
    def shown(self) -> list[Widget]:
        """The rows of this page, and the one that turns it."""
        rows: list[Widget] = list(self._rows.values())
        if self._pages == 1:
            return rows
        first = self._page * (_LISTED - 1)
        self._more.label = _("More tables (page {page} of {pages})").format(
            page=self._page + 1, pages=self._pages
        )
        return [*rows[first : first + _LISTED - 1], self._more]

    def lay_out(self, surface: Surface, place: Rect, u: float) -> None:
        """Lay the rows out; without any, show what to do."""
        room = place.h - (_LINE * u if self._foreign else 0)
        place_column(self.shown, place.x, place.y, place.w, u, room)
        if self._foreign:
            where = (place.x, place.bottom - 10 * u)
            text.draw(surface, self._foreign, _SMALL * u, theme.MIST, max_width=place.w, midleft=where)
        if self._rows:
            return
        sentence = _(
            "No table found yet. Open one here, and your friends on the same network see it "
            "within a second; or enter the address of their table."
        )
        lines = text.wrap(sentence, _LETTERS * u, place.w - 60 * u)
        foot = place.centerx, place.centery + (0.5 - len(lines) / 2) * _LINE * u
        text.draw_lines(surface, lines, _LETTERS * u, theme.MIST, _LINE * u, midbottom=foot)

    @property
    def _pages(self) -> int:
        return 1 if len(self._rows) <= _LISTED else -(-len(self._rows) // (_LISTED - 1))

    def _turn_page(self) -> None:
        self._page = (self._page + 1) % self._pages
        self._turned()
