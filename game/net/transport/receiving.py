"""The receiving half of a channel: messages that have come, handed on in order."""

from game.net.transport.sending import AHEAD, LONG, LONGEST, SKIP, WRAP

_TOLD = 16
"""How many messages after the first missing one are acknowledged one by one."""

Numbered = tuple[int, bytes]
"""A message and its number."""


class Receiving:
    """The messages of the other end."""

    def __init__(self, first: int) -> None:
        """`first`: the number of the first message."""
        self.received = first
        """The number of the first message that has not come."""
        self._held: dict[int, bytes] = {}
        """Messages that came before one with a lower number."""

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
            size = inside[at]
            at += 1
            if size > SKIP:
                number += size - SKIP
                continue
            if size >= LONG:
                if at == end:
                    return None
                size = (size & ~LONG) << 8 | inside[at]
                at += 1
            if size > LONGEST or at + size > end:
                return None
            found.append((number, inside[at : at + size]))
            number += 1
            at += size
        return found if number <= self.received + AHEAD else None

    def take(self, messages: list[Numbered]) -> list[bytes]:
        """Receive these; returns the messages that are next in order."""
        new: list[bytes] = []
        held = self._held
        for number, message in messages:
            if number == self.received:
                new.append(message)
                self.received += 1
                while held and self.received in held:
                    new.append(held.pop(self.received))
                    self.received += 1
            elif number > self.received:
                held[number] = message
        return new
