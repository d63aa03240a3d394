"""One end of a connection: encrypted packets, sent at once when something happens and at intervals
otherwise."""

from game.net.transport.channel import COPIES, Channel, Heard, Note, pack_proof
from game.net.transport.cipher import HEAD, TAG, PacketCipher
from game.net.wire.packet import CAP

PACKET = 4_800
"""Microseconds from one packet to the next in the long run."""
BURST, SPARE = 20_000, 8_000
"""How far, in microseconds, packets may run ahead of that: those with something new, and those with mere
copies."""
ACKNOWLEDGE, GAP = 12_000, 2_000
"""Microseconds before received messages are acknowledged, as more may arrive meanwhile; and where packets are
lost and a message is missing."""
LOSSES = (0.01, 0.03, 0.1)
"""From which fraction of packets lost on more copies of each message are wanted (see channel.COPIES)."""
_ROOM = CAP - HEAD - TAG
_MEMORY, _NEW = 128, 16
"""How many packets the estimate of the loss remembers: in the end, and at first."""

HOST_NOTE: Note = (0, 12, None, None)
"""Bytes of the host's note by its parts. TIME: its clock u48, the newest stamp received u24 (0: none), and
how long ago that was, u24."""
CLIENT_NOTE: Note = (0, 6, 3, 9)
"""Bytes of a client's note by its parts. STAMP: its clock modulo 2**24, never 0, and the lowest 24 bits of
the host's as the slowest note since the last stamp would have it, and then the quickest; 0 before any.
WATERMARK: its lowest 24 bits."""
TIME = STAMP = 1
WATERMARK = 2


class Endpoint:
    """Times in microseconds of the local clock. `due` is when to send the next packet."""

    def __init__(self, cipher: PacketCipher, note: Note, interval: int, now: int) -> None:
        """`note`: that of the other end. `interval`: the most microseconds between packets."""
        self._cipher = cipher
        self._channel = Channel(note)
        self.interval = interval
        self.due = now
        self.heard = now
        """When the last packet from the other end arrived."""
        self.loss = 0.0
        """Estimated fraction of the other end's packets that are lost."""
        self._paced = now
        """Up to when the time for packets is taken."""
        self._sent = now
        self._acknowledge: int | None = None
        """When the received messages must be acknowledged."""

    @property
    def newest(self) -> int:
        """The number of the newest packet received, counted from 0; -1 before the first."""
        return self._cipher.newest

    @property
    def pending(self) -> bool:
        """Whether the other end has yet to acknowledge a message."""
        return self._channel.sending.count > 0

    @property
    def lost(self) -> float:
        """Estimated fraction of packets lost where more are: from the other end, or to it, as far as its wish
        for copies tells."""
        return max(self.loss, (0.0, *LOSSES)[COPIES.index(self._channel.copies)])

    @property
    def received(self) -> int:
        """The number of the first message that has not come."""
        return self._channel.receiving.received

    @property
    def acknowledged(self) -> bool:
        """Whether the other end has acknowledged any message."""
        return self._channel.sending.first > 0

    def send(self, message: bytes, now: int) -> None:
        """Include a message in the next packet, which is sent at once. Raises sending.Overflow."""
        self._channel.sending.send(message)
        self._schedule(now)

    def packet(self, parts: int, note: bytes, now: int, aside: bytes = b"") -> bytes:
        """The packet that is due; `parts`: of the note; `aside`: said in this packet alone. Raises
        OverflowError when no counter is left."""
        loss = self.loss
        wish = (loss > LOSSES[0]) + (loss > LOSSES[1]) + (loss > LOSSES[2])
        datagram = self._cipher.seal(self._channel.pack(parts, note, _ROOM, now, wish, aside))
        self._paced = max(self._paced, now) + PACKET
        self._sent, self._acknowledge, self.due = now, None, now + self.interval
        self._schedule(now)
        return datagram

    def round_trip_measured(self, trip: int) -> None:
        """A packet has taken so long there and back."""
        self._channel.sending.round_trip_measured(trip)

    def proof(self, proof: bytes) -> bytes:
        """A packet that holds nothing but a challenge, or the answer to one."""
        return self._cipher.seal(pack_proof(proof))

    def authentic(self, datagram: bytes) -> int:
        """The number of a packet, whether it has come before or not; -1 if it is not the other end's."""
        return self._cipher.authentic(datagram)

    def ahead(self, datagram: bytes) -> int:
        """By how many a packet is newer than the newest, if it is the other end's."""
        return self._cipher.ahead(datagram)

    def start_over(self, now: int) -> None:
        """Send all that is not acknowledged once more, and a packet at once: it goes by another path."""
        self._channel.sending.repeat()
        self.due = now

    def open(self, datagram: bytes, now: int) -> Heard | None:
        """The contents of a packet from the other end; None if it is forged or makes no sense."""
        newest, waiting = self._cipher.newest, self._channel.sending.count
        inside = self._cipher.open(datagram)
        heard = None if inside is None else self._channel.unpack(inside, now)
        if heard is None:
            return None
        self.heard = now
        self._count_lost(self._cipher.newest - newest - 1)
        if heard.some:
            wait = now + (GAP if self._channel.receiving.gap and self.loss > LOSSES[0] else ACKNOWLEDGE)
            self._acknowledge = wait if self._acknowledge is None else min(wait, self._acknowledge)
        if waiting or heard.some:
            self.due = self._sent + self.interval
            self._schedule(now)
        return heard

    def _count_lost(self, missing: int) -> None:
        """Follow the loss: `missing` packets before one that has come; -1: it was late itself."""
        if not (missing or self.loss):
            return
        weight = 1 / min(_MEMORY, _NEW + self.newest)
        if missing < 0:
            self.loss = max(0.0, self.loss - weight)
            return
        for _ in range(min(missing, 64)):
            self.loss += (1 - self.loss) * weight
        self.loss -= self.loss * weight

    def _schedule(self, now: int) -> None:
        """Have the next packet go when a message or an acknowledgement is due, if that is sooner."""
        if self._acknowledge is not None:
            self.due = min(self.due, self._acknowledge)
        if self._channel.sending.due < self.due:
            self.due = min(self.due, max(self._channel.sending.due, self._paced - BURST, now))
        if self._channel.sending.copy < self.due:
            self.due = min(self.due, max(self._channel.sending.copy, self._paced - SPARE, now))
