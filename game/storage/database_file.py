"""The SQLite file of the results: opened, checked, migrated to this version."""

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

from game.storage.files import LOCK_TIMEOUT, check_plain
from game.storage.schema import KIND, MIGRATIONS, in_memory, migrate, number, schema, with_good_view, word

LARGEST: Final = 2**28
"""Bytes of the file: a million results."""
CORRUPT: Final = 11
NOT_A_DATABASE: Final = 26
"""Primary result codes of SQLite."""


class DamagedError(Exception):
    """The file is not a results file, or it is damaged."""


class NewerError(Exception):
    """A newer version of the game wrote the file."""


def open_file(path: Path) -> sqlite3.Connection:
    """A connection to the file, which is then intact, of this version and writable. Raises sqlite3.Error,
    OSError, DamagedError, NewerError."""
    with suppress(FileNotFoundError):
        check_plain(path, LARGEST)
    connection = sqlite3.connect(path, timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False)
    try:
        _check(connection)
        connection.execute("PRAGMA synchronous = FULL")
        if word(connection, "journal_mode") != "wal":
            connection.execute("PRAGMA journal_mode = WAL")
        migrate(connection)
        if schema(connection) != schema(in_memory()):
            raise DamagedError
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA application_id = {KIND}")  # fails if the file is not writable
        connection.execute("ROLLBACK")
        return with_good_view(connection)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        connection.close()
        if isinstance(error, UnicodeDecodeError) or error_code(error) in (CORRUPT, NOT_A_DATABASE):
            raise DamagedError from None
        raise
    except BaseException:
        connection.close()
        raise


def _check(connection: sqlite3.Connection) -> None:
    """Check that the file is new, or ours and intact. Raises the errors of `open_file`."""
    connection.execute("BEGIN")  # another program may be creating it right now
    version, kind = number(connection, "user_version"), number(connection, "application_id")
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    connection.execute("COMMIT")
    if (tables or version or kind) and kind != KIND:
        raise DamagedError
    if version > len(MIGRATIONS):
        raise NewerError
    if word(connection, "integrity_check") != "ok":
        raise DamagedError


def error_code(error: Exception) -> int:
    """SQLite's primary result code; 0 if it has none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
