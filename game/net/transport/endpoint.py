"""One end of a connection: sealed packets, at once when something happens and at intervals otherwise."""

from game.net.transport.channel import Channel, Heard
from game.net.transport.cipher import HEAD, TAG, PacketCipher
from game.net.wire.packet import CAP

TICK, CALM_TICK = 16_667, 33_333
"""Microseconds between packets while something is not acknowledged; where next to nothing is lost."""
BURST, REFILL = 6, 4_000
"""How many packets may go at once, and the microseconds after which one more may."""
ACKNOWLEDGE = 6_000
"""Microseconds after which messages are acknowledged: meanwhile more may come."""
COPY = 4_000
"""Microseconds after which a packet that says something new is repeated where many are lost."""
CALM, LOSSY = 0.01, 0.03
"""Part of the packets lost up to which next to nothing is, and from which on many are."""
_ROOM = CAP - HEAD - TAG
_MEMORY = 1 / 64
"""Weight of the newest packet in the estimate of what is lost."""

HOST_NOTE, CLIENT_NOTE = 14, 10
"""Bytes of the notes: the host's time, the stamp it heard last and for how long it has held it; the
client's stamp and watermark."""


class Endpoint:
    """Times in microseconds of the own clock. `due` is when the next packet should go."""

    def __init__(self, cipher: PacketCipher, note: int, interval: int, now: int) -> None:
        """`note`: bytes of the other end's notes. `interval`: between packets that say nothing new."""
        self._cipher, self._note = cipher, note
        self._channel = Channel()
        self.interval = interval
        self.due = now
        self.heard = now
        """When the other end was heard last."""
        self.loss = 0.0
        """Estimated part of the other end's packets that are lost."""
        self._tokens, self._filled = float(BURST), now
        self._sent = now
        self._unacknowledged: int | None = None
        """When the messages that have come must be acknowledged."""
        self._fresh = False
        """Whether the next packet is the first to say something."""
        self._whole = True
        """Whether the last packet had room for everything."""

    @property
    def newest(self) -> int:
        """How many packets the other end had sent when it sent the newest that has come, less one."""
        return self._cipher.newest

    @property
    def pending(self) -> bool:
        """Whether the other end has yet to acknowledge something."""
        return self._channel.waiting > 0

    def fits(self, note: int) -> bool:
        """Whether the next packet has room for everything, besides a note of so many bytes."""
        return self._channel.fits(note, _ROOM)

    def send(self, message: bytes, now: int) -> None:
        """Put a message into the next packet, which goes at once. Raises channel.Overflow."""
        self._channel.send(message)
        self._fresh = True
        self._tokens = min(BURST, self._tokens + (now - self._filled) / REFILL)
        self._filled = now
        self.due = min(self.due, now + max(0, round((1 - self._tokens) * REFILL)))

    def packet(self, note: bytes, now: int) -> bytes:
        """The packet that is due. Raises OverflowError when no counter is left."""
        datagram = self._cipher.seal(self._channel.pack(note, _ROOM))
        self._tokens = max(0.0, self._tokens - 1)
        self._sent, self._unacknowledged, self._whole = now, None, self.fits(len(note))
        if not self.pending:
            self.due = now + self.interval
        elif self._fresh and self.loss > LOSSY:
            self.due = now + COPY
        else:
            self.due = now + (TICK if self.loss > CALM else CALM_TICK)
        self._fresh = False
        return datagram

    def open(self, datagram: bytes, now: int) -> Heard | None:
        """What the other end sends; None if the packet is not from there or makes no sense."""
        newest, waiting = self.newest, self._channel.waiting
        inside = self._cipher.open(datagram)
        heard = None if inside is None else self._channel.unpack(inside, self._note)
        if heard is None:
            return None
        self.heard = now
        missing = self.newest - newest - 1
        if missing < 0:  # it was late, not lost
            self.loss = max(0.0, self.loss - _MEMORY)
        else:
            for lost in (1.0,) * min(missing, 64) + (0.0,):
                self.loss += (lost - self.loss) * _MEMORY
        if self._channel.waiting < waiting:
            if not self._channel.waiting:
                self.due = self._sent + self.interval
            elif not self._whole:
                self.due = now
        if heard.messages and self._unacknowledged is None:
            self._unacknowledged = now + ACKNOWLEDGE
        if self._unacknowledged is not None:
            self.due = min(self.due, self._unacknowledged)
        return heard
