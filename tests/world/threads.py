"""What stands for `threading` and `queue` in a world: each waits by handing on the baton. Nothing else runs
between two waits, so that no lock is needed."""

import queue
from collections import deque
from collections.abc import Callable
from typing import Any

from tests.world.world import SECOND, Task, world


def _until(seconds: float | None) -> int | None:
    """When a wait of so many seconds ends; None: never."""
    return None if seconds is None else world().now + round(seconds * SECOND)


class Condition:
    """Threads that wait for news."""

    def __init__(self) -> None:
        self._tasks: list[Task] = []

    def wait(self, timeout: float | None = None) -> bool:
        """Whether there was news before the end."""
        task = world().current
        self._tasks.append(task)
        woken = world().block(_until(timeout))
        if task in self._tasks:
            self._tasks.remove(task)
        return woken

    def wait_for(self, predicate: Callable[[], Any], timeout: float | None = None) -> Any:
        """Wait until it is so."""
        until = _until(timeout)
        while not (found := predicate()) and (until is None or world().now < until):
            self.wait(None if until is None else (until - world().now) / SECOND)
        return found

    def notify_all(self) -> None:
        """There is news."""
        for task in self._tasks:
            world().wake(task)
        self._tasks.clear()

    def __enter__(self) -> bool:
        return True

    def __exit__(self, *_error: object) -> None:
        pass


class Event:
    """A flag."""

    def __init__(self) -> None:
        self._flag, self._news = False, Condition()

    def is_set(self) -> bool:
        """Whether it is up."""
        return self._flag

    def set(self) -> None:
        """Put it up."""
        self._flag = True
        self._news.notify_all()

    def clear(self) -> None:
        """Take it down."""
        self._flag = False

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is up."""
        if not self._flag:
            self._news.wait(timeout)
        return self._flag


class Queue:
    """A queue without end."""

    def __init__(self) -> None:
        self._items: deque[Any] = deque()
        self._news = Condition()

    def put(self, item: Any) -> None:
        """Put it last."""
        self._items.append(item)
        self._news.notify_all()

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        """Take the first, once there is one. Raises queue.Empty."""
        if block:
            self._news.wait_for(lambda: self._items, timeout)
        if not self._items:
            raise queue.Empty
        return self._items.popleft()

    def get_nowait(self) -> Any:
        """Take the first. Raises queue.Empty."""
        return self.get(block=False)

    def empty(self) -> bool:
        """Whether there is nothing in it."""
        return not self._items


class Thread:
    """A thread of the program that starts it, which has begun."""

    def __init__(self, run: Callable[[], object]) -> None:
        self._task = world().start(world().current.machine, run, "thread")

    def join(self, timeout: float | None = None) -> None:
        """Wait for its end."""
        if not self._task.done:
            self._task.joiners.append(world().current)
            world().block(_until(timeout))

    def is_alive(self) -> bool:
        """Whether it has not ended."""
        return not self._task.done
