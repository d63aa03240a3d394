"""The client's side of a handshake: each of the host's answers leads to the next datagram to send."""

import os

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.net.transport.cipher import PacketCipher
from game.net.transport.code_exchange import CodeExchange
from game.net.transport.noise import HAISTY, KEY, NO_CODE, Handshake, prologue
from game.net.wire.packet import CONNECT, COOKIE_SIZE, HELLO, JOIN, NONCE, plain, sized

TABLE_ID = 8


class Greeting:
    """The host's answer to a HELLO."""

    def __init__(self, body: bytes) -> None:
        """`body`: what follows the nonce."""
        self.cookie, rest = body[:COOKIE_SIZE], body[COOKIE_SIZE:]
        self.host_key, self.table = rest[:KEY], rest[KEY : KEY + TABLE_ID]


class ClientHandshake:
    """One handshake; `request` is what to send until the next answer."""

    def __init__(self, key: X25519PrivateKey) -> None:
        """`key`: the player's lasting key."""
        self.nonce = os.urandom(NONCE)
        self.request = plain(HELLO, self.nonce, padded=True)
        self._own = key
        self._handshake: Handshake | None = None
        self._code: CodeExchange | None = None

    @property
    def greeted(self) -> bool:
        """Whether the host has sent its cookie."""
        return self._handshake is not None

    def connect(self, greeting: Greeting, code: str) -> None:
        """Answer the host's cookie. Raises ValueError if its public key is not one."""
        before = prologue(self.nonce, greeting.cookie, greeting.table)
        handshake = Handshake(HAISTY, before, self._own, greeting.host_key)
        if code:
            own = self._own.public_key().public_bytes_raw()
            self._code = CodeExchange(code, True, own, greeting.host_key, greeting.table)
        message = handshake.write(self._code.message if self._code else b"")
        self.request = plain(CONNECT, self.nonce + greeting.cookie + sized(message), padded=True)
        self._handshake = handshake

    def join(self, message: bytes, join: bytes) -> PacketCipher | None:
        """Send the Join now that the host has proved its key; None if this is not the host's answer.

        Raises ValueError if it is, but makes no sense.
        """
        handshake = self._handshake
        said = handshake.read(message) if handshake else None
        if handshake is None or said is None:
            return None
        code = self._code.key(said) if self._code else NO_CODE
        if code is None:
            raise ValueError("not an answer to a code")
        proof = handshake.write(b"")
        self.request = plain(JOIN, self.nonce + sized(proof + handshake.write(join, code)), padded=True)
        keys = handshake.split()
        return PacketCipher(keys.up, keys.down)
