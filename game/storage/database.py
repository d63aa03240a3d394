"""The file of the records: SQLite, opened, brought to this version, or set aside if it is damaged.

Several programs may use it at once (write-ahead log); each statement is a transaction of its own.
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
from game.storage.files import LOCK_TIMEOUT, check_plain, damaged_name, lock_folder, read
from game.storage.results import RecordsError
from game.storage.schema import KIND, MIGRATIONS, in_memory, migrate, number, schema, sifted, text_of, word

FILE: Final = "records.db"
_LARGEST: Final = 2**28
"""Bytes of a records file: a million results."""
_CORRUPT, _NOTADB = 11, 26
"""Primary result codes of SQLite."""
_REASONS: Final = {
    5: N_("another program is using it"),
    6: N_("another program is using it"),
    8: N_("read-only"),
    10: N_("the disk reports an error"),
    _CORRUPT: N_("it is damaged"),
    13: N_("the disk is full"),
    14: N_("it cannot be opened"),
    _NOTADB: N_("it is damaged"),
}
"""What they mean to the player."""

_DAMAGED = N_("The records file {path} is damaged. It is kept as {kept}; new records begin.")
_RESCUED = N_("The records file {path} is damaged. It is kept as {kept}; results rescued from it: {count}.")
_NEWER = N_(
    "The records file {path} was written by a newer version of this game. "
    "It stays as it is; what you play now is not recorded."
)
_UNUSABLE = N_("The records file {path} cannot be written ({reason}). What you play now is not recorded.")


class RecordFile:
    """A connection to the file, or to what stands in for it."""

    def __init__(self, connection: sqlite3.Connection, path: Path, kept: bool) -> None:
        """`kept`: it is the file itself. The connection may be used by any thread, one at a time."""
        self._connection, self._path, self.kept = connection, path, kept
        self._lock = RLock()
        self._place = _place(path) if kept else None

    def ask(self, statement: str, values: Sequence[object] = ()) -> list[Any]:
        """The rows that the statement gives. Raises RecordsError."""
        try:
            with self._lock:
                return self._connection.execute(statement, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self.failed(_said(error)) from None

    @property
    def gone(self) -> bool:
        """Whether another program has set the file aside meanwhile."""
        return self._place is not None and self._place != _place(self._path)

    def write(self, statement: str, values: Sequence[object] = ()) -> None:
        """Change the file. Raises RecordsError."""
        self.ask(statement, values)
        if self.gone:
            try:
                with lock_folder(self._path.parent):
                    connection = _open(self._path)
            except (sqlite3.Error, OSError, _DamagedError, _NewerError) as error:
                raise self.failed(_said(error)) from None
            self._connection.close()
            self._connection, self._place = connection, _place(self._path)
            self.ask(statement, values)

    def hide(self, ids: Iterable[int]) -> None:
        """Leave these rows out of `good`, as long as the file is open."""
        self._connection.executemany("INSERT INTO temp.bad VALUES (?)", [(each,) for each in ids])

    def failed(self, why: object) -> RecordsError:
        """What to tell the player."""
        text = N_("the records file {path} cannot be used: {reason}")
        return RecordsError(Notice(text, path=self._path, reason=why))

    def close(self) -> None:
        """Let the file go."""
        self._connection.close()


def open_file(folder: Path | None) -> tuple[RecordFile, Notice | None]:
    """The records file of a data folder, and what to tell the player if it is not that alone.

    A damaged file is set aside under a free name. Where nothing can be written, what the file holds is
    shown, and the records last as long as the program; so they do without a folder.
    """
    if folder is None:
        return RecordFile(in_memory(), Path(FILE), False), None
    path = folder / FILE
    try:
        open_folder(folder)
        with lock_folder(folder):
            try:
                return RecordFile(_open(path), path, True), None
            except _DamagedError:
                kept = _set_aside(path)
                connection = _open(path)
                saved = _rescue(kept, connection)
                told = Notice(_RESCUED if saved else _DAMAGED, path=path, kept=kept.name, count=saved)
                return RecordFile(connection, path, True), told
    except _NewerError:
        return RecordFile(in_memory(), path, False), Notice(_NEWER, path=path)
    except DataFolderError as error:
        notice = Notice("{reason}", reason=error)
    except (sqlite3.Error, OSError, _DamagedError) as error:
        notice = Notice(_UNUSABLE, path=path, reason=_said(error))
    return RecordFile(_shown(path), path, False), notice


class _DamagedError(Exception):
    """The file is no records file, or not a whole one."""


class _NewerError(Exception):
    """A newer version of the game wrote the file."""


def _open(path: Path) -> sqlite3.Connection:
    """The file, whole, of this version and to be written. Raises sqlite3.Error, OSError, _DamagedError,
    _NewerError."""
    with suppress(FileNotFoundError):
        check_plain(path, _LARGEST)
    connection = sqlite3.connect(path, timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False)
    try:
        _check(connection)
        connection.execute("PRAGMA synchronous = FULL")
        if word(connection, "journal_mode") != "wal":
            connection.execute("PRAGMA journal_mode = WAL")
        migrate(connection)
        if schema(connection) != schema(in_memory()):
            raise _DamagedError
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA application_id = {KIND}")  # tells whether the file can be written
        connection.execute("ROLLBACK")
        return sifted(connection)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        connection.close()
        if isinstance(error, UnicodeDecodeError) or _code(error) in (_CORRUPT, _NOTADB):
            raise _DamagedError from None
        raise
    except BaseException:
        connection.close()
        raise


def _check(connection: sqlite3.Connection) -> None:
    """Whether it is a records file: new, or ours and whole. Raises as `_open`."""
    connection.execute("BEGIN")  # another program may be making it right now
    version, kind = number(connection, "user_version"), number(connection, "application_id")
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    connection.execute("COMMIT")
    if (tables or version or kind) and kind != KIND:
        raise _DamagedError
    if version > len(MIGRATIONS):
        raise _NewerError
    if word(connection, "integrity_check") != "ok":
        raise _DamagedError


def _set_aside(path: Path) -> Path:
    """Give a damaged file, and what SQLite keeps beside it, a free name. Raises OSError."""
    kept = damaged_name(path)
    path.rename(kept)
    for suffix in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            path.with_name(path.name + suffix).rename(kept.with_name(kept.name + suffix))
    return kept


@contextmanager
def _copied(path: Path) -> Iterator[Path]:
    """A copy of a file, with what SQLite keeps beside it, for as long as it is needed. Raises OSError."""
    with TemporaryDirectory() as name:
        for suffix in ("", "-wal"):
            with suppress(FileNotFoundError):
                data = read(path.with_name(path.name + suffix), _LARGEST)
                (Path(name) / (FILE + suffix)).write_bytes(data)
        yield Path(name) / FILE


def _shown(path: Path) -> sqlite3.Connection:
    """What the file holds, in memory, as far as it can be read."""
    shown = in_memory()
    with (
        suppress(sqlite3.Error, OSError, _DamagedError, _NewerError),
        _copied(path) as copy,
        closing(_open(copy)) as connection,
    ):
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.backup(shown)
    return shown


def _rescue(kept: Path, connection: sqlite3.Connection) -> int:
    """Take over the results that can still be read from a damaged file, from either end, and bring them to
    this version; how many."""
    with (
        suppress(sqlite3.Error, OSError, UnicodeDecodeError),
        _copied(kept) as copy,
        closing(sqlite3.connect(copy, isolation_level=None)) as damaged,
        closing(sqlite3.connect(":memory:", isolation_level=None)) as rescued,
    ):
        damaged.text_factory = text_of
        migrate(rescued, MIGRATIONS[: number(damaged, "user_version")] or MIGRATIONS)
        if number(damaged, "application_id") == KIND and schema(damaged) == schema(rescued):
            for order in ("", "DESC"):
                with suppress(sqlite3.Error):
                    _copy_rows(damaged, rescued, f"SELECT * FROM result ORDER BY id {order}")
            migrate(rescued)
            connection.execute("BEGIN")
            _copy_rows(rescued, connection, "SELECT * FROM result")
            connection.execute("COMMIT")
    if connection.in_transaction:
        connection.execute("ROLLBACK")
    return int(connection.execute("SELECT count(*) FROM result").fetchone()[0])


def _copy_rows(source: sqlite3.Connection, into: sqlite3.Connection, rows: str) -> None:
    """Insert the rows that are not there yet, up to the first that cannot be read. Raises sqlite3.Error."""
    marks = ", ".join("?" * len(schema(into)))
    into.executemany(f"INSERT OR IGNORE INTO result VALUES ({marks})", source.execute(rows))


def _said(error: Exception) -> object:
    """What is wrong, for the player."""
    if isinstance(error, OSError):
        return reason(error)
    code = _code(error)
    known = _REASONS.get(_CORRUPT if isinstance(error, (_DamagedError, UnicodeDecodeError)) else code)
    return Notice(known) if known else Notice(N_("SQLite error {code}"), code=code)


def _code(error: Exception) -> int:
    """SQLite's primary result code; 0 if it has none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _place(path: Path) -> tuple[int, int] | None:
    """Which file lies there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
