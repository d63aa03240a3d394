"""The signals that end a program: Ctrl+C, a request to end, a terminal that is closed."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

SIGNALS: Final = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


def heed() -> None:
    """Have each of them raise KeyboardInterrupt with its number in the main thread, as Ctrl+C does."""
    _answer(_interrupt)


def ignore() -> None:
    """Have none of them break off what is still to be done."""
    _answer(signal.SIG_IGN)


@contextmanager
def gently(close: Callable[[], None]) -> Iterator[None]:
    """Within this the first of them calls `close`, and KeyboardInterrupt comes only after it; a second one
    does not wait."""
    come: list[int] = []

    def ask(number: int, frame: FrameType | None) -> None:
        come.append(number)
        if len(come) > 1:
            _interrupt(number, frame)
        close()

    _answer(ask)
    try:
        yield
    finally:
        heed()
    if come:
        raise KeyboardInterrupt(come[0])


def code(ended: KeyboardInterrupt) -> int:
    """The exit code that shells give: 128 and the signal's number."""
    return 128 + int(ended.args[0] if ended.args else signal.SIGINT)


def _interrupt(number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt(number)


def _answer(handler: "Callable[[int, FrameType | None], None] | signal.Handlers") -> None:
    for number in SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:  # as nohup has it
            signal.signal(number, handler)
