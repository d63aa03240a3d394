"""The judge of a match: claims in the order of their presses become events.

Times are microseconds of the host's clock; they are always passed in.
"""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from game.core.deal_anew import dealt_anew, owners_at, owners_of, resumable
from game.core.fair_deal import FairDeal
from game.core.rules import IllegalMove, Outcome, Rules, fold_all, play
from game.core.shuffle import Seed, derive, lot
from game.core.state import (
    FLIGHT,
    HAND,
    LANDS,
    PLAYING,
    RETURNS,
    SCORED,
    WAITING,
    Dealt,
    Dud,
    Event,
    Ready,
    Returned,
    Sat,
    Scored,
    Started,
    State,
    Thrown,
    Won,
    fold_match,
    opening,
)
from game.core.table import Move, Moved, Table

NEVER = -1
"""Stands in the log for the press of a seat that has not knocked, and sits the round out."""
COUNTDOWN = 1_800_000
"""Microseconds from the last seat's knock to the opening of play: three joint knocks."""
DEALING = 1_000_000
"""Microseconds for dealing a later round, before its countdown."""
TIE = 1_000
"""Presses within this many microseconds are a tie, decided by lot: the seats' clocks agree no better."""


class LogEntry(NamedTuple):
    """One line of the log: a seat's move, pressed at `press`, was judged at `at`.

    Without a move, the seat knocked for the start, or sat down if it did not exist before; or, pressed NEVER,
    it sits the round out.
    """

    at: int
    seat: int
    press: int
    move: Move | None


class RoundResult(NamedTuple):
    """How a round ended: after how many lines of the log, why, by which seat, with what scores, and how many
    microseconds after its start."""

    entries: int
    reason: str
    seat: int | None
    scores: tuple[int, ...]
    duration: int


class Match:
    """Rounds of one game at one table until somebody reaches the target.

    Methods that change the match return the resulting events; `state` has them folded in already.
    """

    def __init__(self, rules: Rules, seats: int, seed: Seed, target: int = 100, rounds: int = 0) -> None:
        """The match ends at `target` points, or after `rounds` rounds at the latest; 0 means no such limit.

        If nobody may work out the cards, `seed` is a secret. Rounds in `deals` have seeds of their own.
        """
        self.rules, self.seats, self.seed, self.target, self.rounds = rules, seats, seed, target, rounds
        self.state: State = opening(seats)
        self.log: list[LogEntry] = []
        self.results: list[RoundResult] = []
        self.deals: dict[int, FairDeal] = {}
        """By round, what its deal follows from, if not from the match's seed."""
        self.opened = seats
        """How many seats the match began with."""
        self._owners = owners_at(self.rules, self.seats)
        self._flights: dict[Thrown, int] = {}
        """What is in the air, and when each lands."""
        self._settled = 0
        """Everything that lands up to this time has been judged."""
        self._free, self._next = [0] * seats, [0] * seats
        """By seat, until when its hand is busy with a throw, and the earliest time of its next press."""
        self._laid: deque[tuple[int, int, int, Table]] = deque(maxlen=8 * seats)
        """The latest landings, oldest first: time, seat, pile, and the table before it."""
        self._landings = 0
        """How many landings of this round have been judged."""
        self.delays: dict[int, int] = {}
        """By round, how much later than they land throws are shown there, if at all; see Started."""
        self._out = 0
        """The seats, one bit each, without which the others go on as soon as all have knocked."""
        self.resumed: State | None = None
        """What was known when the match was taken over from another judge; the log begins there."""

    def start(self) -> list[Event]:
        """Deal the first round, unless the match has been resumed."""
        return [] if self.resumed else list(self._emit(self._deal()))

    def resume(self, known: State, now: int) -> None:
        """Continue what is known of another judge's match. Raises ValueError if it is not of this game."""
        self.resumed = known = resumable(known, self.rules.eliminated(known.totals), now)
        self._owners = owners_of(self.rules, self.seats, known.table)
        self.state = known._replace(table=dealt_anew(known.table, self._owners, self.seed))
        self._settled = now
        if known.delay:
            self.delays[known.round] = known.delay

    def ready(self, seat: int, now: int, out: bool = False) -> list[Event]:
        """A seat knocks for the start; or the others go on without it: it sits the round `out`, but agrees to
        what others call. The last seat begins the countdown."""
        state = self.state
        if state.phase not in (WAITING, SCORED) or state.ready >> seat & 1:
            return []
        now = self._in_order(now)
        self.log.append(LogEntry(now, seat, NEVER if out else now, None))
        self._out |= out << seat
        return list(self._emit(self._getting_ready(seat, now)))

    def sit(self, now: int) -> list[Event]:
        """Add a seat from the next deal on, if there is room and a round has just ended."""
        if self.state.phase != SCORED or self.seats + 1 not in self.rules.seats:
            return []
        now = self._in_order(now)
        self.log.append(LogEntry(now, self.seats, now, None))
        self.seats += 1
        return list(self._emit([Sat(self.seats - 1)]))

    def claim(self, seat: int, move: Move, press: int, now: int) -> list[Event]:
        """A seat plays a move that it pressed at `press`. A move that flies is judged when it lands.

        A press later than `now` counts as `now`; one before the start is ignored; one while the seat's hand
        is busy is refused. One within HAND of the last counts from its end, or is refused if that is to come.
        """
        press = min(press, now)
        state = self.state
        if state.phase != PLAYING or state.starts is None or press < state.starts:
            return []
        press = max(press, self._next[seat])
        if (
            press > now
            or press < self._free[seat]
            or not self._is_own(seat, move)
            or self._barred(seat, move)
        ):
            return list(self._emit([Returned(seat, move, None, thrown=False)]))
        if not self.rules.flies(state.table, seat, move):
            self._next[seat] = press + HAND
            return self._judge(seat, move, press, self._in_order(now))
        card = state.table.piles[move.src].exposed
        if move.count and card is None:
            return list(self._emit([Returned(seat, move, None, thrown=False)]))
        thrown = Thrown(seat, move, (card,) if move.count and card else (), press)
        self._flights[thrown] = max(self._settled, press + FLIGHT)
        self._free[seat] = self._flights[thrown] + 1
        return list(self._emit([thrown]))

    def settle(self, now: int, ends: int | None = None) -> list[Event]:
        """Judge all that lands by `now`, in the order of the presses.

        A landing that ends the round is judged only if it lands by `ends`. `now` may be in the future if
        everything pressed up to FLIGHT before it has been claimed.
        """
        events: list[Event] = []
        while (arrival := self.next_time()) is not None and arrival <= now:
            first = self._first(arrival)
            if ends is not None and arrival > ends and self._ends(first):
                now = arrival - 1
                break
            del self._flights[first]
            events += self._judge(first.seat, first.move, first.at, self._in_order(arrival))
        self._settled = max(self._settled, now)
        return events

    def ending(self, now: int) -> Thrown | None:
        """The next landing, if it comes by `now` and will end the round."""
        if (arrival := self.next_time()) is None or arrival > now:
            return None
        first = self._first(arrival)
        return first if self._ends(first) else None

    def fate(self, thrown: Thrown) -> int:
        """What becomes of this in the air, certain once nobody can press before it any more."""
        ahead = object.__new__(Match)
        vars(ahead).update(vars(self), log=self.log[-1:], results=[])
        ahead._flights, ahead._free, ahead._laid = self._flights.copy(), self._free.copy(), self._laid.copy()
        for event in ahead.settle(self._flights[thrown]):
            match event:
                case Moved(seat) if seat == thrown.seat:
                    return LANDS
                case Returned(seat, _, faster) if seat == thrown.seat:
                    return RETURNS if faster is None else faster
        return RETURNS

    def next_time(self) -> int | None:
        """When the next card or knock lands, if one is in the air."""
        return min(self._flights.values(), default=None)

    def redo(self, entry: LogEntry) -> list[Event]:
        """Apply a line of a log again; the same log brings about the same events.

        An impossible entry adds nothing to the log.
        """
        at, seat, press, move = entry
        if self.log and at < self.log[-1].at:
            return []
        if move is None:
            return self.sit(at) if seat == self.seats else self.ready(seat, at, press == NEVER)
        state = self.state
        if state.phase != PLAYING or state.starts is None or press < max(state.starts, self._free[seat]):
            return []
        if self._barred(seat, move):
            return []
        if self.rules.flies(state.table, seat, move) and at < press + FLIGHT - TIE:
            return []
        return self._judge(seat, move, press, at)

    def _in_order(self, at: int) -> int:
        """The time for the next line of the log: never earlier than the last, which may be judged ahead."""
        return max(at, self.log[-1].at) if self.log else at

    def _ends(self, flight: Thrown) -> bool:
        """Whether the landing ends the round."""
        try:
            events = play(self.rules, self.state.table, flight.seat, flight.move)
        except IllegalMove:
            return False
        return self.rules.outcome(fold_all(self.state.table, events)) is not None

    def _is_own(self, seat: int, move: Move) -> bool:
        """Whether the piles exist and are the seat's to use, and the count is possible."""
        (src, dst, count), owners, piles = move, self._owners, self.state.table.piles
        if not (0 <= src < len(owners) and 0 <= dst < len(owners)):
            return False
        if owners[src] != seat or owners[dst] not in (seat, None):
            return False
        if src == dst:
            return count == 0
        # An empty hand takes its cards back from the turned ones.
        return 0 < count <= len(piles[src].cards) + len(piles[dst].cards)

    def _barred(self, seat: int, move: Move) -> bool:
        """Whether the seat sits out, and this is more than agreeing."""
        flies = move.count or self.rules.flies(self.state.table, seat, move)
        return self.state.sits_out(seat) and bool(flies)

    def _first(self, arrival: int) -> Thrown:
        """The earliest press among what lands now; ties are decided by a draw that no seat can foresee."""
        earliest = min(flight.at for flight, lands in self._flights.items() if lands == arrival)
        ties = [flight for flight in self._flights if abs(flight.at - earliest) <= TIE]
        return min(ties, key=lambda flight: self.lot(flight.seat))

    def lot(self, seat: int) -> int:
        """The seat's draw if the next landing is a tie: the lowest wins."""
        number = self.state.round
        return lot(self._seed_of(number), number, self._landings, seat)

    def _judge(self, seat: int, move: Move, press: int, at: int) -> list[Event]:
        """Judge the move on the current table: its events, perhaps with the round's end, or a refusal."""
        table = self.state.table
        self.log.append(LogEntry(at, seat, press, move))
        flies = self.rules.flies(table, seat, move)
        self._landings += flies
        try:
            if self.rules.answers and self._laid and press < self._laid[-1][0]:
                raise IllegalMove
            events: list[Event] = list(play(self.rules, table, seat, move))
        except IllegalMove:
            if held := self.rules.lockout(table, seat, move):
                self._free[seat] = press + FLIGHT + held
            dud = flies and move.count == 0
            refusal = Dud(seat) if dud else Returned(seat, move, self._faster(seat, move, press), flies)
            return list(self._emit([refusal]))
        self._free[seat] = press + FLIGHT * flies + self.rules.busy(table, move)
        if flies:
            self._laid.append((at, seat, move.dst, table))
        done = list(self._emit(events))
        if outcome := self.rules.outcome(self.state.table):
            outcome = outcome.without(self.state.out)
            duration = at - (self.state.starts or 0)
            result = RoundResult(len(self.log), outcome.reason, outcome.seat, outcome.scores, duration)
            self.results.append(result)
            done += self._emit(self._end(outcome))
        return done

    def _faster(self, seat: int, move: Move, press: int) -> int | None:
        """The seat that took the place first, while this move was on its way, if any."""
        for at, other, pile, before in self._laid:
            if at > press and pile == move.dst and move in self.rules.moves(before, seat):
                return other
        return None

    def _getting_ready(self, seat: int, now: int) -> Iterator[Event]:
        again = self.state.phase == SCORED
        yield Ready(seat)
        if self.state.ready == (1 << self.seats) - 1:
            if again:
                yield from self._deal()
            out, self._out = self._out, 0
            delay = self.delays.get(self.state.round, 0)
            yield Started(now + COUNTDOWN + DEALING * again, out, delay)

    def _deal(self) -> Iterator[Event]:
        number = self.state.round + 1
        self._flights.clear()
        self._landings = 0
        self._laid.clear()
        self._free, self._next = [0] * self.seats, [0] * self.seats
        self._owners = owners_at(self.rules, self.seats)
        yield Dealt(number, self.rules.next_deal(derive(self._seed_of(number), number), self.state.totals))

    def _seed_of(self, number: int) -> Seed:
        deal = self.deals.get(number)
        return deal.seed if deal else self.seed

    def _end(self, outcome: Outcome) -> Iterator[Event]:
        """Return the cards in the air, count the round, and end the match if it is won."""
        for flight in self._flights:
            yield Returned(flight.seat, flight.move, None)
        self._flights.clear()
        totals = tuple(map(sum, zip(self.state.totals, outcome.scores, strict=True)))
        yield Scored(outcome.reason, outcome.seat, outcome.scores, totals)
        second, best = sorted(totals)[-2:]
        left = max(0, self.rounds - self.state.round)
        at_target = self.target and best >= self.target
        decided = self.rounds and best - second > left * self.rules.max_swing(self.seats)
        if (at_target or decided) and best - second >= (self.rules.knockout_margin or 1):
            yield Won(totals.index(best))
        else:
            yield from map(Ready, self.rules.eliminated(totals))

    def _emit(self, events: Iterator[Event] | list[Event]) -> Iterator[Event]:
        for event in events:
            self.state = fold_match(self.state, event)
            yield event
