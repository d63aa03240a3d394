"""Reliable, ordered messages over unreliable packets. No socket and no clock inside.

A message of up to 64 kB goes in pieces of at most 1100 bytes. The payload of a packet: what it holds u8,
[the number of the first piece that has not come u16], [those after it that have come, a bit each, u16], [the
number of the sender's next piece u16], [what is said aside: its size u8 and its bytes], a note, [pieces].

Selective repeat: a piece goes in one packet, or in several in a row where packets are lost, and again only
when its acknowledgement is overdue or a later message has come without it. What is said aside goes in one
packet and is never repeated. Times are microseconds of the local clock.
"""

from collections import deque
from itertools import islice
from typing import NamedTuple

LONGEST, PIECE = 1 << 16, 1100
"""Bytes of the longest message, and of the pieces in which a longer one than these goes: one always fits a
packet. A piece is numbered, sent and acknowledged as a message is."""
WINDOW, BACKLOG = 4096, 1 << 18
"""The most unacknowledged pieces, and their bytes, before the connection is given up."""
AHEAD = 100
"""How many pieces go out before the first of them is acknowledged."""
COPY = 2_000
"""Between the copies of a message, unless another packet goes sooner."""
NEVER = 1 << 62
"""A time that does not come."""
WRAP = 1 << 16
"""The numbers of messages are sent modulo this."""
LONG, MORE, SKIP = 0x80, 0x08, 0x90
"""A length below LONG takes one byte; otherwise this bit is set in the high byte of two, and MORE, too, if
the message goes on in the next piece. A byte above SKIP in the place of a length: how many numbers are left
out."""
_NUMBER = 2
"""Bytes of the number of the first message in a packet."""
_UNKNOWN, _MARGIN, _SLOWEST = 60_000, 10_000, 100_000
"""Before a message is repeated: as long as no round trip has been measured; the least beyond a round trip;
and the most to which the wait grows when it is repeated again, unless a round trip takes longer."""
_STALLED = 500_000
"""A packet that takes longer there and back tells of sleep, not of the line."""
_OVERTAKEN = 4_000
"""A message is lost if one that went so much later has come: packets overtake each other by less."""
_TOLD = 16
"""How many messages after the first missing one are acknowledged one by one."""
Numbered = tuple[int, bytes, bool]
"""A piece: its number, its bytes, and whether its message goes on in the next one."""
COPIES = (1, 2, 3, 4)
"""In how many packets a message goes before it waits, by what the other end wishes."""
_NOTE = 0x03
"""The bits that tell which parts of the note there are."""
_COPIES = 2
"""The two bits from here on are the sender's wish for copies."""
_RECEIVED, _BEYOND, _END, _ASIDE = 0x10, 0x20, 0x40, 0x80
"""Bits: which of the other's messages have come; even some after a missing one; newer messages exist than
those in the packet; something is said aside."""
_PATH = _BEYOND
"""Alone: the packet holds nothing but PROOF bytes, a challenge or its answer; see server.path."""
PROOF = 16
Note = tuple[int | None, int | None, int | None, int | None]
"""How many bytes a note has, by the parts it holds; None: it may not hold these."""


class Overflow(Exception):
    """Too much is unacknowledged by the other end."""


class _Piece:
    """A message, or part of a long one, that is not acknowledged."""

    __slots__ = ("begun", "came", "data", "due", "left", "sent", "times")

    def __init__(self, data: bytes) -> None:
        self.data = data
        """With its length in front."""
        self.due = self.left = 0
        """When it has to go, and how many copies of it go with any packet before."""
        self.begun = self.sent = self.times = 0
        """When it went first and last, and how often, apart from copies."""
        self.came = False
        """Whether the other end has it, though not all before it."""

    def overdue(self, now: int) -> bool:
        """Whether it goes with every packet: as soon as the line is back, it is there."""
        return self.times > 1 and self.begun + _SLOWEST < now


class Sending:
    """The messages of one end."""

    def __init__(self, first: int) -> None:
        """`first`: the number of the first message."""
        self.first = first
        """The number of the first message that is not acknowledged."""
        self._messages: deque[_Piece] = deque()
        self._bytes = 0
        self.due = NEVER
        """When a message has to go for the first time, or after it has waited."""
        self.copy = NEVER
        """When a further copy of a message should go."""
        self.trip = self._spread = 0.0
        """How long acknowledgements take, and by how much that varies (RFC 6298); 0: not measured yet."""

    @property
    def count(self) -> int:
        """How many messages are unacknowledged."""
        return len(self._messages)

    @property
    def end(self) -> int:
        """The number of the next message."""
        return self.first + len(self._messages)

    def send(self, message: bytes) -> None:
        """Include a message in the next packet, and later ones until it arrives. Raises Overflow."""
        size = len(message)
        if size > LONGEST:
            raise ValueError(f"a message of {size} bytes is too long")
        pieces = [_piece(message[at : at + PIECE], at + PIECE < size) for at in range(0, size or 1, PIECE)]
        size = sum(map(len, pieces))
        if len(self._messages) + len(pieces) > WINDOW or self._bytes + size > BACKLOG:
            raise Overflow
        self._messages.extend(map(_Piece, pieces))
        self._bytes += size
        self.due = 0

    def round_trip_measured(self, trip: int) -> None:
        """A packet has taken so long there and back. Where that is longer than messages wait, all are
        repeated, and so none is measured by its acknowledgement."""
        if self._wait < trip < _STALLED:
            self._measure(trip)

    def repeat(self) -> None:
        """All that is not acknowledged has to go again: nothing has arrived where it was sent."""
        for message in self._messages:
            message.due = message.left = 0
        self.due = 0 if self._messages else NEVER

    def take(self, room: int, now: int, copies: int) -> tuple[list[bytes], bool]:
        """The messages that go now, in at most `room` bytes, as they are in a packet; whether the newest is
        among them.

        Each goes in `copies` packets before it waits for its acknowledgement.
        """
        parts: list[bytes] = []
        follows, due, copy, room = -1, NEVER, NEVER, room - _NUMBER
        for number, message in enumerate(islice(self._messages, AHEAD), self.first):
            if message.came:
                continue
            if message.left or message.due <= now or message.overdue(now):
                if (size := len(message.data) + 1) > room:
                    due = 0
                    break
                if not parts:
                    parts.append((number % WRAP).to_bytes(_NUMBER, "little"))
                elif number != follows:
                    parts.append(bytes((SKIP + number - follows,)))
                parts.append(message.data)
                room -= size
                follows = number + 1
                self._sent(message, now, copies)
            if message.left:
                copy = min(copy, message.due)
            elif message.due < due:
                due = message.due
        self.due, self.copy = due, copy
        return parts, follows == self.end

    def knows(self, received: int, beyond: int) -> bool:
        """Whether the messages acknowledged so have been sent; see `acknowledge`."""
        done = (received - self.first) % WRAP
        return done >= WRAP // 2 or done + beyond.bit_length() + (beyond > 0) <= len(self._messages)

    def acknowledge(self, received: int, beyond: int, now: int) -> None:
        """The other end has all messages before number `received`, and those after it whose bits are set in
        `beyond`."""
        done = (received - self.first) % WRAP
        if done >= WRAP // 2:
            return  # an old packet says less than is known
        for _ in range(done):
            message = self._messages.popleft()
            self._bytes -= len(message.data)
        if done:
            self.first += done
            if message.times == 1:
                self._measure(now - message.begun)
        if beyond:
            self._mark(beyond)
        if done or beyond:
            there = [message for message in islice(self._messages, AHEAD) if not message.came]
            self.due = min((message.due for message in there if not message.left), default=NEVER)
            self.copy = min((message.due for message in there if message.left), default=NEVER)

    def _mark(self, beyond: int) -> None:
        """Note which messages have come; those missing that went long before one of them are lost."""
        some = list(islice(self._messages, beyond.bit_length() + 1))
        latest = 0
        for place, message in enumerate(some):
            if place and beyond >> place - 1 & 1:
                message.came, latest = True, max(latest, message.begun)
        for message in some:
            if not message.came and not message.left and message.sent + _OVERTAKEN <= latest:
                message.due = 0

    def _sent(self, message: _Piece, now: int, copies: int) -> None:
        if not message.left:
            message.left = copies
            message.times += 1
            message.begun = message.begun or now
        message.left -= 1
        message.sent = now
        if message.left:
            message.due = now + COPY
        elif message.times == 1:
            message.due = now + self._wait
        else:
            message.due = now + max(self._wait, min(self._wait << message.times - 1, _SLOWEST))

    @property
    def _wait(self) -> int:
        """How long to wait for an acknowledgement."""
        return int(self.trip + max(_MARGIN, 4 * self._spread)) if self.trip else _UNKNOWN

    def _measure(self, took: int) -> None:
        if not self.trip:
            self.trip, self._spread = float(took), took / 2
            return
        self._spread += (abs(took - self.trip) - self._spread) / 4
        self.trip += (took - self.trip) / 8


def _piece(data: bytes, more: bool) -> bytes:
    """A piece as it is in a packet, its length in front; whether its message goes on in the next one."""
    if len(data) < LONG:
        return bytes((len(data),)) + data
    return bytes((LONG | MORE * more | len(data) >> 8, len(data) & 0xFF)) + data


class Receiving:
    """The messages of the other end. What is kept of them is bounded: AHEAD pieces, and less than LONGEST."""

    def __init__(self, first: int) -> None:
        """`first`: the number of the first message."""
        self.received = first
        """The number of the first message that has not come."""
        self._held: dict[int, tuple[bytes, bool]] = {}
        """Pieces that came before one with a lower number."""
        self._begun = bytearray()
        """What has come in order of a message whose last piece has not."""

    @property
    def gap(self) -> bool:
        """Whether messages have come after one that is missing."""
        return bool(self._held)

    @property
    def beyond(self) -> int:
        """Which messages after the first missing one have come: a bit for each, the next one's lowest."""
        first = self.received + 1
        return sum(1 << place for place in range(_TOLD) if first + place in self._held)

    def whole(self, number: int) -> int:
        """The number that is sent as this one."""
        return self.received + (number - self.received + WRAP // 2) % WRAP - WRAP // 2

    def read(self, inside: bytes, at: int) -> list[Numbered] | None:
        """The messages from `at` on; None if one is too long or too far ahead, or the last one is cut off."""
        found: list[Numbered] = []
        end = len(inside)
        if at == end:
            return found
        if at + 2 > end:
            return None
        number = self.whole(int.from_bytes(inside[at : at + 2], "little"))
        at += 2
        while at < end:
            size, more = inside[at], 0
            at += 1
            if size > SKIP:
                number += size - SKIP
                continue
            if size >= LONG:
                if at == end:
                    return None
                more = size & MORE
                size = (size & ~(LONG | MORE)) << 8 | inside[at]
                at += 1
            if size > PIECE or at + size > end:
                return None
            found.append((number, inside[at : at + size], bool(more)))
            number += 1
            at += size
        return found if number <= self.received + AHEAD else None

    def take(self, pieces: list[Numbered]) -> list[bytes]:
        """Receive these; returns the messages that are next in order. One that is too long comes as an empty
        one, which makes no sense to anybody."""
        new: list[bytes] = []
        held = self._held
        for number, data, more in pieces:
            if number >= self.received:
                held[number] = data, more
            while held and self.received in held:
                self._join(*held.pop(self.received), new)
                self.received += 1
        return new

    def _join(self, data: bytes, more: bool, new: list[bytes]) -> None:
        """The next piece in order; `new`: the messages that are whole by now."""
        if not (more or self._begun):
            new.append(data)
            return
        self._begun += data
        if len(self._begun) > LONGEST:
            more, self._begun = False, bytearray()
        if not more:
            new.append(bytes(self._begun))
            self._begun = bytearray()


class Heard(NamedTuple):
    """The contents of a packet."""

    parts: int
    """Which parts the note has."""
    note: bytes
    messages: list[bytes]
    """The new messages, next in order."""
    aside: bytes
    """What is said aside, if anything."""
    some: bool
    """Whether there are messages in it, new or not."""
    whole: int
    """The number that the first missing message has to reach until all has come that was sent before this
    packet."""
    proof: bytes = b""
    """A challenge, or the answer to one, and then nothing else."""


def pack_proof(proof: bytes) -> bytes:
    """The payload of a packet that holds a challenge, or the answer to one."""
    return bytes((_PATH,)) + proof


class Channel:
    """One end. `pack` and `unpack` make and read the payload of packets. Times in microseconds."""

    def __init__(self, note: Note, first: int = 0) -> None:
        """`note`: that of the other end's packets. Both ends start counting at `first`."""
        self._note = note
        self.sending, self.receiving = Sending(first), Receiving(first)
        """The own messages, and those of the other end."""
        self._acks_to_send = 0
        """How many packets still say what has come."""
        self.copies = 1
        """How many packets in a row a message goes in, as the other end wishes."""

    def pack(self, parts: int, note: bytes, room: int, now: int, wish: int = 0, aside: bytes = b"") -> bytes:
        """The payload of a packet, of at most `room` bytes.

        `parts`: which parts the note has. `wish`: an index of COPIES, for the other end's messages.
        """
        out, told = self.sending, self.receiving
        what, head = parts | wish << _COPIES, b""
        if aside:
            what |= _ASIDE
            note = bytes((len(aside),)) + aside + note
        if self._acks_to_send or told.gap:
            self._acks_to_send -= 1
            what |= _RECEIVED
            head = (told.received % WRAP).to_bytes(2, "little")
            if told.gap:
                what |= _BEYOND
                head += told.beyond.to_bytes(2, "little")
        if not out.count:
            return b"".join((bytes((what,)), head, note))
        messages: list[bytes] = []
        newest = False
        if out.due != NEVER or out.copy != NEVER:
            messages, newest = out.take(room - 3 - len(head) - len(note), now, self.copies)
        if not newest:
            what |= _END
            head += (out.end % WRAP).to_bytes(2, "little")
        return b"".join((bytes((what,)), head, note, *messages))

    def unpack(self, inside: bytes, now: int) -> Heard | None:
        """The contents of a packet; None if the payload is invalid: then nothing in it counts."""
        if not inside:
            return None
        what, at = inside[0], 1
        if what == _PATH:
            proof = Heard(0, b"", [], b"", False, 0, inside[1:])
            return proof if len(proof.proof) == PROOF else None
        size = self._note[what & _NOTE]
        if size is None:
            return None
        received, beyond, end, aside = -1, 0, -1, b""
        if what & _RECEIVED:
            received, at = int.from_bytes(inside[at : at + 2], "little"), at + 2
        if what & _BEYOND:
            beyond, at = int.from_bytes(inside[at : at + 2], "little"), at + 2
        if what & _END:
            end, at = int.from_bytes(inside[at : at + 2], "little"), at + 2
        if what & _ASIDE:
            begin = at + 1
            at = begin + int.from_bytes(inside[at:begin], "little")
            aside = inside[begin:at]
        note, at = inside[at : at + size], at + size
        if at > len(inside):
            return None
        messages = self.receiving.read(inside, at) if at < len(inside) else []
        if messages is None or (received >= 0 and not self.sending.knows(received, beyond)):
            return None
        if received >= 0:
            self.sending.acknowledge(received, beyond, now)
        self.copies = COPIES[what >> _COPIES & 3]
        whole = self.receiving.received if end < 0 else self.receiving.whole(end)
        new: list[bytes] = []
        if messages:
            if end < 0:
                whole = messages[-1][0] + 1
            new, self._acks_to_send = self.receiving.take(messages), 2 if self.copies > 1 else 1
        return Heard(what & _NOTE, note, new, aside, bool(messages), whole)
