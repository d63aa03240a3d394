"""Judges the patiences of one round of a race: acts in, moves of the seats' markers and flags out.

The clock of the runs starts with the round, for all at once. No clock and no socket inside.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from game.core.race import FLAG, LAST, OWN, TODO, Race, done, give_up, next_move
from game.core.rules import Rules
from game.core.solo import Act, Solo
from game.core.state import HAND, Play, State
from game.core.table import Move, Table
from game.net.server.match_server import LATEST, BotPlayer
from game.net.wire.acts import MOST
from game.net.wire.messages import RaceDeal

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
    plan: Callable[[int, int, str], list[Act]]
    """All that a bot does in this round, at this seat, of this level."""


class _Run:
    """What is known of one seat's run."""

    def __init__(self, patience: Patience) -> None:
        self.solo = Solo(patience.rules, patience.seed)
        self.bot: BotPlayer | None = None
        self.plan: list[Act] = []
        """What its bot will do yet, the last first."""
        self.next = self.press = 0
        """The earliest time of its next act, and of its next move of markers (host's clock)."""
        self.count = self.seen = 0
        """How many markers stand for the cards that have reached their goals; and how many everyone has seen
        done at another host, until its acts come to that again."""
        self.out = False
        """Whether the patience has come out."""
        self.ended = False
        """Whether its player gives up."""

    @property
    def acted(self) -> int:
        """The time of its last act."""
        return self.solo.log[-1].at if self.solo.log else 0


class RaceJudge:
    """For one round. Times in microseconds of the host's clock, those of acts by the clock of the runs."""

    def __init__(
        self, rules: Race, patience: Patience, helps: frozenset[str], state: State, played: int = 0
    ) -> None:
        """`helps`: which of UNDO, REDO and HINT are allowed. `state`: the match as its round starts.
        `played`: by the clock of the runs, when that was."""
        self.patience, self.round, self._rules = patience, state.round, rules
        self._helps, self._starts, self._played = helps, state.starts or 0, played
        self._lost = played
        """When the host before this one was lost."""
        self.runs = [_Run(patience) for _ in state.totals]
        self._behind = [rules.cup and total < max(state.totals) for total in state.totals]
        """Who sits out, as it is a cup."""
        self._begun = False
        """Whether the runs are under way here."""
        self._last: int | None = None
        """Until when the others may play on, once somebody has come out."""

    def take_over(self, state: State, lost: int) -> None:
        """Go on from what another host had told, which was `lost` then by the clock of the runs."""
        self._lost = max(0, lost)
        for seat, run in enumerate(self.runs):
            run.seen = done(state.table, seat)

    @property
    def deal(self) -> RaceDeal:
        """What all are told is played."""
        return RaceDeal(self.round, self.patience.name, self.patience.seed, self._played)

    def clock(self, now: int) -> int:
        """The clock of the runs."""
        return now - self._starts + self._played

    def play(self, seat: int, bot: BotPlayer, now: int) -> bool:
        """Have a bot play this seat; whether it begins with the deal anew, while the clock runs on."""
        run, clock = self.runs[seat], self.clock(now)
        new = run.bot is not bot and not (run.out or run.ended)
        if new:
            begin = clock if self._begun else 0
            if self._begun:
                run = self.runs[seat] = _Run(self.patience)
            acts = self.patience.plan(self.round, seat, bot.level)
            run.bot, run.plan = bot, [Act(begin + at, what) for at, what in reversed(acts)]
        while run.plan and run.plan[-1].at <= clock:
            self.take(seat, len(run.solo.log), [run.plan.pop()], now)
        return new

    def take(self, seat: int, first: int, acts: Sequence[Act], now: int) -> bool:
        """Take what the seat's player has done from its act number `first` on; False if some of it cannot be.

        None counts as later than now, as more than LATEST ago, or as sooner after another than a hand is.
        """
        run, clock = self.runs[seat], self.clock(now)
        known = len(run.solo.log) - first
        if known < 0:
            return True  # something before was refused, and its player is told so
        if now < self._starts:
            return False
        for at, what in acts[known:]:
            if len(run.solo.log) >= MOST or not (isinstance(what, Move) or what in self._helps):
                return False
            counts = max(min(at, clock), self._earliest(run, now), run.next)
            try:
                run.solo.replay([Act(counts, what)])
            except ValueError:
                return False
            placed, cards = self.patience.rules.progress(run.solo.table)
            run.count, run.out, run.next = placed * self._rules.markers // cards, run.solo.won, counts + HAND
            if run.count >= run.seen:
                run.seen = 0
        return True

    def moves(self, state: State, now: int) -> Iterator[tuple[int, Play]]:
        """What is due: each seat's next move of markers, its flag if its patience is out, and giving up.

        `state` is that of the round; make each move before taking the next.
        """
        if now < self._starts:
            return
        table, self._begun = state.table, True
        if self._last is None and table.piles[-1].cards:
            self._last = now + LAST
        racing = [seat for seat in range(len(self.runs)) if self._rules.goes_on(table, seat)]
        if self._rules.cup and not table.calls:
            for seat in racing:
                if self._behind[seat]:
                    yield seat, Play(Move(OWN * seat + TODO, OWN * seat + TODO, 0), now)
        flying = {thrown.seat for thrown in state.air}
        for seat in racing:
            run = self.runs[seat]
            if seat in flying or self._behind[seat] or run.press > now:
                continue
            if run.ended or self._ends(run) <= now:
                yield seat, Play(give_up(seat), now)
            elif not run.seen or now >= self._starts + AGAIN:
                yield from self._follow(table, seat, now)

    def next_time(self, now: int) -> int | None:
        """When something is due if nothing comes."""
        times = [self._starts]
        for run in self.runs:
            times += self._ends(run), run.press, self._flag_due(run) if run.out else 0
            times += [
                self._starts - self._played + at for at in (run.acted, *(act.at for act in run.plan[-1:]))
            ]
        return min((time for time in times if time > now), default=None)

    def _follow(self, table: Table, seat: int, now: int) -> Iterator[tuple[int, Play]]:
        """Have the markers and the flag of a seat follow its run."""
        run = self.runs[seat]
        acted = self._starts - self._played + run.acted
        if acted > now:
            return
        if move := next_move(table, seat, run.count):
            # So long before its last act that the hand is free for the flag at the time of that act.
            press = max(acted - HAND, run.press, self._starts, now - LATEST)
            run.press = press + HAND
            yield seat, Play(move, press)
        if run.out and max(self._flag_due(run), run.press) <= now:
            yield seat, Play(Move(OWN * seat + FLAG, len(table.piles) - 1), self._flag_due(run))

    def _earliest(self, run: _Run, now: int) -> int:
        """From when on an act that comes now may count, by the clock of the runs."""
        if run.seen:
            return 0
        earliest = max(0, self.clock(now) - LATEST)
        return min(earliest, self._lost) if now < self._starts + AGAIN else earliest

    def _flag_due(self, run: _Run) -> int:
        """When the flag of a run that is out goes up: at its time, with penalties."""
        return max(self._starts, self._starts - self._played + run.acted + run.solo.penalty)

    def _ends(self, run: _Run) -> int:
        """Until when its player may play on."""
        limit = self._starts - self._played + self.patience.limit - run.solo.penalty * (not run.out)
        return limit if self._last is None else min(limit, self._last)
