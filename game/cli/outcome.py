"""How a command is carried out and how it ends: exit codes, refusals, notices on standard error, signals."""

import argparse
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from traceback import walk_stack
from types import FrameType
from typing import Final

from game.cli.console import listening
from game.i18n import one_line, printable
from game.program import PROGRAM
from game.system import here

DONE: Final = 0
FAILED: Final = 1
"""The exit code if nothing was found, no solution is known, or a replay does not match."""
BAD: Final = 2
"""The exit code for bad arguments or input."""
_SIGNALS: Final = "SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"
SIGNALS: Final = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
"""The signals that end a program: Ctrl+C, SIGTERM and a closed terminal; on Windows Ctrl+Break, too."""
_received: Final[list[int]] = []
"""The numbers of the signals that came to the command."""


class Refused(Exception):
    """The command cannot be carried out; the text is one line that says why."""

    def __init__(self, why: object, code: int = BAD) -> None:
        super().__init__(why)
        self.code = code


def say(text: str) -> None:
    """Print lines on standard output, safe for a terminal whatever the names and paths in them are."""
    print("\n".join(map(printable, text.split("\n"))), flush=True)


def warn(notice: object) -> None:
    """Print a notice as one line on standard error, if there is one."""
    if notice:
        print(one_line(f"{PROGRAM}: {notice}"), file=sys.stderr)


def windowless(module: str, name: str = "") -> Callable[[argparse.Namespace], int]:
    """The command of a module of this package, which is imported when it begins; `name`: if its function has
    another."""

    def begin(args: argparse.Namespace) -> int:
        return int(getattr(import_module(f"game.cli.{module}"), name or module)(args))

    return begin


def until_signal(command: Callable[[], int]) -> int:
    """The exit code of a command; if a signal ends it, 128 plus the number of the first one, as in shells.

    Each signal raises KeyboardInterrupt in the main thread, as Ctrl+C does: a second one leaves what is
    cleaned up after the first. Once the command is over they are ignored to the end of the program."""
    _received.clear()
    try:
        return _interruptible(command)
    except (KeyboardInterrupt, RuntimeError) as error:
        # Python 3.11 wraps what a signal raises while a class is made, as in a late import.
        if not isinstance(error, KeyboardInterrupt) and not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        return 128 + _received[0]
    finally:
        _set_handler(signal.SIG_IGN)


@contextmanager
def closing_on_signal(close: Callable[[], None]) -> Iterator[None]:
    """A context in which the first signal calls `close` and raises KeyboardInterrupt at the end; a second
    signal raises it at once."""

    def on_signal(number: int, frame: FrameType | None) -> None:
        if _received:
            _interrupt(number, frame)
        _received.append(number)
        close()

    _set_handler(on_signal)
    try:
        yield
    finally:
        _set_handler(_interrupt)
    if _received:
        raise KeyboardInterrupt


def _interruptible(command: Callable[[], int]) -> int:
    sys.unraisablehook = _lost
    _set_handler(_interrupt)
    with listening():
        return command()


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, but only above `_interruptible`, where it is caught whenever it comes."""
    codes = {each.f_code for each, _line in walk_stack(frame)}
    if _lost.__code__ in codes:
        _come_again(number)
    elif _interruptible.__code__ in codes:
        _received.append(number)
        raise KeyboardInterrupt


def _lost(what: "sys.UnraisableHookArgs") -> None:
    """Hears of what was raised where nothing can be, as when Python ends an import and calls a weak reference
    back: a signal comes again."""
    if isinstance(what.exc_value, KeyboardInterrupt):
        _come_again(_received[-1])
    else:
        sys.__unraisablehook__(what)


def _come_again(number: int) -> None:
    here().jobs.later(0.001, signal.raise_signal, number, waits=True)


def _set_handler(handler: "Callable[[int, FrameType | None], None] | signal.Handlers") -> None:
    for number in SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:  # nohup has set it to be ignored
            signal.signal(number, handler)
