"""The handshake of a connection, by the Noise Protocol Framework (revision 34, noiseprotocol.org): X25519,
ChaCha20-Poly1305, SHA-256.

The pattern is IK, as WireGuard has it, with two more messages by the client, which travel together:

    <- s
    ...
    -> e, es, s, ss     CONNECT
    <- e, ee, se        ACCEPT
    ->                  JOIN: only who made this CONNECT can seal it
    -> psk              JOIN: the key that both have made of the table's code by SPAKE2

Every message is sealed under, and every key made from, all that was sent before it, both ends' fresh keys and
both ends' lasting ones.
"""

import hashlib
import hmac
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from game.net.wire.packet import MAGIC, VERSION
from game.system import here

KEY = 32
"""Bytes of a public key, and of every other key."""
TAG: Final = 16
NO_CODE = bytes(KEY)
"""Takes the place of the code's key where a table has no code."""
_FINGERPRINT = 16


class Pattern(NamedTuple):
    """A handshake between a client who knows the host's lasting key and the host."""

    name: bytes
    messages: tuple[str, ...]
    """The tokens of each message."""


HAISTY = Pattern(b"Noise_IKpsk4_25519_ChaChaPoly_SHA256", ("e es s ss", "e ee se", "", "psk"))


class Keys(NamedTuple):
    """One key for each direction."""

    up: bytes
    down: bytes


class _State(NamedTuple):
    """What the messages so far have led to. `key` is empty before the first exchange of keys."""

    hash: bytes
    chain: bytes
    key: bytes = b""
    counter: int = 0
    ephemeral: bytes = b""
    """The other end's fresh public key."""
    other: bytes = b""
    """The other end's lasting public key."""
    messages: int = 0


class Handshake:
    """One end of a handshake. Each message is written at one end and read at the other, in order."""

    def __init__(
        self,
        pattern: Pattern,
        prologue: bytes,
        own: X25519PrivateKey,
        host: bytes = b"",
        ephemeral: X25519PrivateKey | None = None,
    ) -> None:
        """`prologue`: what both ends know already. `host`: for a client, the host's lasting public key.

        `ephemeral`: None: a fresh one, which nothing else ever uses.
        """
        self._pattern, self._own, self._client = pattern, own, bool(host)
        self._ephemeral = ephemeral
        self._psk_mode = any("psk" in message for message in pattern.messages)
        name = pattern.name
        begun = name.ljust(KEY, b"\0") if len(name) <= KEY else hashlib.sha256(name).digest()
        self._state = _State(begun, begun, other=host)
        self._mix_hash(prologue)
        self._mix_hash(host or own.public_key().public_bytes_raw())

    @property
    def other(self) -> bytes:
        """The other end's lasting public key; its owner made every message that could be read since."""
        return self._state.other

    def write(self, payload: bytes, psk: bytes = NO_CODE) -> bytes:
        """The next message. Raises ValueError if the other's public key is not one."""
        message = b""
        for token in self._tokens():
            if token == "e":
                self._ephemeral = self._ephemeral or here().entropy.key()
                public = self._ephemeral.public_key().public_bytes_raw()
                message += public
                self._mix_ephemeral(public)
            elif token == "s":
                message += self._seal(self._own.public_key().public_bytes_raw())
            else:
                self._mix(token, psk)
        return message + self._seal(payload)

    def read(self, message: bytes, psk: bytes = NO_CODE) -> bytes | None:
        """The payload of the next message. None if that is not what this is; nothing has changed then."""
        before = self._state
        try:
            for token in self._tokens():
                size = KEY if token == "e" else KEY + TAG if token == "s" else 0
                part, message = message[:size], message[size:]
                if token == "e":
                    self._state = self._state._replace(ephemeral=part)
                    self._mix_ephemeral(part)
                elif token == "s":
                    other = self._open(part)
                    self._state = self._state._replace(other=other)
                else:
                    self._mix(token, psk)
            return self._open(message)
        except (ValueError, InvalidTag):
            self._state = before
            return None

    def split(self) -> Keys:
        """The keys of the connection, after the last message."""
        return Keys(*_derive(self._state.chain, b"", 2))

    def _tokens(self) -> list[str]:
        tokens = self._pattern.messages[self._state.messages].split()
        self._state = self._state._replace(messages=self._state.messages + 1)
        return tokens

    def _mix(self, token: str, psk: bytes) -> None:
        """Raises ValueError for an invalid public key."""
        if token == "psk":
            chain, mixed, key = _derive(self._state.chain, psk, 3)
            self._state = self._state._replace(chain=chain)
            self._mix_hash(mixed)
            self._state = self._state._replace(key=key, counter=0)
            return
        mine, theirs = list(token) if self._client else reversed(token)  # the client's comes first
        own = self._ephemeral if mine == "e" else self._own
        assert own
        other = self._state.ephemeral if theirs == "e" else self._state.other
        self._mix_key(own.exchange(X25519PublicKey.from_public_bytes(other)))

    def _mix_ephemeral(self, public: bytes) -> None:
        self._mix_hash(public)
        if self._psk_mode:
            self._mix_key(public)

    def _mix_key(self, material: bytes) -> None:
        chain, key = _derive(self._state.chain, material, 2)
        self._state = self._state._replace(chain=chain, key=key, counter=0)

    def _mix_hash(self, data: bytes) -> None:
        self._state = self._state._replace(hash=hashlib.sha256(self._state.hash + data).digest())

    def _seal(self, payload: bytes) -> bytes:
        state = self._state
        sealed = ChaCha20Poly1305(state.key).encrypt(_nonce(state.counter), payload, state.hash)
        self._state = state._replace(counter=state.counter + 1)
        self._mix_hash(sealed)
        return sealed

    def _open(self, sealed: bytes) -> bytes:
        """Raises InvalidTag."""
        state = self._state
        payload = ChaCha20Poly1305(state.key).decrypt(_nonce(state.counter), sealed, state.hash)
        self._state = state._replace(counter=state.counter + 1)
        self._mix_hash(sealed)
        return payload


def prologue(nonce: bytes, cookie: bytes, table: bytes) -> bytes:
    """What client and host have said before the handshake."""
    return MAGIC + bytes((VERSION,)) + nonce + cookie + table


def fingerprint(public: bytes) -> bytes:
    """A lasting public key's hash: 16 bytes by which it is known again."""
    return hashlib.sha256(b"key" + public).digest()[:_FINGERPRINT]


def _derive(chain: bytes, material: bytes, keys: int) -> list[bytes]:
    """So many new keys (RFC 5869)."""
    secret, last, found = hmac.digest(chain, material, "sha256"), b"", []
    for number in range(1, keys + 1):
        last = hmac.digest(secret, last + bytes((number,)), "sha256")
        found.append(last)
    return found


def _nonce(counter: int) -> bytes:
    return bytes(4) + counter.to_bytes(8, "little")
