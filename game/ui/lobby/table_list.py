"""The tables found on the network."""

from typing import TYPE_CHECKING

from game.i18n import _
from game.lan.browser import TableBrowser
from game.lan.known_hosts import KnownHosts, Standing
from game.ui.lobby.addresses import short

if TYPE_CHECKING:
    from game.net.discovery.finder import Found


class TableList:
    """In the order first found, so that none jumps away from the pointer."""

    def __init__(self, hosts: KnownHosts) -> None:
        self.hosts = hosts
        self.tables: dict[bytes, tuple[Found, Standing]] = {}
        """By id, each with whether its host is known."""
        self.foreign = ""
        """What to say of a host of another version; empty: there is none."""

    def update(self, search: TableBrowser) -> None:
        """Take over the search results."""
        found = {table.info.id: table for table in search.tables}
        order = dict.fromkeys([*self.tables, *found])
        self.tables = {
            key: (table, self.hosts.standing(table.host, table.info.name, key))
            for key in order
            if (table := found.get(key))
        }
        self.foreign = ""
        if search.foreign:
            where = short(search.foreign[0].address)
            self.foreign = _("{host} plays another version of the game.").format(host=where)
