"""Who is told of a match."""

from game.net.server.match_server import WATCHER, BotPlayer, MatchServer, Notice
from game.net.server.members import Member, Members
from game.net.server.peer import Delivery, Peer
from game.net.wire.snapshot import snapshot


class Audience:
    """The connections that have received the whole match; they are sent every event from then on."""

    def __init__(self, server: MatchServer, members: Members) -> None:
        self._server, self._members = server, members
        self._told: set[Peer] = set()

    @property
    def places(self) -> dict[Peer, int]:
        """By connection, its seat in this match or WATCHER."""
        members = self._members.all.values()
        return {one.peer: self._place(one) for one in members if one.peer in self._told}

    def forget(self, member: Member) -> None:
        """Send a member the whole match once more with the next update."""
        self._told -= {member.peer}

    def send_whole(self, peers: tuple[Peer, ...], place: int = WATCHER) -> list[Delivery]:
        """The match as this seat, or WATCHER, may see it."""
        self._told = {*self._told.intersection(self._members.peers), *peers}
        return [Delivery(snapshot(self._server.seen_by(place), self._server.sent), peers)]

    def welcome(self) -> list[Delivery]:
        """Send newcomers the match."""
        members = self._members.all.values()
        new = [(one.peer, self._place(one)) for one in members if one.peer and one.peer not in self._told]
        return [delivery for peer, place in new for delivery in self.send_whole((peer,), place)]

    def deliver(self, notices: list[Notice], bots: dict[int, BotPlayer]) -> list[Delivery]:
        """Show the bots these notices; returns the messages for everyone else."""
        places = self.places
        for event, to, shown in notices:
            for seat, bot in bots.items():
                if seat in to:
                    bot.view.put(event, shown)
        return [Delivery(event, tuple(p for p, at in places.items() if at in to)) for event, to, _ in notices]

    def _place(self, member: Member) -> int:
        seat = member.seat
        return seat if seat is not None and seat < self._server.match.seats else WATCHER
