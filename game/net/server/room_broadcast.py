"""What everyone at a table is sent about it, apart from the match, whenever it has changed."""

from game.net.server.members import Member, Members
from game.net.server.outbox import Delivery
from game.net.server.peer import Peer
from game.net.wire.messages import Room, Successors

PAUSE = 100_000
"""Microseconds between two broadcasts: moves take precedence, and nobody floods the others by coming and
going."""
_WATCHERS = 256
"""Bytes of watchers' names that are sent: the message fits a packet even with the longest names on all
seats."""


class RoomBroadcast:
    """The room as everyone knows it. Times in microseconds of the host's clock."""

    def __init__(self, members: Members) -> None:
        self._members = members
        self.stale = True
        """Whether something may have changed since the last broadcast."""
        self._room: Room | None = None
        self._successors: Successors | None = None
        self._sent = 0
        """When it was last sent to everyone."""

    def send(self, room: Room, now: int, newcomer: Member | None = None) -> list[Delivery]:
        """Send the room, with its possible successors, to everyone if it has changed, else to a newcomer
        only."""
        pause = self._sent + PAUSE if self._room and self._room.playing == room.playing else 0
        successors = Successors(self._members.successors)
        to: tuple[Peer, ...] = (newcomer.peer,) if newcomer and newcomer.peer else ()
        if now >= pause:
            if (room, successors) != (self._room, self._successors):
                self._sent, to = now, self._members.peers
            self._room, self._successors, self.stale = room, successors, False
        return [Delivery(room, to), Delivery(successors, to)]


def watchers_of(members: Members) -> tuple[str, ...]:
    """The watchers' names; the list is cut if they are too long together."""
    names = tuple(member.name for member in members.watchers)
    if sum(len(name.encode()) for name in names) > _WATCHERS:
        return tuple(name[:4] for name in names)
    return names
