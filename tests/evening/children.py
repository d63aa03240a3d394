"""Evenings that are played each in a process of its own: a copy of this one, which has read in the game."""

import hashlib
import json
import os
import resource
import select
import signal
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tests.evening.acts import Evening
from tests.evening.looking import as_text
from tests.evening.party import Party, played

LIMIT = 240
"""Seconds of CPU time after which an evening counts as hanging."""
_WALL = 1200
"""And of real time."""


class Outcome(NamedTuple):
    """What came of an evening."""

    fell: tuple[tuple[str, str], ...]
    """The invariants that did not hold, and how."""
    seconds: float = 0.0
    """How long it lasted."""
    cpu: float = 0.0
    """Seconds that it took."""
    sent: int = 0
    """How many datagrams."""
    digest: str = ""
    """Of all that was sent, with its times."""
    seen: str = ""
    """Of all that was shown, twice a second; if that was asked for."""
    took: tuple[float, ...] = ()
    """Seconds until others went on where a host was lost, most of them."""
    lone: tuple[float, ...] = ()
    """The same where fewer did."""

    @property
    def which(self) -> str:
        """The invariant that fell, and of an exception which."""
        if not self.fell:
            return ""
        name, what = self.fell[0]
        return f"{name}: {what.splitlines()[0].partition(': ')[2]}" if name == "no_fault" else name


def outcome(evening: Evening, hashes: bool = False) -> Outcome:
    """Play it here."""
    begun, shown = time.process_time(), hashlib.sha256()

    def look(party: Party) -> None:
        for program in party.programs:
            if seen := program.look():
                shown.update(as_text(seen).encode())

    try:
        party = played(evening, looks=look if hashes else None)
    except Exception:
        return Outcome((("harness", traceback.format_exc()),))
    cpu, network = time.process_time() - begun, party.network
    lost, seen = party.losses, shown.hexdigest()[:16]
    told = party.now, cpu, network.sent, network.digest, seen, tuple(lost.took), tuple(lost.lone)
    return Outcome(tuple(party.found), *told)


def in_a_child(evening: Evening, first: Callable[[], object] = bool) -> Outcome:
    """What comes of an evening, played in a process of its own, in which something is done `first`."""
    return _read(*_fork(evening, False, first))


def outcomes(
    evenings: Sequence[tuple[str, Evening]], jobs: int, hashes: bool = False
) -> Iterator[tuple[str, Evening, Outcome]]:
    """The evenings with what came of them, as they end; so many at a time."""
    waiting, running, poll = list(evenings), dict[int, tuple[str, Evening, int]](), select.poll()
    while waiting or running:
        while waiting and len(running) < jobs:
            name, evening = waiting.pop(0)
            reader, pid = _fork(evening, hashes)
            running[reader] = name, evening, pid
            poll.register(reader, select.POLLIN | select.POLLHUP)
        for reader, _event in poll.poll():
            name, evening, pid = running.pop(reader)
            poll.unregister(reader)
            yield name, evening, _read(reader, pid)


def _fork(evening: Evening, hashes: bool, first: Callable[[], object] = bool) -> tuple[int, int]:
    """Begin to play it; returns where its outcome can be read, and the process."""
    reader, writer = os.pipe()
    if pid := os.fork():
        os.close(writer)
        return reader, pid
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
    signal.alarm(_WALL)
    try:
        first()
        with os.fdopen(writer, "w") as file:
            json.dump(outcome(evening, hashes), file)
    finally:
        os._exit(0)


def _read(reader: int, pid: int) -> Outcome:
    """The outcome, which a process that hangs or crashes does not tell."""
    with os.fdopen(reader) as file:
        said = file.read()
    ended = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if not said:
        hangs = -ended in (signal.SIGXCPU, signal.SIGKILL, signal.SIGALRM)
        return Outcome((("hangs" if hangs else "crashes", f"it ends with {ended}"),))
    fell, *more = json.loads(said)
    return Outcome(tuple((name, what) for name, what in fell), *more)
