"""What all at a table are sent about it besides the match, whenever that has changed."""

from game.net.server.members import Member, Members
from game.net.server.outbox import Delivery
from game.net.server.peer import Peer
from game.net.wire.messages import Room, Successors

PAUSE = 100_000
"""Microseconds within which all are sent but one message about who comes and goes: the moves go first, and
nobody floods the others by it."""
_WATCHERS = 256
"""Bytes of the watchers' names that are sent in full: with the longest names at all seats the message
still fits a packet."""


class RoomBroadcast:
    """The room as all know it. Times in microseconds of the host's clock."""

    def __init__(self, members: Members) -> None:
        self._members = members
        self.stale = True
        """Whether something may have changed that not all have been sent."""
        self._room: Room | None = None
        self._successors: Successors | None = None
        self._sent = 0
        """When it was last sent to all."""

    def send(self, room: Room, now: int, newcomer: Member | None = None) -> list[Delivery]:
        """To everyone who is there, if anything has changed, else to the one who has just come.

        With it goes who could take the table over.
        """
        pause = self._sent + PAUSE if self._room and self._room.playing == room.playing else 0
        successors = Successors(self._members.successors)
        to: tuple[Peer, ...] = (newcomer.peer,) if newcomer and newcomer.peer else ()
        if now >= pause:
            if (room, successors) != (self._room, self._successors):
                self._sent, to = now, self._members.peers
            self._room, self._successors, self.stale = room, successors, False
        return [Delivery(room, to), Delivery(successors, to)]


def watchers_of(members: Members) -> tuple[str, ...]:
    """The names of those who watch, cut short if they are too many and too long."""
    names = tuple(member.name for member in members.watchers)
    if sum(len(name.encode()) for name in names) > _WATCHERS:
        return tuple(name[:4] for name in names)
    return names
