"""The file of the records: SQLite, opened, brought to this version, or set aside if it is damaged.

Several programs may use it at once (write-ahead log); each statement is a transaction of its own.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from game.i18n import N_, Notice, reason
from game.records import RecordsError
from game.store import DataFolderError, free_name, open_folder

FILE: Final = "records.db"
PATIENCE: Final = 5.0
"""Seconds to wait for another program that is writing."""
MIGRATIONS: Final = (
    """
    CREATE TABLE result (
        id INTEGER PRIMARY KEY,
        challenge TEXT NOT NULL,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,
        seed TEXT NOT NULL,
        won INTEGER NOT NULL,
        placed INTEGER NOT NULL,
        cards INTEGER NOT NULL,
        time INTEGER NOT NULL,
        penalty INTEGER NOT NULL,
        hints INTEGER NOT NULL,
        undos INTEGER NOT NULL,
        mistakes INTEGER NOT NULL,
        medal TEXT NOT NULL,
        "when" INTEGER NOT NULL,
        run TEXT NOT NULL
    );
    CREATE INDEX result_challenge ON result (challenge, won, placed, time);
    CREATE INDEX result_game ON result (game)
    """,
)
"""Each brings a file from the version that is its index to the next; what has been released never changes."""
_KIND: Final = 0x48414953
"""The file's application id: HAIS."""
_CORRUPT, _NOTADB = 11, 26
"""Primary result codes of SQLite."""

_DAMAGED = N_("The records file {path} is damaged. It is kept as {kept}; new records begin.")
_NEWER = N_(
    "The records file {path} was written by a newer version of this game. "
    "It stays as it is; what you play now is not recorded."
)
_UNUSABLE = N_("The records file {path} cannot be used ({reason}). What you play now is not recorded.")


class RecordFile:
    """A connection to the file."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection, self._path = connection, path

    def ask(self, statement: str, values: Sequence[object] = ()) -> list[Any]:
        """The rows that the statement gives. Raises RecordsError."""
        try:
            return self._connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise self.failed(error) from None

    def failed(self, why: object) -> RecordsError:
        """What to tell the player."""
        text = N_("the records file {path} cannot be used: {reason}")
        return RecordsError(Notice(text, path=self._path, reason=why))

    def close(self) -> None:
        """Let the file go."""
        self._connection.close()


def open_file(folder: Path | None) -> tuple[RecordFile, Notice | None]:
    """The records file of a data folder, and what to tell the player if they are not those of the file.

    A damaged file is set aside under a free name. If nothing can be kept in the folder, the records last
    as long as the program; nor are they kept without a folder.
    """
    if folder is None:
        return RecordFile(_in_memory(), Path(FILE)), None
    path = folder / FILE
    try:
        open_folder(folder)
        try:
            return RecordFile(_open(path), path), None
        except _DamagedError:
            kept = _set_aside(path)
            return RecordFile(_open(path), path), Notice(_DAMAGED, path=path, kept=kept.name)
    except _NewerError:
        notice = Notice(_NEWER, path=path)
    except DataFolderError as error:
        notice = Notice("{reason}", reason=error)
    except (sqlite3.Error, _DamagedError) as error:
        notice = Notice(_UNUSABLE, path=path, reason=error)
    except OSError as error:
        notice = Notice(_UNUSABLE, path=path, reason=reason(error))
    return RecordFile(_in_memory(), path), notice


def migrate(connection: sqlite3.Connection, scripts: Sequence[str] = MIGRATIONS) -> None:
    """Bring the file to the version of the last script: all of what is missing, or nothing of it.

    Raises sqlite3.Error.
    """
    if _number(connection, "user_version") == len(scripts):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for script in scripts[_number(connection, "user_version") :]:
            for statement in script.split(";"):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {_KIND}")
        connection.execute(f"PRAGMA user_version = {len(scripts)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


class _DamagedError(Exception):
    """The file is no records file, or not a whole one."""


class _NewerError(Exception):
    """A newer version of the game wrote the file."""


def _open(path: Path) -> sqlite3.Connection:
    """The file, whole and of this version. Raises sqlite3.Error, _DamagedError, _NewerError."""
    connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    try:
        _check(connection)
        connection.execute("PRAGMA synchronous = FULL")
        if _word(connection, "journal_mode") != "wal":
            connection.execute("PRAGMA journal_mode = WAL")
        migrate(connection)
        if _schema(connection) != _schema(_in_memory()):
            raise _DamagedError("another schema")
        return connection
    except sqlite3.DatabaseError as error:
        connection.close()
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (_CORRUPT, _NOTADB):
            raise _DamagedError(str(error)) from None
        raise
    except BaseException:
        connection.close()
        raise


def _check(connection: sqlite3.Connection) -> None:
    """Whether it is a records file: new, or ours and whole. Raises as `_open`."""
    connection.execute("BEGIN")  # another program may be making it right now
    version, kind = _number(connection, "user_version"), _number(connection, "application_id")
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    connection.execute("COMMIT")
    if (tables or version or kind) and kind != _KIND:
        raise _DamagedError("not a records file")
    if version > len(MIGRATIONS):
        raise _NewerError
    if _word(connection, "quick_check") != "ok":
        raise _DamagedError("not whole")


def _set_aside(path: Path) -> Path:
    """Give a damaged file, and what SQLite keeps beside it, a free name. Raises OSError."""
    kept = free_name(path)
    with suppress(FileNotFoundError):  # another program may have been faster
        path.rename(kept)
    for suffix in ("-wal", "-shm"):
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            beside.rename(kept.with_name(kept.name + suffix))
    return kept


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


def _word(connection: sqlite3.Connection, pragma: str) -> str:
    return str(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


def _in_memory() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection)
    return connection


def _schema(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """The names and types of the columns."""
    return {(row[1], row[2]) for row in connection.execute("PRAGMA table_info(result)")}
