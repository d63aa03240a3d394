"""What a test touches that is not handed in to it: sockets, threads and processes. One that does says so, by
`@pytest.mark.real`; these run beside the others, in workers of their own."""

import os
import sys
import threading
import traceback
from collections.abc import Iterator
from itertools import cycle, groupby

import pytest

SAID = "real", "journey"
"""The marks of tests that may touch all of it."""
_TOUCHES = frozenset(("os.fork", "os.posix_spawn", "socket.__new__", "subprocess.Popen"))
"""Events of Python that tell it."""
_watched: list[list[str]] = []
"""What was touched where it was not said, for who watches for it."""
_main = threading.main_thread().ident
_start = threading.Thread.start


def _touched(what: str) -> None:
    # A thread that another test has left behind is not this one's.
    if _watched and threading.get_ident() == _main:
        _watched[-1].append(f"{what}\n{''.join(traceback.format_stack(limit=8)[:-2])}")


def _hear(event: str, about: object) -> None:
    if event in _TOUCHES and "fc-list" not in str(about):  # pygame looks once for the system's letters
        _touched(event)


def _started(self: threading.Thread) -> None:
    _touched("Thread.start")
    _start(self)


sys.addaudithook(_hear)
# Before 3.12 Python does not tell this.
threading.Thread.start = _started  # type: ignore[method-assign]


def says_so(item: pytest.Item) -> bool:
    """Whether the test is marked as one that touches it."""
    return any(item.get_closest_marker(each) for each in SAID)


def guarded(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test fails that touches what it does not say."""
    if says_so(request.node):
        yield
        return
    found: list[str] = []
    _watched.append(found)
    try:
        yield
    finally:
        _watched.pop()
    assert not found, f"it is to be marked as real: {found[0]}"


def in_pools(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests in such an order that, of so many workers who each begin with an equal part of them, all but
    one a core begin with those that mostly wait, and these with those that compute."""
    real, others = [each for each in items if says_so(each)], [each for each in items if not says_so(each)]
    waiting = max(0, workers - (os.cpu_count() or 1))
    if not waiting:
        return items
    pools: list[list[pytest.Item]] = [[] for _pool in range(waiting)]
    for pool, (_module, tests) in zip(cycle(pools), groupby(real, lambda each: each.path)):
        pool.extend(tests)
    order: list[pytest.Item] = []
    for number, pool in enumerate(pools):
        room = (number + 1) * len(items) // workers - len(order) - len(pool)
        order += pool + others[: max(0, room)]
        del others[: max(0, room)]
    return order + others
