"""A table taken over from another machine, which waits for those who were there."""

from collections.abc import Sequence
from typing import NamedTuple

from game.net.confirmed import ConfirmedMatch
from game.net.migration import Heritage
from game.net.server.lobby import Lobby
from game.net.server.members import Member
from game.net.server.peer import Delivery
from game.net.server.runs import RunsSoFar
from game.net.server.stage import Arrangement, Table
from game.net.waiting import Waiting
from game.net.wire.messages import Room, Successor

GATHER, LATE = 300_000, 2_000_000
"""Microseconds that a new host waits in any case, and for most machines: where fewer come, the others may be
at another new host."""


class Takeover(NamedTuple):
    """What is known of a table where it is taken over from another machine."""

    room: Room
    successors: Sequence[Successor]
    confirmed: ConfirmedMatch
    able: Sequence[bytes]
    """The players, by fingerprint, of the machines that could have taken it over."""
    so_far: RunsSoFar | None = None
    """What is known of the round's runs, if it has any."""


class Gathering(Lobby):
    """It is over when most have come, or it goes on without them: with the match, else as a lobby."""

    def __init__(self, table: Table, takeover: Takeover, match: Heritage | None, now: int) -> None:
        """`match`: the one that continues; None: it had yet to begin."""
        super().__init__(table)
        self.so_far, self.heritage, self.playing = takeover.so_far, match, match is not None
        self._able, self._known = takeover.able, [one.player for one in takeover.successors]
        self._begun = now
        self.alone = False
        """Whether it goes on without most of them: the player here wishes it, or too many were lost."""

    def update(self, now: int) -> list[Delivery] | None:
        """No two hosts have most of the machines that could be the host, as each is with one host at a
        time."""
        here, waited = self._members.able(now), now - self._begun
        # a newcomer says nothing of the rest
        self._table.there = there = sum(player in self._known for player in here)
        if waited >= LATE and there > 1:
            self.alone = True
        most = 2 * sum(player in self._able for player in here) > len(self._able)
        return None if waited >= GATHER and most else []

    def waited_for(self, room: Room) -> Waiting:
        return Waiting()

    def arrange(self, member: Member, message: Arrangement) -> Member | None:
        return None if self.playing else super().arrange(member, message)

    def _free_seat(self, now: int) -> int | None:
        return None if self.playing else super()._free_seat(now)
