"""The format of all replays: a line that names the kind, a header in JSON, a line for each act, one for the
end, and one with a digest of all that, which older files have not. A replay is checked by playing it again.
"""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import ClassVar, Final, Generic, TypeVar

import msgspec

from game.i18n import N_, Notice, reason
from game.storage import files

H = TypeVar("H", bound=msgspec.Struct)
P = TypeVar("P")
R = TypeVar("R")

_DIGEST: Final = "sha256 "


class ReplayError(Exception):
    """The file is not a replay, or is damaged; one line says where."""


class Mismatch(Exception):
    """The replay is readable, but playing it again does not give the stated result."""


class Parser(ABC, Generic[R]):
    """Builds one replay from the lines of its file, given in order.

    Each method raises ValueError, with the reason for the player, if a line is invalid.
    """

    magic: ClassVar[str]
    """The first line of the file."""

    def may_end(self, line: str) -> bool:
        """Whether a complete file can have this last line."""
        return True

    @abstractmethod
    def header(self, line: str) -> None:
        """Parse the second line."""

    @abstractmethod
    def body(self, line: str) -> None:
        """Parse the next line between the header and the end."""

    @abstractmethod
    def end(self, line: str) -> R:
        """Parse the last line and return the replay."""


def parse_header(line: str, kind: type[H]) -> H:
    """The header in a line. Raises ValueError."""
    try:
        return files.decode(line, kind)
    except ValueError:
        raise damaged_header() from None


def damaged_header() -> ValueError:
    """The error for an unusable header."""
    return ValueError(Notice(N_("the header is damaged")))


def read(path: Path, parser: Parser[R]) -> R:
    """The replay in a file. Raises ReplayError with one line that names the file and the place."""
    try:
        lines = files.lines(path)
    except OSError as error:
        raise ReplayError(Notice("{path}: {reason}", path=path, reason=reason(error))) from None
    except UnicodeDecodeError:
        raise ReplayError(Notice(N_("{path} is not a replay"), path=path)) from None
    if _digested(lines):
        *lines, stated = lines
        if stated != _digest("\n".join(lines) + "\n"):
            raise ReplayError(Notice(N_("{path} is damaged: its digest is another"), path=path))
    if len(lines) < 3 or lines[0] != parser.magic or not parser.may_end(lines[-1]):
        raise ReplayError(Notice(N_("{path} is not a whole replay of this version"), path=path))
    number = 2
    try:
        parser.header(lines[1])
        for number, line in enumerate(lines[2:-1], 3):  # noqa: B007  # names the line in the error
            parser.body(line)
        number = len(lines)
        return parser.end(lines[-1])
    except ValueError as error:
        place = Notice(N_("{path}, line {number}: {reason}"), path=path, number=number, reason=error)
        raise ReplayError(place) from None


def read_checked(path: Path, parser: Parser[R], check: Callable[[R], P]) -> tuple[R, P]:
    """The replay in a file, and what `check` returns for it. Raises ReplayError, or Mismatch with the file's
    name."""
    replay = read(path, parser)
    try:
        return replay, check(replay)
    except Mismatch as error:
        text = N_("{path} does not replay: {reason}")
        raise Mismatch(Notice(text, path=path, reason=error)) from None


def text(magic: str, header: msgspec.Struct, body: Iterable[str], end: str) -> str:
    """The text of a replay file."""
    return "\n".join([magic, msgspec.json.encode(header).decode(), *body, end]) + "\n"


def with_digest(text: str) -> bytes:
    """The file of a replay with this text."""
    return f"{text}{_digest(text)}\n".encode()


def has_digest(path: Path) -> bool:
    """Whether the replay in a file has a digest, so that any damage shows. Raises OSError."""
    return _digested(files.lines(path))


def _digested(lines: Sequence[str]) -> bool:
    return lines[-1].startswith(_DIGEST)


def _digest(text: str) -> str:
    return _DIGEST + hashlib.sha256(text.encode()).hexdigest()
