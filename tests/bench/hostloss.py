"""How long a match stands still when its host is killed: until the next machine is the host, until play."""

import signal
import statistics
import tempfile
import time
from pathlib import Path

from tests.net.machines import Machines

RUNS = 7


def measure_host_loss() -> dict[str, float]:
    """Seconds from the kill, with three clients; and how many confirmed events were lost."""
    moved, played, lost = zip(*[_kill_one() for _ in range(RUNS)], strict=True)
    return {
        "runs": RUNS,
        "new_host_median_s": round(statistics.median(moved), 3),
        "new_host_max_s": round(max(moved), 3),
        "next_move_median_s": round(statistics.median(played), 3),
        "next_move_max_s": round(max(played), 3),
        "confirmed_events_lost": sum(lost),
    }


def _kill_one() -> tuple[float, float, int]:
    """Seconds until all are at the new host and until the next move; confirmed events lost."""
    with tempfile.TemporaryDirectory() as folder:
        three = Machines(Path(folder), 3, "--seats", "3")
        try:
            three.until(lambda: three.in_play(20))
            three.host.send_signal(signal.SIGKILL)
            begun, confirmed = time.perf_counter(), max(three.counts())
            three.until(lambda: three.hosts() == 1 and _all_moved(three))
            moved = time.perf_counter() - begun
            lost = max(0, confirmed - min(three.counts()))
            three.until(lambda: three.in_play(confirmed + 1))
            return moved, time.perf_counter() - begun, lost
        finally:
            three.close()


def _all_moved(machines: Machines) -> bool:
    tables = [at.client.table for at in machines.clients]
    return all(v.welcome and v.welcome.epoch == 1 and v.state.totals for v in tables)
