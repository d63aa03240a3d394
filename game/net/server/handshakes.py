"""The host's side of all handshakes: from strangers to applicants.

hello -> cookie -> connect -> accept -> join. Nothing is kept of a stranger before the cookie has proved its
address, and no answer is longer than its question. The host makes a fresh key for each connect, so what was
recorded of one handshake belongs to no other, at this host or a later one.
"""

import hashlib
import hmac
from collections.abc import Callable

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.net.address import Address
from game.net.rate_limit import Backoff, Buckets, GuessBudget, origin, remember
from game.net.server.peer import Peer
from game.net.transport import code_exchange
from game.net.transport.cipher import PacketCipher
from game.net.transport.code_exchange import CodeExchange
from game.net.transport.endpoint import CLIENT_NOTE, Endpoint
from game.net.transport.noise import HAISTY, NO_CODE, TAG, Handshake, fingerprint, prologue
from game.net.wire.codec import decode_alone
from game.net.wire.fields import WireError
from game.net.wire.messages import Join
from game.net.wire.packet import (
    ACCEPT,
    CONNECT,
    COOKIE,
    COOKIE_SIZE,
    HELLO,
    NONCE,
    OTHER_VERSION,
    REFUSED,
    TOO_SOON,
    VERSION,
    WRONG_CODE,
    Plain,
    plain,
    unsized,
)
from game.system import here

_EPOCH = 10_000_000
"""Microseconds of a cookie's period; a cookie is valid in its own period and the next."""
COOKIE_LASTS = 2 * _EPOCH
"""Microseconds after which every cookie made before has expired."""
INTERVAL = 50_000
"""Microseconds between packets to a client when nothing happens."""
LASTS = 5_000_000
"""Microseconds in which a handshake must end once it has begun."""
PENDING, FROM_ONE = 256, 16
"""The most handshakes in progress, in all and from one sender; beyond that the oldest are dropped."""
KNOWN = 256
"""The most players remembered who have known the code, and the most senders from where somebody came in."""
_SECOND = 1_000_000


class Cookies:
    """Times in microseconds of the host's clock."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def make(self, address: Address, nonce: bytes, now: int) -> bytes:
        """The cookie for this address and nonce."""
        return self._at(address, nonce, now // _EPOCH)

    def good(self, cookie: bytes, address: Address, nonce: bytes, now: int) -> bool:
        """Whether the cookie was made for them recently."""
        epoch = now // _EPOCH
        return any(hmac.compare_digest(cookie, self._at(address, nonce, e)) for e in (epoch, epoch - 1))

    def _at(self, address: Address, nonce: bytes, epoch: int) -> bytes:
        text = " ".join(map(str, (epoch, *address))).encode() + b" " + nonce
        return hmac.new(self._secret, text, hashlib.sha256).digest()[:COOKIE_SIZE]


class _Pending:
    """A handshake in progress with a client whose address is proved."""

    def __init__(self, connect: bytes, who: str, handshake: Handshake, now: int) -> None:
        self.nonce, self.connect = connect[:NONCE], hashlib.sha256(connect).digest()
        self.who, self.handshake = who, handshake
        self.until = now + LASTS
        self.accept = b""
        """Our answer to the client's connect."""
        self.code: Callable[[], bytes | None] = lambda: NO_CODE
        """Makes the key of the code; None if the client has said nonsense."""
        self.known = False
        """Whether the client has known the code before."""
        self.outcome: Peer | bytes | None = None
        """What came of it, in case the client asks again."""


class Handshakes:
    """Times in microseconds of the host's clock."""

    def __init__(self, table: bytes, code: str, key: X25519PrivateKey) -> None:
        self._table, self._code, self._own = table, code, key
        self._public = key.public_key().public_bytes_raw()
        if code:
            code_exchange.load()
        self.cookies = Cookies(here().entropy.draw(32))
        self._asked, self._tried = Buckets[str](40, 80), Buckets[str](20, 40)
        self._crowd = Buckets[None](200, 200)
        """Handshakes begun from where nobody has come in yet: each costs a quarter of a millisecond."""
        self._homes: dict[str, None] = {}
        """Senders from where somebody has come in."""
        self._knocked = Buckets[bytes](2, 8)
        """Tries of those who have known the code before."""
        self._backoff, self._budget = Backoff(), GuessBudget()
        self._known: dict[bytes, None] = {}
        """Fingerprints of players who have known the code."""
        self._pending: dict[Address, _Pending] = {}
        self.know(fingerprint(self._public))

    def know(self, player: bytes) -> None:
        """The player with this fingerprint has known the code: no limit for strangers holds for it."""
        remember(self._known, player, None, KNOWN)

    def take(self, question: Plain, address: Address, now: int) -> bytes | Peer | None:
        """The answer to a HELLO, CONNECT or JOIN from a stranger; or the connection to one who has proved the
        address, the lasting key and the code: to be accepted or refused."""
        who, nonce, body = origin(address[0]), question.body[:NONCE], question.body[NONCE:]
        if not self._asked.take(who, now):
            return None
        if question.version != VERSION:
            return refusal(nonce, OTHER_VERSION)
        if question.kind == HELLO:
            cookie = self.cookies.make(address, nonce, now)
            return plain(COOKIE, nonce + cookie + self._public + self._table)
        pending = self._pending.get(address)
        if pending and (now >= pending.until or pending.nonce != nonce):
            pending = None
        if question.kind == CONNECT:
            if pending and pending.connect == hashlib.sha256(question.body).digest():
                return pending.accept
            return self._connect(question.body, address, who, now)
        return self._join(pending, body, address, now) if pending else None

    def close(self, address: Address) -> None:
        """Forget the handshake with this address: it has led to a connection."""
        self._pending.pop(address, None)
        remember(self._homes, origin(address[0]), None, KNOWN)

    def _connect(self, body: bytes, address: Address, who: str, now: int) -> bytes | None:
        nonce, cookie = body[:NONCE], body[NONCE : NONCE + COOKIE_SIZE]
        message = unsized(body[NONCE + COOKIE_SIZE :])
        if message is None or not self.cookies.good(cookie, address, nonce, now):
            return None
        if not self._tried.take(who, now):
            return refusal(nonce, TOO_SOON, 1)
        if who not in self._homes and not self._crowd.take(None, now):
            return None
        handshake = Handshake(HAISTY, prologue(nonce, cookie, self._table), self._own)
        said = handshake.read(message)
        if said is None:
            return None
        if bool(said) != bool(self._code):
            return refusal(nonce, WRONG_CODE, 1)
        pending, answer = _Pending(body, who, handshake, now), b""
        if self._code:
            pending.known = fingerprint(handshake.other) in self._known
            if wait := self._wait(pending, now):
                return refusal(nonce, TOO_SOON, -(-wait // _SECOND))
            exchange = CodeExchange(self._code, False, handshake.other, self._public, self._table)
            pending.code, answer = lambda: exchange.key(said), exchange.message
        pending.accept = plain(ACCEPT, nonce + handshake.write(answer))
        self._keep(pending, address, now)
        return pending.accept

    def _join(self, pending: _Pending, body: bytes, address: Address, now: int) -> bytes | Peer | None:
        if pending.outcome is None:
            message = unsized(body)
            if message is None or pending.handshake.read(message[:TAG]) is None:
                return None  # it is not from the one who began this, or was damaged on the way
            pending.outcome = self._outcome(pending, message[TAG:], address, now)
        return pending.outcome or None

    def _outcome(self, pending: _Pending, sealed: bytes, address: Address, now: int) -> bytes | Peer:
        """What comes of the handshake with the one who began it; nothing, if it says what makes no sense."""
        nonce, handshake = pending.nonce, pending.handshake
        key = pending.code()
        inside = handshake.read(sealed, key) if key else None
        if inside is None:
            return self._wrong(pending, now)
        if self._code:
            self.know(fingerprint(handshake.other))
            if not pending.known:
                self._budget.right(pending.who)
                self._backoff.right(pending.who)
        try:
            join = decode_alone(Join, inside)
        except WireError:
            return b""
        keys = handshake.split()
        endpoint = Endpoint(PacketCipher(keys.down, keys.up), CLIENT_NOTE, INTERVAL, now)
        return Peer(address, endpoint, nonce, handshake.other, join, now)

    def _wait(self, pending: _Pending, now: int) -> int:
        """Microseconds until the client may try a code; 0: now, and the try is counted."""
        if pending.known:
            return 0 if self._knocked.take(fingerprint(pending.handshake.other), now) else _SECOND
        wait = max(self._backoff.wait(pending.who, now), self._budget.wait(pending.who, now))
        if not wait:
            self._budget.begin(pending.who, now)
        return wait

    def _wrong(self, pending: _Pending, now: int) -> bytes:
        if pending.known:
            return refusal(pending.nonce, WRONG_CODE, 1)
        self._backoff.wrong(pending.who, now)
        return refusal(pending.nonce, WRONG_CODE, -(-self._backoff.wait(pending.who, now) // _SECOND))

    def _keep(self, pending: _Pending, address: Address, now: int) -> None:
        """Keep a handshake until it has ended."""
        self._pending.pop(address, None)
        self._pending = {at: each for at, each in self._pending.items() if now < each.until}
        same = [at for at, each in self._pending.items() if each.who == pending.who]
        if len(same) >= FROM_ONE:
            del self._pending[same[0]]
        elif len(self._pending) >= PENDING:
            del self._pending[next(iter(self._pending))]
        self._pending[address] = pending


def refusal(nonce: bytes, reason: int, seconds: int = 0) -> bytes:
    """A refusal, and for how many seconds it holds."""
    return plain(REFUSED, nonce.ljust(NONCE, b"\0") + bytes((reason, min(seconds, 255))))
