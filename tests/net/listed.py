"""A process that looks for tables as the list of them does, and looks further.

Prints as JSON the names of the tables, or of what is told in their place.
"""

import json

from game.lan.browser import TableBrowser
from game.lan.diagnosis import why_not_found
from game.lan.known_hosts import KnownHosts
from game.net.wire.packet import PORT
from tests.waiting import until


def main() -> None:
    """Look, look further, and print."""
    search = TableBrowser(PORT, lambda: None, KnownHosts(None))
    until(lambda: search.tables or search.facts)
    search.look_further()
    until(lambda: search.tables or (search.facts and search.facts.near))
    search.close()
    told = why_not_found(search.facts) if search.facts and not search.tables else ()
    print(json.dumps([*(each.info.name for each in search.tables), *(each.name for each in told)]))


if __name__ == "__main__":
    main()
