"""A process that looks for tables, time and again, and prints what it found and how soon as JSON.

Takes one JSON object: `port`, `runs`, `seconds` (when to give up), `linger` (how long to look on after that),
`further` (whether to ask every address nearby).
"""

import json
import sys
from contextlib import closing

from game.lan.discovery import DiscoverySockets
from game.lan.udp import write_address
from game.net.wire.packet import PORT
from game.system import here


def microseconds() -> int:
    """The time of a steady clock."""
    return here().clock.microseconds()


def search(port: int, seconds: float, linger: float, further: bool) -> tuple[float | None, list[str]]:
    """Milliseconds until a table was in the list (None: never), and the addresses listed at the end."""
    begun = microseconds()
    end, spent = begun + int(seconds * 1e6), None
    with closing(DiscoverySockets(begun, port)) as seeker:
        if further:
            seeker.look_further()
        while (now := microseconds()) < end:
            seeker.update(now)
            if spent is None and seeker.finder.tables(now):
                now = microseconds()
                spent, end = (now - begun) / 1000, now + int(linger * 1e6)
            wait = min(seeker.next_time, end) - microseconds()
            here().clock.wait(seeker.sockets, wait / 1e6)
        return spent, [write_address(found.address) for found in seeker.finder.tables(microseconds())]


def main(
    port: int = PORT, runs: int = 1, seconds: float = 5.0, linger: float = 0.0, further: bool = False
) -> None:
    """Look `runs` times and print the milliseconds of each and the addresses of the last."""
    searches = [search(port, seconds, linger, further) for _ in range(runs)]
    print(json.dumps({"ms": [spent for spent, _ in searches], "addresses": searches[-1][1]}))


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
