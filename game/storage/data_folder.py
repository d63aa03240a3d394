"""The data folder: where it is, and atomic writes into it."""

import tempfile
from pathlib import Path

import platformdirs

from game.i18n import N_, Notice, reason
from game.storage import files

KEPT = "kept"
"""The folder of games kept for later, within the data folder."""


class DataFolderError(Exception):
    """The data folder cannot be used. The text is one line for the player."""


def data_folder(asked: Path | None = None) -> Path:
    """The folder of the player's files: `asked`, or the default."""
    return asked or platformdirs.user_data_path("haisty", appauthor=False)


def open_folder(folder: Path | None = None) -> Path:
    """The data folder, created if needed and cleared of partial files. Raises DataFolderError if it is not
    writable."""
    folder = data_folder(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            files.sweep(folder)
            files.sweep(folder / KEPT)
            return folder
    except OSError as error:
        raise unwritable(folder, error) from error


def write(path: Path, data: bytes) -> None:
    """Write a file atomically, replacing any old one. Raises DataFolderError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write_atomically(path, data)
    except OSError as error:
        raise unwritable(path.parent, error) from error


def write_new(path: Path, data: bytes) -> Path:
    """Write a new file atomically and return its path. If the name is taken, even by another program in the
    meantime, the first free numbered name is used. Raises DataFolderError."""
    try:
        with files.lock_folder(path.parent):
            number, free = 1, path
            while free.exists():
                number += 1
                free = path.with_stem(f"{path.stem}-{number}")
            files.write_atomically(free, data)
            return free
    except OSError as error:
        raise unwritable(path.parent, error) from error


def unwritable(folder: Path, error: OSError) -> DataFolderError:
    """The error to show when the system refuses to write in a folder."""
    return DataFolderError(
        Notice(N_("cannot write in {folder}: {reason}"), folder=folder, reason=reason(error))
    )
