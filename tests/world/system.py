"""What a program in a world runs on instead of the system: its clock, chance, threads and network."""

import errno
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from game.system import Clock, Entropy, Jobs, Net, System, T, on
from tests.world import threads, wires
from tests.world.solver import Solver
from tests.world.world import Machine, begin, world


class _Clock(Clock):
    """The world's, whose calendar may be set."""

    def seconds(self) -> float:
        return world().seconds

    def microseconds(self) -> int:
        return world().now

    def wall(self) -> float:
        return world().seconds

    def calendar(self) -> float:
        return world().calendar

    def wait(self, files: Sequence[T], seconds: float) -> Sequence[T]:
        sockets: Any = files
        return wires.select(sockets, seconds) if files else super().wait(files, seconds)

    def pause(self, seconds: float) -> None:
        world().sleep(seconds)


class _Entropy(Entropy):
    """That of the program, so that what one does changes nothing of what another draws."""

    def draw(self, count: int) -> bytes:
        machine = world().current.machine
        return (machine.entropy if machine else world().chance).randbytes(count)


class _Jobs(Jobs):
    """Threads that hand on the baton where they wait; of processes only the solver's."""

    def start(self, job: Callable[..., object], *what: object, waits: bool = False) -> Any:
        return threads.Thread(partial(job, *what))

    def later(self, seconds: float, job: Callable[..., object], *what: object, waits: bool = False) -> None:
        def wait() -> None:
            world().sleep(seconds)
            job(*what)

        threads.Thread(wait)

    def event(self) -> Any:
        return threads.Event()

    def condition(self) -> Any:
        return threads.Condition()

    def queue(self) -> Any:
        return threads.Queue()

    def process(self, command: Sequence[str], **how: Any) -> Any:
        if "game.solve.hints.worker" not in command or not Path(command[0]).exists():
            raise FileNotFoundError(errno.ENOENT, "no such process here")
        return Solver()


class _Net(Net):
    """One cable."""

    def socket(self, family: int) -> Any:
        return wires.Socket(family)

    def http(self, port: int, handler: Any) -> Any:
        raise OSError(errno.EADDRINUSE, "datagrams only")

    def adapters(self) -> Iterable[Any]:
        cable = {"nice_name": "cable"}
        ip = SimpleNamespace(ip=world().here.ip, network_prefix=24, is_IPv4=True, is_IPv6=False, **cable)
        return [SimpleNamespace(ips=[ip], index=2, name="cable", **cable)]

    def name(self) -> str:
        return world().here.name


SYSTEM = System(_Clock(), _Entropy(), _Jobs(), _Net())
"""What every program of a world runs on."""


@contextmanager
def alone_in_a_world(seed: str) -> Iterator[None]:
    """On a machine in a world of its own. A fault in one of its threads is one at the end."""
    world = begin(seed)
    wires.lay(seed)
    world.current.machine = machine = Machine(world, "here", 1)
    world.machines[machine.ip] = machine
    with on(SYSTEM):
        yield
    world.end()
    assert not world.faults, world.faults[0][1]
