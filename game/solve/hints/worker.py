"""The solver process: each input line is a question in JSON, each output line an answer.

A new question cancels the search for the last one. The process ends with its standard input, and so with its
parent, however that ends.
"""

import os
import signal
import sys
from _thread import interrupt_main
from queue import SimpleQueue
from types import FrameType

import msgspec

from game.core.rules import Rules
from game.core.table import Move, Table
from game.rules import games
from game.solve import solve, within
from game.solve.lost import Lost, lost, rejoin
from game.solve.verdict import UNDECIDED, WON, Budget
from game.system import here

_DEALS = 3
"""How many deals are tried at the least: the next one comes out likelier than one not decided so long."""


class Question(msgspec.Struct, frozen=True):
    """Search a position for `seconds` (see within()); without one, search the deals from `seed` on for so
    long, each for a part of that, until one comes out."""

    game: str
    rules: dict[str, bool | int | str]
    table: Table | None
    seconds: float
    seed: int = 0
    known: tuple[Move, ...] = ()
    since: tuple[Move, ...] = ()
    """With `known`, a winning line that was left: the moves made since. See rejoin."""
    made: tuple[Move, ...] | None = None
    """Search for where these moves from the table lost; `known` wins from the table."""
    until: float = 0.0
    """When the search for a deal ends, by `wall`, which all programs share."""
    number: int = 0
    """Set when it is asked."""


class Answer(msgspec.Struct, frozen=True):
    """The verdict on the question with that number."""

    number: int
    verdict: str
    moves: tuple[Move, ...]
    expanded: int
    seed: int = 0
    """The deal found, if the question was for one, or the last that was tried; 0 if none was."""
    lost: Lost | None = None
    """Where the moves lost, if that was the question."""


class Replaced(Exception):
    """A new question has come."""


class Worker:
    """Searches in the main thread and reads in another, which interrupts the search by a signal."""

    def __init__(self) -> None:
        self._questions: SimpleQueue[Question] = here().jobs.queue()
        self._searching = False

    def run(self) -> None:
        """Answer questions until standard input ends."""
        signal.signal(signal.SIGINT, self._interrupted)
        here().jobs.start(self._read)
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
                os._exit(0)  # nobody reads the answers any more

    def _read(self) -> None:
        for line in sys.stdin.buffer:
            self._questions.put(msgspec.json.decode(line, type=Question))
            interrupt_main()
        os._exit(0)

    def _interrupted(self, _signal: int, _frame: FrameType | None) -> None:
        """In the main thread: cancel the search if there is a newer question, and only once."""
        if self._searching and not self._questions.empty():
            self._searching = False
            raise Replaced


def _answer(question: Question) -> Answer:
    rules = games()[question.game](**question.rules)
    if question.table is None:
        return _deal(question, rules)
    if question.made is not None:
        where = lost(rules, question.table, question.made, question.seconds, question.known)
        return Answer(question.number, UNDECIDED, (), 0, lost=where)
    found = rejoin(rules, question.table, question.known, question.since)
    if found.verdict != WON:
        found = solve(rules, question.table, *within(rules, question.seconds))
    return Answer(question.number, *found)


def _deal(question: Question, rules: Rules) -> Answer:
    """The deal that was found to come out; once the time is over, one that is not known to be hopeless."""
    seed, (_, most) = question.seed, within(rules, question.seconds)
    budget = Budget(question.until - here().clock.wall(), most)
    while True:
        found = solve(rules, rules.deal(seed, 1), budget.seconds, min(most // _DEALS, int(budget.left)))
        budget.expanded += found.expanded
        if found.verdict == WON or (found.verdict == UNDECIDED and budget.left <= 0):
            return Answer(question.number, *found, seed)
        seed += 1


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(5)  # lower priority than the frames
    Worker().run()
