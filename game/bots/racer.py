"""A bot in a race: it plays a line of moves that wins, in a person's time for it, with a person's errors."""

from collections.abc import Sequence
from itertools import accumulate

from game.bots.bot import IDLE, Bot
from game.bots.pace import PACES
from game.core.rules import Rules
from game.core.shuffle import Seed, Stream
from game.core.solo import UNDO, Act, Solo
from game.core.state import SCORED, Request, State
from game.core.table import Move, Table

MEDALS = {"easy": "bronze", "medium": "silver", "hard": "gold", "adaptive": "silver"}
"""About whose time each level takes."""
_MILLION, _SPREAD = 1_000_000, 150_000
"""Of a million, how much quicker or slower it may be."""
ERRS = {"easy": 6, "medium": 3, "hard": 1, "adaptive": 3}
"""How many of 100 moves go wrong first."""
_READ = 6_000_000
"""Microseconds in which the standings are read."""
_LOST = 5
"""How many times as long a move takes that cannot go wrong: it loses the thread."""


class Racer(Bot):
    """Knocks and cheers as any bot; its patience goes by the plan. Where somebody is out of the cup, who does
    not knock, it leaves time to read the standings unless another of those still in it has knocked."""

    def _appointment(self, state: State, now: int) -> int | None:
        self._read = now + _READ
        return super()._appointment(state, now)

    def _meet(self, state: State, now: int) -> list[Request]:
        out = self._rules.eliminated(state.totals) if state.phase == SCORED else []
        if out and now < self._read and state.ready.bit_count() == len(out):
            self.wake = now + IDLE
            return []
        return super()._meet(state, now)

    def _see(self, table: Table, now: int, starts: int) -> list[Request]:
        return self._wait(now + IDLE, now)


def plan(
    rules: Rules, seed: int, line: Sequence[Move], level: str, undoes: bool, time: int, rng: Seed
) -> list[Act]:
    """All that it does with a deal. `undoes`: whether it may take moves back. `time`: of the medal of its
    level, in microseconds; the same `rng` draws the same run."""
    stream, solo, weights = Stream(rng), Solo(rules, seed), list[int]()
    pace, errs = PACES.get(level, PACES["medium"]), ERRS[level]
    for move in line:
        weight, slip = pace.after_play.draw(stream) + pace.reach.draw(stream), tuple[Move | str, ...]()
        if stream.below(100) < errs:
            slips = _slips(rules, solo.table, move, undoes)
            slip = slips[stream.below(len(slips))] if slips else ()
            weight *= 1 if slips else _LOST
        for what in (*slip, move):
            solo.replay([Act(0, what)])
            weights.append(weight)
    time = time * (_MILLION - _SPREAD + stream.below(2 * _SPREAD + 1)) // _MILLION - solo.penalty
    whole = sum(weights)
    return [
        Act(time * spent // whole, act.what) for spent, act in zip(accumulate(weights), solo.log, strict=True)
    ]


def _slips(rules: Rules, table: Table, move: Move, undoes: bool) -> list[tuple[Move | str, ...]]:
    """What may go wrong instead of this move, and how it is put right: the wrong key, or a move that places
    nothing and is taken back."""
    legal, roles = set(rules.moves(table, 0)), [spot.role for spot in rules.spots(1)]
    if rules.reflex:
        answers = (
            move._replace(dst=pile) for pile, role in enumerate(roles) if role in ("foundation", "waste")
        )
        return [(other,) for other in answers if other not in legal]
    others = sorted(other for other in legal - {move} if roles[other.dst] != "foundation")
    return [(other, UNDO) for other in others] if undoes else []
