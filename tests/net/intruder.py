"""A client that knows the way in and then says whatever it likes."""

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.net.address import Address
from game.net.client.connection import ClientHandshake, Greeting
from game.net.server.table_server import TableServer
from game.net.transport.channel import MORE, PIECE
from game.net.transport.cipher import PacketCipher
from game.net.transport.endpoint import STAMP, WATERMARK
from game.net.wire.codec import encode_alone
from game.net.wire.messages import Join
from game.net.wire.packet import ACCEPT, COOKIE, NONCE, read_plain
from game.system import here


def has_no_fault(table: TableServer) -> bool:
    """Whether nothing that came has failed here; what was no message is passed over."""
    dropped, table.dropped = table.dropped, []
    return not [each for each in dropped if each.fault]


class Intruder:
    """Speaks to a table without a network between; it listens to nothing that comes sealed."""

    def __init__(
        self, table: TableServer, address: Address, code: str = "", key: X25519PrivateKey | None = None
    ) -> None:
        self.table, self.address, self._code = table, address, code
        self.key = key or here().entropy.key()
        self.connect = self.join = b""
        """The datagrams with which it came in, or tried to."""
        self._seal: PacketCipher | None = None
        self._said = 0

    def prepare(self, join: bytes, now: int) -> bool:
        """Say all that comes before the last datagram of the handshake, and make that; whether the table let
        it come so far."""
        handshake = ClientHandshake(self.key)
        cookie = self._asked(handshake.request, now)
        if cookie is None or cookie[0] != COOKIE:
            return False
        handshake.connect(Greeting(cookie[1]), self._code)
        self.connect = handshake.request
        accept = self._asked(self.connect, now)
        if accept is None or accept[0] != ACCEPT:
            return False
        self._seal, self._said = handshake.join(accept[1], join), 0
        self.join = handshake.request
        return True

    def _asked(self, question: bytes, now: int) -> tuple[int, bytes] | None:
        """The kind of the table's answer, and what follows the nonce."""
        said = self.table.receive(question, self.address, now)
        answer = read_plain(said) if said else None
        return (answer.kind, answer.body[NONCE:]) if answer else None

    def enter(self, join: Join, now: int) -> bool:
        """Come in; whether the table let it."""
        if not self.prepare(encode_alone(join), now):
            return False
        self.table.receive(self.join, self.address, now)
        return self.inside

    @property
    def inside(self) -> bool:
        """Whether the table has it among its members."""
        return self.table.members.at(self.address) is not None

    def sealed(self, inside: bytes) -> bytes:
        """A datagram with this inside."""
        assert self._seal
        return self._seal.seal(inside)

    def packet(self, messages: list[bytes], now: int, more: bool = False) -> bytes:
        """A datagram that says these and acknowledges nothing; `more`: the next one goes on with it."""
        low = (now % 2**24).to_bytes(3, "little")
        note = (now % 2**24 or 1).to_bytes(3, "little") + bytes(3) + low
        number = (self._said % 2**16).to_bytes(2, "little") if messages else b""
        self._said += len(messages)
        flag = 0x8000 | MORE << 8 if more else 0x8000
        sizes = [bytes((len(m),)) if len(m) < 128 else (len(m) | flag).to_bytes(2, "big") for m in messages]
        said = b"".join(size + message for size, message in zip(sizes, messages, strict=True))
        return self.sealed(bytes((STAMP | WATERMARK,)) + note + number + said)

    def aside(self, data: bytes, now: int) -> None:
        """Say this aside in a datagram."""
        inside = bytes((0x80, len(data))) + data
        self.table.receive(self.sealed(inside), self.address, now)

    def say(self, messages: list[bytes], now: int) -> None:
        """Say these in one datagram, but for the pieces of a last one that is long."""
        before, last = messages[:-1], b"".join(messages[-1:])
        if len(last) > PIECE and before:
            self.say(before, now)
        while len(last) > PIECE:
            piece, last, messages = [last[:PIECE]], last[PIECE:], [last[PIECE:]]
            self.table.receive(self.packet(piece, now, more=True), self.address, now)
        self.table.receive(self.packet(messages, now), self.address, now)
