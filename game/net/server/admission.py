"""Who comes in at a table and goes: lines to its members, and seats kept for those whose line is gone."""

from collections.abc import Callable
from typing import Protocol

from game.net.address import Address
from game.net.server.listener import FULL, SHOWN_OUT, Listener, Peer
from game.net.server.members import HELD, Member, Members
from game.net.transport.channel import Overflow
from game.net.wire.codec import encode_down
from game.net.wire.messages import Closed, ToClient, Welcome
from game.net.wire.packet import DATA

SILENT = 3_000_000
"""Microseconds after which a line is given up."""
FAREWELL = 1_000_000
"""Microseconds for which the line of one who goes is still served, so that both ends hear the last word."""

GOING = 32
"""So many lines of those who have gone are served; of more, those who went first are not."""


class Play(Protocol):
    """What is played at the table meanwhile."""

    @property
    def playing(self) -> bool:
        """Whether there is a match: then who leaves a seat leaves it to be waited for."""

    def came(self, member: Member, back: bool) -> None:
        """A member has a line now; `back`: it was a member before."""

    def gone(self, member: Member) -> None:
        """A member's line is closed."""


class Admission:
    """Times in microseconds of the host's clock."""

    def __init__(
        self, table: bytes, epoch: int, code: str, owner: bytes | None, members: Members, play: Play
    ) -> None:
        """`owner`: the token of the member who sets the rules; else it is whoever comes first."""
        self._door = Listener(table, code, self._admit)
        self._table, self._epoch, self._owner = table, epoch, owner
        self._members, self._play = members, play
        self._now = 0
        self._going: dict[Address, tuple[Peer, int]] = {}
        """The lines that nobody at the table has any more, and until when they are served."""
        self._closed = False

    @property
    def at_home(self) -> int:
        """The member at the host's own machine, if there is one; else -1."""
        members = self._members.all.values()
        return next((m.number for m in members if self._owner and m.token == self._owner), -1)

    @property
    def due(self) -> int | None:
        """When the next datagram is due, if there is a line."""
        return min((guest.line.due for guest in self._door.guests.values()), default=None)

    @property
    def unheard(self) -> bool:
        """Whether somebody has yet to acknowledge the last word."""
        return any(guest.line.pending for guest, _until in self._going.values())

    def receive(
        self, data: bytes, address: Address, now: int, take: Callable[[Member, bytes, Peer], None]
    ) -> bytes | None:
        """Give what a member says to `take`; an answer to a datagram that came without a line."""
        self._now = now
        if data[:1] != bytes((DATA,)):
            return None if self._closed else self._door.knock(data, address, now)
        if (heard := self._door.hears(data, address, now)) is None:
            return None
        guest, messages = heard
        if member := self._members.at(address):
            for message in messages:
                if member.guest is guest:  # else it has just said goodbye
                    take(member, message, guest)
            guest.believe(now)
        return None

    def update(self, now: int) -> None:
        """Give up lines and members that were silent for too long."""
        self._now = now
        for address, (guest, until) in list(self._going.items()):
            if now >= until:
                del self._going[address]
                self._door.close(guest)
        for member in list(self._members.all.values()):
            if member.guest and now - member.guest.line.heard > SILENT:
                self.lose(member)
            elif not member.guest and now - member.gone > HELD:
                self.remove(member)

    def packets(self) -> list[tuple[bytes, Address]]:
        """The datagrams that are due."""
        guests, now = self._door.guests, self._now
        return [(guests[a].packet(now), a) for a in [a for a in guests if guests[a].line.due <= now]]

    def close(self) -> None:
        """Say goodbye to all; nobody comes in any more."""
        self._closed = True
        for member in self._members.all.values():
            self.say(member, Closed("left"))
            self._drop(member, served=True)

    def say(self, member: Member, message: ToClient) -> None:
        """Tell a member, if it is on the line; who acknowledges nothing for long is given up."""
        if member.guest:
            try:
                member.guest.line.send(encode_down(message), self._now)
            except Overflow:
                self.lose(member)

    def lose(self, member: Member) -> None:
        """The line is gone; its seat is kept for a while."""
        self._drop(member)
        member.gone = self._now
        if member.place is None:
            self.remove(member)

    def remove(self, member: Member) -> None:
        """Somebody has gone for good; what it was told last is still said, and what it said acknowledged."""
        self._drop(member, served=True)
        if member.number in self._members.all:
            self._members.remove(member, self._play.playing)

    def kick(self, member: Member) -> None:
        """Show somebody out, who does not get in again."""
        if member.guest:
            self.say(member, Closed("kicked"))
        if member.guest:
            self._members.ban(member, member.guest.address)
        self.remove(member)

    def _admit(self, guest: Peer) -> int | None:
        join, members = guest.join, self._members
        if members.banned(join.token, guest.address):
            return SHOWN_OUT
        member = members.find(join.token) if join.token else None
        back = member is not None
        if member is None:
            owner = join.token if join.token and join.token == self._owner else None
            member = members.add(join, self._play.playing, owner)
            if member is None:
                return FULL
        if (other := members.at(guest.address)) and other is not member:
            self.lose(other)
        self._drop(member)
        member.guest = guest
        if members.owner is None or member.token == self._owner:
            members.owner = member.number
        self.say(member, Welcome(member.number, member.token, self._table, self._epoch))
        self._play.came(member, back)
        return None

    def _drop(self, member: Member, served: bool = False) -> None:
        """Take a member's line away, if there is one; close it, unless it is to be `served` for a while."""
        guest, member.guest = member.guest, None
        if guest and served:
            self._going[guest.address] = guest, self._now + FAREWELL
            if len(self._going) > GOING:
                first, _until = self._going.pop(next(iter(self._going)))
                self._door.close(first)
        elif guest:
            self._door.close(guest)
        self._play.gone(member)
