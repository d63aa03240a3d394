"""A file of many deals of one game, one a line, of which only those asked for are looked at."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from game.challenges.level import Challenge, Deal, LevelError, level_of
from game.challenges.level_toml import checked
from game.i18n import N_, Notice

COLUMNS: Final = ("seed", "rules", "gold", "silver", "bronze", "limit", "grade", "solution")
"""What a line states, separated by spaces; `rules` counts from 0, `solution` is packed."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of the file."""

    game: str
    deals: str
    """Lines of COLUMNS."""
    rules: Annotated[tuple[dict[str, bool | int | str], ...], msgspec.Meta(min_length=1)] = ({},)
    """The sets of house rules that the lines refer to."""


class DealList:
    """The deals of a file in their order."""

    def __init__(self, path: Path, stated: Any) -> None:
        """`stated`: the contents of the TOML file at the path. Raises LevelError."""
        self.path = path
        self._file = checked(stated, _File, path)
        self._lines = self._file.deals.split("\n")
        while self._lines and not self._lines[-1].strip():
            self._lines.pop()
        if not self._lines:
            raise LevelError(Notice(N_("{path} holds no deals"), path=path))

    @staticmethod
    def is_one(stated: Any) -> bool:
        """Whether the contents of a TOML file are meant to be a list of deals."""
        return isinstance(stated, dict) and "deals" in stated

    def __len__(self) -> int:
        return len(self._lines)

    def names(self) -> Iterator[str]:
        """The names of its challenges: that of the file, and their numbers from 1."""
        return (f"{self.path.stem}-{number:02}" for number in range(1, len(self) + 1))

    def level(self, index: int, name: str) -> Challenge:
        """A deal as a challenge of that name. Raises LevelError."""
        source = f"{self.path}, {name}"
        words = self._lines[index].split()
        if len(words) != len(COLUMNS):
            text = Notice(N_("{path}: this is not {columns}"), path=source, columns=" ".join(COLUMNS))
            raise LevelError(text)
        stated: dict[str, Any] = dict(zip(COLUMNS, words, strict=True))
        sets = {str(number): rules for number, rules in enumerate(self._file.rules)}
        stated["rules"] = sets.get(stated["rules"])
        deal = checked(stated, Deal, source, strict=False)
        return level_of(self._file.game, deal, name, source, packed=True)


def list_text(game: str, deals: Sequence[Deal]) -> str:
    """The file of the deals, whose solutions are packed."""
    sets: list[dict[str, bool | int | str]] = []
    lines: list[str] = []
    for deal in deals:
        if deal.rules not in sets:
            sets.append(deal.rules)
        stated = {column: getattr(deal, column) for column in COLUMNS} | {"rules": sets.index(deal.rules)}
        lines.append(" ".join(map(str, stated.values())))
    rules = "".join(f"    {_table(each)},\n" for each in sets)
    head = f'game = "{game}"\nrules = [\n{rules}]\n# {" ".join(COLUMNS)}\n'
    return "\n".join([f"{head}deals = '''", *lines, "'''", ""])


def _table(rules: dict[str, bool | int | str]) -> str:
    """House rules as an inline table."""
    stated = ", ".join(f"{key} = {msgspec.json.encode(value).decode()}" for key, value in rules.items())
    return f"{{ {stated} }}" if stated else "{}"
