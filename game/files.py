"""Files on disk: read whole and within a limit, whatever lies in their place, and what they say decoded."""

import errno
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TypeVar

import msgspec

if sys.platform != "win32":
    import fcntl

T = TypeVar("T")

MOST: Final = 16 * 2**20
"""Bytes that any file of the game may have: the replay of a day's match has fewer."""
PATIENCE: Final = 5.0
"""Seconds to wait for another program that holds a folder."""
_LOOK: Final = 0.005


def read(path: Path, most: int = MOST) -> bytes:
    """What a file holds. Raises OSError, for more than `most` bytes and for what is no plain file too: a
    pipe or a device might never end."""
    check_plain(path, most)
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:  # some files do not know their size
        raise OSError(errno.EFBIG, f"more than {most} bytes", str(path))
    return data


def check_plain(path: Path, most: int) -> None:
    """Raise OSError if there is no plain file of at most so many bytes."""
    try:
        found = path.stat()
    except ValueError:  # no name that a file can have
        raise FileNotFoundError(errno.ENOENT, "no such name", str(path)) from None
    if not stat.S_ISREG(found.st_mode):
        folder = stat.S_ISDIR(found.st_mode)
        raise OSError(errno.EISDIR if folder else errno.ENXIO, "not a plain file", str(path))
    if found.st_size > most:
        raise OSError(errno.EFBIG, f"more than {most} bytes", str(path))


def decode(data: bytes | str, kind: type[T]) -> T:
    """What JSON says, of that type. Raises ValueError, whatever is wrong with it."""
    try:
        return msgspec.json.decode(data, type=kind)
    except RecursionError:
        raise ValueError("too deep") from None


def lines(path: Path) -> list[str]:
    """The lines of a text file, without their ends. Raises OSError; UnicodeDecodeError if it is no text."""
    return read(path).decode().replace("\r\n", "\n").removesuffix("\n").split("\n")


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Keep every other program that asks for it out of a folder meanwhile. Raises TimeoutError if one keeps
    this one out; where folders cannot be locked (Windows, some network drives) nobody is kept out."""
    handle = None
    if sys.platform != "win32":
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
    try:
        if handle is not None:
            _lock(handle)
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _lock(handle: int) -> None:
    until = time.monotonic() + PATIENCE
    while sys.platform != "win32":
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            if time.monotonic() > until:
                raise TimeoutError(errno.ETIMEDOUT, "held by another program") from None
            time.sleep(_LOOK)
        except OSError:
            break
