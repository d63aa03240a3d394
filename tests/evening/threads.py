"""What stands for `threading` and `queue` in a world: each waits by handing on the baton."""

import queue
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.evening.world import SECOND, Task, world


def _until(seconds: float | None) -> int | None:
    """When a wait of so many seconds ends; None or negative: never."""
    return None if seconds is None or seconds < 0 else world().now + round(seconds * SECOND)


class _Waiters:
    """Tasks that wait for something, the first to come the first to go on."""

    def __init__(self) -> None:
        self._tasks: list[Task] = []

    def wait(self, until: int | None) -> bool:
        """Whether it was woken before the end."""
        task = world().current
        self._tasks.append(task)
        woken = world().block(until)
        if task in self._tasks:
            self._tasks.remove(task)
        return woken

    def wake(self, count: int | None = None) -> None:
        """Let so many go on; None: all."""
        for task in self._tasks[:count]:
            world().wake(task)
        del self._tasks[:count]


class Lock:
    """A lock; one that a killed program holds is free."""

    again = False
    """Whether its owner may take it once more."""

    def __init__(self) -> None:
        self._owner: Task | None = None
        self._depth, self._waiters = 0, _Waiters()

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Take it."""
        task, until = world().current, _until(timeout)
        if self._owner is task and self.again:
            self._depth += 1
            return True
        while self._owner and not (self._owner.machine and self._owner.machine.dead):
            if not blocking or (until is not None and world().now >= until):
                return False
            self._waiters.wait(until)
        self._owner, self._depth = task, 1
        return True

    def release(self) -> None:
        """Give it back."""
        self._depth -= 1
        if not self._depth:
            self._owner = None
            self._waiters.wake(1)

    def locked(self) -> bool:
        """Whether somebody has it."""
        return self._owner is not None

    def _at_fork_reinit(self) -> None:
        """Be free in a new process; logging calls it."""
        self.__init__()  # type: ignore[misc]

    def put_down(self) -> int:
        """Give it back altogether; returns how often it was taken."""
        depth, self._depth = self._depth, 1
        self.release()
        return depth

    def take_up(self, depth: int) -> None:
        """Take it as often as before."""
        self.acquire()
        self._depth = depth

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_error: object) -> None:
        self.release()


class RLock(Lock):
    """A lock that its owner may take once more."""

    again = True


class Condition:
    """A lock, and those who wait for news."""

    def __init__(self, lock: Lock | None = None) -> None:
        self._lock, self._waiters = lock or RLock(), _Waiters()
        self.acquire, self.release = self._lock.acquire, self._lock.release

    def wait(self, timeout: float | None = None) -> bool:
        """Let others have the lock until there is news."""
        depth = self._lock.put_down()
        woken = self._waiters.wait(_until(timeout))
        self._lock.take_up(depth)
        return woken

    def wait_for(self, predicate: Callable[[], Any], timeout: float | None = None) -> Any:
        """Wait until it is so."""
        until = _until(timeout)
        while not (found := predicate()) and (until is None or world().now < until):
            self.wait(None if until is None else (until - world().now) / SECOND)
        return found

    def notify(self, n: int = 1) -> None:
        """There is news for so many."""
        self._waiters.wake(n)

    def notify_all(self) -> None:
        """There is news for all."""
        self._waiters.wake()

    def __enter__(self) -> bool:
        return self._lock.acquire()

    def __exit__(self, *_error: object) -> None:
        self._lock.release()


class Event:
    """A flag."""

    def __init__(self) -> None:
        self._flag, self._waiters = False, _Waiters()

    def is_set(self) -> bool:
        """Whether it is up."""
        return self._flag

    def set(self) -> None:
        """Put it up."""
        self._flag = True
        self._waiters.wake()

    def clear(self) -> None:
        """Take it down."""
        self._flag = False

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is up."""
        if not self._flag:
            self._waiters.wait(_until(timeout))
        return self._flag


class Thread:
    """A thread of the program that starts it."""

    def __init__(
        self,
        group: None = None,
        target: Callable[..., object] | None = None,
        name: str | None = None,
        args: Iterable[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
        *,
        daemon: bool | None = None,
    ) -> None:
        self._target, self._args, self._kwargs = target, tuple(args), dict(kwargs or {})
        self.name = name or str(getattr(target, "__qualname__", "thread"))
        self.daemon = bool(daemon)
        self._task: Task | None = None

    def run(self) -> None:
        """What it does."""
        if self._target:
            self._target(*self._args, **self._kwargs)

    def start(self) -> None:
        """Begin with it."""
        self._task = world().start(world().current.machine, self.run, self.name)

    def join(self, timeout: float | None = None) -> None:
        """Wait for its end."""
        if self._task and not self._task.done:
            self._task.joiners.append(world().current)
            world().block(_until(timeout))

    def is_alive(self) -> bool:
        """Whether it has not ended."""
        return bool(self._task and not self._task.done)


def current_thread() -> Thread:
    """What names the thread that runs; for the log."""
    return Thread(name=world().current.name)


class Timer(Thread):
    """Calls something later."""

    def __init__(self, interval: float, function: Callable[..., object], args: Iterable[Any] = ()) -> None:
        super().__init__(target=function, args=args, name="timer")
        self._interval, self._cancelled = interval, Event()

    def run(self) -> None:
        """Wait, then call."""
        if not self._cancelled.wait(self._interval):
            super().run()

    def cancel(self) -> None:
        """Do not call."""
        self._cancelled.set()


class SimpleQueue:
    """A queue without end."""

    def __init__(self) -> None:
        self._items: deque[Any] = deque()
        self._news = Condition()

    def put(self, item: Any) -> None:
        """Put it last."""
        with self._news:
            self._items.append(item)
            self._news.notify()

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        """Take the first, once there is one. Raises queue.Empty."""
        with self._news:
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
