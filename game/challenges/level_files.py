"""The challenges: those in the level files, by their names, and the deal of each day.

A level file holds one challenge, which has the name of the file, or the list of a game's: those of
`<game>.toml` are named `<game>-01`, `<game>-02` … A daily challenge has a name such as `daily-2026-11-21`.
The date is always passed in."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from difflib import get_close_matches
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import msgspec

from game import program
from game.challenges.level import Challenge, Deal, GameDeal, LevelError, level_notice, level_of
from game.core.shuffle import Stream, derive, shuffled
from game.i18n import N_, Notice, _, reason
from game.storage import files

T = TypeVar("T")

_MOST: Final = 2**20
"""The most bytes of a level file; the largest list of daily deals has a tenth of it."""
_MONSTER: Final = re.compile(r"""(?<!\w)\w{1000}|(?:\.[ \t]*(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*){8}""")
"""A word too long, or a key of too many parts, for any level: the decoder's memory grows with the square of
their number, and it fails on a long number."""
_TIMES: Final = ("author", "gold", "silver", "bronze", "limit")
COLUMNS: Final = ("seed", "rules", *_TIMES, "presses", "usual", "grade", "solution")
"""What a line states, separated by spaces; `rules` counts from 0, `solution` is packed."""
FOLDER: Final = program.files("levels")
_ANY: Final = 2**32
_RARE: Final = 4
"""So few games won in a hundred are hardly any: the measure is no finer."""
DAILY: Final = "daily"
"""The folder of the lists of daily deals; the names of daily challenges begin so."""


def read_toml(path: Path) -> Any:
    """The contents of a TOML file, not yet checked. Raises LevelError."""
    try:
        text = files.text(files.read(path, _MOST))
    except OSError as error:
        raise LevelError(Notice("{path}: {reason}", path=path, reason=reason(error))) from None
    except UnicodeDecodeError:
        raise LevelError(Notice(N_("{path} is not a text file in UTF-8"), path=path)) from None
    if monster := _MONSTER.search(text):
        raise LevelError(_no_toml(path, text.count("\n", 0, monster.start()) + 1))
    try:
        return msgspec.toml.decode(text)
    except RecursionError:
        raise LevelError(Notice(N_("{path} is nested too deeply"), path=path)) from None
    except msgspec.DecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        raise LevelError(_no_toml(path, int(found[1]) if found else text.count("\n"))) from None


def checked(stated: Any, kind: type[T], source: object, strict: bool = True) -> T:
    """What was read as a `kind`, all keys and types checked; if not strict, numbers may be given as text.
    Raises LevelError that names the source."""
    try:
        return msgspec.convert(stated, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise LevelError(_misfit(source, str(error))) from None


def _no_toml(path: Path, line: int) -> Notice:
    return Notice(N_("{path}, line {number}: this is not TOML"), path=path, number=line)


def _misfit(source: object, message: str) -> Notice:
    """The notice about an unknown, missing or mistyped key, from the decoder's message."""
    place = re.search(r"`\$\.?([^`]*)`$", message)
    where = place[1] if place else ""
    if found := re.search(r"(unknown|required) field `([^`]*)`", message):
        key = f"{where}.{found[2]}".lstrip(".")
        text = N_("a level has no such key") if found[1] == "unknown" else N_("it is missing")
        return level_notice(source, key, Notice(text))
    return level_notice(source, where, Notice(N_("this value is not allowed there")))


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of the file."""

    game: str
    deals: str
    """Lines of COLUMNS."""
    rules: Annotated[tuple[dict[str, bool | int | str], ...], msgspec.Meta(min_length=1)] = ({},)
    """The sets of house rules that the lines refer to."""
    careful: tuple[Annotated[int, msgspec.Meta(ge=0, le=100)], ...] = ()
    """How often the deals of each grade come out for a careful player, in per cent."""


class DealList:
    """The deals of a file in their order."""

    def __init__(self, path: Path, stated: Any) -> None:
        """`stated`: the contents of the TOML file at the path. Raises LevelError."""
        self.path = path
        self._file = checked(stated, _File, path)
        self.careful = self._file.careful
        """How often the deals of each grade come out for a careful player, in per cent, if that is known."""
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


def levels(folder: Path = FOLDER) -> tuple[list[Challenge], list[LevelError]]:
    """All levels in the order of their names, and the errors of what is not a level.

    The solutions are not replayed here: see `level.prove`. The files are read anew once one has changed.
    """
    found, errors = _levels(tuple((path, _changed(path)) for path in sorted(folder.glob("*.toml"))))
    return [*found], [*errors]


@lru_cache(maxsize=4)
def _levels(paths: tuple[tuple[Path, int], ...]) -> tuple[list[Challenge], list[LevelError]]:
    found: list[Challenge] = []
    errors: list[LevelError] = []
    for path, _key in paths:
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
    game, number = turn(day, _calendar(folder))
    held = read_list(folder / DAILY / f"{game}.toml")
    if number >= len(held):
        few = Notice(N_("the calendar counts on more deals than there are"))
        raise LevelError(level_notice(held.path, "deals", few))
    return held.level(number, f"{DAILY}-{day.isoformat()}")


def turns(days: Iterable[date], folder: Path = FOLDER) -> dict[date, str]:
    """The games of these days. Raises LevelError."""
    calendar = _calendar(folder)
    return {day: turn(day, calendar)[0] for day in days}


def _calendar(folder: Path) -> "Calendar":
    path = folder / DAILY / "calendar.toml"
    return checked(read_toml(path), Calendar, path)


def read_list(path: Path) -> DealList:
    """The list of deals in a file. Raises LevelError."""
    held = _read(path)
    if isinstance(held, Challenge):
        raise LevelError(Notice(N_("{path} holds no deals"), path=path))
    return held


def _changed(path: Path) -> int:
    """When a file was last written; 0 if it cannot be read, which its reader reports."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def listed(path: Path) -> list[Challenge]:
    """All deals of a list, each named after its place in the file. Raises LevelError."""
    held = read_list(path)
    return [held.level(number, name) for number, name in enumerate(held.names())]


def chances(game: str, folder: Path = FOLDER) -> tuple[int, ...]:
    """How often the challenges of each grade of a game come out for a careful player, in per cent; empty if
    that is not known."""
    try:
        return read_list(folder / f"{game}.toml").careful
    except LevelError:
        return ()


def grade_words(grades: Sequence[Sequence[Challenge]], number: int) -> str:
    """How often a careful player wins the challenges of one of a game's grades, and how long that takes;
    empty if that is not known, or if it is a game of speed, where one is as hard as the other."""
    first, own = grades[0][0], grades[number]
    known = chances(first.game)
    if first.variant().reflex or len(known) != len(grades):
        return ""
    minutes = max(1, round(sum(level.silver for level in own) / len(own) / 60))
    words = _("A careful player wins {n} % of games, in about {minutes} min each.")
    rare = _("A careful player hardly ever wins; a win takes about {minutes} min.")
    return (words if known[number] >= _RARE else rare).format(n=known[number], minutes=minutes)


def find(name: str, folder: Path = FOLDER) -> Challenge | None:
    """The level or daily challenge of that name; None if there is none, which is known soon: anybody may ask.
    Raises LevelError."""
    if (day := name.removeprefix(f"{DAILY}-")) != name:
        try:
            return daily(date.fromisoformat(day), folder)
        except LevelError:
            raise
        except ValueError:
            raise LevelError(Notice(N_("{day!r} is not a date such as 2026-11-21"), day=day)) from None
    with suppress(OSError):  # such a name no file can have
        if Path(name).name == name:
            if found := _listed(name, folder):
                return found
            if _there(path := folder / f"{name}.toml") and isinstance(held := _read(path), Challenge):
                return held
    return None


def named(name: str, folder: Path = FOLDER, today: date | None = None) -> Challenge:
    """The level or daily challenge of that name; with `today`, for a name that somebody has typed, `daily` is
    that of this day. Raises LevelError, which names others that are alike."""
    if found := daily(today, folder) if today and name == DAILY else find(name, folder):
        return found
    text = N_("there is no challenge {name!r}; there are {names}")
    near = get_close_matches(name, [level.id for level in levels(folder)[0]])
    raise LevelError(Notice(text, name=name, names=near or _names(folder, bool(today))))


def _read(path: Path) -> Challenge | DealList:
    """What a level file holds, read anew once it has changed. Raises LevelError."""
    return _held(path, _changed(path))


@lru_cache(maxsize=32)
def _held(path: Path, _written: int) -> Challenge | DealList:
    stated = read_toml(path)
    if DealList.is_one(stated):
        return DealList(path, stated)
    deal = checked(stated, GameDeal, path)
    return level_of(deal.game, deal, path.stem, str(path))


def _listed(name: str, folder: Path) -> Challenge | None:
    """The challenge of that name if it is in a list. Raises LevelError if the list is damaged."""
    stem, _dash, number = name.rpartition("-")
    path = folder / f"{stem}.toml"
    if not (stem and number.isdecimal() and _there(path)) or isinstance(held := _read(path), Challenge):
        return None
    index = int(number[:9]) - 1
    return held.level(index, name) if name in held.names() else None


def _there(path: Path) -> bool:
    """Whether there is a file of exactly that name: Windows takes `A` for `a`, but names are compared."""
    return path.is_file() and path.name in os.listdir(path.parent)  # noqa: PTH208 - a host does it often


def _names(folder: Path, today: bool) -> list[str]:
    """The names of the levels in a folder, with those of a game abbreviated to `paare-01 … 12`, and of that
    of today if it has a name here."""
    numbers: dict[str, list[str]] = {}
    for level in levels(folder)[0]:
        game, _dash, number = level.id.rpartition("-")
        numbers.setdefault(game, []).append(number)
    names = [f"{game}-{' … '.join(dict.fromkeys((each[0], each[-1])))}" for game, each in numbers.items()]
    return [*([DAILY] if today else ()), *names]


class Epoch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From a day on: the games, each with the number of deals of its file in use."""

    since: date
    deals: Annotated[dict[str, Annotated[int, msgspec.Meta(ge=1)]], msgspec.Meta(min_length=1)]


class Calendar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The epochs in the order of their days; earlier days count as part of the first.

    An epoch says how many of each game's deals it uses. A round is as many days as there are games and has
    each game once, shuffled; each round uses the games' next deals. To add a game or deals, add an epoch that
    begins in the future: no day before it changes.
    """

    epochs: Annotated[tuple[Epoch, ...], msgspec.Meta(min_length=1)]


def turn(day: date, calendar: Calendar) -> tuple[str, int]:
    """The game of a day and the index of its deal."""
    begun = [epoch for epoch in calendar.epochs if epoch.since <= day] or [calendar.epochs[0]]
    epoch = begun[-1]
    number, place = divmod((day - epoch.since).days, len(epoch.deals))
    before = sum(rounds(one, after) for one, after in pairwise(begun))
    game = _round(epoch, number)[place]
    return game, (before + number) % epoch.deals[game]


def rounds(epoch: Epoch, after: Epoch) -> int:
    """How many rounds of an epoch have begun before the next epoch."""
    return -(-(after.since - epoch.since).days // len(epoch.deals))


def _round(epoch: Epoch, number: int) -> tuple[str, ...]:
    """The games of a round in order; with more than two, no game comes on two successive days."""
    order, last = (_shuffled(epoch, n) for n in (number, number - 1))
    if order[0] == last[-1] and len(order) > 2:
        order = order[1], order[0], *order[2:]
    return order


def _shuffled(epoch: Epoch, number: int) -> tuple[str, ...]:
    seed = derive(derive(0, epoch.since.toordinal()), number % _ANY)
    return shuffled(sorted(epoch.deals), Stream(seed))
