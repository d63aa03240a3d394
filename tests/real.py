"""What a test touches that is not handed in to it: sockets, threads and processes. One that does says so, by
`@pytest.mark.real`."""

import sys
import threading
import traceback
from collections.abc import Iterator

import pytest

SAID = "real", "journey"
"""The marks of tests that may touch all of it."""
_TOUCHES = frozenset(("os.fork", "os.posix_spawn", "socket.__new__", "subprocess.Popen"))
"""Events of Python that tell it."""
_ONCE = "fc-list", "ldconfig"
"""What packages ask for once, wherever that is: pygame for the system's letters, ifaddr for the C library."""
_watched: list[list[str]] = []
"""What was touched where it was not said, for who watches for it."""
_main = threading.main_thread().ident
_start = threading.Thread.start


def _touched(what: str) -> None:
    # A thread that another test has left behind is not this one's.
    if _watched and threading.get_ident() == _main:
        _watched[-1].append(f"{what}\n{''.join(traceback.format_stack(limit=8)[:-2])}")


def _hear(event: str, about: object) -> None:
    if event in _TOUCHES and not any(each in str(about) for each in _ONCE):
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
