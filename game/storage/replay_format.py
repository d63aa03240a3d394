"""The format of all replays: a line that names the kind, a header in JSON, a line for each act, one for the
end, and one with a digest of all that, which may be missing; a run has one more with a signature, by which it
is known whose it is. A replay is checked by playing it again.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from game.i18n import N_, Notice, reason
from game.signing import signed_by, signing_key
from game.storage import files

H = TypeVar("H", bound=msgspec.Struct)
R = TypeVar("R")

_DIGEST: Final = "sha256 "
_SIGNED: Final = "ed25519 "
_STATEMENT: Final = b"haisty replay\0"
"""What is signed begins with this, so that it is no other signature."""


class ReplayError(Exception):
    """The file is not a replay, or is damaged; one line says where."""


class Mismatch(Exception):
    """The replay is readable, but playing it again does not give the stated result."""


class Lines:
    """The lines of a replay, read in order. ValueError, with the reason for the player, is raised for an
    invalid line, here and by who parses it."""

    def __init__(self, lines: Sequence[str], signer: bytes) -> None:
        self._lines = lines
        self.signer = signer
        """The public key of whoever has signed it; empty without a signature."""
        self.number = 1
        """Of the line read last, for the error."""

    def header(self, kind: type[H]) -> H:
        """The header in the second line."""
        self.number = 2
        try:
            return files.decode(self._lines[1], kind)
        except ValueError:
            raise damaged_header() from None

    def body(self) -> Iterator[str]:
        """The lines between the header and the end."""
        for line in self._lines[2:-1]:
            self.number += 1
            yield line

    def end(self) -> str:
        """The last line."""
        self.number = len(self._lines)
        return self._lines[-1]


def damaged_header() -> ValueError:
    """The error for an unusable header."""
    return ValueError(Notice(N_("the header is damaged")))


def read(
    path: Path,
    magic: str,
    parse: Callable[[Lines], R],
    ends: Collection[str] = (),
    data: bytes | None = None,
) -> R:
    """The replay in a file that begins with the line `magic` and ends with one of `ends`, if any are stated.
    `data`: what the file holds, if that is known. Raises ReplayError with one line that names the file and
    the place."""
    try:
        lines = files.lines(path, data)
    except OSError as error:
        raise ReplayError(Notice("{path}: {reason}", path=path, reason=reason(error))) from None
    except UnicodeDecodeError:
        raise ReplayError(Notice(N_("{path} is not a text file in UTF-8"), path=path)) from None
    signer = b""
    if lines[-1].startswith(_SIGNED):
        *lines, stated = lines
        signer = _signer("\n".join(lines) + "\n", stated)
        if not signer:
            raise ReplayError(Notice(N_("{path} was changed after it was signed"), path=path))
    if _digested(lines):
        *lines, stated = lines
        if stated != _digest("\n".join(lines) + "\n"):
            raise ReplayError(Notice(N_("{path} is damaged: its digest is another"), path=path))
    if len(lines) < 3 or lines[0] != magic or (ends and lines[-1] not in ends):
        raise ReplayError(Notice(N_("{path} is not a whole replay of this version"), path=path))
    numbered = Lines(lines, signer)
    try:
        return parse(numbered)
    except ValueError as error:
        place = Notice(N_("{path}, line {number}: {reason}"), path=path, number=numbered.number, reason=error)
        raise ReplayError(place) from None


def mismatch_in(path: Path, error: Mismatch) -> Mismatch:
    """The error with the file's name."""
    return Mismatch(Notice(N_("{path} does not replay: {reason}"), path=path, reason=error))


def text(magic: str, header: msgspec.Struct, body: Iterable[str], end: str) -> str:
    """The text of a replay file."""
    return "\n".join([magic, msgspec.json.encode(header).decode(), *body, end]) + "\n"


def with_digest(text: str) -> bytes:
    """The file of a replay with this text."""
    return f"{text}{_digest(text)}\n".encode()


def signed(data: bytes, key: bytes) -> bytes:
    """The file of a replay, signed by the installation with this lasting key."""
    own = signing_key(key)
    return with_signature(data, own.public_key().public_bytes_raw(), own.sign(_STATEMENT + data))


def with_signature(data: bytes, public: bytes, signature: bytes) -> bytes:
    """The file of a replay, signed so by the owner of this public key."""
    return data + f"{_SIGNED}{public.hex()} {signature.hex()}\n".encode()


def _signer(text: str, stated: str) -> bytes:
    """The public key by which the text is signed as stated; empty if it is not."""
    try:
        public, signature = map(bytes.fromhex, stated.removeprefix(_SIGNED).split(" "))
    except ValueError:
        return b""
    return public if signed_by(public, _STATEMENT + text.encode(), signature) else b""


def has_digest(path: Path) -> bool:
    """Whether the replay in a file has a digest, so that any damage shows. Raises OSError."""
    *_, before, last = "", *files.lines(path)
    return _digested([before if last.startswith(_SIGNED) else last])


def _digested(lines: Sequence[str]) -> bool:
    return lines[-1].startswith(_DIGEST)


def _digest(text: str) -> str:
    return _DIGEST + hashlib.sha256(text.encode()).hexdigest()
