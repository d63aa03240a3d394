"""The room at a table: its members, and what they are at. Its methods return what to send."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from game.core.limits import Level
from game.core.match import Match
from game.core.shuffle import Seed
from game.core.state import PLAYING, SCORED, WON, Play
from game.net.confirmed import MakeRules
from game.net.hands import HostHands
from game.net.migration import Heritage, heritage
from game.net.server.gathering import Gathering, Takeover
from game.net.server.live_match import LiveMatch
from game.net.server.lobby import Lobby
from game.net.server.members import Member, Members
from game.net.server.peer import Delivery, Peer
from game.net.server.runs import MakeRuns, Runs, RunsSoFar
from game.net.server.stage import Stage, Table
from game.net.waiting import PATIENCE, Waiting
from game.net.wire.codec import decode_alone
from game.net.wire.messages import (
    Busy,
    Digest,
    GoOn,
    HouseRules,
    Pointing,
    Rematch,
    Room,
    Successors,
    ToHost,
    WaitFor,
)

PAUSE = 100_000
"""Microseconds between two broadcasts: moves take precedence, and nobody floods the others by coming and
going."""
_WATCHERS = 256
"""Bytes of watchers' names that are sent: the message fits a packet even with the longest names on all
seats."""


def watchers_of(members: Members) -> tuple[str, ...]:
    """The watchers' names, those who wait for a seat first; the list is cut if they are too long together."""
    names = tuple(each.name for each in sorted(members.watchers, key=lambda each: not each.wants_seat))
    if sum(len(name.encode()) for name in names) > _WATCHERS:
        return tuple(name[:4] for name in names)
    return names


class TableSettings(NamedTuple):
    """What a table has from the program that runs it."""

    rules: MakeRules
    seed: Callable[[], Seed]
    """Gives each match its own; it is a secret where people play."""
    bot_names: Sequence[str] = ()
    runs: MakeRuns = lambda *_: Runs()


class GameRoom(Table):
    """Times in microseconds of the host's clock."""

    def __init__(
        self, name: str, members: Members, terms: HouseRules, supply: TableSettings, table: bytes
    ) -> None:
        """`table`: its id."""
        super().__init__(table, members, terms, supply.rules, supply.bot_names)
        self.name = name
        self.stage: Stage = Lobby(self)
        self.hands = HostHands()
        """Those of the match, if one is played."""
        self.disagreed = 0
        """How often a client's table differed from this one at the end of a round."""
        self._ended: Room | None = None
        """The room as it was when the round ended, until the next one is dealt."""
        self._seed, self._make_runs = supply.seed, supply.runs
        self._stale = True
        """Whether something may have changed since the room was last sent to everyone."""
        self._told: tuple[Room, Successors] | None = None
        """What was sent then, with the possible successors."""
        self._sent = 0
        """When that was."""
        self._waiting, self._since = Waiting(), 0
        """Who is waited for and since when."""

    @property
    def match(self) -> Match | None:
        """The match, if one is played."""
        return self.stage.match

    @property
    def phase(self) -> str:
        """That of the match; empty: none is played."""
        return self.match.state.phase if self.match else ""

    @property
    def in_round(self) -> bool:
        """Whether a round is played: only requests, watermarks and time can change anything now."""
        return self.phase == PLAYING

    # -- requests of the program that runs it

    def seat_bot(self, level: Level, name: str) -> bool:
        """Put a bot on the last free seat (people take the first ones); returns whether there was one."""
        free = [seat for seat, chair in enumerate(self.members.chairs) if chair.empty]
        if free:
            self.put_bot(free[-1], level, name)
            self.note_change()
        return bool(free)

    def reopen(self, now: int, again: bool = False) -> None:
        """End the match: return to the table as it was before it; all have yet to knock, or have done so if
        they play `again`."""
        self._change(Lobby(self, again))
        for chair in self.members.chairs:
            if chair.departed_name or (chair.bot and not chair.bot.stays):
                chair.clear()
        self._seat_waiting(now)
        for chair in self.members.chairs:
            if chair.member:
                chair.member.ready = again

    def inherit(self, takeover: Takeover, now: int) -> None:
        """Continue a table and its match. Raises ValueError if there can be no such match."""
        room, successors, confirmed, *_ = takeover
        rules = self.rules
        members = [place.member for place in room.places if place.member is not None]
        if len(set(members)) < len(members):
            raise ValueError("there is no such table")
        played = None
        if room.playing and confirmed.state.round:
            if len(confirmed.state.totals) > len(self.members.chairs):
                raise ValueError("there are too few seats")
            played = heritage(confirmed, rules)
        self._change(Gathering(self, takeover, played, now))
        self.members.inherit(room.places, successors, now)

    # -- requests of its members

    def point(self, member: Member, aside: bytes) -> None:
        """A member's hand has moved; watchers have none. Raises WireError."""
        pointing = decode_alone(Pointing, aside)
        if self.match and member.seat is not None and member.seat < self.match.seats:
            self.hands.point(member.seat, pointing.hand)

    def came(self, member: Member, back: bool, now: int) -> list[Delivery]:
        """Welcome a member that has just connected; `back`: it was a member before."""
        if not back or member.seat is None:
            self._seat_waiting(now)
        self.stage.came(member)
        self.note_change()
        ended = [Delivery(self._ended, (member.peer,))] if self._ended and member.peer else []
        return ended + self._send_room(now, member)

    def note_change(self) -> None:
        """Note that members or their looks may have changed: the next update sends everyone the room."""
        self._stale = True

    def tell_again(self) -> None:
        """Send everyone the whole match once more."""
        for member in self.members.all.values():
            if member.peer:
                self.stage.came(member)

    def handle(self, member: Member, message: ToHost, now: int) -> None:
        """A member's request or report about the match."""
        seat, stage, owns = member.seat, self.stage, member.number == self.members.owner
        match message:
            case Busy(on):
                member.busy = on
                self.note_change()
            case Digest(number, crc) if self.match and number == self.match.state.round:
                if stage.digest not in (0, crc):
                    self.disagreed += 1
                    stage.came(member)
            case HouseRules(target, rounds) if owns and not stage.playing and (target or rounds):
                with suppress(ValueError):  # there are no such rules
                    self._make_rules(message)
                    if self.terms != message:
                        self.terms = message
                        self.members.unready()  # they knocked for other rules
            case WaitFor(number, on) if owns and number in self.members.all:
                self.members.all[number].waited = on
            case Rematch() if owns and self.phase == WON:
                self.reopen(now)
            case GoOn() if member.number == self._waiting.asks and now >= self._since + PATIENCE:
                if self._waited_for() == self._waiting:  # else some have knocked, or all have to anew
                    stage.go_on(self._waiting.missing, now)
            case Play() if seat is not None and member.peer and self.match:
                stage.ask(seat, member.peer.dated(message, now), now)
            case _ if seat is not None:
                stage.ask(seat, message, now)

    # -- what is due with time

    def update(self, now: int) -> list[Delivery]:
        """Do what is due."""
        if self.match and not any(chair.member for chair in self.members.chairs):
            self.reopen(now)
        self._seat_waiting(now)
        if not self.in_round and (found := self._waited_for()) != self._waiting:
            self._waiting, self._since = found, now
        deliveries = self.stage.update(now)
        if deliveries is None:
            deliveries = self.go_on(now)
        if not self.in_round:
            self.note_change()
        return deliveries + self._send_room(now)

    def close(self, now: int) -> list[Delivery]:
        """Send everyone the room one last time."""
        self.note_change()
        return self._send_room(now + PAUSE)

    def _seat_waiting(self, now: int) -> None:
        self._ended = (self._ended or self._shown()) if self.phase in (SCORED, WON) else None
        self.stage.seat_waiting(now)

    def _waited_for(self) -> Waiting:
        return self.stage.waited_for(self._shown())

    def go_on(self, now: int) -> list[Delivery]:
        """The stage is over: begin the next one."""
        match self.stage:
            case LiveMatch():
                self.reopen(now, again=True)
                return self._send_room(now)
            case Gathering(heritage=None):
                self._change(Lobby(self))
                return []
            case Gathering(heritage=Heritage(state, sent), so_far=so_far):
                return self._play(len(state.totals), so_far, sent).resume(state, now)
            case _:
                live = self._play(self.members.compact())
                return self._send_room(now) + live.begin(now)

    def _play(self, seats: int, so_far: RunsSoFar | None = None, sent: int = 0) -> LiveMatch:
        """A match is played from now on."""
        match = Match(self.rules, seats, self._seed(), self.terms.target, self.terms.rounds)
        live = LiveMatch(self, match, self._make_runs(match, self.terms, so_far), sent)
        self._change(live)
        return live

    def _change(self, stage: Stage) -> None:
        self.stage, self.hands = stage, HostHands()
        self.note_change()

    def _send_room(self, now: int, newcomer: Member | None = None) -> list[Delivery]:
        """Send everyone the room, with its possible successors, if it has changed; a newcomer gets it in any
        case."""
        if not (self._stale or newcomer):
            return []
        now_told = room, successors = self._shown(), Successors(self.members.successors)
        to: tuple[Peer, ...] = (newcomer.peer,) if newcomer and newcomer.peer else ()
        waits = self._told and self._told[0].playing == room.playing and now < self._sent + PAUSE
        if not waits:
            if now_told != self._told:
                self._sent, to = now, self.members.peers
            self._told, self._stale = now_told, False
        return [Delivery(room, to), Delivery(successors, to)]

    def _shown(self) -> Room:
        """The room as all see it."""
        chairs, owner = tuple(chair.shown() for chair in self.members.chairs), self.members.owner
        by, watchers = -1 if owner is None else owner, watchers_of(self.members)
        waiting = sum(each.wants_seat for each in self.members.watchers)
        return Room(self.name, chairs, watchers, by, self.stage.playing, self.terms, waiting)
