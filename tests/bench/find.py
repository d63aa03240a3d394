"""How soon a hidden table is found, or why it is not is told: ten faults, in network namespaces."""

import tempfile
from pathlib import Path

from tests.net import lan
from tests.net.hidden_tables import FAULTS, FOUND, Evening


def measure() -> dict[str, object]:
    """For each fault the seconds of `find --why`, and whether what must come of it does; and the milliseconds
    until the last address of a /24 has been asked and has answered."""
    if reason := lan.obstacle():
        return {"skipped": reason}
    figures: dict[str, object] = {}
    right, longest = 0, 0.0
    for fault, expected in FAULTS.items():
        with lan.Lan() as net, tempfile.TemporaryDirectory() as folder:
            told = fault(net, Path(folder))
        good = bool(told.tables) == (expected == FOUND) and expected in [FOUND, *told.findings]
        right, longest = right + good, max(longest, told.seconds)
        figures[fault.__name__] = {"seconds": round(told.seconds, 2), "expected": expected, "right": good}
    return figures | {"right": f"{right} of {len(FAULTS)}", "longest_s": round(longest, 2)} | _further()


def _further() -> dict[str, object]:
    with lan.Lan() as net, tempfile.TemporaryDirectory() as folder:
        at = Evening(net, Path(folder), host="10.77.1.254/24")
        at.block(at.host, "meta pkttype { broadcast, multicast } drop")
        at.open()
        found = net.result(at.client, "tests.net.searcher", further=True)
    return {"last_nearby_ms": round(found["ms"][0])}
