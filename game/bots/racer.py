"""A bot in a race: it plays a line of moves that wins, in a person's time for it, with a person's errors."""

from collections.abc import Iterator, Sequence

from game.bots.bot import IDLE, Bot
from game.bots.pace import PACES
from game.core.rules import Rules, fold_all, play
from game.core.shuffle import Seed, Stream
from game.core.solo import Act
from game.core.state import SCORED, Request, State
from game.core.table import Move, Table

MEDALS = {"easy": "bronze", "medium": "silver", "hard": "gold", "adaptive": "silver"}
"""About whose time each level takes."""
_MILLION, _SPREAD = 1_000_000, 150_000
"""Of a million, how much quicker or slower it may be."""
ERRS = {"easy": 6, "medium": 3, "hard": 1, "adaptive": 3}
"""After how many of 100 moves it loses the thread; and in a reflex game, how many of 100 go wrong first."""
_READ = 6_000_000
"""Microseconds in which the standings are read."""
_LOST = 5
"""How many times as long a move takes then."""


class Racer(Bot):
    """Knocks and cheers as any bot; its patience goes by the plan. Where somebody is out of the cup, who does
    not knock, it leaves time to read the standings unless another of those still in it has knocked."""

    def _appointment(self, state: State, now: int) -> int | None:
        self._read = now + _READ
        return super()._appointment(state, now)

    def _meet(self, state: State, now: int) -> list[Request]:
        out = self._rules.out(state.totals) if state.phase == SCORED else []
        if out and now < self._read and state.ready.bit_count() == len(out):
            self.wake = now + IDLE
            return []
        return super()._meet(state, now)

    def _see(self, table: Table, now: int, starts: int) -> list[Request]:
        return self._wait(now + IDLE, now)


def plan(rules: Rules, seed: int, line: Sequence[Move], level: str, time: int, rng: Seed) -> list[Act]:
    """All that it does with a deal. `time`: of the medal of its level, in microseconds; the same `rng` draws
    the same run."""
    stream = Stream(rng)
    steps = list(_steps(rules, rules.deal(seed, 1), line, level, stream))
    time = time * (_MILLION - _SPREAD + stream.below(2 * _SPREAD + 1)) // _MILLION
    time -= rules.penalty * (len(steps) - len(line))
    whole, spent, acts = sum(weight for weight, _move in steps), 0, []
    for weight, move in steps:
        spent += weight
        acts.append(Act(time * spent // whole, move))
    return acts


def _steps(
    rules: Rules, table: Table, line: Sequence[Move], level: str, stream: Stream
) -> Iterator[tuple[int, Move]]:
    """Its moves, each with the share of the time that it takes."""
    pace, errs = PACES.get(level, PACES["medium"]), ERRS[level]
    answers = [pile for pile, spot in enumerate(rules.spots(1)) if spot.role in ("foundation", "waste")]
    for move in line:
        weight = pace.after_play.draw(stream) + pace.reach.draw(stream)
        if stream.below(100) < errs:
            if rules.reflex:
                legal = set(rules.moves(table, 0))
                wrong = (other for pile in answers if (other := move._replace(dst=pile)) not in legal)
                yield from ((weight, other) for other in list(wrong)[:1])
            else:
                weight *= _LOST
        yield weight, move
        table = fold_all(table, play(rules, table, 0, move))
