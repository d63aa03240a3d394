"""A client that knows the way in and then says whatever it likes."""

import os

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.net.address import Address
from game.net.server.table_server import TableServer
from game.net.transport.cipher import COOKIE as COOKIE_SIZE
from game.net.transport.cipher import KEY, PacketCipher, agree, stretched
from game.net.wire.codec import encode_join
from game.net.wire.messages import Join
from game.net.wire.packet import CONNECT, COOKIE, HELLO, NONCE, plain, read_plain


class Intruder:
    """Speaks to a table without a network between; it listens to nothing that comes sealed."""

    def __init__(self, table: TableServer, address: Address, code: str = "") -> None:
        self.table, self.address, self._code = table, address, code
        self.connect = b""
        """The datagram with which it came in, or tried to."""
        self._seal: PacketCipher | None = None
        self._said = 0

    def prepare(self, join: bytes, now: int) -> bool:
        """Ask for a cookie and make the datagram that comes after; whether there was a cookie."""
        nonce = os.urandom(NONCE)
        said = self.table.receive(plain(HELLO, nonce, padded=True), self.address, now)
        cookie = read_plain(said) if said else None
        if cookie is None or cookie.kind != COOKIE:
            return False
        rest = cookie.body[NONCE:]
        proof, public = rest[:COOKIE_SIZE], rest[COOKIE_SIZE : COOKIE_SIZE + KEY]
        own = X25519PrivateKey.generate()
        mine = own.public_key().public_bytes_raw()
        keys = agree(own, public, stretched(self._code, public), nonce + public + mine)
        self._seal, self._said = PacketCipher(keys.up, keys.down), 0
        inside = self._seal.seal(join)
        size = len(inside).to_bytes(2, "little")
        self.connect = plain(CONNECT, nonce + proof + mine + size + inside, padded=True)
        return True

    def enter(self, join: Join, now: int) -> bool:
        """Come in; whether the table let it."""
        if not self.prepare(encode_join(join), now):
            return False
        self.table.receive(self.connect, self.address, now)
        return self.inside

    @property
    def inside(self) -> bool:
        """Whether the table has it among its members."""
        return self.table.members.at(self.address) is not None

    def sealed(self, inside: bytes) -> bytes:
        """A datagram with this inside."""
        assert self._seal
        return self._seal.seal(inside)

    def packet(self, messages: list[bytes], now: int) -> bytes:
        """A datagram that says these and acknowledges nothing."""
        head = (self._said % 2**16).to_bytes(2, "little") + bytes(2)
        note = (now % 2**32 or 1).to_bytes(4, "little") + now.to_bytes(6, "little") + bytes(4)
        self._said += len(messages)
        sizes = [bytes((len(m),)) if len(m) < 128 else (len(m) | 0x8000).to_bytes(2, "big") for m in messages]
        said = b"".join(size + message for size, message in zip(sizes, messages, strict=True))
        return self.sealed(head + note + said)

    def say(self, messages: list[bytes], now: int) -> None:
        """Say these in one datagram."""
        self.table.receive(self.packet(messages, now), self.address, now)
