"""Who gets which chair: those who wait for one, and the host's bots; before a match and in it."""

from collections.abc import Callable, Sequence

from game.core.limits import Level
from game.core.state import SCORED
from game.net.server.live_match import LiveMatch
from game.net.server.members import BotSeat, Member, Members
from game.net.wire.messages import Appearance, SetBot, Sit


class Seating:
    """`live` is the match that is played, if there is one."""

    def __init__(self, members: Members, kick: Callable[[Member], None], bot_names: Sequence[str]) -> None:
        """`kick` shows somebody out."""
        self._members, self._kick, self._bot_names = members, kick, bot_names
        self._company: set[int] = set()
        """The people who sat there and were on the line when that was looked at last."""

    @property
    def all_ready(self) -> bool:
        """Whether a match may begin: two at least sit there, and all people have knocked."""
        chairs = [chair for chair in self._members.chairs if not chair.empty]
        people = [chair.member for chair in chairs if chair.present and not chair.present.bot]
        if len(chairs) < 2 or not any(chair.present for chair in chairs):
            return False
        if not people:
            return len(chairs) == len(self._members.chairs)
        return all(person.ready for person in people if person)

    def keep_company(self) -> None:
        """Before a match: when one of the people has gone, all who have knocked have yet to do so for those
        who are left."""
        people = [chair.present for chair in self._members.chairs if chair.present and not chair.present.bot]
        there = {person.number for person in people}
        if self._company - there:
            self._members.unready()
        self._company = there

    def clear(self) -> None:
        """After a match: who has left is waited for no more, and who stays has yet to knock."""
        for chair in self._members.chairs:
            if chair.left:
                chair.clear()
            elif chair.member:
                chair.member.ready = False

    def seat_waiting(self, live: LiveMatch | None, now: int) -> None:
        """Seat those who wait for a place: before a match, or between two rounds."""
        if live and live.match.state.phase != SCORED:
            return
        for member in self._members.watchers:
            if not member.wants:
                continue
            place = self._place_for(live)
            if place is None:
                return
            if live:
                if place == len(live.seats) and not live.add_seat(now):
                    return
                live.disconnect(member)
            self._members.sit(member, place)
            if live:
                live.seat(member, place)

    def ask(self, member: Member, message: Appearance | Sit | SetBot, live: LiveMatch | None) -> None:
        """A member's wish, granted if it may be; only the owner's for bots."""
        match message:
            case Appearance(name, back) if not live:
                member.name = name
                self._members.give_back(member, back)
            case Sit(down):
                member.wants = down
                if not (down or live or member.place is None or self._members.crowded):
                    self._members.chairs[member.place].clear()
                    member.place, member.ready = None, False
            case SetBot(place, level) if member.number == self._members.owner:
                if place < len(self._members.chairs):
                    if level:
                        self._set_bot(place, level, live)
                    else:
                        self._take_away(place, live)

    def put_bot(self, place: int, level: Level, name: str, live: LiveMatch | None) -> None:
        """Put a bot on a place."""
        chair = self._members.chairs[place]
        if chair.member or chair.left:
            back = chair.member.back if chair.member else chair.back
        else:
            back = chair.bot.back if chair.bot else self._members.free_back(place)
        chair.bot = BotSeat(level, name or self._bot_name(), back)
        if live and place in live.seats:
            live.drive(place)

    def _set_bot(self, place: int, level: Level, live: LiveMatch | None) -> None:
        """A bot on a place where nobody is, or in for who is away."""
        chair = self._members.chairs[place]
        if chair.away or not (live or chair.member):
            self.put_bot(place, level, chair.bot.name if chair.bot else "", live)

    def _take_away(self, place: int, live: LiveMatch | None) -> None:
        """Take a bot out that sits there or in for who is away; else show out whoever sits there."""
        chair = self._members.chairs[place]
        if chair.bot and live and chair.away:
            chair.bot = None
            live.stop_driving(place)
        elif chair.bot and not live and not chair.member:
            chair.clear()
        elif chair.member and chair.member.number != self._members.owner:
            self._kick(chair.member)

    def _place_for(self, live: LiveMatch | None) -> int | None:
        chairs = self._members.chairs
        if not live:
            return next((i for i, chair in enumerate(chairs) if chair.empty), None)
        left = [i for i in live.seats if chairs[i].left] or [i for i in live.seats if not chairs[i].member]
        if left:
            return left[0]
        return len(live.seats) if len(live.seats) < len(chairs) else None

    def _bot_name(self) -> str:
        """A name that no one at the table has."""
        taken = {chair.shown().name for chair in self._members.chairs}
        return next((name for name in self._bot_names if name not in taken), "")
