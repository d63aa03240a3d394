"""A client at a table on the network: what it knows of the table and the match. No socket inside."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from game.core.match import winner_of
from game.core.rules import Rules
from game.core.solo import Act
from game.core.state import (
    FLIGHT,
    PLAYING,
    SCORED,
    WON,
    Asked,
    Event,
    Knock,
    Paused,
    Play,
    Request,
    Resumed,
    Sat,
    Scored,
    Started,
    State,
    Thrown,
    Won,
    opening,
)
from game.core.table import Move, Standing
from game.net.client.connection import (
    AWAKE_INTERVAL,
    CONNECTED,
    PLAYING_INTERVAL,
    QUIET_INTERVAL,
    Connection,
)
from game.net.client.deal_check import PlayedFor
from game.net.client.deal_witness import DealWitness
from game.net.client.prediction import Prediction
from game.net.client.seat_runs import SeatRuns
from game.net.confirmed import ConfirmedMatch, MakeRules
from game.net.hands import PERIOD, ShownHands
from game.net.run_exchange import MOST, RunExchange, RunStore
from game.net.wire.messages import (
    Closed,
    Digest,
    FromDeal,
    Hands,
    Line,
    Lines,
    Room,
    RunActs,
    RunDeal,
    RunsEnd,
    Snapshot,
    Successor,
    Successors,
    ToClient,
    ToHost,
    ToldRun,
    Welcome,
)
from game.net.wire.snapshot import digest, restored

COMING = 8192
"""The most events waiting to be shown: a few minutes' worth, should nobody be watching the table."""
SOON = 10_000_000
"""Microseconds that a host may schedule ahead: more than dealing and all knocks of a countdown take."""
_UNHEARD = 1_000_000
"""Microseconds until a knock is told again that the host has not told of: its connection may be gone."""
KNOWN = 32
"""The most machines remembered as possible successors of the host; the latest are kept."""


class TableClient:
    """Times are microseconds of the local clock, except that of `host_now`."""

    def __init__(self, connection: Connection, rules: MakeRules | None = None) -> None:
        """The client leaves a host that sends what these rules do not allow."""
        self.connection = connection
        self._make_rules = rules
        self._rules: Rules | None = None
        """The rules of the table, if they are known here."""
        self.welcome: Welcome | None = None
        self.room: Room | None = None
        self.played: Room | None = None
        """The room as it was when the last round ended: whoever gets a seat after that has not played it. It
        is the first one that the host tells of between two rounds."""
        self.successors: tuple[Successor, ...] = ()
        self.known: dict[tuple[bytes, int], Successor] = {}
        """By player and port, where each machine that the host names now could take the table over, or could
        before."""
        self.closed = ""
        """Why the host closed the connection: "left" or "kicked"."""
        self.confirmed = ConfirmedMatch()
        self.witness = DealWitness()
        self.hands = ShownHands()
        self.exchange = RunExchange(MOST)
        self.ladder: RunStore | None = None
        """Where the own runs of the week are that are told, and others' go, if anywhere."""
        self.lines: dict[int, Line] = {}
        """By member, how good the lines are."""
        self.runs = SeatRuns()
        self._prediction = Prediction(opening(0))
        self.partner: int | None = None
        """The seat of another client whose player looks at this one's table: its moves are shown at once."""
        self._knocked: tuple[str, int] | None = None
        """The phase and round in which the player knocked for the next, until another is shown."""
        self._knocks = 0
        """When the host is told of that again."""
        self._pressed: list[Event] = []
        """Events of own moves since the last update."""
        self._coming: deque[Event] = deque()
        """Events received and not yet shown."""

    @property
    def state(self) -> State:
        """The match as shown, including own moves that the host has yet to confirm."""
        return self._prediction.state

    @property
    def seated(self) -> bool:
        """Whether the host has assigned this client a place."""
        return self.room is not None and self.welcome is not None and self.connection.clock.known

    @property
    def seat(self) -> int | None:
        """The own seat; None for a watcher."""
        if not self.room or not self.welcome:
            return None
        own = self.welcome.member
        for seat, place in enumerate(self.room.places):
            if place.member == own:
                return seat
        return None

    def host_now(self, now: int) -> int:
        """The host's time; it never runs backwards."""
        return max(0, self.connection.clock.now(now))

    def ask(self, request: Request | ToHost, now: int) -> None:
        """Send the host a request, if connected."""
        if self.connection.state == CONNECTED:
            self.connection.send(request, now)
            self.witness.ask(request)
        if isinstance(request, Knock) and self.state.round:
            self._knocked, self._knocks = self.state[:2], now + _UNHEARD

    def press(self, move: Move, rules: Rules, now: int, press: int | None = None) -> None:
        """Make a move at `press` (the host's clock), but no earlier than the own watermark; None: now. Its
        effects that depend on nobody else are shown at once."""
        at = self.claim(move, now, press)
        if self.seat is not None and at is not None:
            self.predict(rules, self.seat, move, at)

    def claim(self, move: Move, now: int, press: int | None) -> int | None:
        """Tell the host of a move without showing anything; returns the press that counts, None if not
        connected."""
        latest = self.host_now(now)
        press = latest if press is None else min(latest, max(self.connection.watermark, press))
        self.ask(Play(move, press), now)
        return press if self.connection.state == CONNECTED else None

    def predict(self, rules: Rules, seat: int, move: Move, press: int) -> None:
        """Show what a move made at this screen brings about, as far as it depends on nobody else."""
        self._pressed += self._prediction.press(rules, seat, move, press)

    def receive_partners(self, event: Event) -> Event | None:
        """Show what the host has told only the partner's client; returns what of it is new."""
        return self._prediction.receive(event)

    def follow(self, old: "TableClient") -> None:
        """Continue from an earlier connection to the table: show what it showed until the host sends more."""
        self._prediction, self.partner = Prediction(old.state), old.partner
        self.known = dict(self._still_named(old.known)) | self.known
        self.played = old.played or self.played
        self._knocked = old._knocked
        self.runs.follow(old.runs)

    def goes_on_with(self, old: "TableClient") -> bool:
        """Whether this host's match can be the one in play on an earlier connection, to another host: a match
        keeps its terms. One in an earlier round has begun since."""
        same = self.room and old.room and self.room.terms == old.room.terms
        return bool(same) or self.confirmed.state.round < old.confirmed.state.round

    def conclude(self) -> None:
        """The host is lost: a match that the last count has decided is over, if it has not said so itself."""
        state, rules = self.confirmed.state, self._rules
        if self.room and rules and state.phase == SCORED:
            terms, totals = self.room.terms, state.totals[: len(state.scores)]  # who has sat down since has 0
            winner = winner_of(rules, totals, state.round, terms.target, terms.rounds)
            if winner is not None:
                self._confirm(Won(winner))
                self._show(Won(winner))

    def tell(self, acts: Sequence[Act], now: int) -> None:
        """Tell the host what the player has done since the last time in a patience of its own."""
        if message := self.runs.tell(acts):
            self.ask(message, now)

    def run_clock(self, now: int) -> int | None:
        """What the clock of the runs shows; None if none is played."""
        state, deal = self.confirmed.state, self.runs.deal
        if state.phase != PLAYING or state.starts is None or not deal or deal.round != state.round:
            return None
        return self.host_now(now) - state.starts + deal.played

    def receive(self, data: bytes, now: int) -> bool:
        """Handle a datagram from the host; returns whether it says more than that the host is there."""
        before = self.connection.state, self.connection.clock.known
        self.connection.receive(data, now)
        received = self.connection.received
        news = bool(received) or before != (self.connection.state, self.connection.clock.known)
        try:
            while received:
                self._take(received.popleft(), now)
        except (IndexError, ValueError):
            received.clear()
            self.connection.give_up()
        if self.ladder and self.ladder.on and self.seated and self.state.phase != PLAYING:
            own = None if self.connection.pending else self.exchange.next_message(self.ladder.own, now)
            if own:
                self.ask(own, now)
        return news

    def update(self, now: int) -> list[Event]:
        """The events since the last update, already applied to the state."""
        events, self._pressed = self._pressed, []
        if not self.connection.clock.known:
            return events
        host = self.host_now(now)
        while self._coming and not self._prediction.early(self._coming[0], host):
            event = self._coming.popleft()
            try:
                new = self._prediction.receive(event)
                if isinstance(event, Scored):
                    self.ask(Digest(self.state.round, digest(self.state)), now)
            except (IndexError, ValueError):  # inconsistent with what the host sent before
                self.connection.give_up()
                return events
            if new:
                events.append(new)
        if self._rules:
            events += self._prediction.land(self._rules, host)
        if self._knocked != self.state[:2]:
            self._knocked = None  # it does not count for the same round of another match
        elif self.seat is not None and not self.state.ready >> self.seat & 1 and now >= self._knocks:
            self.ask(Knock(), now)
        knocks = (thrown.at + FLIGHT for thrown in self.confirmed.state.air if not thrown.move.count)
        self.connection.landing = min((at for at in knocks if at > self.connection.watermark), default=None)
        self.connection.interval = self._interval
        return events

    def shows(self, now: int) -> int | None:
        """The local time after `now` at which something is next to be shown of itself."""
        lands = self._prediction.lands(self.connection.clock.at(now))
        return None if lands is None else self.connection.clock.local(lands)

    @property
    def _interval(self) -> int:
        """The most microseconds between packets. A line that rests until the round begins is slow for a
        while, as radios save power: it is kept awake since somebody has knocked."""
        room, state = self.room, self.state
        if room is None or self.seat is None or state.phase == WON:
            return QUIET_INTERVAL
        if room.playing and state.phase == PLAYING:
            return PLAYING_INTERVAL
        people = [(seat, place) for seat, place in enumerate(room.places) if place.kind == "person"]
        knocked = (state.ready >> seat & 1 if room.playing else place.ready for seat, place in people)
        return AWAKE_INTERVAL if any(knocked) else QUIET_INTERVAL

    def _take(self, message: ToClient | Hands, now: int) -> None:
        """Handle a message. Raises IndexError or ValueError if it makes no sense."""
        match message:
            case Hands():
                self._soon(message.frame * PERIOD)
                self.hands.hear(message)
            case _ if isinstance(message, FromDeal):
                self._hear_of_deal(message, now)
            case Welcome():
                self.welcome = message
            case Room():
                self._enter(message)
            case Successors(successors):
                self.successors = successors
                able = {(one.player, one.port): one for one in successors if one.port}
                before = [(at, one) for at, one in self._still_named(self.known) if at not in able]
                self.known = dict([*before, *able.items()][-KNOWN:])
            case Lines(lines):
                self.lines = {line.member: line for line in lines}
            case Closed(reason):
                self.closed = reason
            case ToldRun():
                if (run := self.exchange.hear(message)) and self.ladder and self.ladder.on:
                    self.ladder.offer(run)
            case Snapshot():
                self._resume(message)
            case RunDeal():
                self.runs.begin(message)
                self.witness.play(message)
            case RunsEnd():
                self.runs.end = message
            case RunActs():
                self.runs.hear(message, message.seat == self.seat)
                if message.seat == self.seat:
                    self.tell((), now)
            case Won(seat) if self.confirmed.state.winner == seat:
                pass  # it was concluded while the host was silent
            case _:
                self._confirm(message)
                self._show(message)

    def _still_named(
        self, known: Mapping[tuple[bytes, int], Successor]
    ) -> Iterator[tuple[tuple[bytes, int], Successor]]:
        """Those of the machines whose players the host names: who was shown out stands for nothing."""
        players = {one.player for one in self.successors}
        return ((at, one) for at, one in known.items() if one.player in players)

    def _enter(self, room: Room) -> None:
        """Store who is at the table and what is played."""
        self._rules = self._make_rules(room.terms) if self._make_rules else None
        states = self.confirmed.state, self._prediction.base
        if self.room and self.room.playing and room.playing and self.room.terms != room.terms:
            raise ValueError("another match is played")
        if room.playing and len(room.places) < max(len(state.totals) for state in states):
            raise ValueError("there are too few places")
        if not room.playing:
            self.witness.put_away()
        if self.room and self.room.playing and not room.playing:
            self.confirmed, self.runs = ConfirmedMatch(), SeatRuns()
            self._coming.clear()
            self._show(Resumed(opening(0)))
        if self.room is None and room.playing:
            self.played = room
        self.room = room

    def _confirm(self, event: Event) -> None:
        """Apply a confirmed event. Raises IndexError or ValueError if it is impossible at this table."""
        if isinstance(event, Started | Asked | Paused | Thrown):
            self._soon(event.at)
        if isinstance(event, Standing) and event.out and self.runs.deal:
            self._soon((self.confirmed.state.starts or 0) - self.runs.deal.played + event.out)
        if isinstance(event, Sat):
            self._has_places(event.seat + 1)
        before = self.confirmed.state
        self.confirmed.add(event, self._played())
        if isinstance(event, Scored):
            self.played = self.room
        self.witness.observe(event, before, self.seat)

    def _hear_of_deal(self, message: FromDeal, now: int) -> None:
        """Take part in a deal. Raises ValueError if what the host says of it makes no sense."""
        if not (self.welcome and self.room):
            raise ValueError("nobody is seated yet")
        rules, room = self._played(), self.room
        terms = PlayedFor(rules, room.terms.rounds) if rules else None
        if answer := self.witness.receive(message, self.welcome.table, terms):
            self.ask(answer, now)

    def _played(self) -> Rules | None:
        """The table's rules, or None if no rules are known here. Raises ValueError until the host has named
        some."""
        if self._make_rules and self._rules is None:
            raise ValueError("nothing is played")
        return self._rules

    def _has_places(self, seats: int) -> None:
        """Raises ValueError if the table has fewer seats."""
        if self.room and seats > len(self.room.places):
            raise ValueError("nobody can sit there")

    def _soon(self, time: int) -> None:
        """Raises ValueError for a time further ahead than a host may schedule."""
        if time > self.connection.sent + SOON:
            raise ValueError("that is far off")

    def _show(self, event: Event) -> None:
        """Queue an event for the next update. Raises ValueError if too many wait."""
        if len(self._coming) >= COMING:
            self._coming.clear()
            raise ValueError("too much is to be shown")
        self._coming.append(event)

    def _resume(self, told: Snapshot) -> None:
        """Continue from a snapshot."""
        state = restored(told)
        for at in (
            state.starts or 0,
            state.asks.at if state.asks else 0,
            *(thrown.at for thrown in state.air),
        ):
            self._soon(at)
        self._has_places(len(state.totals))
        if self.confirmed.state.phase == WON and not state.round:
            self.witness.put_away()  # bots begin again at once
        self.confirmed.resume(state, told.events, self._played())
        self.witness.resume(state, self.welcome.epoch if self.welcome else 0)
        self._show(Resumed(state))
