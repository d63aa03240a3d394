"""Files on disk: reads within a size limit, atomic writes, and locks between programs; and whatever Windows
does otherwise with them.

There nobody renames, replaces or deletes what is open, and scanners open whatever is new, for a moment.
"""

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from game.system import here

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

T = TypeVar("T")
Shape = type[dict[str, msgspec.Raw]] | type[list[msgspec.Raw]]
"""Of a JSON file with named entries, or with numbered ones."""

MOST: Final = 16 * 2**20
"""The most bytes of any file of the game: the replay of a day-long match has fewer."""
UNFIT: Final = (errno.EISDIR, errno.ENXIO, errno.EFBIG)
"""What is said of what is no file of the game, whoever reads it; other errors may pass."""
LOCK_TIMEOUT: Final = 5.0
"""Seconds to wait for another program's lock on a folder."""
LOCK: Final = ".lock"
"""The file that stands for its folder where no folder can be locked (Windows)."""
_HELD: Final = (errno.EAGAIN, errno.EACCES, 0)
"""What is said of a lock that another program holds: by POSIX, Windows and Wine."""
_IN_USE: Final = 32
"""Windows' ERROR_SHARING_VIOLATION."""
_PATIENCE: Final = 2.0
"""Seconds in which Windows frees what another program has open for a moment."""
_RETRY: Final = 0.005
"""Seconds between attempts."""
_PARTIAL: Final = ".undone-"
"""The prefix of files that are still being written."""
_LEFT: Final = 60.0
"""Seconds after which nobody is about to rename a partial file that is closed (Windows)."""
_FOLDER: Final = 140
"""The longest path of a data folder that leaves its files room in the 260 characters of Windows."""


def read(path: Path, most: int = MOST) -> bytes:
    """The contents of a file. Raises OSError, also for more than `most` bytes and for anything but a regular
    file: a pipe or a device might never end."""
    check_plain(path, most)
    with _patiently(lambda: path.open("rb")) as file:
        data = file.read(most + 1)
    if len(data) > most:  # some files do not report their size
        raise OSError(errno.EFBIG, f"more than {most} bytes", str(path))
    return data


def check_plain(path: Path, most: int) -> None:
    """Check that there is a regular file of at most `most` bytes. Raises OSError."""
    try:
        found = path.stat()
    except ValueError:  # not a possible file name
        raise FileNotFoundError(errno.ENOENT, "no such name", str(path)) from None
    if not stat.S_ISREG(found.st_mode):
        folder = stat.S_ISDIR(found.st_mode)
        raise OSError(errno.EISDIR if folder else errno.ENXIO, "not a plain file", str(path))
    if found.st_size > most:
        raise OSError(errno.EFBIG, f"more than {most} bytes", str(path))


def decode(data: bytes | str, kind: type[T]) -> T:
    """A value of type `kind` from JSON. Raises ValueError for any error."""
    try:
        return msgspec.json.decode(text(data) if isinstance(data, bytes) else data, type=kind)
    except RecursionError:
        raise ValueError("too deep") from None


def text(data: bytes) -> str:
    """What a text file holds, as if this program had written it: editors add a byte order mark, other line
    ends, empty lines at the end. Raises UnicodeDecodeError."""
    return data.decode("utf-8-sig").replace("\r\n", "\n").rstrip("\n") + "\n"


def lines(path: Path, data: bytes | None = None) -> list[str]:
    """The lines of a text file, without line ends; `data`: what it holds, if that is known. Raises OSError;
    UnicodeDecodeError if it is not text."""
    return text(read(path) if data is None else data)[:-1].split("\n")


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file atomically, replacing any old one; a link stays, and its target is replaced. Raises
    OSError."""
    path = followed(path)
    handle, fresh = _fresh(path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(handle)
            if sys.platform == "win32":
                file.close()
            move(fresh, path)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise


def move(path: Path, to: Path) -> Path:
    """Rename a file, replacing any old one, and return its new path. Raises OSError."""
    return _patiently(lambda: path.replace(to), to)


def remove(path: Path) -> None:
    """Delete a file, if there is one. Raises OSError."""
    _patiently(lambda: path.unlink(missing_ok=True), path)


def _patiently(do: Callable[[], T], path: Path | None = None) -> T:
    """Do what Windows refuses while another program has the file open, and while the one at the `path` is
    marked as read-only: POSIX asks that of the folder alone. Raises OSError."""
    until = here().clock.seconds() + _PATIENCE
    while True:
        try:
            return do()
        except PermissionError as error:
            if sys.platform != "win32":
                raise
            if here().clock.seconds() > until:
                if error.winerror == _IN_USE:
                    raise _held() from None
                raise
            if path:
                with suppress(OSError):
                    path.chmod(stat.S_IWRITE)
            here().clock.pause(_RETRY)


def followed(path: Path) -> Path:
    """The path, or where it leads if it is a symbolic link."""
    return Path(os.path.realpath(path))


def roomy(folder: Path) -> Path:
    """The folder, by a name below which Windows takes paths of any length."""
    whole = str(folder.resolve()) if sys.platform == "win32" else ""
    return Path(f"\\\\?\\{whole}") if len(whole) > _FOLDER and whole[:2] != "\\\\" else folder


def check_writable(folder: Path) -> None:
    """Raises OSError if no file can be made in the folder."""
    handle, fresh = _fresh(folder)
    os.close(handle)
    remove(fresh)


def _fresh(folder: Path) -> tuple[int, Path]:
    """A new partial file, locked while it is open. Raises OSError."""
    while True:
        path = folder / f"{_PARTIAL}{os.getpid()}-{here().entropy.draw(4).hex()}"
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        except FileExistsError:
            continue
        while (locked := _locked(handle)) is False:
            here().clock.pause(_RETRY)
        if locked is None or os.fstat(handle).st_nlink:
            return handle, path
        os.close(handle)  # swept by another program before it was locked


def sweep(folder: Path) -> None:
    """Remove partial files left by killed programs, but none that is being written now."""
    for path in folder.glob(f"{_PARTIAL}*"):
        with suppress(OSError):
            check_plain(path, sys.maxsize)
            if sys.platform == "win32":  # what is open stays
                if here().clock.calendar() - path.stat().st_mtime > _LEFT:
                    path.unlink()
                continue
            with path.open("rb") as file:
                if _locked(file.fileno()):
                    path.unlink()


def set_aside(path: Path, why: str = "damaged") -> Path:
    """Rename an unusable file to the first free name of settings-damaged-1.json, -2 ..., and return it; a
    link stays, and its target is renamed. Raises OSError."""
    path, number = followed(path), 1
    while (free := path.with_stem(f"{path.stem}-{why}-{number}")).exists():
        number += 1
    return move(path, free)


def salvaged(path: Path, shape: Shape, kind: type[T]) -> tuple[dict[str, T], Path | None]:
    """The entries of a JSON file that can be read, by their names or numbers; and, if those are not all, the
    new path of the damaged file, which is set aside. Raises OSError."""
    try:
        stated = decode(read(path), shape)
    except FileNotFoundError:
        return {}, None
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno not in UNFIT:
            raise
        return {}, set_aside(path)
    entries = stated if isinstance(stated, dict) else {str(at): said for at, said in enumerate(stated)}
    found = {}
    for name, said in entries.items():
        with suppress(ValueError):
            found[name] = decode(bytes(said), kind)
    return found, set_aside(path) if len(found) < len(entries) else None


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Hold an exclusive lock on a folder. Raises TimeoutError if another program holds it too long.
    Does nothing where that cannot be locked (some network drives)."""
    handle = None
    with suppress(OSError):
        if sys.platform == "win32":
            handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT)
        else:
            handle = os.open(folder, os.O_RDONLY)
    until = here().clock.seconds() + LOCK_TIMEOUT
    try:
        while handle is not None and _locked(handle) is False:
            if here().clock.seconds() > until:
                raise _held()
            here().clock.pause(_RETRY)
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _held() -> TimeoutError:
    return TimeoutError(errno.ETIMEDOUT, "held by another program")


def _locked(handle: int) -> bool | None:
    """Lock an open file; False if another program holds the lock, None if locking is not possible."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return False if error.errno in _HELD else None
    return True
