"""The results database, or its stand-in in memory if the file is damaged or not writable.

Several programs may use it at once (write-ahead log); each statement is its own transaction.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from threading import RLock
from typing import Any, Final

from game.i18n import N_, Notice, reason
from game.storage.data_folder import DataFolderError, open_folder
from game.storage.database_file import (
    CORRUPT,
    NOT_A_DATABASE,
    DamagedError,
    NewerError,
    error_code,
    open_file,
)
from game.storage.files import lock_folder
from game.storage.rescue import read_in_memory, rescue, set_aside
from game.storage.result import ResultsError
from game.storage.schema import in_memory

FILE: Final = "records.db"
_REASONS: Final = {
    5: N_("another program is using it"),
    6: N_("another program is using it"),
    8: N_("read-only"),
    10: N_("the disk reports an error"),
    CORRUPT: N_("it is damaged"),
    13: N_("the disk is full"),
    14: N_("it cannot be opened"),
    NOT_A_DATABASE: N_("it is damaged"),
}
"""SQLite's primary result codes in words for the player."""

_DAMAGED = N_("The records file {path} is damaged. It is kept as {kept}; new records begin.")
_RESCUED = N_("The records file {path} is damaged. It is kept as {kept}; results rescued from it: {count}.")
_NEWER = N_(
    "The records file {path} was written by a newer version of this game. "
    "It stays as it is; what you play now is not recorded."
)
_UNUSABLE = N_("The records file {path} cannot be written ({reason}). What you play now is not recorded.")


class Database:
    """A connection to the file, or to its stand-in in memory."""

    def __init__(self, connection: sqlite3.Connection, path: Path, on_disk: bool) -> None:
        """`on_disk`: it is the file itself. Any thread may use the connection, one at a time."""
        self._connection, self._path, self.on_disk = connection, path, on_disk
        self._lock = RLock()
        self._identity = _identity(path) if on_disk else None

    def query(self, statement: str, values: Sequence[object] = ()) -> list[Any]:
        """The rows that the statement returns. Raises ResultsError."""
        try:
            with self._lock:
                return self._connection.execute(statement, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self.error(_reason(error)) from None

    @property
    def set_aside(self) -> bool:
        """Whether another program has set the file aside in the meantime."""
        return self._identity is not None and self._identity != _identity(self._path)

    def write(self, statement: str, values: Sequence[object] = ()) -> None:
        """Execute a statement that changes the database. Raises ResultsError."""
        self.query(statement, values)
        if self.set_aside:
            try:
                with lock_folder(self._path.parent):
                    connection = open_file(self._path)
            except (sqlite3.Error, OSError, DamagedError, NewerError) as error:
                raise self.error(_reason(error)) from None
            self._connection.close()
            self._connection, self._identity = connection, _identity(self._path)
            self.query(statement, values)

    def hide(self, ids: Iterable[int]) -> None:
        """Leave these rows out of the view `good` as long as the database is open."""
        self._connection.executemany("INSERT INTO temp.bad VALUES (?)", [(each,) for each in ids])

    def error(self, why: object) -> ResultsError:
        """An error that names the file."""
        text = N_("the records file {path} cannot be used: {reason}")
        return ResultsError(Notice(text, path=self._path, reason=why))

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def open_database(folder: Path | None) -> tuple[Database, Notice | None]:
    """The database of a data folder, and a notice if something is wrong with it.

    A damaged file is set aside under a free name. Without a writable folder the database is kept in memory
    while the program runs; it starts with what can be read of the file.
    """
    if folder is None:
        return Database(in_memory(), Path(FILE), False), None
    path = folder / FILE
    try:
        open_folder(folder)
        with lock_folder(folder):
            try:
                return Database(open_file(path), path, True), None
            except DamagedError:
                damaged = set_aside(path)
                connection = open_file(path)
                count = rescue(damaged, connection)
                notice = Notice(_RESCUED if count else _DAMAGED, path=path, kept=damaged.name, count=count)
                return Database(connection, path, True), notice
    except NewerError:
        return Database(in_memory(), path, False), Notice(_NEWER, path=path)
    except DataFolderError as error:
        notice = Notice("{reason}", reason=error)
    except (sqlite3.Error, OSError, DamagedError) as error:
        notice = Notice(_UNUSABLE, path=path, reason=_reason(error))
    return Database(read_in_memory(path), path, False), notice


def _reason(error: Exception) -> object:
    """The reason of an error, for the player."""
    if isinstance(error, OSError):
        return reason(error)
    code = error_code(error)
    if isinstance(error, NewerError):
        return Notice(N_("it was written by a newer version of this game"))
    known = _REASONS.get(CORRUPT if isinstance(error, (DamagedError, UnicodeDecodeError)) else code)
    return Notice(known) if known else Notice(N_("SQLite error {code}"), code=code)


def _identity(path: Path) -> tuple[int, int] | None:
    """The file's identity (device and inode), whatever its name; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
