"""main.py by a clock that runs several times as fast, with quick bots: what moves takes as much less time. A
host that is not heard for a moment is only held up.

Arguments: how many times, then main.py's own. All programs at one table need the same.
"""

import select
import sys
import time

import main
from game.bots.pace import PACES
from game.lan import failover, whereabouts
from game.ui.engine import loop
from game.ui.engine.loop import Describer
from tests.quick_bots import FAST

HELD = 15.0
"""Seconds for which a busy machine may hold up a program without its being taken for lost, or asleep."""
clock, sleep, wait = time.perf_counter, time.sleep, select.select


def hurry(times: float) -> None:
    """Run all clocks and waits so much faster; frames and descriptions come as often as ever."""
    time.perf_counter = lambda: clock() * times
    time.sleep = lambda seconds: sleep(float(seconds) / times)
    select.select = lambda read, write, faults, seconds=None: wait(
        read, write, faults, None if seconds is None else float(seconds) / times
    )
    failover.LOSS = whereabouts.ASLEEP = HELD * times
    loop.STEP *= times  # type: ignore[misc]
    Describer.INTERVAL *= times
    PACES["hard"] = FAST


if __name__ == "__main__":
    hurry(float(sys.argv.pop(1)))
    sys.exit(main.main())
