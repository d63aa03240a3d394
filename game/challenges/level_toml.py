"""Reads TOML files strictly: what is wrong is one line that names the file and the place."""

import re
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from game.challenges.level import LevelError, wrong
from game.i18n import N_, Notice, reason
from game.storage import files

T = TypeVar("T")

_MOST: Final = 2**20
"""The most bytes of a level file; the largest list of daily deals has a tenth of it."""
_MONSTER: Final = re.compile(r"""(?<!\w)\w{1000}|(?:\.[ \t]*(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*){8}""")
"""A word too long, or a key of too many parts, for any level: the decoder's memory grows with the square of
their number, and it fails on a long number."""


def read_toml(path: Path) -> Any:
    """The contents of a TOML file, not yet checked. Raises LevelError."""
    try:
        text = files.read(path, _MOST).decode()
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
        return wrong(source, key, Notice(text))
    return wrong(source, where, Notice(N_("this value is not allowed there")))
