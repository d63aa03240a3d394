"""A table of one's own for three, in a process: its player knocks and looks on. Ends with its input.

Argument: how many of the seats have bots."""

import json
import sys
import threading
import time

from game.lan.join import open_table
from game.storage.settings import Settings


def main() -> None:
    """Tell the port; at the end, where one sat."""
    lan = open_table(Settings(), None, "Own", 3, int(sys.argv[1]) if sys.argv[1:] else 0, port=0)
    assert lan.server
    print("port", f"{lan.server.ports.port}.", flush=True)
    done = threading.Event()

    def read() -> None:
        sys.stdin.read()
        done.set()

    threading.Thread(target=read, daemon=True).start()
    while not done.is_set():
        lan.poll()
        room = lan.room
        if room and all(place.kind != "empty" for place in room.places) and not lan.state.round:
            lan.knock()
        time.sleep(0.05)
    welcome = lan.client.table.welcome
    epoch = welcome.epoch if welcome else None
    print(json.dumps({"epoch": epoch, "seat": lan.place, "own": lan.server is not None}), flush=True)
    lan.close()


if __name__ == "__main__":
    main()
