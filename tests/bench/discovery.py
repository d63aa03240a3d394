"""How soon a table is found: with two network cards, and at 20 % loss each way."""

import statistics
import time

from game.net.discovery.answer import Answerer, read_answer
from game.net.wire.packet import ASK, NONCE, plain
from tests.net.answerer import HOST, INFO, KITCHEN, SEEKER
from tests.net.lan import Lan, obstacle, result, start

ANSWERER, SEARCHER = "tests.net.answerer", "tests.net.searcher"
RUNS = 60
PAUSE = 0.03
"""Seconds between runs: longer than a burst, so that each run meets its own."""
FAULTS: dict[str, dict[str, object]] = {
    "two_cards": {},
    "loss_20": {"loss": 0.2, "seed": 1},
    "loss_20_bursts": {"loss": 0.2, "seed": 1, "burst": 0.02},
}
"""In bursts all copies of a question share one fate, as on a bad radio."""


def namespaces(fault: dict[str, object]) -> list[float | None]:
    """Runs on a machine with two cards, whose default route goes out of the card where no host is."""
    with Lan() as lan:
        lan.switch("home")
        lan.switch("work")
        host, client = lan.machine(), lan.machine()
        lan.plug(host, "home", "10.77.1.1/24")
        lan.plug(client, "work", "10.77.2.2/24")
        lan.plug(client, "home", "10.77.1.2/24")
        lan.route(client, "default", "10.77.2.1")
        lan.start(host, ANSWERER, **fault)
        return list(lan.result(client, SEARCHER, runs=RUNS, linger=PAUSE)["ms"])


def loopback(fault: dict[str, object]) -> list[float | None]:
    """Runs within this machine."""
    host = start(ANSWERER, {"port": 0} | fault)
    try:
        return list(result(SEARCHER, {"port": host.port, "runs": RUNS, "linger": PAUSE})["ms"])
    finally:
        host.process.kill()
        host.process.communicate()


def signatures(times: int = 500) -> dict[str, object]:
    """Microseconds of a processor for a new answer, for one already given, and for checking one."""
    host = Answerer(HOST, KITCHEN, 0)
    questions = [plain(ASK, number.to_bytes(NONCE), padded=True) for number in range(times)]
    begun = time.process_time()
    answers = [
        host.answer(question, SEEKER, INFO, number * 100_000) for number, question in enumerate(questions)
    ]
    signed = time.process_time()
    for _ in questions:
        host.answer(questions[-1], SEEKER, INFO, 0)
    again = time.process_time()
    assert all(answer and read_answer(answer) for answer in answers)
    ends = time.process_time()
    spent = {"answer": signed - begun, "repeated_answer": again - signed, "check": ends - again}
    return {f"{what}_us": round(seconds / times * 1e6, 1) for what, seconds in spent.items()}


def measure_discovery() -> dict[str, object]:
    """Milliseconds from starting to look until the table is listed; `missed`: runs of 5 s without."""
    reason = obstacle()
    figures: dict[str, object] = {"where": f"loopback ({reason})" if reason else "network namespaces"}
    for name, fault in FAULTS.items():
        runs = loopback(fault) if reason else namespaces(fault)
        found = [spent for spent in runs if spent is not None]
        figures[f"{name}_p50_ms"] = round(statistics.median(found), 1) if found else None
        figures[f"{name}_max_ms"] = round(max(found), 1) if found else None
        figures[f"{name}_missed"] = len(runs) - len(found)
    return figures | signatures() | {"runs": RUNS}
