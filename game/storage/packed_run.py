"""The file of a signed run in few bytes, for the network.

The keys come first as they are, then, compressed, the header, the result, the acts, and the times between
them: all lowest bytes, then all of the next. At the pace of a gold medal the longest solutions of all daily
deals take 1.9 kB in Acht mal Acht, where zlib makes 2.6 kB of the file, less in the other games, but 2.3 kB
in Haisty alone, with 621 moves.
"""

import zlib
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final

from game.signing import KEY, SIGNATURE
from game.storage import files
from game.storage.replay_format import with_digest, with_signature
from game.storage.run_replay import MAGIC

PACKED: Final = 4096
"""The most bytes of a packed run: far more acts than any gold medal takes."""
_UNPACKED: Final = 2**15
"""The most bytes of what is compressed in it."""
_PLANES: Final = 5
"""Bytes of the time between two acts, in microseconds: up to 12 days."""


class TooLong(ValueError):
    """A run does not fit the network."""


def pack(data: bytes) -> bytes:
    """The file in few bytes. Raises TooLong, and ValueError if it is no signed run as this program writes
    it."""
    text = files.text(data)
    _magic, header, *acts, end, _digest, signed = text[:-1].split("\n")
    _kind, public, signature = signed.split(" ")
    times, words = zip(*(act.split(" ") for act in acts), strict=True)
    try:
        steps = [(after - at).to_bytes(_PLANES, "little") for at, after in pairwise((0, *map(int, times)))]
    except OverflowError:
        raise ValueError("time runs backwards") from None
    planes = b"".join(bytes(plane) for plane in zip(*steps, strict=True))
    body = "\n".join((header, end, " ".join(words), "")).encode() + planes
    packed = bytes.fromhex(public + signature) + zlib.compress(body, 9)
    if len(packed) > PACKED:
        raise TooLong
    if unpack(packed) != text.encode():
        raise ValueError("not as it is written")
    return packed


def unpack(packed: bytes) -> bytes:
    """The file. It is not checked but for its form. Raises ValueError."""
    keys, unzip = packed[: KEY + SIGNATURE], zlib.decompressobj()
    try:
        body = unzip.decompress(packed[KEY + SIGNATURE :], _UNPACKED)
    except zlib.error:
        raise ValueError("not compressed") from None
    if len(packed) > PACKED or not unzip.eof or unzip.unused_data:
        raise ValueError("too long, or cut off")
    header, end, words, planes = body.split(b"\n", 3)
    acts, count = words.decode().split(" "), len(planes) // _PLANES
    if len(planes) != _PLANES * len(acts):
        raise ValueError("as many times as acts")
    at: Sequence[int] = [int.from_bytes(planes[act::count], "little") for act in range(count)]
    lines = [MAGIC, header.decode(), *map("{} {}".format, accumulate(at), acts), end.decode(), ""]
    return with_signature(with_digest("\n".join(lines)), keys[:KEY], keys[KEY:])
