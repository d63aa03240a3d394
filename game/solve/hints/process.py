"""Asks a process of its own whether a position comes out, and never waits for it."""

import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple

import msgspec

from game.core.rules import Rules
from game.core.table import Move, Table
from game.solve.hints.worker import Answer, Question
from game.solve.verdict import UNDECIDED, Verdict

_ROOT = str(Path(__file__).parents[3])
# On Windows alone: no console of its own, and the frames come first.
_FLAGS = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)


class FoundDeal(NamedTuple):
    """A deal that comes out, with the moves that lead there; without moves none could be looked for."""

    seed: int
    moves: tuple[Move, ...]


class SolverClient:
    """One question at a time: a new one replaces the old one.

    Starting the process, writing to it and reading from it are left to threads, so ask(), poll() and
    close() never wait. The process starts with the first question, and anew if it has died; it ends with
    this one.
    """

    def __init__(self) -> None:
        self._number = self._open = 0
        self._questions: SimpleQueue[Question | None] = SimpleQueue()
        self._answers: SimpleQueue[Answer] = SimpleQueue()
        self._writer: Thread | None = None
        self._child: _Child | None = None
        self._lock = Lock()
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process that is asked, once it has been started."""
        return self._child.pid if self._child else None

    def ask(
        self,
        rules: Rules,
        table: Table,
        seconds: float,
        known: tuple[Move, ...] = (),
        since: tuple[Move, ...] = (),
    ) -> None:
        """Have the true table of one seat searched for at most so long; forget what was asked before.

        `known` are moves that win from an earlier table, `since` those made from there.
        """
        self._put(rules, seconds, table=table, known=known, since=since)

    def find(self, rules: Rules, seed: int, seconds: float) -> None:
        """Have the first deal from a seed on looked for that is found to come out within so many seconds;
        forget what was asked before."""
        self._put(rules, seconds, seed=seed)

    def poll(self) -> Verdict | None:
        """The verdict on the last question, once; None while there is none.

        If the process died over it, or cannot be had, the question stays undecided.
        """
        answer = self._answer()
        return Verdict(answer.verdict, answer.moves, answer.expanded) if answer else None

    def found(self) -> FoundDeal | None:
        """The deal that was looked for, once; None while there is none."""
        answer = self._answer()
        return FoundDeal(answer.seed, answer.moves) if answer else None

    def _put(
        self,
        rules: Rules,
        seconds: float,
        table: Table | None = None,
        known: tuple[Move, ...] = (),
        since: tuple[Move, ...] = (),
        seed: int = 0,
    ) -> None:
        game: Any = rules
        self._number = self._open = self._number + 1
        question = Question(self._number, game.name, asdict(game), table, seconds, seed, known, since)
        self._questions.put(question)
        if self._writer is None:
            self._writer = Thread(target=self._write, daemon=True)
            self._writer.start()

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
        """End the process, whatever it does; nothing is answered any more."""
        self._open = 0
        with self._lock:
            self._closed = True
            if self._child:
                self._child.kill()
        self._questions.put(None)

    def _write(self) -> None:
        """Pass on the newest question, to a new process if there is none or it is dying."""
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
    """The process, and the thread that reads from it."""

    def __init__(self, answers: "SimpleQueue[Answer]") -> None:
        """Raises OSError if it cannot be started."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "game.solve.hints.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=_ROOT,
            env=os.environ | {"PYTHONPATH": _ROOT},
            creationflags=_FLAGS,
        )
        self.pid = self._process.pid
        self.alive = True
        self._number = 0
        self._sending = Lock()
        self._answers = answers
        Thread(target=self._read, daemon=True).start()

    def send(self, question: Question) -> bool:
        """Pass a question on; whether the process has taken it. May wait."""
        assert self._process.stdin
        with self._sending:
            try:
                self._process.stdin.write(msgspec.json.encode(question) + b"\n")
                self._process.stdin.flush()
            except (OSError, ValueError):  # ValueError: it is closed already
                self.alive = False
                return False
            self._number = question.number
        return True

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def _read(self) -> None:
        """Pass answers on; at the end, that the last question will not get one."""
        assert self._process.stdin and self._process.stdout
        with self._process.stdout as lines:
            for line in lines:
                try:
                    self._answers.put(msgspec.json.decode(line, type=Answer))
                except msgspec.DecodeError:
                    break  # it died in the middle of the line
        self.alive = False
        self._process.wait()
        with self._sending:
            with suppress(OSError):  # what is still to be written goes nowhere
                self._process.stdin.close()
            self._answers.put(Answer(self._number, UNDECIDED, (), 0))
