"""What all at a table are told of it besides the match, whenever that has changed."""

from game.net.server.live_match import Say
from game.net.server.members import Member, Members
from game.net.wire.messages import Room, Successors

CALM = 100_000
"""Microseconds within which all are told but once of who comes and goes: the moves go first, and nobody
floods the others by it."""
_WATCHERS = 256
"""Bytes of the watchers' names that are told of in full: with the longest names at all seats the message
still fits a packet."""


class RoomBroadcast:
    """The room as all know it. Times in microseconds of the host's clock."""

    def __init__(self, members: Members, say: Say) -> None:
        self._members, self._say = members, say
        self._room: Room | None = None
        self._heirs: Successors | None = None
        self._come = False
        """Whether somebody has come since, perhaps from another address."""
        self._told = 0
        """When all were told of it."""

    def tell(self, room: Room, at_home: int, now: int, to: Member | None = None) -> None:
        """Tell everyone who is there if anything has changed, else only the one who has just come.

        With it goes who could take the table over: not the member `at_home` with the host.
        """
        pause = self._told + CALM if self._room and self._room.playing == room.playing else 0
        self._come = self._come or to is not None
        if room == self._room and not self._come:
            return
        heirs = Successors(self._members.heirs(at_home))
        tell = [to] if to else []
        if now >= pause:
            if (room, heirs) != (self._room, self._heirs):
                self._told, tell = now, list(self._members.all.values())
            self._room, self._heirs, self._come = room, heirs, False
        for member in tell:
            self._say(member, room)
            self._say(member, heirs)


def watchers_of(members: Members) -> tuple[str, ...]:
    """The names of those who watch, cut short if they are too many and too long."""
    names = tuple(member.name for member in members.watchers)
    if sum(len(name.encode()) for name in names) > _WATCHERS:
        return tuple(name[:4] for name in names)
    return names
