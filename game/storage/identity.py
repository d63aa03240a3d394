"""This installation's lasting key, by which hosts and guests on the network know it again.

Drawn when the network is first used; only its user may read the file.
"""

import re
from pathlib import Path

from game.i18n import N_, Notice, Notify, reason
from game.signing import KEY
from game.storage import files
from game.storage.data_folder import DataFolderError, locked, write
from game.system import here

FILE = "identity.key"
_DAMAGED = N_(
    "The file with this computer’s key, {path}, is damaged. It is kept as {kept}; others will see a new host."
)
_UNKEPT = N_("This computer’s key cannot be read or kept now, so others will not know it: {reason}.")
_pattern = re.compile(rf"[0-9a-f]{{{2 * KEY}}}\n?")


def load_key(folder: Path | None) -> tuple[bytes, Notice | None]:
    """The key, and a notice for the player if it is another than before, or cannot be read or kept. Without a
    folder it is for this time only."""
    if folder is None:
        return here().entropy.draw(KEY), None
    try:
        with locked(folder):
            return _read(folder / FILE)
    except DataFolderError as error:
        return here().entropy.draw(KEY), Notice(_UNKEPT, reason=error)


def told_key(folder: Path | None, notify: Notify) -> bytes:
    """The key; whatever is to be said of it, the player is told."""
    key, notice = load_key(folder)
    if notice:
        notify(notice)
    return key


def _read(path: Path) -> tuple[bytes, Notice | None]:
    """The key in the file, or a new one in its place: if there is none, or if it has been read and is wrong.
    Raises OSError, DataFolderError."""
    notice, said = None, ""
    try:
        said = files.read(path, 2 * KEY + 1).decode("ascii", errors="replace")
    except FileNotFoundError:
        pass
    except OSError as error:
        if error.errno not in files.UNFIT:
            raise DataFolderError(Notice("{path}: {reason}", path=path, reason=reason(error))) from error
    if _pattern.fullmatch(said):
        return bytes.fromhex(said), None
    if path.exists():
        notice = Notice(_DAMAGED, path=path, kept=files.set_aside(path).name)
    key = here().entropy.draw(KEY)
    write(path, key.hex().encode() + b"\n")
    return key, notice
