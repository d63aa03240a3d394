"""Who gets which seat, members and the host's bots alike, before and during a match."""

from collections.abc import Sequence

from game.core.limits import HANDICAPS, Level
from game.core.state import SCORED
from game.names.line import distinct
from game.net.server.live_match import LiveMatch
from game.net.server.members import BotSeat, Member, Members
from game.net.wire.messages import Appearance, SetBot, SetHandicap, Sit


class Seating:
    """`live` is the match in progress, if any."""

    def __init__(self, members: Members, bot_names: Sequence[str]) -> None:
        self._members, self._bot_names = members, bot_names
        self._company: set[int] = set()
        """The connected people who sat at the table when last checked."""

    def all_ready(self, least: int, without: bool = False) -> bool:
        """Whether a match may begin: at least so many seats are taken, and everyone has knocked, or it is to
        begin `without` the others."""
        chairs = [chair for chair in self._members.chairs if not chair.empty]
        people = [chair.member for chair in chairs if chair.present and not chair.present.bot]
        if len(chairs) < least or not any(chair.present for chair in chairs):
            return False
        if not people:
            return len(chairs) == len(self._members.chairs)
        return without or all(person.ready for person in people if person)

    def keep_company(self) -> None:
        """Before a match: when a player has left, the others must knock again."""
        people = [chair.present for chair in self._members.chairs if chair.present and not chair.present.bot]
        there = {person.number for person in people}
        if self._company - there:
            self._members.unready()
        self._company = there

    def fill(self) -> None:
        """Have bots take the empty seats for one match, as good as another there."""
        bots = [chair.bot for chair in self._members.chairs if chair.bot]
        for seat, chair in enumerate(self._members.chairs):
            if chair.empty:
                self.put_bot(seat, bots[0].level if bots else "medium", "", None, stays=False)

    def clear(self) -> None:
        """After a match: free the seats of those who have left, and of bots that filled it up; the others
        have yet to knock."""
        for chair in self._members.chairs:
            if chair.departed_name or (chair.bot and not chair.bot.stays):
                chair.clear()
            elif chair.member:
                chair.member.ready = False

    def agree(self) -> None:
        """All who have a seat have knocked for the match."""
        for chair in self._members.chairs:
            if chair.member:
                chair.member.ready = True

    def seat_waiting(self, live: LiveMatch | None, now: int) -> None:
        """Seat the members who wait for one: before a match, or between two rounds if none puts seats out."""
        if live and (live.match.state.phase != SCORED or live.match.rules.knockout_margin):
            return
        for member in self._members.watchers:
            if not (member.wants_seat and self._members.may_sit(member.machine)):
                continue
            seat = self._seat_for(live)
            if seat is None:
                break
            if live and seat == len(live.seats) and not live.add_seat(now):
                break
            self._members.sit(member, seat)
            if live:
                live.stop_driving(seat)

    def ask(
        self, member: Member, message: Appearance | Sit | SetBot | SetHandicap, live: LiveMatch | None
    ) -> Member | None:
        """Grant a member's request if possible; returns the member that the owner removes by it, if any."""
        match message:
            case Appearance(name, back, portrait):
                member.portrait = portrait
                if not live:
                    self._members.give_name(member, name)
                self._members.give_back(member, back)
            case Sit(down):
                member.wants_seat = down
                if down and self._members.owner is None:
                    self._members.owner = member.number
                if not (down or live or member.seat is None or self._members.crowded):
                    self._members.stand(member)
            case SetBot(seat, level) if member.number == self._members.owner:
                if seat < len(self._members.chairs):
                    if not level:
                        return self._take_away(seat, live)
                    self._set_bot(seat, level, live)
            case SetHandicap(seat, cards) if cards in HANDICAPS and seat < len(self._members.chairs):
                chair = self._members.chairs[seat]
                may = member.number == self._members.owner or chair.member is member
                between = not live or live.match.state.phase == SCORED
                if may and between and not chair.empty and chair.handicap != cards:
                    chair.handicap = cards
                    if not live:
                        self._members.unready()  # they knocked for other cards
        return None

    def put_bot(self, seat: int, level: Level, name: str, live: LiveMatch | None, stays: bool = True) -> None:
        """Put a bot on a seat; `stays`: for the next match too."""
        chair = self._members.chairs[seat]
        if chair.member or chair.departed_name:
            back = chair.member.back if chair.member else chair.back
        else:
            back = chair.bot.back if chair.bot else self._members.free_back(seat)
        chair.bot = BotSeat(level, name or self._bot_name(), back, stays)
        if live and seat in live.seats:
            live.drive(seat)

    def _set_bot(self, seat: int, level: Level, live: LiveMatch | None) -> None:
        """Put a bot on an empty seat, or let it stand in for an absent member."""
        chair = self._members.chairs[seat]
        if chair.away or not (live or chair.member):
            self.put_bot(seat, level, chair.bot.name if chair.bot else "", live)

    def _take_away(self, seat: int, live: LiveMatch | None) -> Member | None:
        """Remove the bot that sits or stands in there; without one, return the member to be removed."""
        chair = self._members.chairs[seat]
        if chair.bot and live and chair.away:
            chair.bot = None
            live.stop_driving(seat)
        elif chair.bot and not live and not chair.member:
            chair.clear()
        elif chair.member and chair.member.number != self._members.owner:
            return chair.member
        return None

    def _seat_for(self, live: LiveMatch | None) -> int | None:
        chairs = self._members.chairs
        if not live:
            return next((i for i, chair in enumerate(chairs) if chair.empty), None)
        left = [i for i in live.seats if chairs[i].departed_name] or [
            i for i in live.seats if not chairs[i].member
        ]
        if left:
            return left[0]
        return len(live.seats) if len(live.seats) < len(chairs) else None

    def _bot_name(self) -> str:
        """A bot's name that nobody at the table has."""
        taken = [chair.shown().name for chair in self._members.chairs]
        return next((name for name in self._bot_names if distinct(name, taken) == name), "")
