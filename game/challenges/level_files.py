"""The challenges: those in the level files, by their names, and the deal of each day.

A level file holds one challenge, which has the name of the file, or the list of a game's: those of
`<game>.toml` are named `<game>-01`, `<game>-02` … A daily challenge has a name such as `daily-2026-11-21`.
The date is always passed in.
"""

from datetime import date
from pathlib import Path
from typing import Final

from game.challenges.daily import Calendar, turn
from game.challenges.deal_list import DealList
from game.challenges.level import Challenge, GameDeal, LevelError, level_of, wrong
from game.challenges.level_toml import checked, read_toml
from game.i18n import N_, Notice
from game.program import files

FOLDER: Final = files("levels")
DAILY: Final = "daily"
"""The folder of the lists of daily deals; the names of daily challenges begin so."""


def levels(folder: Path = FOLDER) -> tuple[list[Challenge], list[LevelError]]:
    """All levels in the order of their names, and the errors of what is not a level.

    The solutions are not replayed here: see `level.prove`.
    """
    found: list[Challenge] = []
    errors: list[LevelError] = []
    for path in sorted(folder.glob("*.toml")):
        try:
            held = _read(path)
        except LevelError as error:
            errors.append(error)
            continue
        if isinstance(held, Challenge):
            found.append(held)
            continue
        for number, name in enumerate(held.names()):
            try:
                found.append(held.level(number, name))
            except LevelError as error:
                errors.append(error)
    return sorted(found, key=lambda level: level.id), errors


def read_level(path: Path) -> Challenge:
    """The level in a file, or the one that would have the file's name in the list of its game beside it. The
    solution is not yet replayed. Raises LevelError."""
    if not path.exists() and (found := _listed(path.stem, path.parent)):
        return found
    held = _read(path)
    if isinstance(held, DealList):
        text = N_("{path} holds {count} challenges: name one of them, such as {name}")
        raise LevelError(Notice(text, path=path, count=len(held), name=next(held.names())))
    return held


def daily(day: date, folder: Path = FOLDER) -> Challenge:
    """The challenge of a day: the same for everyone, from the date alone. Raises LevelError.

    The calendar says whose turn it is; each game uses its deals in order.
    """
    calendar = folder / DAILY / "calendar.toml"
    game, number = turn(day, checked(read_toml(calendar), Calendar, calendar))
    held = read_list(folder / DAILY / f"{game}.toml")
    if number >= len(held):
        few = Notice(N_("the calendar counts on more deals than there are"))
        raise LevelError(wrong(held.path, "deals", few))
    return held.level(number, f"{DAILY}-{day.isoformat()}")


def read_list(path: Path) -> DealList:
    """The list of deals in a file. Raises LevelError."""
    return DealList(path, read_toml(path))


def listed(path: Path) -> list[Challenge]:
    """All deals of a list, each named after its place in the file. Raises LevelError."""
    held = read_list(path)
    return [held.level(number, name) for number, name in enumerate(held.names())]


def named(name: str, folder: Path = FOLDER) -> Challenge:
    """The level or daily challenge of that name. Raises LevelError."""
    if (day := name.removeprefix(f"{DAILY}-")) != name:
        try:
            return daily(date.fromisoformat(day), folder)
        except LevelError:
            raise
        except ValueError:
            raise LevelError(Notice(N_("{day!r} is not a date such as 2026-11-21"), day=day)) from None
    if Path(name).name == name:
        if found := _listed(name, folder):
            return found
        if (path := folder / f"{name}.toml").is_file() and isinstance(held := _read(path), Challenge):
            return held
    text = N_("there is no challenge {name!r}; there are {names}")
    raise LevelError(Notice(text, name=name, names=_names(folder)))


def _read(path: Path) -> Challenge | DealList:
    """What a level file holds. Raises LevelError."""
    stated = read_toml(path)
    if DealList.is_one(stated):
        return DealList(path, stated)
    deal = checked(stated, GameDeal, path)
    return level_of(deal.game, deal, path.stem, str(path))


def _listed(name: str, folder: Path) -> Challenge | None:
    """The challenge of that name if it is in a list. Raises LevelError if the list is damaged."""
    stem, _dash, number = name.rpartition("-")
    path = folder / f"{stem}.toml"
    if not (stem and number.isdecimal() and path.is_file()) or isinstance(held := _read(path), Challenge):
        return None
    index = int(number[:9]) - 1
    return held.level(index, name) if name in held.names() else None


def _names(folder: Path) -> list[str]:
    """The names of the levels in a folder, with those of a game abbreviated to `paare-01 … 12`."""
    numbers: dict[str, list[str]] = {}
    for level in levels(folder)[0]:
        game, _dash, number = level.id.rpartition("-")
        numbers.setdefault(game, []).append(number)
    names = [f"{game}-{' … '.join(dict.fromkeys((each[0], each[-1])))}" for game, each in numbers.items()]
    return [DAILY, *names]
