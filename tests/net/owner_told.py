"""A process that hosts a table and prints, as JSON, what its owner is told: the findings' names.

Takes one JSON object: `reached` (print the port first, and then what is told once another machine has been
answered).
"""

import json
import queue
import sys
from contextlib import closing

from game.lan.diagnosis import Finding
from game.lan.hosting import bind, make_table
from game.lan.server import Server
from game.lan.visibility import Visibility
from game.net.wire.messages import HouseRules
from game.net.wire.packet import PORT
from game.storage.replay_writer import ReplayKeeper
from game.system import here
from tests.waiting import PATIENCE, until


def main(reached: bool = False) -> None:
    """Open the table, and print."""
    server = Server(make_table("Kitchen", 4, HouseRules(100, 0, {})), bind(PORT), ReplayKeeper(None).save)
    here().jobs.start(server.run, lambda: False)
    told: queue.Queue[tuple[Finding, ...]] = queue.Queue()
    with closing(Visibility(server, told.put)) as visibility:
        findings = told.get(timeout=PATIENCE)
        if reached:
            assert findings
            print(server.ports.port, flush=True)
            until(lambda: server.reached)
            findings = visibility.findings
        print(json.dumps([each.name for each in findings]))


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
