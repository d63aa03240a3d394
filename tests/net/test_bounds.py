"""Each field of each message has the bounds that WIRE.md tells, and nothing beyond them is read;
`python -m tests.net.test_bounds` writes them there anew."""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.core.cards import pack
from game.net.discovery import answer
from game.net.wire import codec
from game.net.wire.codec import decode_alone, decode_down, decode_up, unpacked
from game.net.wire.fields import WireError
from game.net.wire.messages import Hands, Join, Pointing
from game.net.wire.packet import TableInfo
from tests.net.messages import fields, least, varied, words

PAGE = Path(__file__).parents[2] / "game" / "net" / "WIRE.md"
ALONE: tuple[Any, ...] = Join, Pointing, Hands
READ: list[tuple[Any, bytes, type]] = [
    *((decode_up, bytes((number,)), kind) for number, kind in codec.UP.items()),
    *((decode_down, bytes((number,)), kind) for number, kind in codec.DOWN.items()),
    *((partial(decode_alone, kind), b"", kind) for kind in ALONE),
    (answer._decode, b"", TableInfo),
]
"""What reads each kind of message, and its number."""


def told() -> Iterator[str]:
    """All of them in words."""
    for read, head, kind in READ:
        where = {decode_up: "up ", decode_down: "down "}.get(read, "") + "".join(map(str, head))
        yield f"{where} {kind.__name__} {words(fields(kind))}\n".lstrip()


def written(page: str) -> str:
    """The page with that."""
    return re.sub(r"(?<=```fields\n).*?(?=```)", "".join(told()), page, flags=re.DOTALL)


def test_the_types_have_the_bounds_that_are_told_and_there_are_no_other_messages() -> None:
    page = PAGE.read_text("utf-8")
    assert "".join(told()) in page, "write it anew"
    assert written(page) == page


@pytest.mark.parametrize(("read", "head", "kind"), READ, ids=lambda each: getattr(each, "__name__", ""))
def test_a_message_is_read_with_each_field_at_its_bounds_and_refused_beyond_them(
    read: Any, head: bytes, kind: type
) -> None:
    def understood(values: list[Any]) -> bool:
        try:
            return bool(read(head + msgspec.msgpack.encode(values)) is not None)
        except (WireError, msgspec.MsgspecError):
            return False

    assert understood(least(fields(kind)))
    for values, good in varied(fields(kind)):
        assert understood(values) == good, values
    more = understood([*least(fields(kind)), 0])
    assert more == (kind is TableInfo), "a field too many is skipped by those who look for tables only"


def test_two_bytes_are_one_of_the_cards_of_eight_packs_or_none() -> None:
    found = set()
    for number in range(2**16):
        with suppress(WireError):
            found |= set(unpacked((0, number.to_bytes(2, "little"))).cards)
    assert found == {card for number in range(8) for card in pack(number)}
    with pytest.raises(WireError):
        unpacked((0, b"\1\0\1"))


@pytest.mark.parametrize("read", [decode_up, decode_down])
def test_there_are_no_other_kinds_of_messages(read: Any) -> None:
    kinds = {head[0] for reads, head, _kind in READ if reads is read}
    with pytest.raises(WireError):
        read(b"")
    for kind in {*range(256)} - kinds:
        with pytest.raises(WireError, match="not a"):
            read(bytes((kind, 0x90)))


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
