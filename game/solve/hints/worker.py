"""The process that a solver asks: a line of JSON in is a question, a line out its answer.

A new question ends the search for the old one. The process ends with its standard input, so with whoever
started it, however that ends.
"""

import os
import signal
import sys
from _thread import interrupt_main
from queue import SimpleQueue
from threading import Thread
from types import FrameType

import msgspec

from game.core.rules import Rules
from game.core.table import Move, Table
from game.rules import games
from game.solve import solve
from game.solve.hints.rejoin import rejoin
from game.solve.verdict import WON


class Question(msgspec.Struct, frozen=True):
    """A position of a game to be searched for so many seconds; without one, the deals from a seed on, each
    for so many seconds, until one comes out."""

    number: int
    game: str
    rules: dict[str, bool | int | str]
    table: Table | None
    seconds: float
    seed: int = 0
    known: tuple[Move, ...] = ()
    since: tuple[Move, ...] = ()
    """A line that was left, and the moves made then: see rejoin."""


class Answer(msgspec.Struct, frozen=True):
    """The verdict on the question of that number."""

    number: int
    verdict: str
    moves: tuple[Move, ...]
    expanded: int
    seed: int = 0
    """The deal that was found, where one was looked for."""


class Replaced(Exception):
    """A new question has come."""


class Worker:
    """Searches in the main thread, reads in another; a signal passes from this to that."""

    def __init__(self) -> None:
        self._questions: SimpleQueue[Question] = SimpleQueue()
        self._searching = False

    def run(self) -> None:
        """Answer questions for ever."""
        signal.signal(signal.SIGINT, self._interrupted)
        Thread(target=self._read, daemon=True).start()
        while True:
            question = self._questions.get()
            if not self._questions.empty():
                continue
            try:
                self._searching = True
                answer = _answer(question)
                self._searching = False
            except Replaced:
                continue
            try:
                sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
                sys.stdout.buffer.flush()
            except OSError:
                os._exit(0)  # nobody is there to read it

    def _read(self) -> None:
        for line in sys.stdin.buffer:
            self._questions.put(msgspec.json.decode(line, type=Question))
            interrupt_main()
        os._exit(0)

    def _interrupted(self, _signal: int, _frame: FrameType | None) -> None:
        """In the main thread: break the search off if there is something newer to do, and only once."""
        if self._searching and not self._questions.empty():
            self._searching = False
            raise Replaced


def _answer(question: Question) -> Answer:
    rules = games()[question.game](**question.rules)
    if question.table is None:
        return _deal(question, rules)
    found = rejoin(rules, question.table, question.known, question.since)
    if found.verdict != WON:
        found = solve(rules, question.table, question.seconds)
    return Answer(question.number, *found)


def _deal(question: Question, rules: Rules) -> Answer:
    seed = question.seed
    while (found := solve(rules, rules.deal(seed, 1), question.seconds)).verdict != WON:
        seed += 1
    return Answer(question.number, *found, seed)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(5)  # the frames come first
    Worker().run()
