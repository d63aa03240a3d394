"""Reads and checks the challenges in the level files, and the deal of each day.

A level has the name of its file, such as `<game>-07`; a daily challenge has a name such as
`daily-2026-11-21`. The date is always passed in.
"""

import re
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import msgspec

from game.challenges.daily import Calendar, turn
from game.challenges.level import Deal, GameDeal, Level, LevelError, wrong
from game.i18n import N_, Notice, reason
from game.rules import games
from game.rules.options import rules_from_file, unknown_game
from game.storage import files

T = TypeVar("T")

FOLDER: Final = Path(__file__).parents[2] / "levels"
_DAILY: Final = "daily"
_MOST: Final = 2**20
"""The most bytes of a level file; the largest file of daily deals has 156 kB."""
_MONSTER: Final = re.compile(r"""(?<!\w)\w{1000}|(?:\.[ \t]*(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*){8}""")
"""A word too long, or a key of too many parts, for any level: the decoder's memory grows with the square of
their number, and it fails on a long number."""


class _Days(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a file of daily deals."""

    game: str
    deals: Annotated[tuple[Deal, ...], msgspec.Meta(min_length=1)]


def levels(folder: Path = FOLDER) -> tuple[list[Level], list[LevelError]]:
    """All levels in the order of their names, and the errors of the files that are not levels.

    The solutions are not replayed here: see `level.prove`.
    """
    found: list[Level] = []
    errors: list[LevelError] = []
    for path in sorted(folder.glob("*.toml")):
        try:
            found.append(read_level(path))
        except LevelError as error:
            errors.append(error)
    return found, errors


def read_level(path: Path) -> Level:
    """The level in a file, its solution not yet replayed. Raises LevelError."""
    stated = _read(path, GameDeal)
    return _level(stated.game, stated, path.stem, str(path))


def daily(day: date, folder: Path = FOLDER) -> Level:
    """The challenge of a day: the same for everyone, from the date alone. Raises LevelError.

    The calendar says whose turn it is; each game uses its deals in order.
    """
    game, number = turn(day, _read(folder / _DAILY / "calendar.toml", Calendar))
    path = folder / _DAILY / f"{game}.toml"
    stated = _read(path, _Days)
    if number >= len(stated.deals):
        few = Notice(N_("the calendar counts on more deals than there are"))
        raise LevelError(wrong(path, "deals", few))
    return _level(stated.game, stated.deals[number], f"{_DAILY}-{day.isoformat()}", str(path))


def dailies(path: Path) -> list[Level]:
    """All deals of a file of daily deals, each named after its place in the file. Raises LevelError."""
    stated = _read(path, _Days)
    return [
        _level(stated.game, deal, f"{_DAILY}-{stated.game}-{number}", str(path))
        for number, deal in enumerate(stated.deals, 1)
    ]


def named(name: str, folder: Path = FOLDER) -> Level:
    """The level or daily challenge of that name. Raises LevelError."""
    if (day := name.removeprefix(f"{_DAILY}-")) != name:
        try:
            return daily(date.fromisoformat(day), folder)
        except LevelError:
            raise
        except ValueError:
            raise LevelError(Notice(N_("{day!r} is not a date such as 2026-11-21"), day=day)) from None
    path = folder / f"{name}.toml"
    if Path(name).name != name or not path.is_file():
        text = N_("there is no challenge {name!r}; there are {names}")
        raise LevelError(Notice(text, name=name, names=_names(folder)))
    return read_level(path)


def _names(folder: Path) -> str:
    """The names of the levels in a folder, with those of a game abbreviated to `paare-01 … 12`."""
    numbers: dict[str, list[str]] = {}
    for path in sorted(folder.glob("*.toml")):
        game, _dash, number = path.stem.rpartition("-")
        numbers.setdefault(game, []).append(number)
    names = [f"{game}-{' … '.join(dict.fromkeys((each[0], each[-1])))}" for game, each in numbers.items()]
    return ", ".join([_DAILY, *names])


def _level(game: str, deal: Deal, name: str, source: str) -> Level:
    """The level, after checking its game, rules, seed and times. Raises LevelError."""
    if game not in games():
        raise LevelError(wrong(source, "game", unknown_game(game)))
    if 1 not in games()[game].seats:
        raise LevelError(wrong(source, "game", Notice(N_("there is no solo game {game!r}"), game=game)))
    try:
        rules_from_file(game, deal.rules)
    except ValueError as error:
        raise LevelError(wrong(source, "rules", error)) from None
    if deal.seed >= 2**64:
        raise LevelError(wrong(source, "seed", Notice(N_("this value is not allowed there"))))
    if not deal.gold < deal.silver < deal.bronze <= deal.limit:
        disorder = Notice(N_("gold < silver < bronze <= limit does not hold"))
        key = "gold" if deal.gold >= deal.silver else "silver" if deal.silver >= deal.bronze else "bronze"
        raise LevelError(wrong(source, key, disorder))
    if not deal.solution.split():
        raise LevelError(wrong(source, "solution", Notice(N_("it is empty"))))
    stated = {field: getattr(deal, field) for field in Deal.__struct_fields__}
    return Level(**stated, game=game, id=name, source=source)


def _read(path: Path, kind: type[T]) -> T:
    """The contents of a TOML file, with all keys and types checked. Raises LevelError."""
    try:
        text = files.read(path, _MOST).decode()
    except OSError as error:
        raise LevelError(Notice("{path}: {reason}", path=path, reason=reason(error))) from None
    except UnicodeDecodeError:
        raise LevelError(Notice(N_("{path} is not a text file in UTF-8"), path=path)) from None
    if monster := _MONSTER.search(text):
        raise LevelError(_no_toml(path, text.count("\n", 0, monster.start()) + 1))
    try:
        stated: Any = msgspec.toml.decode(text)
    except RecursionError:
        raise LevelError(Notice(N_("{path} is nested too deeply"), path=path)) from None
    except msgspec.DecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        raise LevelError(_no_toml(path, int(found[1]) if found else text.count("\n"))) from None
    try:
        return msgspec.convert(stated, kind)
    except msgspec.ValidationError as error:
        raise LevelError(_misfit(path, str(error))) from None


def _no_toml(path: Path, line: int) -> Notice:
    return Notice(N_("{path}, line {number}: this is not TOML"), path=path, number=line)


def _misfit(path: Path, message: str) -> Notice:
    """The notice about an unknown, missing or mistyped key, from the decoder's message."""
    place = re.search(r"`\$\.?([^`]*)`$", message)
    where = place[1] if place else ""
    if found := re.search(r"(unknown|required) field `([^`]*)`", message):
        key = f"{where}.{found[2]}".lstrip(".")
        text = N_("a level has no such key") if found[1] == "unknown" else N_("it is missing")
        return wrong(path, key, Notice(text))
    return wrong(path, where, Notice(N_("this value is not allowed there")))
