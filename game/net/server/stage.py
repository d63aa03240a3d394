"""What a table is at: a lobby, a gathering or a match. The room asks the same of each."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from game.core.limits import HANDICAPS, Level
from game.core.match import Match
from game.core.rules import Rules
from game.core.state import SCORED
from game.names.line import distinct
from game.net.confirmed import MakeRules
from game.net.server.match_server import BotPlayer
from game.net.server.members import BotSeat, Chair, Member, Members
from game.net.server.peer import Delivery
from game.net.server.runs import Runs
from game.net.waiting import Waiting
from game.net.wire.messages import (
    Appearance,
    HouseRules,
    Room,
    SetBot,
    SetHandicap,
    Sit,
    ToHost,
)

Arrangement = Appearance | Sit | SetBot | SetHandicap
"""What a member asks about looks and seats."""


class Table:
    """What the stages of a table share."""

    def __init__(
        self, number: bytes, members: Members, terms: HouseRules, rules: MakeRules, bot_names: Sequence[str]
    ) -> None:
        """`number`: its id."""
        self.id, self.members, self.terms = number, members, terms
        self.there = 0
        """How many machines are here that could host the table, or were when its match continued here."""
        self._make_rules, self._bot_names = rules, bot_names

    @property
    def rules(self) -> Rules:
        """Those that the terms name. Raises ValueError if there are none such."""
        return self._make_rules(self.terms)

    def put_bot(self, seat: int, level: Level, name: str = "", stays: bool = True) -> None:
        """Put a bot on a seat; `stays`: for the next match too."""
        chair = self.members.chairs[seat]
        if chair.member or chair.departed_name:
            back = chair.member.back if chair.member else chair.back
        else:
            back = chair.bot.back if chair.bot else self.members.free_back(seat)
        taken = [each.shown().name for each in self.members.chairs]
        free = (each for each in self._bot_names if distinct(each, taken) == each)
        name = name or (chair.bot.name if chair.bot else "") or next(free, "")
        chair.bot = BotSeat(level, name, back, stays)


class Stage:
    """Methods return what to send. Times in microseconds of the host's clock."""

    playing = False
    """Whether there is a match, or one that is about to continue here."""
    match: Match | None = None
    """The match, if one is played."""
    bots: Mapping[int, BotPlayer] = MappingProxyType({})
    """By seat, the bots that the program running the table has to play."""
    awaited: Collection[int] = ()
    """The times that watermarks have to reach before anything changes."""
    digest = 0
    """That of the table as the last round ended; 0: none has."""
    runs = Runs()

    def __init__(self, table: Table) -> None:
        self._table, self._members, self._chairs = table, table.members, table.members.chairs

    def update(self, now: int) -> list[Delivery] | None:
        """Do what is due; None: it is over, and the next one is to begin."""
        raise NotImplementedError

    def waited_for(self, room: Room) -> Waiting:
        """Who is waited for in this room."""
        raise NotImplementedError

    def ask(self, seat: int, act: ToHost, now: int) -> None:
        """A request or report from a seat."""
        raise NotImplementedError

    def go_on(self, missing: Sequence[int], now: int) -> None:
        """Go on without those on these seats, who have not knocked."""
        raise NotImplementedError

    def came(self, member: Member) -> None:
        """A member has a new connection, or has to be told all that is played once more."""

    def next_time(self, now: int) -> int | None:
        """When something is next due, if no request comes."""
        return None

    # -- looks and seats

    def seat_waiting(self, now: int) -> None:
        """Seat the members who wait for one."""
        for member in self._members.watchers:
            if member.wants_seat and self._members.may_sit(member.machine):
                if (seat := self._free_seat(now)) is None:
                    break
                self._members.sit(member, seat)

    def _free_seat(self, now: int) -> int | None:
        """The seat that who waits for one gets now."""
        raise NotImplementedError

    def arrange(self, member: Member, message: Arrangement) -> Member | None:
        """Grant a member's request if possible; returns the member that the owner removes by it, if any."""
        chairs, owns = self._chairs, member.number == self._members.owner
        match message:
            case Appearance(name, back, portrait):
                member.portrait = portrait
                if not self.playing:
                    self._members.give_name(member, name)
                self._members.give_back(member, back)
            case Sit(down):
                member.wants_seat = down
                if down and self._members.owner is None:
                    self._members.owner = member.number
                if not (down or self.playing or member.seat is None or self._members.crowded):
                    self._members.stand(member)
            case SetBot(seat, level) if owns and seat < len(chairs):
                if not level:
                    return self._take_away(chairs[seat])
                if chairs[seat].away or not (self.playing or chairs[seat].member):
                    self._table.put_bot(seat, level)
            case SetHandicap(seat, cards) if cards in HANDICAPS and seat < len(chairs):
                chair, between = chairs[seat], not self.match or self.match.state.phase == SCORED
                may = owns or chair.member is member
                if may and between and not chair.empty and chair.handicap != cards:
                    chair.handicap = cards
                    if not self.playing:
                        self._members.unready()  # they knocked for other cards
        return None

    def _take_away(self, chair: Chair) -> Member | None:
        """Remove the bot that sits or stands in there; without one, return the member to be removed."""
        if chair.bot and self.playing and chair.away:
            chair.bot = None
        elif chair.bot and not (self.playing or chair.member):
            chair.clear()
        elif chair.member and chair.member.number != self._members.owner:
            return chair.member
        return None
