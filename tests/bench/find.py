"""How soon a hidden table is found, or why it is not is told: ten faults, in network namespaces."""

import statistics
import tempfile
import time
from pathlib import Path

from tests.net import lan
from tests.net.hidden_tables import FAULTS, Evening, is_right

_LONGEST = 3.0
"""Seconds in which it must be found or told."""
_JOINS = 9


def measure() -> dict[str, object]:
    """For each fault the seconds of `find --why`, and whether what must come of it does in time; the
    milliseconds until the last address of a /24 has been asked and has answered; and the seconds from the
    start of a program that finds a table to its seat there."""
    if reason := lan.obstacle():
        return {"skipped": reason}
    figures: dict[str, object] = {}
    right, longest = 0, 0.0
    for fault, expected in FAULTS.items():
        with lan.Lan() as net, tempfile.TemporaryDirectory() as folder:
            told = fault(net, Path(folder))
        good = is_right(told, expected) and told.seconds <= _LONGEST
        right, longest = right + good, max(longest, told.seconds)
        figures[fault.__name__] = {"seconds": round(told.seconds, 2), "expected": expected, "right": good}
    return (
        figures
        | {"right": f"{right} of {len(FAULTS)}", "longest_s": round(longest, 2)}
        | _further()
        | _seated()
    )


def _further() -> dict[str, object]:
    with lan.Lan() as net, tempfile.TemporaryDirectory() as folder:
        at = Evening(net, Path(folder), host="10.77.1.254/24")
        at.block(at.host, "meta pkttype { broadcast, multicast } drop")
        at.open()
        found = net.result(at.client, "tests.net.searcher", further=True)
    return {"last_nearby_ms": round(found["ms"][0])}


def _seated() -> dict[str, object]:
    took = []
    for _ in range(_JOINS):
        with lan.Lan() as net, tempfile.TemporaryDirectory() as folder:
            at = Evening(net, Path(folder))
            owner = net.start(at.host, "tests.net.invites")
            assert owner.stdout
            owner.stdout.readline()
            begun = time.perf_counter()
            with net.begun(at.client, "main.py", "join", "--bot", "easy", "--data", folder) as bot:
                assert owner.stdout.readline() == "met\n"
                took.append(time.perf_counter() - begun)
                bot.kill()
    median, longest = round(statistics.median(took), 2), round(max(took), 2)
    return {"found_and_seated_median_s": median, "found_and_seated_max_s": longest}
