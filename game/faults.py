"""Faults of the program. Whoever catches one hands it to `sys.excepthook`, where those end that nobody
catches, and goes on if it can. Each is written with its traceback to a file in the data folder; a player
reads one line."""

import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from game.i18n import N_, Notice, Notify, drop_notice, one_line
from game.program import PROGRAM, VERSION
from game.system import here

FILE = "faults.log"
_MOST = 2**18
"""Characters of a fault; the file begins anew when it has as many bytes."""
_AGAIN = 60.0
"""Seconds until what fails at the same place is written and told once more."""
_FAULT = N_("That was a fault in the program ({error}). The details are in {path}.")

tell: Notify = drop_notice
"""Hears of the faults after which the program goes on: those in other threads than the main one."""


def keep(folder: Callable[[], Path]) -> None:
    """Keep the faults of all threads in this folder from now on; if there is none, they are printed."""
    until: dict[str, float] = {}

    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        place, now = f"{kind} {traceback.extract_tb(trace)[-1:]}", here().clock.seconds()
        if now < until.get(place, now):
            return
        until[place] = now + _AGAIN
        try:
            path = folder() / FILE
        except Exception:
            sys.__excepthook__(kind, error, trace)
            return
        notice = Notice(_FAULT, error=repr(error), path=path)
        with suppress(OSError, ValueError):  # nobody reads it
            print(one_line(f"{PROGRAM}: {notice}"), file=sys.stderr)
        with suppress(OSError):
            mode = "w" if path.exists() and path.stat().st_size > _MOST else "a"
            with path.open(mode, encoding="utf-8", errors="backslashreplace") as file:
                words = "".join(traceback.format_exception(kind, error, trace))[-_MOST:]
                file.write(f"{here().clock.written('%c')}, {VERSION}, {sys.platform}: {words}\n")
        if threading.current_thread() is not threading.main_thread():
            tell(notice)

    sys.excepthook = report
    threading.excepthook = lambda it: report(it.exc_type, it.exc_value or it.exc_type(), it.exc_traceback)
