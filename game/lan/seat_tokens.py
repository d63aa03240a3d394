"""The player's seats at tables: by each table's id what lets the player back in, the token of the seat and
the code of the table.

Both are secrets for as long as that table is open; only their user may read the file.
"""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec

from game.core.limits import CODE
from game.i18n import N_, Notice, Notify, drop_notice
from game.lan.hosting import own_key
from game.net.client.connection import Credentials
from game.net.wire.packet import TableInfo
from game.storage import files
from game.storage.data_folder import KEPT_SEATS, DataFolderError, locked, write

KEPT = 32
"""The most tables whose seats are remembered."""
_DAMAGED = N_("The file with your seats at tables, {path}, is damaged. It is kept as {kept}.")
_Token = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")]


class _Seat(msgspec.Struct):
    token: _Token
    code: Annotated[str, msgspec.Meta(max_length=CODE)] = ""


class SeatTokens:
    """The seats, kept in the data folder in one file for all programs."""

    def __init__(self, folder: Path | None, notify: Notify = drop_notice, player: int = 1) -> None:
        """`notify` is told if the file is damaged; `player`: the number of whose seats these are at this
        machine."""
        self._path = folder / KEPT_SEATS if folder else None
        self._whose = f"-{player}" if player > 1 else ""
        self._notify = notify
        self._key = own_key(folder, notify).public_key().public_bytes_raw()
        """The one that the seats are given to."""
        self._seats: dict[str, _Seat] = {}
        if self._path:
            with suppress(DataFolderError), locked(self._path.parent):
                self._seats = self._read(self._path)

    def at(self, table: bytes) -> Credentials:
        """What let the player in at the table last time."""
        seat = self._seats.get(table.hex() + self._whose)
        return Credentials(bytes.fromhex(seat.token), seat.code) if seat else Credentials()

    def kept_at(self, table: TableInfo) -> bool:
        """Whether one of the seats there is the player's, from before."""
        token = self.at(table.id).token
        return token is not None and table.keeps(token, self._key)

    def keep(self, table: bytes, token: bytes, code: str = "") -> None:
        """Remember a seat; the oldest beyond the limit is forgotten."""
        name, seat = table.hex() + self._whose, _Seat(token.hex(), code)
        if self._path is None or self._seats.get(name) == seat:
            return
        with suppress(DataFolderError), locked(self._path.parent):  # without it the player gets a new seat
            seats = self._read(self._path)
            seats.pop(name, None)
            seats[name] = seat
            self._seats = dict(list(seats.items())[-KEPT:])
            _write(self._path, self._seats)

    def _read(self, path: Path) -> dict[str, _Seat]:
        """The seats in the file; a damaged file is set aside, and what could be read of it takes its place.
        Raises OSError, DataFolderError."""
        seats, kept = files.salvaged(path, dict[str, msgspec.Raw], _Seat)
        if kept:
            self._notify(Notice(_DAMAGED, path=path, kept=kept.name))
            _write(path, seats)
        return seats


def _write(path: Path, seats: dict[str, _Seat]) -> None:
    """Raises DataFolderError."""
    write(path, msgspec.json.encode(seats))
