"""Reliable, ordered messages over unreliable packets. No socket and no clock inside.

The payload of a packet: what it holds u8, [the number of the first message that has not come u16], [those
after it that have come, a bit each, u16], [the number of the sender's next message u16], a note, [messages].
"""

from typing import NamedTuple

from game.net.transport.receiving import Receiving
from game.net.transport.sending import NEVER, WRAP, Sending

COPIES = (1, 2, 3, 5)
"""In how many packets a message goes before it waits, by what the other end wishes."""
_NOTE = 0x03
"""The bits that tell which parts of the note there are."""
_COPIES = 2
"""The two bits from here on are the sender's wish for copies."""
_RECEIVED, _BEYOND, _END, _KNOWN = 0x10, 0x20, 0x40, 0x7F
"""Bits: which of the other's messages have come; even some after a missing one; newer messages exist than
those in the packet; all bits."""

Note = tuple[int | None, int | None, int | None, int | None]
"""How many bytes a note has, by the parts it holds; None: it may not hold these."""


class Heard(NamedTuple):
    """The contents of a packet."""

    parts: int
    """Which parts the note has."""
    note: bytes
    messages: list[bytes]
    """The new messages, next in order."""
    some: bool
    """Whether there are messages in it, new or not."""
    whole: int
    """The number that the first missing message has to reach until all has come that was sent before this
    packet."""


class Channel:
    """One end. `pack` and `unpack` make and read the payload of packets. Times in microseconds."""

    def __init__(self, note: Note, first: int = 0) -> None:
        """`note`: that of the other end's packets. Both ends start counting at `first`."""
        self._note = note
        self.sending, self.receiving = Sending(first), Receiving(first)
        """The own messages, and those of the other end."""
        self._tell = 0
        """How many packets still say what has come."""
        self.copies = 1
        """How many packets in a row a message goes in, as the other end wishes."""

    def pack(self, parts: int, note: bytes, room: int, now: int, wish: int = 0) -> bytes:
        """The payload of a packet, of at most `room` bytes.

        `parts`: which parts the note has. `wish`: an index of COPIES, for the other end's messages.
        """
        out, told = self.sending, self.receiving
        what, head = parts | wish << _COPIES, b""
        if self._tell or told.gap:
            self._tell -= 1
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
        size = self._note[what & _NOTE]
        if size is None or what > _KNOWN:
            return None
        received, beyond, end = -1, 0, -1
        if what & _RECEIVED:
            received, at = int.from_bytes(inside[at : at + 2], "little"), at + 2
        if what & _BEYOND:
            beyond, at = int.from_bytes(inside[at : at + 2], "little"), at + 2
        if what & _END:
            end, at = int.from_bytes(inside[at : at + 2], "little"), at + 2
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
            new, self._tell = self.receiving.take(messages), 2 if self.copies > 1 else 1
        return Heard(what & _NOTE, note, new, bool(messages), whole)
