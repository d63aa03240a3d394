"""The data folder: where it is, and files written into it whole or not at all."""

import tempfile
from pathlib import Path

import platformdirs

from game.i18n import N_, Notice, reason
from game.storage import files


class DataFolderError(Exception):
    """The data folder cannot be used. The text is one line for the player."""


def data_folder(asked: Path | None = None) -> Path:
    """Where the player's files are, if nothing else is asked for."""
    return asked or platformdirs.user_data_path("haisty", appauthor=False)


def open_folder(folder: Path | None = None) -> Path:
    """The data folder, created if need be and cleared of half-written files. Raises DataFolderError if
    nothing can be written there."""
    folder = data_folder(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            files.sweep(folder)
            return folder
    except OSError as error:
        raise unwritable(folder, error) from error


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, replacing what was there. Raises DataFolderError."""
    try:
        path.parent.mkdir(exist_ok=True)
        files.write_atomically(path, data)
    except OSError as error:
        raise unwritable(path.parent, error) from error


def write_new(path: Path, data: bytes) -> Path:
    """Write a file whole or not at all without replacing one, not even another program's: if the name is
    taken, under the first free numbered one. Its path. Raises DataFolderError."""
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
    """What to tell the player when the system refuses to write in a folder."""
    return DataFolderError(
        Notice(N_("cannot write in {folder}: {reason}"), folder=folder, reason=reason(error))
    )
