"""How a command ends: exit codes, refusals, and notices on standard error."""

import sys
from typing import Final

from game.i18n import one_line, printable
from game.program import PROGRAM

DONE: Final = 0
FAILED: Final = 1
"""The exit code if nothing was found, no solution is known, or a replay does not match."""
BAD: Final = 2
"""The exit code for bad arguments or input."""


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
