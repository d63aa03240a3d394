"""Files written for a test, and what is said of one that cannot be read."""

from collections.abc import Callable
from pathlib import Path

import pytest

from game.challenges.level import LevelError
from game.storage.replay_format import ReplayError


def written(folder: Path, text: str, name: str = "file") -> Path:
    """A file that holds this."""
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def refused(
    read: Callable[[Path], object],
    path: Path,
    kind: type[Exception] | tuple[type[Exception], ...] = (LevelError, ReplayError),
) -> str:
    """The one line that a reader says of a file that is no good; it names the file."""
    with pytest.raises(kind) as caught:
        read(path)
    line = str(caught.value)
    assert "\n" not in line
    assert str(path) in line
    return line
