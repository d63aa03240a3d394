"""What stands for the solver's process in a world: it answers a moment later, and searches less far."""

import msgspec
from msgspec.structs import replace

from game.solve.hints.worker import Question, _answer
from tests.world.threads import Queue
from tests.world.world import SECOND, world

_THINKS, _PART = 0.3, 1 / 40
"""Seconds until an answer comes, and the part of the positions that are searched."""


class Solver:
    """Its own two pipes, each a queue of lines."""

    pid = 1

    def __init__(self) -> None:
        self.stdin = self.stdout = self
        self._answers = Queue()
        self._closed = False

    def write(self, line: bytes) -> None:
        """Answer a question. Raises OSError."""
        if self._closed:
            raise BrokenPipeError
        question = msgspec.json.decode(line, type=Question)
        answer = _answer(replace(question, seconds=question.seconds * _PART))
        said = msgspec.json.encode(answer)
        world().later(world().now + round(_THINKS * SECOND), lambda: self._answers.put(said))

    def flush(self) -> None:
        """All has been written."""

    def kill(self) -> None:
        """End."""
        self._closed = True
        self._answers.put(b"")

    close = wait = flush

    def __enter__(self) -> "Solver":
        return self

    def __exit__(self, *_error: object) -> None:
        """Its output has ended."""

    def __iter__(self) -> "Solver":
        return self

    def __next__(self) -> bytes:
        line: bytes = self._answers.get()
        if not line:
            raise StopIteration
        return line
