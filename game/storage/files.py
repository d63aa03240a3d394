"""Files on disk: read whole and within a limit, written whole or not at all, one program at a time."""

import errno
import os
import stat
import sys
import tempfile
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
"""Seconds between attempts."""
_UNDONE: Final = ".undone-"
"""How the names of files begin that are still being written."""


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


def put(path: Path, data: bytes) -> None:
    """Put a file there whole or not at all, in place of what was there. Raises OSError."""
    handle, fresh = _fresh(path.parent)
    with os.fdopen(handle, "wb") as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(handle)
            if sys.platform == "win32":
                file.close()
            fresh.replace(path)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise


def _fresh(folder: Path) -> tuple[int, Path]:
    """A new file under a name that nobody looks for, locked for as long as it is open."""
    while True:
        handle, name = tempfile.mkstemp(prefix=_UNDONE, dir=folder)
        while (locked := _locked(handle)) is False:
            time.sleep(_LOOK)
        if locked is None or os.fstat(handle).st_nlink:
            return handle, Path(name)
        os.close(handle)  # swept before it was locked


def sweep(folder: Path) -> None:
    """Remove what programs that were killed have left half written; what one is writing stays."""
    for path in folder.glob(f"{_UNDONE}*"):
        with suppress(OSError):
            check_plain(path, sys.maxsize)
            with path.open("rb") as file:
                if _locked(file.fileno()):
                    path.unlink()


def free_name(path: Path) -> Path:
    """The first of settings-damaged-1.json, -2 ... that is not taken."""
    number = 1
    while (free := path.with_stem(f"{path.stem}-damaged-{number}")).exists():
        number += 1
    return free


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Keep every other program that asks for it out of a folder meanwhile. Raises TimeoutError if one keeps
    this one out; where folders cannot be locked (Windows, some network drives) nobody is kept out."""
    handle = None
    if sys.platform != "win32":
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
    until = time.monotonic() + PATIENCE
    try:
        while handle is not None and _locked(handle) is False:
            if time.monotonic() > until:
                raise TimeoutError(errno.ETIMEDOUT, "held by another program")
            time.sleep(_LOOK)
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _locked(handle: int) -> bool | None:
    """Lock an open file as long as it is open; False if another has, None if it cannot be locked."""
    if sys.platform == "win32":
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return False if isinstance(error, BlockingIOError) else None
    return True
