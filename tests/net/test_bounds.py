"""Each field of each message has the bounds that WIRE.md gives it, and nothing beyond them is read."""

from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
import pytest

from game.core.cards import pack
from game.names.line import LINE
from game.net.discovery import answer
from game.net.wire import codec
from game.net.wire.codec import (
    decode_alone,
    decode_down,
    decode_up,
    unpacked,
)
from game.net.wire.fields import WireError
from game.net.wire.messages import Hands, Join, Pointing
from game.net.wire.packet import TableInfo
from tests.net.bounds import (
    ANSWER,
    DOWN,
    EVENTS,
    HANDS,
    JOIN,
    POINTING,
    UP,
    Data,
    Flag,
    Many,
    Maybe,
    Named,
    OneOf,
    Shape,
    Text,
    Whole,
    plain,
    varied,
)

KINDS = [
    *((decode_up, bytes((i,)), shape) for i, shape in enumerate(UP.values())),
    *((decode_down, bytes((i,)), shape) for i, shape in enumerate(DOWN.values())),
    *((decode_down, bytes((64 + i,)), shape) for i, shape in enumerate(EVENTS.values())),
    (partial(decode_alone, Join), b"", JOIN),
    (partial(decode_alone, Pointing), b"", POINTING),
    (partial(decode_alone, Hands), b"", HANDS),
]
"""What reads each kind of message, its number, and its fields."""


def shape_of(info: msgspec.inspect.Type) -> Shape:
    """The bounds that a type has."""
    match info:
        case msgspec.inspect.IntType(gt, ge, lt, le):
            most = le if lt is None else lt - 1
            assert gt is None and ge is not None and most is not None
            return Whole(ge, most)
        case msgspec.inspect.StrType(least, most, pattern):
            assert not least and pattern in (None, LINE)
            return Text(most or -1, pattern is not None)
        case msgspec.inspect.BytesType(least, most):
            return Data(least or 0, -1 if most is None else most)
        case msgspec.inspect.VarTupleType(each, least, most):
            return Many(shape_of(each), least or 0, -1 if most is None else most)
        case msgspec.inspect.TupleType(each):
            return [shape_of(one) for one in each]
        case msgspec.inspect.StructType(fields=fields, array_like=True):
            return [shape_of(field.type) for field in fields]
        case msgspec.inspect.DictType(key, msgspec.inspect.BoolType(), least, most):
            assert not least
            return Named(shape_of(key), most or -1)
        case msgspec.inspect.UnionType((one, msgspec.inspect.NoneType())):
            return Maybe(shape_of(one))
        case msgspec.inspect.LiteralType(words):
            return OneOf(frozenset(map(str, words)))
        case msgspec.inspect.BoolType():
            return Flag()
    raise AssertionError(info)


def shapes(*kinds: type) -> list[tuple[type, Shape]]:
    forms = ((kind, codec.FORMS.get(kind, kind)) for kind in kinds)
    return [(kind, shape_of(msgspec.inspect.type_info(form))) for kind, form in forms]


def test_the_types_have_the_bounds_of_the_table_and_there_are_no_other_messages() -> None:
    assert shapes(*codec.UP.values()) == list(UP.items())
    assert shapes(*codec.DOWN.values()) == [*DOWN.items(), *EVENTS.items()]
    assert shapes(Join, TableInfo) == [(Join, JOIN), (TableInfo, ANSWER)]
    assert shapes(Pointing, Hands) == [(Pointing, POINTING), (Hands, HANDS)]


@pytest.mark.parametrize(("read", "head", "shape"), KINDS)
def test_a_message_is_read_with_each_field_at_its_bounds_and_refused_beyond_them(
    read: Any, head: bytes, shape: Shape
) -> None:
    def understood(fields: list[Any]) -> bool:
        try:
            return bool(read(head + msgspec.msgpack.encode(fields)) is not None)
        except WireError:
            return False

    assert understood(plain(shape))
    for fields, good in varied(shape):
        assert understood(fields) == good, fields
    assert not understood([*plain(shape), 0]) or not shape, "a field too many"


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
    kinds = {head[0] for reads, head, _shape in KINDS if reads is read}
    with pytest.raises(WireError):
        read(b"")
    for kind in {*range(256)} - kinds:
        with pytest.raises(WireError, match="not a"):
            read(bytes((kind, 0x90)))


def test_an_answer_is_read_with_each_field_at_its_bounds_and_refused_beyond_them() -> None:
    for fields, good in varied(ANSWER):
        try:
            answer._decode(msgspec.msgpack.encode(fields))
            understood = True
        except msgspec.MsgspecError:
            understood = False
        assert understood == good, fields
