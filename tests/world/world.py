"""One simulated time. Every thread of a program is a real one, but exactly one of all runs: it has the baton,
and hands it on only where it would block. Who is next follows from times and numbers alone."""

import _thread
import heapq
import itertools
import random
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from typing import Any

from pygame.event import Event

EPOCH = 1_790_000_000.0
"""The calendar's seconds when an evening begins: 2026-09-21, 14:13:20 UTC."""
SECOND = 1_000_000
_BEGIN = SECOND
_LEAST = 20
"""Microseconds that any wait takes."""


class Task:
    """A thread, and when it goes on."""

    def __init__(self, machine: "Machine | None", name: str) -> None:
        self.machine, self.name = machine, name
        self.turn = _thread.allocate_lock()
        """Released when it gets the baton."""
        self.turn.acquire()
        self.token = 0
        """The number of its last wait: what is due for an earlier one is void."""
        self.done = self.woken = False
        self.joiners: list[Task] = []


class Datagrams:
    """What has arrived at a port, and who waits for it; shared by duplicates of a socket."""

    def __init__(self, machine: "Machine") -> None:
        self.machine, self.host, self.port, self.holders = machine, "0.0.0.0", 0, 1
        self.queue: deque[tuple[bytes, tuple[Any, ...]]] = deque()
        self.waiters: list[Task] = []


class Machine:
    """A machine that runs one program, and its cable."""

    def __init__(self, world: "World", name: str, number: int, start: int = 0) -> None:
        """`start`: how often it has been started before."""
        self.name, self.ip = name, f"10.0.0.{number}"
        self.number = number
        self.entropy = random.Random(f"{world.seed} {name} {start}")
        self.dead = False
        self.frozen = self.unplugged = self.bare = 0
        """Until when it does nothing, its cable is out, and it has no address, as without Wi-Fi."""
        self.loss = self.copies = 0.0
        """The share of its datagrams that are lost, and that arrive twice."""
        self.lag = 0
        """Microseconds by which its datagrams are late."""
        self.side = 0
        """Which part of the network it is on, while that is cut in two."""
        self.ports: dict[int, Datagrams] = {}
        self.tasks = set[Task]()
        """Its threads that have not ended."""
        self.free_port = 40_000 + 1000 * number + 50 * start
        """The next one that the system gives away."""
        self.events: list[Event] = []
        """What its window has yet to read."""
        self.waiter: Task | None = None
        """Who waits for an event there."""
        self.look: Any = None
        """The process-wide state of its window, while another one's is in place."""

    def wake(self) -> None:
        """Have the window read its events."""
        if self.waiter:
            world().wake(self.waiter)
            self.waiter = None


class Deadlock(Exception):
    """Nothing is left to do; who made the world hears of it."""


class World:
    """The clock, the machines, and who has the baton."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.now = _BEGIN
        """Microseconds."""
        self.ahead = 0.0
        """Seconds by which the calendar is set forward."""
        self.chance = random.Random(f"world {seed}")
        """What is drawn by nobody's program."""
        self.machines: dict[str, Machine] = {}
        """By address."""
        self.current = self._director = Task(None, "director")
        """Who has the baton; it begins with who made the world."""
        self._tasks = set[Task]()
        """The threads that have not ended."""
        self._stuck = self._ends = False
        self.faults: list[tuple[str, str]] = []
        """Who had one, and its traceback."""
        self.logged: list[tuple[str, str]] = []
        """Who said what in the log."""
        self.change: Callable[[Machine | None, Machine | None], None] = lambda _old, _new: None
        """Puts the state of another machine's window in place."""
        self._heap: list[tuple[int, int, Task | Callable[[], None], int]] = []
        self._count = itertools.count()
        self._active: Machine | None = None

    # -- the clock

    @property
    def seconds(self) -> float:
        """The steady time."""
        return self.now / SECOND

    @property
    def calendar(self) -> float:
        """Seconds since 1970."""
        return EPOCH + self.ahead + self.seconds

    @property
    def passed(self) -> float:
        """Seconds since the evening began."""
        return (self.now - _BEGIN) / SECOND

    def at(self, second: float) -> int:
        """The time at this second of the evening."""
        return _BEGIN + round(second * SECOND)

    # -- the baton

    @property
    def here(self) -> Machine:
        """The machine whose thread runs."""
        assert self.current.machine
        return self.current.machine

    def later(self, at: int, what: Task | Callable[[], None], token: int = 0) -> None:
        """Have it go on, or be called, at this time."""
        heapq.heappush(self._heap, (at, next(self._count), what, token))

    def wake(self, task: Task) -> None:
        """Let a task that waits go on now."""
        if not task.done:
            task.token += 1
            task.woken = True
            self.later(self.now, task, task.token)

    def block(self, until: int | None) -> bool:
        """Wait until then, or until woken; None: only for that. Returns whether it was woken."""
        task = self.current
        if self._ends:
            raise SystemExit
        task.token += 1
        task.woken = False
        if until is not None:
            self.later(max(until, self.now + _LEAST), task, task.token)
        self._hand_on()
        return task.woken

    def sleep(self, seconds: float) -> None:
        """Let the time pass."""
        self.block(self.now + round(max(0.0, seconds) * SECOND))

    def start(self, machine: Machine | None, run: Callable[[], object], name: str) -> Task:
        """Run something beside."""
        task = Task(machine, name)

        def body() -> None:
            task.turn.acquire()
            try:
                if not self._ends:
                    run()
            except SystemExit:
                pass
            except BaseException:
                if machine and not machine.dead and not self._ends:
                    self.faults.append((machine.name, traceback.format_exc()))
            task.done = True
            self._tasks.discard(task)
            if machine:
                machine.tasks.discard(task)
            for one in task.joiners:
                self.wake(one)
            self._hand_on(ends=True)

        self._tasks.add(task)
        if machine:
            machine.tasks.add(task)
        _thread.start_new_thread(copy_context().run, (body,))
        task.token += 1
        self.later(self.now, task, task.token)
        return task

    def end(self) -> None:
        """Have every thread end where it waits; for the one that made the world."""
        self._ends = True
        while self._tasks:
            self.current = next(iter(self._tasks))
            self.current.turn.release()
            self._director.turn.acquire()

    @contextmanager
    def at_window(self, machine: Machine) -> Iterator[None]:
        """Be at the window of a machine for a moment, in which nothing blocks."""
        task = self.current
        before, task.machine = task.machine, machine
        self._change(machine)
        try:
            yield
        finally:
            task.machine = before
            self._change(before)

    def _hand_on(self, ends: bool = False) -> None:
        task, following = self.current, self._director if self._ends else self._next()
        self._change(following.machine)
        if following is not task:
            self.current = following
            following.turn.release()
            if ends:
                return
            task.turn.acquire()
        if self._ends:
            raise SystemExit
        if self._stuck:
            raise Deadlock

    def _next(self) -> Task:
        """Who goes on next; until then it is now what they wait for."""
        while self._heap:
            at, _, what, token = heapq.heappop(self._heap)
            if not isinstance(what, Task):
                self.now = max(self.now, at)
                what()
                continue
            machine = what.machine
            if what.done or token != what.token or (machine and machine.dead):
                continue
            if machine and machine.frozen > max(at, self.now):
                self.later(machine.frozen, what, token)
                continue
            self.now = max(self.now, at)
            return what
        self._stuck = True
        return self._director

    def _change(self, machine: Machine | None) -> None:
        if machine is not self._active:
            self.change(self._active, machine)
            self._active = machine


_world: World | None = None


def world() -> World:
    """The one in which all programs of this process live."""
    assert _world
    return _world


def begin(seed: str) -> World:
    """Another world."""
    global _world  # noqa: PLW0603 - a process has one time
    _world = World(seed)
    return _world
