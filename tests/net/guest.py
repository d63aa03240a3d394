"""A machine of a table: its host, or a guest whose seat a bot plays, and who says when it heard nothing.

Takes one JSON object. Prints its port, a guest once it plays; then a JSON object for each silence that has
ended, with the times by the machine's clock, the seat, and whether the connection is still the first one.
"""

import json
import sys

from game.core.state import PLAYING
from game.lan.bot_client import BotClient
from game.lan.hosting import bind, make_table
from game.lan.join import connect
from game.lan.server import Server
from game.net.wire.messages import HouseRules, Join
from game.storage.replay_writer import ReplayKeeper

SILENCE = 150_000
"""Microseconds beyond what a busy machine makes of the 50 ms between two packets of an idle host."""


def host(port: int, seats: int) -> None:
    """Serve a table for ever."""
    server = Server(make_table("Home", seats, HouseRules(9999, 0, {})), bind(port), ReplayKeeper(None).save)
    print(server.ports.port, flush=True)
    server.run(lambda: False)


def guest(host: str, port: int, name: str) -> None:
    """Play for ever."""
    connection = connect((host, port), Join(name, 0, bot="hard"), "", ReplayKeeper(None).save)
    bot, first = BotClient(connection, "hard", 1), connection.client
    wait, told, last = 0.0, False, 0
    while True:
        wait = bot.step(min(wait, 0.01))
        table = connection.client.table
        heard = table.connection.silent_since
        if not told and table.state.phase == PLAYING and table.state.starts is not None:
            told = table.host_now(connection.client.clock.microseconds()) > table.state.starts
            if told:
                print(connection.ports.port, flush=True)
        elif told and heard - last > SILENCE and table.seated:
            same, seat = connection.client is first, table.seat
            found = {"began": last / 1e6, "ended": heard / 1e6, "same": same, "seat": seat}
            print(json.dumps({**found, "address": connection.client.address[0]}), flush=True)
        last = max(last, heard) if told else heard


if __name__ == "__main__":
    options = json.loads(sys.argv[1])
    (guest if "host" in options else host)(**options)
