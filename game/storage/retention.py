"""Which replays the data folder keeps: the latest of each kind, the best run at each challenge, and every
file with a name that the game does not give, so that renaming one keeps it.
"""

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

SERVED_MARK = "-served"
"""Part of the names of replays of served tables."""
_STAMP = r"\d{4}-\d\d-\d\d-\d{6}-"


class Kind(NamedTuple):
    """A kind of replay: what its files are called, and how many are kept."""

    name: re.Pattern[str]
    most: int


MATCHES = Kind(re.compile(rf"{_STAMP}(?!.*{SERVED_MARK}).*\.replay"), 200)
SERVED = Kind(re.compile(rf"{_STAMP}.*{SERVED_MARK}.*\.replay"), 200)
RUNS = Kind(re.compile(rf"{_STAMP}.*\.run"), 1000)


def make_room(folder: Path, kind: Kind, kept: Callable[[], Collection[str]] = tuple) -> None:
    """Delete the oldest files of a kind until there is room for one more. Their names begin with the time.

    `kept` returns the names of files that stay whatever their age; it is asked only if some are to go.
    """
    with suppress(OSError):
        names = sorted(path.name for path in folder.iterdir() if kind.name.fullmatch(path.name))
        if old := names[: max(0, len(names) - kind.most + 1)]:
            spared = frozenset(kept())
            for name in old:
                if name not in spared:
                    (folder / name).unlink(missing_ok=True)
