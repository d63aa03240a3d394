"""Asks a solver process whether a position comes out, without ever blocking."""

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from game.core.rules import Rules
from game.core.table import Move, Table
from game.solve.hints.worker import Answer, Question
from game.solve.lost import SECONDS, Lost
from game.solve.verdict import UNDECIDED, Verdict
from game.system import here

_ROOT = str(Path(__file__).parents[3])
# On Windows only: no console window, and a lower priority than the frames.
_FLAGS = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)

_SAID = 2**14
"""The most bytes kept of what the process says besides answers."""


class FoundDeal(NamedTuple):
    """A deal that comes out, with the winning moves; without moves, it may or may not."""

    seed: int
    moves: tuple[Move, ...]
    vain: bool = False
    """Whether it was searched, as others were before it, and none was found to come out."""


class SolverClient:
    """Asks one question at a time; a new one replaces the last.

    Threads start the process, write to it and read from it, so ask(), poll() and close() never wait. The
    process starts with the first question, restarts if it has died, and ends with this program.
    """

    def __init__(self) -> None:
        self._number = self._open = 0
        self._questions: SimpleQueue[Question | None] = here().jobs.queue()
        self._answers: SimpleQueue[Answer] = here().jobs.queue()
        self._writer: Thread | None = None
        self._child: _Child | None = None
        self._lock = Lock()
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of the process, once started."""
        return self._child.pid if self._child else None

    def ask(
        self,
        rules: Rules,
        table: Table,
        seconds: float,
        known: tuple[Move, ...] = (),
        since: tuple[Move, ...] = (),
    ) -> None:
        """Search from the true table of a solo deal for at most `seconds`; drop the previous question.

        `known` are moves that win from an earlier table, `since` those made from there.
        """
        self._put(Question(rules.name, asdict(rules), table, seconds, 0, known, since))  # type: ignore[call-overload]

    def find(self, rules: Rules, seed: int, seconds: float) -> None:
        """Look for a deal from `seed` on that comes out, for `seconds` from now at most; drop the last
        question."""
        until = here().clock.wall() + seconds  # the process may take long to start
        self._put(Question(rules.name, asdict(rules), None, seconds, seed, until=until))  # type: ignore[call-overload]

    def seek(self, rules: Rules, table: Table, made: Sequence[Move], known: Sequence[Move] = ()) -> None:
        """Look for where the moves made from a table lost; drop the previous question. `known` are moves that
        win from the table."""
        limit, moves = SECONDS, (tuple(known), (), tuple(made))
        self._put(Question(rules.name, asdict(rules), table, limit, 0, *moves))  # type: ignore[call-overload]

    def poll(self) -> Verdict | None:
        """The verdict on the last question, once; None while there is none.

        If the process has died or cannot be started, the verdict is UNDECIDED.
        """
        answer = self._answer()
        return Verdict(answer.verdict, answer.moves, answer.expanded) if answer else None

    def found(self) -> FoundDeal | None:
        """The deal found by find(), or the last that it tried, once; None while there is none. If the process
        has died, its seed is 0."""
        answer = self._answer()
        return FoundDeal(answer.seed, answer.moves, not answer.moves) if answer else None

    def lost(self) -> Lost | None:
        """What seek() has found, once; None while there is nothing. If the process has died, nothing is
        known."""
        answer = self._answer()
        return (answer.lost or Lost()) if answer else None

    def _put(self, question: Question) -> None:
        self._number = self._open = self._number + 1
        self._questions.put(replace(question, number=self._number))
        if self._writer is None:
            self._writer = here().jobs.start(self._write)

    def _answer(self) -> Answer | None:
        while True:
            try:
                answer = self._answers.get_nowait()
            except Empty:
                return None
            if answer.number == self._open:
                self._open = 0
                return answer

    def close(self) -> None:
        """Kill the process, whatever it is doing; no answers come after this."""
        self._open = 0
        with self._lock:
            self._closed = True
            if self._child:
                self._child.kill()
        self._questions.put(None)

    def _write(self) -> None:
        """Send the newest question, to a new process if there is none or it is dying."""
        while question := self._questions.get():
            if self._questions.empty() and not (self._send(question) or self._send(question)):
                self._answers.put(Answer(question.number, UNDECIDED, (), 0))

    def _send(self, question: Question) -> bool:
        child = self._child
        if child is None or not child.alive:
            try:
                child = _Child(self._answers)
            except OSError:
                return False
            with self._lock:
                self._child = child
                if self._closed:
                    child.kill()
        return child.send(question)


class _Child:
    """The solver process, and the thread that reads from it."""

    def __init__(self, answers: "SimpleQueue[Answer]") -> None:
        """Raises OSError if the process cannot be started."""
        self._process = here().jobs.process(
            [sys.executable, "-m", "game.solve.hints.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=_ROOT,
            env=os.environ | {"PYTHONPATH": _ROOT},
            creationflags=_FLAGS,
        )
        self.pid = self._process.pid
        self.alive = True
        self._number = 0
        self._sending = Lock()
        self._answers = answers
        here().jobs.start(self._read)

    def send(self, question: Question) -> bool:
        """Send a question; False if the process no longer reads. May block."""
        assert self._process.stdin
        with self._sending:
            try:
                self._process.stdin.write(msgspec.json.encode(question) + b"\n")
                self._process.stdin.flush()
            except (OSError, ValueError):  # ValueError: already closed
                self.alive = False
                return False
            self._number = question.number
        return True

    def kill(self) -> None:
        """Kill the process."""
        self._process.kill()

    def _read(self) -> None:
        """Queue the answers; at the end, queue that the last question will get none."""
        assert self._process.stdin and self._process.stdout
        said = b""
        with self._process.stdout as lines:
            for line in lines:
                try:
                    self._answers.put(msgspec.json.decode(line, type=Answer))
                except msgspec.DecodeError:  # cut off; or said of a fault
                    said = (said + line)[-_SAID:]
        if b"Traceback" in said:
            sys.excepthook(RuntimeError, RuntimeError(said.decode(errors="replace")), None)
        self.alive = False
        self._process.wait()
        with self._sending:
            with suppress(OSError):  # unwritten data is lost
                self._process.stdin.close()
            self._answers.put(Answer(self._number, UNDECIDED, (), 0))
