"""A process that opens a table and prints its port, as JSON what the others enter, and, once somebody
else has come, that they have met.

Takes one JSON object, without anything in it.
"""

import json
from contextlib import closing

from game.lan.join import open_table
from game.net.wire.packet import PORT
from game.storage.settings import Settings
from game.ui.lobby.lobby import addresses
from tests.waiting import until


def main() -> None:
    """Open the table, and print."""
    with closing(open_table(Settings(name="Anna"), None, "Kitchen", 4)) as lan:
        print(PORT, flush=True)
        print(json.dumps(addresses(lan)), flush=True)
        until(lambda: lan.room and sum(place.kind != "empty" for place in lan.room.places) > 1)
        print("met", flush=True)


if __name__ == "__main__":
    main()
