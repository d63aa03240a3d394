"""The entry point: every error ends in one line and an exit code."""

import os
import signal
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - whoever starts it with an older one shall read why
    sys.stderr.write("main.py: Haisty needs Python 3.11 or newer\n")
    sys.exit(2)
if __name__ in {"__main__", "game.main"} and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    # Before a command begins there is nothing to save: Ctrl+C during the imports ends the program at once.
    signal.signal(signal.SIGINT, lambda number, _frame: os._exit(128 + number))

import errno
import io
from pathlib import Path

if __name__ == "__main__" and not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parent))  # PYTHONSAFEPATH leaves it out

from game.i18n import one_line, reason
from game.program import PROGRAM


def open_missing_streams() -> None:
    """Open the null device for each standard stream missing at the start: otherwise the next file opened
    would get its descriptor, and output would go there."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    null = Path(os.devnull)
    sys.stdout = sys.stdout or null.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or null.open("w", encoding="utf-8")


def main() -> int:
    """Carry out the command line and return the exit code, whatever goes wrong."""
    open_missing_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        from game import app  # noqa: PLC0415 - a package that is missing is one line, too

        try:
            return app.run()
        finally:
            sys.stdout.flush()
    except ModuleNotFoundError as error:
        said = "is missing; start play.py instead: it sets everything up"
        print(f"{PROGRAM}: the package {error.name} {said}", file=sys.stderr)
        return 2
    except OSError as error:
        # The reader of the output has closed it, which Windows calls an invalid argument.
        unread = isinstance(error, BrokenPipeError) or (error.errno == errno.EINVAL and not error.filename)
        if not unread:
            print(one_line(f"{PROGRAM}: {reason(error)}"), file=sys.stderr)
        # Discard what is still to be flushed at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0 if unread else 2


if __name__ == "__main__":
    sys.exit(main())
