"""Files on disk: read whole and within a limit, whatever lies in their place, and what they say decoded."""

import errno
import stat
from pathlib import Path
from typing import Final, TypeVar

import msgspec

T = TypeVar("T")

MOST: Final = 16 * 2**20
"""Bytes that any file of the game may have: the replay of a day's match has fewer."""


def read(path: Path, most: int = MOST) -> bytes:
    """What a file holds. Raises OSError, for more than `most` bytes and for what is no plain file too: a
    pipe or a device might never end."""
    try:
        kind = path.stat().st_mode
    except ValueError:  # no name that a file can have
        raise FileNotFoundError(errno.ENOENT, "no such name", str(path)) from None
    if not stat.S_ISREG(kind):
        folder = stat.S_ISDIR(kind)
        raise OSError(errno.EISDIR if folder else errno.ENXIO, "not a plain file", str(path))
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"more than {most} bytes", str(path))
    return data


def decode(data: bytes | str, kind: type[T]) -> T:
    """What JSON says, of that type. Raises ValueError, whatever is wrong with it."""
    try:
        return msgspec.json.decode(data, type=kind)
    except RecursionError:
        raise ValueError("too deep") from None


def lines(path: Path) -> list[str]:
    """The lines of a text file, without their ends. Raises OSError; UnicodeDecodeError if it is no text."""
    return read(path).decode().replace("\r\n", "\n").removesuffix("\n").split("\n")
