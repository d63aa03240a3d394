"""A test that touches what is not handed in to it says so."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests import real

ROOT = real.__file__


def _thread() -> None:
    threading.Thread(target=int).start()


@pytest.mark.real
@pytest.mark.parametrize(
    "touch",
    [
        lambda: socket.socket().close(),
        lambda: subprocess.run([sys.executable, "-c", ""], check=True),
        _thread,
        lambda: os.fork() or os._exit(0),
    ],
)
def test_what_is_touched_without_a_word_fails(
    touch: Callable[[], object], monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(real, "SAID", ())
    watched = real.guarded(request)
    next(watched)
    touch()
    with pytest.raises(AssertionError, match="marked as real"):
        next(watched)


class Item:
    """A test as it is collected."""

    def __init__(self, path: str, mark: str = "") -> None:
        self.path, self._mark = path, mark

    def get_closest_marker(self, name: str) -> bool:
        return name == self._mark


def test_of_five_workers_on_two_cores_three_begin_with_what_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    computing: list[Any] = [Item("quick") for _test in range(16)]
    waiting: list[Any] = [Item(f"slow{number // 2}", "real") for number in range(9)]
    order = real.in_pools(computing[:8] + waiting + computing[8:], 5)
    assert sorted(map(id, order)) == sorted(map(id, computing + waiting))
    kinds = "".join(str(each.path)[0] for each in order)
    assert [kinds[i : i + 5] for i in range(0, 25, 5)] == ["ssssq", "sssqq", "ssqqq", "qqqqq", "qqqqq"]
    assert real.in_pools(computing + waiting, 1) == computing + waiting
