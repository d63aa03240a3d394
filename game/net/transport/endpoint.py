"""One end of a connection: encrypted packets, sent at once when something happens and at intervals
otherwise."""

from game.net.transport.channel import Channel, Heard
from game.net.transport.cipher import HEAD, TAG, PacketCipher
from game.net.wire.packet import CAP

TICK, CALM_TICK = 16_667, 33_333
"""Microseconds between packets while a message is unacknowledged, if hardly any packets are lost."""
BURST, REFILL = 6, 4_000
"""How many packets may be sent in a burst, and the microseconds until each further one."""
ACKNOWLEDGE = 6_000
"""Microseconds before received messages are acknowledged: more may arrive meanwhile."""
COPY = 4_000
"""Microseconds before a packet with new messages is repeated if many packets are lost."""
CALM, LOSSY = 0.01, 0.03
"""Packet loss, as a fraction: hardly any up to the first, many from the second on."""
_ROOM = CAP - HEAD - TAG
_MEMORY = 1 / 64
"""Weight of the newest packet in the estimate of the loss."""

HOST_NOTE, CLIENT_NOTE = 14, 14
"""Bytes of the notes: the host's has its time, the newest stamp received and how long it has held it; the
client's has its stamp, its watermark and the host's time in the newest packet it had heard by then."""


class Endpoint:
    """Times in microseconds of the local clock. `due` is when to send the next packet."""

    def __init__(self, cipher: PacketCipher, note: int, interval: int, now: int) -> None:
        """`note`: bytes of the other end's notes. `interval`: the most microseconds between packets."""
        self._cipher, self._note = cipher, note
        self._channel = Channel()
        self.interval = interval
        self.due = now
        self.heard = now
        """When the last packet from the other end arrived."""
        self.loss = 0.0
        """Estimated fraction of the other end's packets that are lost."""
        self._tokens, self._filled = float(BURST), now
        self._sent = now
        self._unacknowledged: int | None = None
        """When the received messages must be acknowledged."""
        self._fresh = False
        """Whether the next packet is the first with something new."""
        self._whole = True
        """Whether the last packet had room for all messages."""

    @property
    def newest(self) -> int:
        """The number of the newest packet received, counted from 0."""
        return self._cipher.newest

    @property
    def pending(self) -> bool:
        """Whether the other end has yet to acknowledge a message."""
        return self._channel.waiting > 0

    def fits(self, note: int) -> bool:
        """Whether the next packet has room for all messages and a note of so many bytes."""
        return self._channel.fits(note, _ROOM)

    def send(self, message: bytes, now: int) -> None:
        """Include a message in the next packet, which is sent at once. Raises channel.Overflow."""
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
            self.due = now + min(self.interval, COPY)
        else:
            self.due = now + min(self.interval, TICK if self.loss > CALM else CALM_TICK)
        self._fresh = False
        return datagram

    def open(self, datagram: bytes, now: int) -> Heard | None:
        """The contents of a packet from the other end; None if it is forged or makes no sense."""
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
