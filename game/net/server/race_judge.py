"""Judges the patiences of one round of a race: acts in, standings out.

The clock of the runs starts with the round, for all at once. No clock and no socket inside.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from game.core.race import Race, still_in
from game.core.rules import Rules
from game.core.solo import UNDO, Act, Solo
from game.core.state import FLIGHT, HAND, State
from game.core.table import Move, Standing
from game.net.server.match_server import BotPlayer
from game.net.server.runs import RunsSoFar
from game.net.wire.messages import ACTS, RunDeal, RunsEnd

AGAIN = 2_000_000
"""Microseconds in which the players of a race taken over from another host tell of their runs again."""


class Patience(NamedTuple):
    """What is played in a round, by all seats alike."""

    name: str
    """The challenge's."""
    rules: Rules
    seed: int
    limit: int
    """Microseconds, penalties included, after which a run is over."""
    plan: Callable[[int, int, str, bool], list[Act]]
    """All that a bot does in this round, at this seat, of this level, and whether it may take moves back."""


def _placed(solo: Solo) -> int:
    """How many cards have reached their goals."""
    return solo.rules.progress(solo.table)[0]


class _Run:
    """What is known of one seat's run."""

    def __init__(self, patience: Patience) -> None:
        self.solo = Solo(patience.rules, patience.seed)
        self.bot: BotPlayer | None = None
        self.plan: list[Act] = []
        """What its bot will do yet, the last first."""
        self.own: _Run | None = None
        """The run of the player whom its bot stands in for, to go on with."""
        self.next = 0
        """The earliest time of its next act."""
        self.count, self.seen = _placed(self.solo), 0
        """How many cards have reached their goals; and how many everyone has seen there at another host,
        until its acts come to that again."""
        self.owed = 0
        """The penalties that everyone has been told of at another host."""
        self.out = False
        """Whether the patience has come out."""
        self.told: int | None = None
        """When it came out, as all have been told."""

    @property
    def acted(self) -> int:
        """The time of its last act."""
        return self.solo.log[-1].at if self.solo.log else 0

    @property
    def penalty(self) -> int:
        """What is added to its time."""
        return max(self.solo.penalty, self.owed)

    @property
    def time(self) -> int:
        """That of its last act, penalties included."""
        return self.acted + self.penalty


class RaceJudge:
    """For one round. Times in microseconds of the host's clock, those of acts by the clock of the runs."""

    def __init__(
        self,
        rules: Race,
        patience: Patience,
        helps: frozenset[str],
        state: State,
        so_far: RunsSoFar | None = None,
    ) -> None:
        """`helps`: which of UNDO, REDO and HINT are allowed. `state`: the match as its round starts."""
        self.patience, self.round, self._rules = patience, state.round, rules
        self._helps, self._starts = helps, state.starts or 0
        self._zero, self._lost = self._starts, 0
        """When the clock of the runs shows 0; and when the host before was lost, by that clock."""
        self.runs = [_Run(patience) for _ in state.totals]
        self._begun = False
        """Whether the runs are under way here."""
        self._given_up: int | None = None
        """When the last player gave up, by the clock of the runs: nobody wants to wait for bots."""
        self._held = self._starts
        """When the first may have come out, and the first player has to give up."""
        if so_far:
            self._take_over(so_far, state)

    def _take_over(self, so_far: RunsSoFar, state: State) -> None:
        """Go on from what another host told: no time later than when it was lost, no penalty longer than a
        run."""
        self._held = self._starts + AGAIN  # all have told of their runs by then
        self._zero -= min(max(0, self._starts - so_far.begun), self.patience.limit)
        self._lost = max(0, so_far.lost - so_far.begun)
        for seat, placed, penalty, out, _ in state.table.standings:
            run = self.runs[seat]
            run.seen, run.owed = placed, min(penalty, self.patience.limit)
            run.told = None if out is None else min(out, self._lost)

    @property
    def deal(self) -> RunDeal:
        """What all are told is played."""
        return RunDeal(self.round, self.patience.name, self.patience.seed, self._starts - self._zero)

    @property
    def end(self) -> RunsEnd:
        """By when all have to come out."""
        return RunsEnd(self.round, self._last)

    def clock(self, now: int) -> int:
        """The clock of the runs."""
        return now - self._zero

    def play(self, seat: int, bot: BotPlayer | None, now: int) -> bool:
        """Have a bot play this seat, or its player; whether another run than before counts there.

        A bot begins with the deal anew, while the clock runs on. Who comes back goes on with the own run,
        unless the bot has come out.
        """
        run, clock = self.runs[seat], self.clock(now)
        new = run.bot is not bot and not run.out
        if new and bot:
            acts = self.patience.plan(self.round, seat, bot.level, UNDO in self._helps)
            begin = clock if self._begun else self._began(run, acts)
            if self._begun:
                own = run.own if run.bot else run
                run = self.runs[seat] = _Run(self.patience)
                run.own = own
            run.bot, run.plan = bot, [Act(begin + at, what) for at, what in reversed(acts)]
        elif new:
            run = self.runs[seat] = run.own or run
            run.bot, run.plan = None, []
        while run.plan and run.plan[-1].at <= clock:
            self.take(seat, len(run.solo.log), [run.plan.pop()], now)
        return new

    def take(self, seat: int, first: int, acts: Sequence[Act], now: int) -> bool:
        """Take what the seat's player has done from its act number `first` on; False if some of it cannot be.

        None counts as later than now, as more than FLIGHT ago, or as sooner after another than a hand is.
        """
        run, clock = self.runs[seat], self.clock(now)
        known = len(run.solo.log) - first
        if known < 0:
            return True  # something before was refused, and its player is told so
        if acts[known:] and now < self._starts:
            return False
        for at, what in acts[known:]:
            if len(run.solo.log) >= ACTS or not (isinstance(what, Move) or what in self._helps):
                return False
            counts = max(min(at, clock), self._earliest(run, now), run.next)
            try:
                run.solo.replay([Act(counts, what)])
            except ValueError:
                return False
            run.count, run.out, run.next = _placed(run.solo), run.solo.won, counts + HAND
            if run.count >= run.seen:
                run.seen = 0
        if not run.bot:
            run.seen = 0  # that was all of the run: its program may have been started again
        return True

    def due(self, state: State, now: int) -> list[Standing]:
        """What is to be said of the seats and has not been by this state: last who has come out, in the order
        of the times."""
        if now < self._starts:
            return []
        table, self._begun = state.table, True
        if self._rules.outcome(table):
            return [*table.standings[-1:]]  # the host before was lost in telling the end
        racing = self._rules.racing(table)
        players = {seat for seat in still_in(table) if not self.runs[seat].bot}
        if not players or players & set(racing):
            self._given_up = None
        elif self._given_up is None:
            self._given_up = self.clock(now)
        stands = {self._stand(state, seat, now) for seat in racing} - {*map(table.standing, racing)}
        return sorted(stands, key=lambda stand: (stand.out is not None, stand.out or 0, stand.seat))

    def _stand(self, state: State, seat: int, now: int) -> Standing:
        """How a seat stands by now that still races."""
        run, stand = self.runs[seat], state.table.standing(seat)
        ends, placed = self._ends(run), run.seen or run.count
        if self._zero + run.acted <= now:
            stand = stand._replace(placed=placed, penalty=run.penalty)
        if state.sits_out(seat) or (ends is not None and ends <= now):
            return stand._replace(gave_up=True)
        if run.out and self._out_due(run) <= now:
            run.told = run.time
        return stand._replace(out=run.told)

    def next_time(self, now: int) -> int | None:
        """When something is due if nothing comes."""
        times = [self._starts]
        for run in self.runs:
            times += self._ends(run) or 0, self._out_due(run) if run.out else 0
            times += [self._zero + at for at in (run.acted, *(act.at for act in run.plan[-1:]))]
        return min((time for time in times if time > now), default=None)

    def _began(self, run: _Run, acts: Sequence[Act]) -> int:
        """When a bot with this plan began, by how far everyone has seen it come at another host: with the
        round, if it did not stand in for a player later."""
        solo = Solo(self.patience.rules, self.patience.seed)
        for act in acts:
            solo.replay([act])
            if _placed(solo) > run.seen:
                late = self._lost - act.at
                return late if late > AGAIN else 0
        return 0

    def _earliest(self, run: _Run, now: int) -> int:
        """From when on an act that comes now may count, by the clock of the runs."""
        if run.seen:
            return 0
        earliest = max(0, self.clock(now) - FLIGHT)  # what comes later finds its place taken
        return min(earliest, self._lost) if now < self._held else earliest

    def _out_due(self, run: _Run) -> int:
        """When all are told that a run has come out: nobody can any more before its time."""
        return max(self._zero + run.time, self._held) + FLIGHT

    @property
    def _last(self) -> int | None:
        """By when all have to come out, by the clock of the runs: once one has, or only bots race on."""
        first = [at for at in (self._given_up, *(run.told for run in self.runs)) if at is not None]
        return min(self.patience.limit, min(first) + FLIGHT + self._rules.last) if first else None

    def _ends(self, run: _Run) -> int | None:
        """When its player has to give up; None: it has come out in time."""
        last = self.patience.limit if self._last is None else self._last
        if run.out and run.time <= last:
            return None
        if not run.out:
            last = min(last, self.patience.limit - run.penalty)
        return max(self._held, self._zero + last)
