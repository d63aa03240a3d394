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
LOCK_TIMEOUT: Final = 5.0
"""Seconds to wait for another program that holds a folder."""
_RETRY: Final = 0.005
"""Seconds between attempts."""
_PARTIAL: Final = ".undone-"
"""The prefix of files that are still being written."""


def read(path: Path, most: int = MOST) -> bytes:
    """What a file holds. Raises OSError, also for more than `most` bytes and for anything but a plain file:
    a pipe or a device might never end."""
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
    """A value of that type from JSON. Raises ValueError, whatever is wrong with it."""
    try:
        return msgspec.json.decode(data, type=kind)
    except RecursionError:
        raise ValueError("too deep") from None


def lines(path: Path) -> list[str]:
    """The lines of a text file, without their ends. Raises OSError; UnicodeDecodeError if it is no text."""
    return read(path).decode().replace("\r\n", "\n").removesuffix("\n").split("\n")


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, replacing what was there. Raises OSError."""
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
    """A new file under a name that nobody looks for, locked while it is open."""
    while True:
        handle, name = tempfile.mkstemp(prefix=_PARTIAL, dir=folder)
        while (locked := _locked(handle)) is False:
            time.sleep(_RETRY)
        if locked is None or os.fstat(handle).st_nlink:
            return handle, Path(name)
        os.close(handle)  # swept before it was locked


def sweep(folder: Path) -> None:
    """Remove what killed programs left half written, but nothing that is being written now."""
    for path in folder.glob(f"{_PARTIAL}*"):
        with suppress(OSError):
            check_plain(path, sys.maxsize)
            with path.open("rb") as file:
                if _locked(file.fileno()):
                    path.unlink()


def damaged_name(path: Path) -> Path:
    """The name for a damaged file: the first of settings-damaged-1.json, -2 ... that is not taken."""
    number = 1
    while (free := path.with_stem(f"{path.stem}-damaged-{number}")).exists():
        number += 1
    return free


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Lock a folder against other programs that lock it. Raises TimeoutError if another holds it too long.
    Where folders cannot be locked (Windows, some network drives) this does nothing."""
    handle = None
    if sys.platform != "win32":
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
    until = time.monotonic() + LOCK_TIMEOUT
    try:
        while handle is not None and _locked(handle) is False:
            if time.monotonic() > until:
                raise TimeoutError(errno.ETIMEDOUT, "held by another program")
            time.sleep(_RETRY)
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _locked(handle: int) -> bool | None:
    """Lock a file while it is open; False if another program has, None if it cannot be locked."""
    if sys.platform == "win32":
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return False if isinstance(error, BlockingIOError) else None
    return True
