"""The results of all matches of Haisty, in the same file as those of the solo deals."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from game.storage.database import Database
from game.storage.files import decode
from game.storage.match_result import MatchResult, Opponent

_COLUMNS: Final = ", ".join(f'"{field}"' for field in MatchResult.__struct_fields__)


class Matches:
    """The matches so far. Every method may raise ResultsError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, match: MatchResult) -> None:
        """Save a result, unless the match has been saved already."""
        row = match.columns()
        marks = ", ".join("?" * len(row))
        self._database.write(f"INSERT OR IGNORE INTO match_result ({_COLUMNS}) VALUES ({marks})", row)

    def all(self) -> list[MatchResult]:
        """All that can be read, the latest last."""
        found = []
        for row in self._database.query(f"SELECT {_COLUMNS} FROM match_result ORDER BY id"):
            with suppress(ValueError, TypeError):
                found.append(_from_row(row))
        return found


def _from_row(row: Sequence[Any]) -> MatchResult:
    """The result in a row. Raises ValueError, TypeError."""
    values = dict(zip(MatchResult.__struct_fields__, row, strict=True))
    values["opponents"] = decode(values["opponents"], tuple[Opponent, ...])
    return msgspec.convert(values, MatchResult, strict=False)
