"""A host's answer to who looks for tables, signed by the host.

nonce ‖ host's two public keys ‖ TableInfo ‖ the host's signature of all before it, the datagram's header
included.
"""

from typing import NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from msgspec.structs import replace

from game.core.limits import NAME, TABLE
from game.names.line import line
from game.net.address import Address
from game.net.keys import HostKey, host_key
from game.net.rate_limit import Buckets, origin, remember
from game.net.wire.packet import ANSWER, ASK, NONCE, PADDED, VERSION, TableInfo, plain, read_plain
from game.signing import KEY, SIGNATURE, signed_by, signing_key

_REMEMBERED = 32
"""How many answers are remembered, so that a question repeated is not signed again."""

_decode = msgspec.msgpack.Decoder(TableInfo).decode
_encode = msgspec.msgpack.Encoder().encode


class Signed(NamedTuple):
    """An answer whose signature is good."""

    info: TableInfo
    host: HostKey


class Answerer:
    """Answers for the table at one host. Signing is limited: for each sender, and in all."""

    def __init__(self, key: X25519PrivateKey) -> None:
        self._signing = signing_key(key.private_bytes_raw())
        self._keys = b"".join(host_key(key))
        self._answers: dict[bytes, bytes] = {}
        """By what it says, each of the last answers."""
        self._info: TableInfo | None = None
        self._body = b""
        """What is said of the table, for as long as it does not change."""
        self._each, self._all = Buckets[str](20, 40), Buckets[None](400, 400)

    def answer(self, data: bytes, sender: Address, info: TableInfo, now: int) -> bytes | None:
        """The answer to a question, never longer than the question; None if this is not a question, or too
        many came. `now` in microseconds.

        A question of another version is answered with a header that states ours, and its nonce.
        """
        question = read_plain(data)
        if question is None or question.kind != ASK:
            return None
        if question.version != VERSION:
            return plain(ANSWER, question.body[:NONCE])
        nonce, padding = question.body[:NONCE], question.body[NONCE:]
        if len(data) != PADDED or any(padding):
            return None
        head = plain(ANSWER, nonce + self._keys)
        if info != self._info:
            self._info, self._body = info, _fitted(_shown(info), PADDED - len(head) - SIGNATURE)
        says = head + self._body
        if says not in self._answers:
            if not self._may_sign(sender, now):
                return None
            remember(self._answers, says, says + self._signing.sign(says), _REMEMBERED)
        return self._answers[says]

    def _may_sign(self, sender: Address, now: int) -> bool:
        return self._each.take(origin(sender[0]), now) and self._all.take(None, now)


def read_answer(data: bytes) -> Signed | None:
    """What an answer says; None if it is not one, or not signed as it should be."""
    rest = data[8 + NONCE :]
    host, body = HostKey(rest[:KEY], rest[KEY : 2 * KEY]), rest[2 * KEY : -SIGNATURE]
    try:
        info = _decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    if info.taken > info.seats or not signed_by(host.signing, data[:-SIGNATURE], data[-SIGNATURE:]):
        return None
    return Signed(_shown(info), host)


def _shown(info: TableInfo) -> TableInfo:
    """The table with names safe to show: a stranger's text reaches a terminal or a font only as a few
    printable characters."""
    sitters = tuple(replace(each, name=line(each.name)[:NAME]) for each in info.sitters[: info.taken])
    return replace(info, name=line(info.name)[:TABLE], sitters=sitters)


def _fitted(info: TableInfo, room: int) -> bytes:
    """The table in at most `room` bytes: the longest names of those who sit there are cut short, and left out
    if need be."""
    body = b""
    for most in range(NAME, -1, -1):
        sitters = tuple(replace(each, name=_cut(each.name, most)) for each in info.sitters)
        body = _encode(replace(info, sitters=sitters))
        if len(body) <= room:
            break
    return body


def _cut(name: str, most: int) -> str:
    """The name in at most `most` characters."""
    return name if len(name) <= most else name[: most - 1] + "…" if most else ""
