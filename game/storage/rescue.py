"""Rescues what can be read of a results file that is damaged or not writable."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from game.storage.database_file import LARGEST, DamagedError, NewerError, open_file
from game.storage.files import damaged_name, read
from game.storage.schema import KIND, MIGRATIONS, TABLES, in_memory, migrate, number, schema, text_of


def set_aside(path: Path) -> Path:
    """Rename a damaged file, and SQLite's files beside it, to a free name. Raises OSError."""
    kept = damaged_name(path)
    path.rename(kept)
    for suffix in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            path.with_name(path.name + suffix).rename(kept.with_name(kept.name + suffix))
    return kept


def rescue(kept: Path, connection: sqlite3.Connection) -> int:
    """Copy the results that can be read from a damaged file, from either end, migrated to this version;
    returns how many."""
    with (
        suppress(sqlite3.Error, OSError, UnicodeDecodeError),
        _copied(kept) as copy,
        closing(sqlite3.connect(copy, isolation_level=None)) as damaged,
        closing(sqlite3.connect(":memory:", isolation_level=None)) as rescued,
    ):
        damaged.text_factory = text_of
        migrate(rescued, MIGRATIONS[: number(damaged, "user_version")] or MIGRATIONS)
        if number(damaged, "application_id") == KIND and schema(damaged) == schema(rescued):
            for table in TABLES:
                for order in ("", "DESC"):
                    with suppress(sqlite3.Error):
                        _copy_rows(damaged, rescued, table, f"ORDER BY id {order}")
            migrate(rescued)
            connection.execute("BEGIN")
            for table in TABLES:
                _copy_rows(rescued, connection, table)
            connection.execute("COMMIT")
    if connection.in_transaction:
        connection.execute("ROLLBACK")
    counts = [connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES]
    return int(sum(counts))


def _copy_rows(source: sqlite3.Connection, into: sqlite3.Connection, table: str, order: str = "") -> None:
    """Insert the rows not copied yet, up to the first that cannot be read; files of older versions have no
    such table. Raises sqlite3.Error."""
    if columns := schema(into)[table]:
        rows = source.execute(f"SELECT * FROM {table} {order}")
        into.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(columns))})", rows)


def read_in_memory(path: Path) -> sqlite3.Connection:
    """A copy of the file in memory, as far as it can be read."""
    shown = in_memory()
    with (
        suppress(sqlite3.Error, OSError, DamagedError, NewerError),
        _copied(path) as copy,
        closing(open_file(copy)) as connection,
    ):
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.backup(shown)
    return shown


@contextmanager
def _copied(path: Path) -> Iterator[Path]:
    """A temporary copy of a file and of SQLite's files beside it. Raises OSError."""
    with TemporaryDirectory() as name:
        for suffix in ("", "-wal"):
            with suppress(FileNotFoundError):
                data = read(path.with_name(path.name + suffix), LARGEST)
                (Path(name) / (path.name + suffix)).write_bytes(data)
        yield Path(name) / path.name
