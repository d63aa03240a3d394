"""Who may join and who is dropped: members connect, disconnect and are forgotten."""

from game.net.server.listener import Listener
from game.net.server.members import HELD, Member, Members
from game.net.server.peer import Peer
from game.net.wire.packet import FULL, KICKED

TIMEOUT = 3_000_000
"""Microseconds of silence after which a connection times out."""


class Admission:
    """Times in microseconds of the host's clock."""

    def __init__(self, listener: Listener, members: Members) -> None:
        self._listener, self._members = listener, members

    def admit(self, peer: Peer, playing: bool, now: int) -> tuple[Member, bool] | int:
        """Let a client in; the member it is, and whether it was one before, or the reason for refusing it.
        `playing`: a match is in progress."""
        join, members = peer.join, self._members
        if members.banned(join.token, peer.key, peer.address):
            return KICKED
        member = members.find(join.token, peer.key) if join.token else None
        back = member is not None
        if (other := members.at(peer.address)) and other is not member:
            self.lose(other, playing, now)
        if member is None:
            member = members.add(join, peer.key, playing, peer.address)
            if member is None:
                return FULL
        self._disconnect(member)
        members.connect(member, peer)
        self._listener.accept(peer)
        return member, back

    def update(self, playing: bool, now: int) -> bool:
        """Drop members who have timed out or been away too long; returns whether there were any."""
        changed = False
        for member in list(self._members.all.values()):
            if member.peer and now - member.peer.endpoint.heard > TIMEOUT:
                self.lose(member, playing, now)
                changed = True
            elif not member.peer and now - member.lost > HELD:
                self.remove(member, playing, now)
                changed = True
        return changed

    def lose(self, member: Member, playing: bool, now: int) -> None:
        """Drop the connection; the seat is kept for a while, if the member knows the token to come back."""
        peer = member.peer
        welcomed = not peer or peer.join.token or peer.endpoint.newest >= 0
        self._disconnect(member)
        member.lost = now
        if member.seat is None or not welcomed:
            self.remove(member, playing, now)

    def remove(self, member: Member, playing: bool, now: int) -> None:
        """Forget a member for good."""
        self.release(member, now)
        if member.number in self._members.all:
            self._members.remove(member, playing)

    def release(self, member: Member, now: int) -> None:
        """Detach the connection; its last messages are still delivered and acknowledged."""
        if member.peer:
            self._listener.linger(member.peer, now)
            member.peer = None

    def _disconnect(self, member: Member) -> None:
        """Close the connection at once, if there is one."""
        if member.peer:
            self._listener.close(member.peer)
            member.peer = None
