"""A client at a table on the network: what it knows of it, and its state of the match. No socket inside."""

from collections import deque
from collections.abc import Callable

from game.core.requests import Play, Request
from game.core.rules import Rules
from game.core.state import PLAYING, Event, Resumed, Sat, Scored, Started, State, Thrown, opening
from game.core.table import Move
from game.net.client.connection import CONNECTED, PLAYING_BEAT, QUIET_BEAT, Connection, Credentials
from game.net.client.prediction import Prediction
from game.net.migration import Memory
from game.net.wire.messages import (
    Closed,
    Digest,
    Join,
    PackedPile,
    Room,
    SnapshotHead,
    SnapshotPiles,
    Successor,
    Successors,
    TimedEvent,
    ToHost,
    Welcome,
)
from game.net.wire.snapshot import digest, restored
from game.net.wire.validate_match import is_valid

MakeRules = Callable[[dict[str, bool]], Rules]
"""The rules with these house rules. Raises ValueError if there are no such."""


COMING = 8192
"""Events that may wait for their time: those of some minutes, should nobody look at the table."""
SOON = 10_000_000
"""Microseconds of which a host speaks ahead: more than dealing and all knocks of a countdown take."""
KNOWN = 32
"""Machines that could ever have taken the table over: the latest that one is told of."""


class TableClient:
    """Times are microseconds of the own clock, but for `host_now`."""

    def __init__(
        self,
        join: Join,
        code: str,
        now: int,
        kept: Callable[[bytes], Credentials] | None = None,
        rules: MakeRules | None = None,
    ) -> None:
        """See Connection. A host that tells of what these rules know nothing of is left."""
        self.connection = Connection(join, code, now, kept)
        self._rules = rules
        self._played: Rules | None = None
        """The rules of the table, if they are known here."""
        self.welcome: Welcome | None = None
        self.room: Room | None = None
        self.heirs: tuple[Successor, ...] = ()
        self.known: dict[int, Successor] = {}
        """By member, those who could ever have taken the table over."""
        self.closed = ""
        """Why the host has ended it: "left" or "kicked"."""
        self._ahead = Prediction(opening(0))
        self._shown: list[Event] = []
        """Own moves that are shown before the host has heard of them."""
        self.memory = Memory()
        self._coming: deque[tuple[int, Event]] = deque()
        self._head: SnapshotHead | None = None
        self._piles: list[PackedPile] = []
        """What has come of those that belong to the head."""

    @property
    def state(self) -> State:
        """The match as it is shown: with own moves that the host has yet to confirm."""
        return self._ahead.state

    @property
    def seated(self) -> bool:
        """Whether the host has said where one is."""
        return self.room is not None and self.welcome is not None and self.connection.clock.known

    @property
    def seat(self) -> int | None:
        """The own seat; None: one watches."""
        if not self.room or not self.welcome:
            return None
        places = enumerate(self.room.places)
        return next((i for i, place in places if place.member == self.welcome.member), None)

    def host_now(self, now: int) -> int:
        """The host's time; never less than it was."""
        return max(0, self.connection.clock.now(now))

    def ask(self, request: Request | ToHost, now: int) -> None:
        """Ask the host, if it is there."""
        if self.connection.state == CONNECTED:
            self.connection.send(request, now)

    def press(self, move: Move, rules: Rules, now: int, press: int | None = None) -> None:
        """Make a move, pressed at this time of the host's clock, but not before what the own packets have
        said already; None: at this moment. What needs nobody else is shown at once."""
        latest = self.host_now(now)
        press = latest if press is None else min(latest, max(self.connection.watermark, press))
        self.ask(Play(move, press), now)
        if self.seat is not None and self.connection.state == CONNECTED:
            self._shown += self._ahead.press(rules, self.seat, move, press)

    def follow(self, old: "TableClient") -> None:
        """Go on where another visit to the table has ended: show what it showed until the host says more."""
        self._ahead = Prediction(old.state)
        self.known = old.known | self.known

    def receive(self, data: bytes, now: int) -> None:
        """Take a datagram from the host."""
        self.connection.receive(data, now)
        received = self.connection.received
        while received:
            self._hear(received.popleft())

    def update(self, now: int) -> list[Event]:
        """The events to be shown by now, already folded into the state."""
        events, self._shown = self._shown, []
        if not self.connection.clock.known:
            return events
        host = self.host_now(now)
        while self._coming and self._coming[0][0] <= host:
            event = self._coming.popleft()[1]
            try:
                self._check(event)
                news = self._ahead.hear(event, self.seat)
                if isinstance(event, Scored):
                    self.ask(Digest(self.state.round, digest(self.state)), now)
            except (IndexError, ValueError):  # it does not fit what the host said before
                self.connection.give_up()
                return events
            if news:
                events.append(news)
        playing = self.state.phase == PLAYING and self.seat is not None
        self.connection.beat = PLAYING_BEAT if playing else QUIET_BEAT
        return events

    def next_time(self, now: int) -> int:
        """When to send the next packet or to show the next event."""
        if not self._coming or not self.connection.clock.known:
            return self.connection.next_time()
        return min(self.connection.next_time(), now + max(0, self._coming[0][0] - self.host_now(now)))

    def _hear(self, message: object) -> None:
        match message:
            case TimedEvent(at, event):
                self._await(at, event)
                try:
                    self._soon(event.at if isinstance(event, Started | Thrown) else None)
                    self.memory.hear(event)
                except (IndexError, ValueError):
                    self.connection.give_up()
            case Welcome():
                self.welcome = message
            case Room():
                try:
                    self._played = self._rules(message.house) if self._rules else None
                except ValueError:
                    self.connection.give_up()
                    return
                if message.playing and len(message.places) < len(self._ahead.told.totals):
                    self.connection.give_up()
                    return
                if self.room and self.room.playing and not message.playing:
                    self._await(0, Resumed(opening(0)))
                self.room = message
            case Successors(heirs):
                self.heirs = heirs
                able = {heir.member: heir for heir in heirs if heir.port}
                known = [one for one in self.known.values() if one.member not in able]
                self.known = {one.member: one for one in [*known, *able.values()][-KNOWN:]}
            case Closed(reason):
                self.closed = reason
            case SnapshotHead():
                self._head, self._piles = message, []
                self._resume(message)
            case SnapshotPiles(first, piles) if self._head:
                self._piles += piles
                if first != len(self._piles) - len(piles) or len(self._piles) > self._head.piles:
                    self.connection.give_up()
                    return
                self._resume(self._head)

    def _check(self, event: Event) -> None:
        """Raises ValueError if such an event cannot be."""
        if self._rules and not (self._played and is_valid(event, self._ahead.told, self._played)):
            raise ValueError("that cannot be")
        seats = len(event.state.totals) if isinstance(event, Resumed) else 0
        if isinstance(event, Sat):
            seats = event.seat + 1
        if self.room and seats > len(self.room.places):
            raise ValueError("nobody can sit there")

    def _await(self, at: int, event: Event) -> None:
        """Show it when its time has come; a host that has too much to show, or for too late, is left."""
        self._coming.append((at, event))
        if len(self._coming) > COMING or at > self.connection.sent + SOON:
            self._coming.clear()
            self.connection.give_up()

    def _soon(self, *times: int | None) -> None:
        """Raises ValueError for a time that no host speaks of yet."""
        if any(time is not None and time > self.connection.sent + SOON for time in times):
            raise ValueError("that is far off")

    def _resume(self, head: SnapshotHead) -> None:
        """Show the match as it is, once all of its piles are known."""
        if len(self._piles) < head.piles:
            return
        self._head = None
        try:
            self._soon(head.starts, *(thrown.at for thrown in head.air))
            state = restored(head, self._piles)
        except ValueError:
            self.connection.give_up()
            return
        self._await(0, Resumed(state))
        self.memory.begin(state, head.events)
