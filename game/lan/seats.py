"""The seats one has had at tables: by each table's id the token with which one comes back to it."""

from contextlib import suppress
from pathlib import Path

import msgspec

from game import files, store
from game.i18n import N_, Notice

FILE = "seats.json"
KEPT = 32
"""Tables whose seats are remembered."""
_TOKEN = 16
"""Bytes of a token."""
_DAMAGED = N_("The file {path} of your seats at tables is damaged. It is kept as {kept}.")


class Seats:
    """Tokens of the tables visited, kept in the data folder, in one file for all programs."""

    def __init__(self, folder: Path | None) -> None:
        self._path = folder / FILE if folder else None
        self.notice: Notice | None = None
        """What to tell the player, if the file was damaged."""
        self._tokens: dict[str, str] = {}
        if self._path:
            with suppress(OSError), files.held(self._path.parent):
                self._tokens = self._read(self._path)

    def token(self, table: bytes) -> bytes | None:
        """What the table gave last time."""
        return bytes.fromhex(self._tokens.get(table.hex(), "")) or None

    def keep(self, table: bytes, token: bytes) -> None:
        """Remember a token, as long as it is not among the many."""
        if self._path is None or self._tokens.get(table.hex()) == token.hex():
            return
        with (
            suppress(OSError, store.DataFolderError),
            files.held(self._path.parent),
        ):  # else one sits down anew
            tokens = self._read(self._path)
            tokens.pop(table.hex(), None)
            tokens[table.hex()] = token.hex()
            self._tokens = dict(list(tokens.items())[-KEPT:])
            store.write(self._path, msgspec.json.encode(self._tokens))

    def _read(self, path: Path) -> dict[str, str]:
        """What the file says, as far as it can be understood; a damaged one is put aside. Raises OSError."""
        try:
            stated = files.decode(files.read(path), dict[str, object])
        except FileNotFoundError:
            return {}
        except (OSError, ValueError):
            stated = {"": None}
        tokens = {table: token for table, token in stated.items() if isinstance(token, str) and _fits(token)}
        if len(tokens) < len(stated):
            kept = files.free_name(path)
            path.rename(kept)
            self.notice = Notice(_DAMAGED, path=path, kept=kept.name)
        return tokens


def _fits(token: str) -> bool:
    try:
        return len(bytes.fromhex(token)) == _TOKEN
    except ValueError:
        return False
