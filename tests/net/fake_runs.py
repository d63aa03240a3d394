"""A shelf of runs that are none: bytes that say themselves whether they count."""

from collections.abc import Callable, Iterable

from game.net.run_exchange import PARTS
from game.net.wire.messages import RUN_PART, RunKey

DAY = 739_943
LONGEST = PARTS * RUN_PART


def key(number: int, day: int = DAY) -> RunKey:
    """The key of a run."""
    return day, number.to_bytes(8, "little")


def run(run: RunKey, time: int, size: int = 1900, good: bool = True) -> bytes:
    """A run of so many bytes."""
    head = f"{run[0]} {run[1].hex()} {time} {good} ".encode()
    return head.ljust(size, b"x")


class FakeRuns:
    """It judges at once."""

    def __init__(self, runs: Iterable[tuple[RunKey, int]] = (), size: int = 1900) -> None:
        self.runs = {each: run(each, time, size) for each, time in runs}
        self.times = dict(runs)
        self.on, self.days = True, range(DAY - 6, DAY + 2)
        self.offered = 0

    def held(self) -> dict[RunKey, int]:
        return dict(self.times)

    def packed(self, run: RunKey) -> bytes:
        return self.runs.get(run, b"")

    def offer(self, packed: bytes, judge: Callable[[bool], None]) -> None:
        self.offered += 1
        try:
            day, signer, time, good, _rest = packed.decode().split(" ", 4)
            run, when = (int(day), bytes.fromhex(signer)), int(time)
        except ValueError:
            judge(False)
            return
        if good == "True" and when < self.times.get(run, when + 1):
            self.runs[run], self.times[run] = packed, when
        judge(good == "True")
