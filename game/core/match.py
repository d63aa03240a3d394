"""A match: rounds of one game at one table, who is ready for each, their scores, and who wins.

Times are microseconds of the host's clock; they are always passed in.
"""

from collections.abc import Sequence
from typing import NamedTuple

from game.core.deal_anew import Owners, dealt_anew, owners_at, owners_of, resumable
from game.core.fair_deal import FairDeal
from game.core.log import NEVER, STILL, LogEntry, in_order
from game.core.rules import Outcome, Rules
from game.core.shuffle import Seed, derive
from game.core.solo import Solo
from game.core.state import (
    PAUSED,
    PLAYING,
    SCORED,
    WAITING,
    WON,
    Asked,
    Dealt,
    Event,
    Paused,
    Ready,
    Returned,
    Sat,
    Scored,
    Started,
    State,
    Won,
    fold_match,
    opening,
)
from game.core.table import Move, Standing
from game.core.table_round import Judged, TableRound

COUNTDOWN = 1_800_000
"""Microseconds from the last seat's knock to the opening of play: three joint knocks."""
DEALING = 1_000_000
"""Microseconds for dealing a later round, before its countdown."""
ASKING = 20_000_000
"""Microseconds for which it holds that a seat asks for a pause."""


class RoundResult(NamedTuple):
    """How a round ended: after how many lines of the log, why, by which seat, with what scores, and how many
    microseconds after its start."""

    entries: int
    reason: str
    seat: int | None
    scores: tuple[int, ...]
    duration: int


def winner_of(rules: Rules, totals: Sequence[int], played: int, target: int, rounds: int) -> int | None:
    """The seat that has won a match with these totals after so many rounds, if it is over; see Match."""
    second, best = sorted(totals)[-2:]
    left = max(0, rounds - played)
    decided = rounds and best - second > left * rules.max_swing(len(totals))
    won = ((target and best >= target) or decided) and best - second >= (rules.knockout_margin or 1)
    return totals.index(best) if won else None


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
        self.delays: dict[int, int] = {}
        """By round, how much later than they land throws are shown there, if at all; see Started."""
        self._pauses: list[tuple[int, int]] = []
        """When the present round began to stand still, and when it went on."""
        self.handicaps: dict[int, tuple[int, ...]] = {}
        """By the round from which on they hold; see State."""
        self.runs: dict[int, tuple[str, Sequence[Solo]]] = {}
        """By round, what was played beside the table where each seat has a patience of its own: its name, and
        what has become of it at each seat."""
        self._out = 0
        """The seats, one bit each, without which the others go on as soon as all have knocked."""
        self.resumed: State | None = None
        """What was known when the match was taken over from another judge; the log begins there."""
        self.round = self._new_round(owners_at(rules, seats))
        """Judges the present round."""

    def told_handicaps(self, chosen: Sequence[int]) -> tuple[int, ...]:
        """These numbers of cards, by seat, as State has them: nothing while all always had the usual one."""
        usual = self.rules.handicaps[:1]
        return tuple(chosen) if usual and (self.state.handicaps or {*chosen} - {*usual}) else ()

    def handicap(self, handicaps: tuple[int, ...]) -> None:
        """The next round is dealt with these, as State has them."""
        number = self.state.round + 1
        self.handicaps.pop(number, None)
        if handicaps != self.state.handicaps:
            self.handicaps[number] = handicaps

    def start(self) -> list[Event]:
        """Deal the first round, unless the match has been resumed."""
        return [] if self.resumed else self._deal()

    def resume(self, known: State, now: int) -> None:
        """Continue what is known of another judge's match. Raises ValueError if it is not of this game."""
        self.resumed = known = resumable(known, self.rules.eliminated(known.totals), now)
        owners = owners_of(self.rules, self.seats, known.table)
        self.state = known._replace(table=dealt_anew(known.table, owners, self.seed))
        self.round = self._new_round(owners)
        if known.delay:
            self.delays[known.round] = known.delay

    def ready(self, seat: int, now: int, out: bool = False) -> list[Event]:
        """A seat knocks for the start; or the others go on without it: it sits the round `out`, but agrees to
        what others call. The last seat begins the countdown. After the match, it knocks for another one."""
        state = self.state
        if state.phase not in (WAITING, PAUSED, SCORED, WON) or state.ready >> seat & 1:
            return []
        if state.phase == WON:
            return self._tell([Ready(seat)])
        now = in_order(self.log, now)
        self.log.append(LogEntry(now, seat, NEVER if out else now, None))
        self._out |= out << seat
        events = self._tell([Ready(seat)])
        if self.state.ready == (1 << self.seats) - 1:
            again = state.phase == SCORED
            if again:
                events += self._deal()
            delay = self.delays.get(self.state.round, 0)
            opens = now + COUNTDOWN + DEALING * again
            if state.phase == PAUSED and state.asks:
                self._pauses.append((state.asks.at, opens))
                self._out |= state.out
            events += self._tell([Started(opens, self._out, delay)])
            self._out = 0
        return events

    def ask_pause(self, seat: int, now: int, alone: bool) -> list[Event]:
        """A seat asks for a pause: there is one if that is enough, `alone`, or another has asked before."""
        state, asks = self.state, self.state.asks
        if state.phase != PLAYING or not self.rules.pausable:
            return []
        if asks and asks.seat != seat and now <= asks.at + ASKING:
            return self.pause(asks.seat, now)
        return self.pause(seat, now) if alone else self._tell([Asked(seat, now)])

    def pause(self, seat: int, now: int) -> list[Event]:
        """All stands still, as this seat has asked, until all have knocked again."""
        now = in_order(self.log, now)
        self.log.append(LogEntry(now, seat, STILL, None))
        return self._tell([Paused(seat, now)])

    def told_log(self) -> list[LogEntry]:
        """The moves of the round that has just ended, as if it had not been paused: see State.began."""
        first = self.results[-2].entries if len(self.results) > 1 else 0
        entries: list[LogEntry] = []
        for at, seat, press, move, _stands in self.log[first : self.results[-1].entries]:
            if not move:
                continue
            stood = sum(until - since for since, until in self._pauses if at < until)
            # What landed as the pause began is not told after what was done as it ended.
            entries.append(LogEntry(in_order(entries, at + stood), seat, press + stood, move))
        return entries

    def sit(self, now: int) -> list[Event]:
        """Add a seat from the next deal on, if there is room and a round has just ended."""
        if self.state.phase != SCORED or self.seats + 1 not in self.rules.seats:
            return []
        now = in_order(self.log, now)
        self.log.append(LogEntry(now, self.seats, now, None))
        self.seats += 1
        return self._tell([Sat(self.seats - 1)])

    def claim(self, seat: int, move: Move, press: int, now: int) -> list[Event]:
        """A seat plays a move that it pressed at `press`. A move that flies is judged when it lands.

        A press later than `now` counts as `now`; one before the start is ignored; one while the seat's hand
        is busy, or since a pause, is refused. One within HAND of the last counts from its end, or is refused
        if that is to come.
        """
        state = self.state
        if state.phase == PAUSED and state.asks and press > state.asks.at:
            return [Returned(seat, move, None, thrown=False)]
        return self._take(self.round.claim(state, seat, move, press, now)) if self._in_round else []

    @property
    def _in_round(self) -> bool:
        """Whether moves are judged: in a pause those that were pressed before."""
        return self.state.phase in (PLAYING, PAUSED)

    def settle(self, now: int, ends: int | None = None) -> list[Event]:
        """Judge all that lands by `now`, in the order of the presses.

        A landing that ends the round is judged only if it lands by `ends`. `now` may be in the future if
        everything pressed up to FLIGHT before it has been claimed.
        """
        events: list[Event] = []
        while judged := self.round.settle(self.state, now, ends):
            events += self._take(judged)
        return events

    def stand(self, standing: Standing, now: int) -> list[Event]:
        """A seat has come so far in a patience of its own, which is judged apart."""
        if self.state.phase != PLAYING:
            return []
        now = in_order(self.log, now)
        self.log.append(LogEntry(now, standing.seat, now, None, standing))
        events = self._tell([standing])
        outcome = self.rules.outcome(self.state.table)
        return events + self._end(outcome, now) if outcome else events

    def redo(self, entry: LogEntry) -> list[Event]:
        """Apply a line of a log again; the same log brings about the same events.

        An impossible entry adds nothing to the log.
        """
        at, seat, press, move, stands = entry
        if self.log and at < self.log[-1].at:
            return []
        if stands:
            return self.stand(stands, at)
        if move is None:
            if press == STILL:
                may = self.state.phase == PLAYING and self.rules.pausable and seat < self.seats
                return self.pause(seat, at) if may else []
            return self.sit(at) if seat == self.seats else self.ready(seat, at, press == NEVER)
        return self._take(self.round.redo(self.state, seat, move, press, at)) if self._in_round else []

    def _take(self, judged: Judged) -> list[Event]:
        """What has been judged counts; if it ends the round, that is counted, and the match ends if it is
        won."""
        events, self.state, outcome = judged
        return events + self._end(outcome, self.log[-1].at) if outcome else events

    def _end(self, outcome: Outcome, at: int) -> list[Event]:
        state, (reason, seat, scores) = self.state, outcome.without(self.state.out)
        duration = at - state.began
        self.results.append(RoundResult(len(self.log), reason, seat, scores, duration))
        totals = tuple(map(sum, zip(state.totals, scores, strict=True)))
        winner = winner_of(self.rules, totals, state.round, self.target, self.rounds)
        then = [Won(winner)] if winner is not None else map(Ready, self.rules.eliminated(totals))
        return self._tell([Scored(reason, seat, scores, totals), *then])

    def _deal(self) -> list[Event]:
        state, number = self.state, self.state.round + 1
        handicaps = self.handicaps.get(number, state.handicaps)
        table = self.rules.next_deal(derive(self._seed_of(number), number), state.totals, handicaps)
        events = self._tell([Dealt(number, table, handicaps)])
        self.round, self._pauses = self._new_round(owners_at(self.rules, self.seats)), []
        return events

    def _new_round(self, owners: Owners) -> TableRound:
        """A judge of the present round, with piles of these owners."""
        return TableRound(self.rules, owners, self.state, self._seed_of(self.state.round), self.log)

    def _seed_of(self, number: int) -> Seed:
        deal = self.deals.get(number)
        return deal.seed if deal else self.seed

    def _tell(self, events: list[Event]) -> list[Event]:
        """These events happen."""
        for event in events:
            self.state = fold_match(self.state, event)
        return events
