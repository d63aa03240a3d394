"""The judge of a round at a shared table: claims in the order of their presses become events.

Times are microseconds of the host's clock; they are always passed in.
"""

from collections import deque

from game.core.deal_anew import Owners
from game.core.log import LogEntry, in_order
from game.core.rules import IllegalMove, Outcome, Rules, fold_all, play
from game.core.shuffle import Seed, lot
from game.core.state import FLIGHT, HAND, LANDS, RETURNS, Dud, Event, Returned, State, Thrown, fold_match
from game.core.table import Move, Moved, Table

TIE = 1_000
"""Presses within this many microseconds are a tie, decided by lot: the seats' clocks agree no better."""


Judged = tuple[list[Event], State, Outcome | None]
"""What came of claims: events, the state with them folded in, and how the round ended, if it did."""


class TableRound:
    """What is in the air in one round, and whose hand is free. The state of the match is passed in."""

    def __init__(self, rules: Rules, owners: Owners, state: State, seed: Seed, log: list[LogEntry]) -> None:
        """The round as `state` has it, its piles the `owners`'. `seed`: that of its deal, which decides ties.
        Each judgement is added to `log`."""
        self._rules, self._owners, self._number, self._seed, self._log = rules, owners, state.round, seed, log
        seats = len(state.totals)
        self._flights: dict[Thrown, int] = {}
        """What is in the air, and when each lands."""
        self._settled = 0
        """Everything that lands up to this time has been judged."""
        self._free, self._next = [0] * seats, [0] * seats
        """By seat, until when its hand is busy with a throw, and the earliest time of its next press."""
        self._laid: deque[tuple[int, int, int, Table]] = deque(maxlen=8 * seats)
        """The latest landings, oldest first: time, seat, pile, and the table before it."""
        self._landings = 0
        """How many landings have been judged."""

    def claim(self, state: State, seat: int, move: Move, press: int, now: int) -> Judged:
        """A seat plays a move that it pressed at `press`; see Match.claim."""
        press = min(press, now)
        if state.starts is None or press < state.starts:
            return [], state, None
        press = max(press, self._next[seat])
        if (
            press > now
            or press < self._free[seat]
            or not self._is_own(state, seat, move)
            or self._barred(state, seat, move)
        ):
            return [Returned(seat, move, None, thrown=False)], state, None
        if not self._rules.flies(state.table, seat, move):
            self._next[seat] = press + HAND
            return self._judge(state, seat, move, press, in_order(self._log, now))
        card = state.table.piles[move.src].exposed
        if move.count and card is None:
            return [Returned(seat, move, None, thrown=False)], state, None
        thrown = Thrown(seat, move, (card,) if move.count and card else (), press)
        self._flights[thrown] = max(self._settled, press + FLIGHT)
        self._free[seat] = self._flights[thrown] + 1
        return [thrown], fold_match(state, thrown), None

    def settle(self, state: State, now: int, ends: int | None = None) -> Judged | None:
        """Judge the next that lands by `now`, if anything does; see Match.settle."""
        if self._flights and (arrival := min(self._flights.values())) <= now:
            first = self._first(arrival)
            if ends is None or arrival <= ends or not self._ends(state, first):
                del self._flights[first]
                at = in_order(self._log, arrival)
                return self._judge(state, first.seat, first.move, first.at, at)
            now = arrival - 1
        self._settled = max(self._settled, now)
        return None

    def redo(self, state: State, seat: int, move: Move, press: int, at: int) -> Judged:
        """Judge a move of a log again; nothing comes of one that is impossible."""
        if (
            state.starts is None
            or press < max(state.starts, self._free[seat])
            or self._barred(state, seat, move)
            or (self._rules.flies(state.table, seat, move) and at < press + FLIGHT - TIE)
        ):
            return [], state, None
        return self._judge(state, seat, move, press, at)

    def next_time(self) -> int | None:
        """When the next card or knock lands, if one is in the air."""
        return min(self._flights.values(), default=None)

    def ending(self, state: State, now: int) -> Thrown | None:
        """The next landing, if it comes by `now` and will end the round."""
        if (arrival := self.next_time()) is None or arrival > now:
            return None
        first = self._first(arrival)
        return first if self._ends(state, first) else None

    def fate(self, state: State, thrown: Thrown) -> int:
        """What becomes of this in the air, certain once nobody can press before it any more."""
        ahead = object.__new__(TableRound)
        vars(ahead).update(vars(self), _log=self._log[-1:])
        ahead._flights, ahead._free, ahead._laid = self._flights.copy(), self._free.copy(), self._laid.copy()
        while judged := ahead.settle(state, self._flights[thrown]):
            events, state, _outcome = judged
            for event in events:
                match event:
                    case Moved(seat) if seat == thrown.seat:
                        return LANDS
                    case Returned(seat, _, faster) if seat == thrown.seat:
                        return RETURNS if faster is None else faster
        return RETURNS

    def lot(self, seat: int) -> int:
        """The seat's draw if the next landing is a tie: the lowest wins."""
        return lot(self._seed, self._number, self._landings, seat)

    def _is_own(self, state: State, seat: int, move: Move) -> bool:
        """Whether the piles exist and are the seat's to use, and the count is possible."""
        (src, dst, count), owners, piles = move, self._owners, state.table.piles
        if not (0 <= src < len(owners) and 0 <= dst < len(owners)):
            return False
        if owners[src] != seat or owners[dst] not in (seat, None):
            return False
        if src == dst:
            return count == 0
        # An empty hand takes its cards back from the turned ones.
        return 0 < count <= len(piles[src].cards) + len(piles[dst].cards)

    def _barred(self, state: State, seat: int, move: Move) -> bool:
        """Whether the seat sits out, and this is more than agreeing."""
        flies = move.count or self._rules.flies(state.table, seat, move)
        return state.sits_out(seat) and bool(flies)

    def _first(self, arrival: int) -> Thrown:
        """The earliest press among what lands now; ties are decided by a draw that no seat can foresee."""
        earliest = min(flight.at for flight, lands in self._flights.items() if lands == arrival)
        ties = [flight for flight in self._flights if abs(flight.at - earliest) <= TIE]
        return min(ties, key=lambda flight: self.lot(flight.seat))

    def _ends(self, state: State, flight: Thrown) -> bool:
        """Whether the landing ends the round."""
        try:
            events = play(self._rules, state.table, flight.seat, flight.move)
        except IllegalMove:
            return False
        return self._rules.outcome(fold_all(state.table, events)) is not None

    def _judge(self, state: State, seat: int, move: Move, press: int, at: int) -> Judged:
        """Judge the move on the current table: its events, perhaps with the round's end, or a refusal.

        A fault of the rules leaves the log as it was, as it does the state.
        """
        table, rules = state.table, self._rules
        entry, flies = LogEntry(at, seat, press, move), rules.flies(table, seat, move)
        self._landings += flies
        try:
            if rules.answers and self._laid and press < self._laid[-1][0]:
                raise IllegalMove
            events: list[Event] = list(play(rules, table, seat, move))
        except IllegalMove:
            if held := rules.lockout(table, seat, move):
                self._free[seat] = press + FLIGHT + held
            dud = flies and move.count == 0
            refusal = Dud(seat) if dud else Returned(seat, move, self._faster(seat, move, press), flies)
            self._log.append(entry)
            return [refusal], fold_match(state, refusal), None
        for event in events:
            state = fold_match(state, event)
        outcome = rules.outcome(state.table)
        self._free[seat] = press + FLIGHT * flies + rules.busy(table, move)
        if flies:
            self._laid.append((at, seat, move.dst, table))
        self._log.append(entry)
        if not outcome:
            return events, state, None
        events += (Returned(flight.seat, flight.move, None) for flight in self._flights)
        self._flights.clear()
        return events, state._replace(air=()), outcome

    def _faster(self, seat: int, move: Move, press: int) -> int | None:
        """The seat that took the place first, while this move was on its way, if any."""
        for at, other, pile, before in self._laid:
            if at > press and pile == move.dst and move in self._rules.moves(before, seat):
                return other
        return None
