"""How a command ends: exit codes, refusals, and notices on standard error."""

import sys
from typing import Final

from game.i18n import one_line

DONE: Final = 0
FAILED: Final = 1
"""It did not come out."""
BAD: Final = 2
"""Bad arguments or input."""


class Refused(Exception):
    """The command cannot be carried out; one line says why."""

    def __init__(self, why: object, code: int = BAD) -> None:
        super().__init__(why)
        self.code = code


def warn(notice: object) -> None:
    """Print a notice as one line on standard error, if there is one."""
    if notice:
        print(one_line(f"main.py: {notice}"), file=sys.stderr)
