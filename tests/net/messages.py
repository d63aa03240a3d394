"""Messages as anybody could send them, made of the types of their fields: each field at its bounds and beyond
them, or all drawn by chance; those types in words, as WIRE.md has them; and bytes that are damaged."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

import msgspec
from msgspec.inspect import (
    BoolType,
    BytesType,
    DictType,
    IntType,
    LiteralType,
    NoneType,
    StrType,
    StructType,
    TupleType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

from game.names.line import LINE
from game.net.wire import codec

T = TypeVar("T")
Kinds = Mapping[int, type]
VALUES: tuple[Any, ...] = (
    0, 1, -1, 7, 8, 63, 64, 127, 128, 255, 256, 2**16, 2**31, 2**32 - 1, 2**53, 2**53 + 1, 2**63, 2**64 - 1,
    -(2**63), 0.5, float("nan"), True, False, None, "", "x" * 17, "\0", b"", bytes(16), [], {}, [[]],
    [0] * 300, "person", "bot", "knock",
)  # fmt: skip
"""What may stand anywhere, fit or not: the ends of ranges, and other types."""
FACES = 832
"""The most bytes that are cards, two each."""
_LONG = 12
"""The most of anything that is drawn."""


def fields(kind: type) -> Type:
    """The type of what is on the wire of this kind of message."""
    return type_info(codec.FORMS.get(kind, kind))


def span(info: IntType) -> tuple[int, int]:
    """The least and the greatest of these numbers."""
    most = info.le if info.lt is None else info.lt - 1
    assert info.gt is None and info.ge is not None and most is not None
    return info.ge, most


def words(info: Type) -> str:
    """The type as one reads it."""
    match info:
        case IntType():
            return "…".join(map(_number, span(info)))
        case StrType(min_length=None, max_length=int(most), pattern=pattern) if pattern in (None, LINE):
            return f"{'line' if pattern else 'text'} ≤ {most}"
        case BytesType(least, int(most)):
            return f"{_size(least, most)} bytes"
        case VarTupleType(each, least, int(most)):
            return f"{_size(least, most)} of {words(each)}"
        case TupleType(each):
            return f"[{', '.join(map(words, each))}]"
        case StructType(fields=each, array_like=True):
            return f"[{', '.join(f'{one.name} {words(one.type)}' for one in each)}]"
        case DictType(key, BoolType(), None, int(most)):
            return f"{_size(None, most)} of {words(key)}: true or false"
        case UnionType((one, NoneType())):
            return f"{words(one)} or nil"
        case LiteralType(values):
            return " or ".join(map(str, values))
        case BoolType():
            return "true or false"
    raise AssertionError(info)


def _number(number: int) -> str:
    """With powers of two where it is long."""
    for more, sign in ((0, ""), (1, " − 1")):
        if number > 2**20 and (number + more).bit_count() == 1:
            return f"2^{number.bit_length() - 1 + more}{sign}"
    return f"−{_number(-number)}" if number < 0 else str(number)


def _size(least: int | None, most: int) -> str:
    return str(most) if least == most else f"{least}…{most}" if least else f"≤ {most}"


def least(info: Type) -> Any:
    """The least there is of a type."""
    match info:
        case IntType():
            return span(info)[0]
        case StrType():
            return ""
        case BytesType(size):
            return _data(size or 0)
        case VarTupleType(each, size):
            return [least(each)] * (size or 0)
        case TupleType(each):
            return [*map(least, each)]
        case StructType(fields=each):
            return [least(one.type) for one in each]
        case DictType():
            return {}
        case LiteralType(values):
            return values[0]
    return False if isinstance(info, BoolType) else None


def varied(info: Type, base: Any = None) -> Iterator[tuple[Any, bool]]:
    """Values with one field at −1, 0, its bounds, beyond them, and huge; and whether it is one of this type.
    The other fields are those of `base`; None: the least there is."""
    base = least(info) if base is None else base
    match info:
        case TupleType() | StructType():
            each = info.item_types if isinstance(info, TupleType) else [one.type for one in info.fields]
            for at, one in enumerate(each):
                for value, good in varied(one, base[at]):
                    yield [*base[:at], value, *base[at + 1 :]], good
        case IntType():
            low, high = span(info)
            for number in (-1, 0, low - 1, low, high, high + 1, 2**63, -(2**63), 2**64 - 1):
                yield number, low <= number <= high
            yield "1", False
        case StrType(max_length=int(most), pattern=pattern):
            yield from (("a" * size, size <= most) for size in (0, 1, most, most + 1, 1050))
            yield "\n", pattern is None
        case BytesType(low, int(most)):
            step = 2 if most == FACES else 1
            for size in {0, (low or 0) - step, low or 0, most, most + step, 1050} - {-1, -2}:
                yield _data(size), (low or 0) <= size <= most
        case VarTupleType(each, low, int(most)):
            first = base[0] if base else least(each)
            for size in {0, (low or 0) - 1, low or 0, most, most + 1} - {-1}:
                yield [first] * size, (low or 0) <= size <= most
            for value, good in varied(each, first):
                yield [value, *base[1:]], good
        case DictType(key, _, _, int(most)):
            for size in (0, 1, most, most + 1):
                yield {f"rule{number}": True for number in range(size)}, size <= most
            yield from (({text: True}, good) for text, good in varied(key))
            yield {"rule": 1}, False
        case UnionType((each, _)):
            yield None, True
            yield from varied(each, base)
        case LiteralType(values):
            yield from ((word, True) for word in values)
            yield from ((word, False) for word in ("", "none", 0))
        case BoolType():
            yield from ((True, True), (False, True), (1, False), (None, False))


def drawn(
    rng: Random, info: Type, now: int = 0, foul: float = 0, nearer: Mapping[int, int] | None = None
) -> Any:
    """A value of this type; with a chance of `foul` for each part of it, whatever. Times are about `now`.
    `nearer`: what is the most in place of the greatest of a type."""
    if rng.random() < foul:
        return pick(rng, VALUES)

    def part(info: Type) -> Any:
        return drawn(rng, info, now, foul, nearer)

    def size(low: int | None, most: int) -> int:
        most = min((nearer or {}).get(most, most), _LONG)
        return max(low or 0, most if rng.random() < 0.5 else int(rng.random() * (most + 1)))

    match info:
        case IntType():
            low, high = span(info)
            high = (nearer or {}).get(high, high)
            about = now + int(rng.gauss(0, 200_000)) if high > 2**50 else int(rng.random() * 64)
            return min(high, max(low, pick(rng, (low, high, int(rng.random() * 4), about, about))))
        case StrType(max_length=int(most)):
            return "N" * size(0, most)
        case BytesType(low, int(most)):
            if most == FACES:
                return b"".join(bytes((1 + int(rng.random() * 13) | n << 4, 0)) for n in range(size(0, 4)))
            return rng.randbytes(most if low == most else size(low, most))
        case VarTupleType(each, low, int(most)):
            return [part(each) for _ in range(size(low, most))]
        case TupleType(each):
            return [*map(part, each)]
        case StructType(fields=each):
            return [part(one.type) for one in each]
        case DictType():
            return {"any_part": True} if rng.random() < 0.8 else {"none": True}
        case UnionType((each, _)):
            return None if rng.random() < 0.3 else part(each)
        case LiteralType(values):
            return pick(rng, values)
    return rng.random() < 0.5


def said(rng: Random, kinds: Kinds, now: int = 0, foul: float = 0) -> bytes:
    """A message of one of these kinds; every third is of the first one."""
    number = 0 if rng.random() < 0.3 else pick(rng, [*kinds])
    return bytes((number,)) + msgspec.msgpack.encode(drawn(rng, fields(kinds[number]), now, foul))


def mutated(rng: Random, data: bytes, pool: Sequence[bytes]) -> bytes:
    """The bytes with one to three changes."""
    changed = bytearray(data)
    for _ in range(1 + int(rng.random() * 3)):
        at = int(rng.random() * (len(changed) + 1))
        match int(rng.random() * 8):
            case 0 | 1 if at < len(changed):
                changed[at] ^= 1 << int(rng.random() * 8)
            case 2 if at < len(changed):
                changed[at] = pick(rng, (0, 1, 0x7F, 0x80, 0xC0, 0xDC, 0xFE, 0xFF))
            case 3:
                del changed[at:]
            case 4:
                del changed[at : at + 1 + int(rng.random() * 4)]
            case 5:
                changed[at:at] = rng.randbytes(1 + int(rng.random() * 8))
            case 6:
                other = pick(rng, pool)
                changed[at:] = other[int(rng.random() * (len(other) + 1)) :]
            case 7:
                changed[at:at] = changed[int(rng.random() * (at + 1)) : at]
    return bytes(changed[:1201])


def pick(rng: Random, of: Sequence[T]) -> T:
    """One of them."""
    return of[int(rng.random() * len(of))]


def _data(size: int) -> bytes:
    """So many bytes; where they are cards, there are such cards."""
    return (b"\x01\x00" * (size // 2 + 1))[:size]
