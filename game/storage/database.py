"""The SQLite file of the results: opened, checked, and rescued if it is damaged.

If it cannot be written, a stand-in in memory shows what can be read of it. Several programs may use the file
at once (write-ahead log); each statement is its own transaction.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock
from typing import Any, Final

from game.i18n import N_, Notice, reason
from game.storage.data_folder import DataFolderError, open_folder
from game.storage.files import LOCK_TIMEOUT, check_plain, followed, lock_folder, move, read, set_aside
from game.storage.result import ResultsError

SCHEMA: Final = """
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
        run TEXT NOT NULL,
        day TEXT NOT NULL
    );
    CREATE INDEX result_challenge ON result (challenge, won, placed, time);
    CREATE INDEX result_game ON result (game);
    CREATE TABLE match_result (
        id INTEGER PRIMARY KEY,
        "key" TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        lan INTEGER NOT NULL,
        won INTEGER NOT NULL,
        place INTEGER NOT NULL,
        points INTEGER NOT NULL,
        rounds INTEGER NOT NULL,
        fastest INTEGER NOT NULL,
        opponents TEXT NOT NULL,
        "when" INTEGER NOT NULL,
        duels_won INTEGER NOT NULL,
        duels_lost INTEGER NOT NULL
    )
"""
PEACEFUL: Final = """
    CREATE TABLE IF NOT EXISTS peaceful (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        challenge TEXT NOT NULL,
        "when" INTEGER NOT NULL
    )
"""
"""The deals played in peace: added to files without them, too, as nothing else depends on it."""
RESET: Final = """
    CREATE TABLE IF NOT EXISTS reset (
        id INTEGER PRIMARY KEY,
        challenge TEXT NOT NULL,
        seed TEXT NOT NULL,
        rules TEXT NOT NULL,
        "when" INTEGER NOT NULL
    )
"""
"""The runs at challenges that were dropped to begin again, likewise."""
VERSION: Final = 7
"""Of the schema, in the file; to be raised whenever that changes."""
TABLES: Final = ("result", "match_result")
KIND: Final = 0x48414953
"""The file's application id: HAIS."""
FILE: Final = "records.db"
_LARGEST: Final = 2**28
"""Bytes of the file: a million results."""
_CORRUPT: Final = 11
_NOT_A_DATABASE: Final = 26
"""Primary result codes of SQLite."""
_REASONS: Final = {
    5: N_("another program is using it"),
    6: N_("another program is using it"),
    8: N_("read-only"),
    10: N_("the disk reports an error"),
    _CORRUPT: N_("it is damaged"),
    13: N_("the disk is full"),
    14: N_("it cannot be opened"),
    _NOT_A_DATABASE: N_("it is damaged"),
}
"""SQLite's primary result codes in words for the player."""
_DAMAGED = N_("The records file {path} is damaged. It is kept as {kept}; new records begin.")
_RESCUED = N_("The records file {path} is damaged. It is kept as {kept}; results rescued from it: {count}.")
_OLDER = N_(
    "The records file {path} was written by an older version of this game. "
    "It is kept as {kept}; new records begin."
)
_NEWER = N_(
    "The records file {path} was written by a newer version of this game. "
    "It stays as it is; what you play now is not recorded."
)
_UNUSABLE = N_("The records file {path} cannot be written ({reason}). What you play now is not recorded.")


def _create(connection: sqlite3.Connection) -> None:
    """Create the tables in a new file, in one transaction. Raises sqlite3.Error."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        if not number(connection, "user_version"):
            for statement in SCHEMA.split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {KIND}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute(PEACEFUL)
        connection.execute(RESET)


def schema(connection: sqlite3.Connection) -> dict[str, set[tuple[str, str]]]:
    """The names and types of the columns of each table."""
    return {
        table: {(row[1], row[2]) for row in connection.execute(f"PRAGMA table_info({table})")}
        for table in TABLES
    }


def number(connection: sqlite3.Connection, pragma: str) -> int:
    """The value of a pragma. Raises sqlite3.Error."""
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


class _DamagedError(Exception):
    """The file is not a results file, or it is damaged."""


class _OtherVersionError(Exception):
    """Another version of the game wrote the file."""

    def __init__(self, newer: bool) -> None:
        self.newer = newer


class Database:
    """A connection to the file, or to its stand-in in memory. Any thread may use it, one at a time."""

    def __init__(self, connection: sqlite3.Connection, path: Path, on_disk: bool) -> None:
        """`on_disk`: it is the file itself."""
        self._connection, self._path, self.on_disk = connection, path, on_disk
        self._lock = RLock()

    def execute(self, statement: str, values: Sequence[object] = ()) -> list[Any]:
        """The rows that the statement returns. Raises ResultsError."""
        try:
            with self._lock:
                return self._connection.execute(statement, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self.error(_reason(error)) from None

    def hide(self, ids: Iterable[int]) -> None:
        """Leave these rows out of the view `good` as long as the database is open."""
        self._connection.executemany("INSERT INTO temp.bad VALUES (?)", [(each,) for each in ids])

    def error(self, why: object) -> ResultsError:
        """An error that names the file."""
        text = N_("the records file {path} cannot be used: {reason}")
        return ResultsError(Notice(text, path=self._path, reason=why))

    def close(self) -> None:
        """Close the connection, once nothing is read by it any more: SQLite crashes otherwise."""
        with self._lock:
            self._connection.close()


def open_database(folder: Path | None) -> tuple[Database, Notice | None]:
    """The database of a data folder, and a notice if something is wrong with it.

    A file that is damaged, or of an older version, is set aside under a free name. Without a writable folder
    the database is kept in memory while the program runs; it starts with what can be read of the file.
    """
    if folder is None:
        return Database(_in_memory(), Path(FILE), False), None
    path = followed(folder / FILE)  # SQLite's files lie beside the file itself
    try:
        open_folder(folder)
        with lock_folder(folder):
            try:
                return Database(_open(path), path, True), None
            except _OtherVersionError as error:
                if error.newer:
                    return Database(_in_memory(), path, False), Notice(_NEWER, path=path)
                kept = _set_aside(path, "old")
                return Database(_open(path), path, True), Notice(_OLDER, path=path, kept=kept.name)
            except _DamagedError:
                kept = _set_aside(path, "damaged")
                connection = _open(path)
                count = _rescue(kept, connection)
                text = _RESCUED if count else _DAMAGED
                return Database(connection, path, True), Notice(text, path=path, kept=kept.name, count=count)
    except DataFolderError as error:
        notice = Notice("{reason}", reason=error)
    except (sqlite3.Error, OSError, _DamagedError, _OtherVersionError) as error:
        notice = Notice(_UNUSABLE, path=path, reason=_reason(error))
    return Database(_read_in_memory(path), path, False), notice


def _open(path: Path) -> sqlite3.Connection:
    """A connection to the file, which is then intact, of this version and writable. Raises sqlite3.Error,
    OSError, _DamagedError, _OtherVersionError."""
    with suppress(FileNotFoundError):
        check_plain(path, _LARGEST)
    connection = sqlite3.connect(path, timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False)
    try:
        _check(connection)
        connection.execute("PRAGMA synchronous = FULL")
        if _word(connection, "journal_mode") != "wal":
            connection.execute("PRAGMA journal_mode = WAL")
        _create(connection)
        if schema(connection) != schema(_in_memory()):
            raise _DamagedError
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA application_id = {KIND}")  # fails if the file is not writable
        connection.execute("ROLLBACK")
        return _with_good_view(connection)
    except BaseException as error:
        connection.close()
        if isinstance(error, UnicodeDecodeError) or _code(error) in (_CORRUPT, _NOT_A_DATABASE):
            raise _DamagedError from None
        raise


def _check(connection: sqlite3.Connection) -> None:
    """Check that the file is new, or ours and intact. Raises the errors of `_open`."""
    connection.execute("BEGIN")  # another program may be creating it right now
    version, kind = number(connection, "user_version"), number(connection, "application_id")
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    connection.execute("COMMIT")
    if (tables or version or kind) and kind != KIND:
        raise _DamagedError
    if version not in (0, VERSION):
        raise _OtherVersionError(version > VERSION)
    if _word(connection, "integrity_check") != "ok":
        raise _DamagedError


def _set_aside(path: Path, why: str) -> Path:
    """Rename a file, and SQLite's files beside it, to a free name. Raises OSError."""
    kept = set_aside(path, why)
    for suffix in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            move(path.with_name(path.name + suffix), kept.with_name(kept.name + suffix))
    return kept


def _rescue(kept: Path, connection: sqlite3.Connection) -> int:
    """Copy the results that can be read from a file, perhaps a damaged one, from either end; returns how
    many."""
    with (
        suppress(sqlite3.Error, OSError, UnicodeDecodeError),
        _copied(kept) as copy,
        closing(sqlite3.connect(copy, isolation_level=None)) as damaged,
    ):
        damaged.text_factory = _text
        if number(damaged, "application_id") != KIND:
            return 0
        if schema(damaged) == schema(connection):
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                for table in (*TABLES, "peaceful", "reset"):
                    for order in ("", "DESC"):
                        with suppress(sqlite3.Error):
                            _copy_rows(damaged, connection, table, f"ORDER BY id {order}")
    return sum(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES)


def _copy_rows(source: sqlite3.Connection, into: sqlite3.Connection, table: str, order: str) -> None:
    """Insert the rows not copied yet, up to the first that cannot be read. Raises sqlite3.Error."""
    marks = ", ".join("?" for _column in into.execute(f"PRAGMA table_info({table})"))
    rows = source.execute(f"SELECT * FROM {table} {order}")
    into.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", rows)


def _read_in_memory(path: Path) -> sqlite3.Connection:
    """A copy of the file in memory, as far as it can be read."""
    shown = _in_memory()
    _rescue(path, shown)
    return shown


@contextmanager
def _copied(path: Path) -> Iterator[Path]:
    """A temporary copy of a file and of SQLite's files beside it. Raises OSError."""
    with TemporaryDirectory() as name:
        for suffix in ("", "-wal"):
            with suppress(FileNotFoundError):
                data = read(path.with_name(path.name + suffix), _LARGEST)
                (Path(name) / (path.name + suffix)).write_bytes(data)
        yield Path(name) / path.name


def _in_memory() -> sqlite3.Connection:
    """A new database in memory."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    _create(connection)
    return _with_good_view(connection)


def _with_good_view(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Add the view `good`: all rows but those listed in `bad`."""
    connection.text_factory = _text
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute("CREATE TEMP TABLE bad (id INTEGER PRIMARY KEY)")
    connection.execute(
        "CREATE TEMP VIEW good AS SELECT * FROM main.result WHERE id NOT IN (SELECT id FROM bad)"
    )
    return connection


def _text(data: bytes) -> str | bytes:
    """Text from the file, or its bytes if it is not UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _word(connection: sqlite3.Connection, pragma: str) -> str:
    """The value of a pragma. Raises sqlite3.Error."""
    return str(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


def _code(error: BaseException) -> int:
    """SQLite's primary result code; 0 if it has none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _reason(error: Exception) -> object:
    """The reason of an error, for the player."""
    if isinstance(error, OSError):
        return reason(error)
    damaged = isinstance(error, (_DamagedError, UnicodeDecodeError))
    known = _REASONS.get(_CORRUPT if damaged else _code(error))
    return Notice(known) if known else Notice(N_("SQLite error {code}"), code=_code(error))
