"""The signals that end a program: Ctrl+C, SIGTERM, and a closed terminal."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

SIGNALS: Final = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


def handle() -> None:
    """Let each signal raise KeyboardInterrupt with its number in the main thread, as Ctrl+C does."""
    _set_handler(_interrupt)


def ignore() -> None:
    """Ignore the signals, so that they cannot interrupt the rest of the work."""
    _set_handler(signal.SIG_IGN)


@contextmanager
def closing(close: Callable[[], None]) -> Iterator[None]:
    """A context in which the first signal calls `close` and raises KeyboardInterrupt at the end; a second
    signal raises it at once."""
    received: list[int] = []

    def on_signal(number: int, frame: FrameType | None) -> None:
        received.append(number)
        if len(received) > 1:
            _interrupt(number, frame)
        close()

    _set_handler(on_signal)
    try:
        yield
    finally:
        handle()
    if received:
        raise KeyboardInterrupt(received[0])


def exit_code(ended: KeyboardInterrupt) -> int:
    """The exit code by the shells' convention: 128 plus the signal's number."""
    return 128 + int(ended.args[0] if ended.args else signal.SIGINT)


def _interrupt(number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt(number)


def _set_handler(handler: "Callable[[int, FrameType | None], None] | signal.Handlers") -> None:
    for number in SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:  # nohup has set it to be ignored
            signal.signal(number, handler)
