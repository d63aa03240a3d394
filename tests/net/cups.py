"""A cup of programs in a time of their own, whose host is killed: who wins, and are all places right?"""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from game.challenges.level_files import named
from game.core.solo import Solo
from game.core.state import PLAYING, SCORED, WON, State
from game.lan.hosting import draw_patience
from game.net.wire.messages import HouseRules, RaceDeal
from tests.net.impair import LAN, Way
from tests.net.programs import Programs

CUP: Final = "cup:farbwechsel"
_LONG = 1500
"""Seconds of a whole cup."""


class Cup(NamedTuple):
    """How one ended."""

    winners: set[int | None]
    """Whom the programs have seen win."""
    wrong: int
    """In how many rounds somebody came out in another order than they played, or another was left out."""
    rounds: int
    epochs: list[int]


def _playing(programs: Programs, seconds: float = 0.0) -> bool:
    """Whether all have played a round for so long."""
    states = programs.states
    now = [player.at.client.now - (player.at.client.table.state.starts or 0) for player in programs.players]
    return all(state.phase == PLAYING for state in states) and min(now) > seconds * 1e6


def _left(programs: Programs) -> int:
    """How many are left in the cup."""
    state = programs.states[0]
    return sum(total == max(state.totals) for total in state.totals)


STAGES: dict[str, Callable[[Programs], bool]] = {
    "before the first deal": lambda programs: all(
        (table.room and table.room.playing) or state.totals
        for table, state in zip(programs.tables, programs.states, strict=True)
    ),
    "in the count-in": lambda programs: all(
        state.phase == PLAYING and table.race.deal
        for table, state in zip(programs.tables, programs.states, strict=True)
    ),
    "in a round": lambda programs: _playing(programs, 15),
    "after the first flag": lambda programs: any(
        state.table.piles and state.table.piles[-1].cards for state in programs.states
    ),
    "between rounds": lambda programs: all(state.phase == SCORED for state in programs.states),
    "in the final": lambda programs: _left(programs) == 2 and _playing(programs, 15),
}
"""When the host is killed."""


class _Watch:
    """What is seen of a cup."""

    def __init__(self, programs: Programs) -> None:
        self._programs = programs
        self.orders: dict[int, list[int]] = {}
        """By round, the seats in the order in which they come out by their plans."""
        self.ends: dict[int, State] = {}

    def look(self) -> bool:
        """Note what there is; whether the cup is over."""
        for table, state in zip(self._programs.tables, self._programs.states, strict=True):
            deal = table.race.deal
            if state.phase in (SCORED, WON):
                self.ends.setdefault(state.round, state)
            if state.phase == PLAYING and deal and deal.round == state.round:
                racing = [seat for seat, total in enumerate(state.totals) if total == max(state.totals)]
                if state.round not in self.orders:
                    self.orders[state.round] = sorted(racing, key=lambda seat: _planned(deal, seat))
        return all(state.phase == WON for state in self._programs.states)

    def right(self, number: int) -> bool:
        """Whether all but the last have come out in that order, and each has its point."""
        end, first = self.ends[number], self.orders[number][:-1]
        came = [flag.pack for flag in end.table.piles[-1].cards]
        return came == first and end.scores == tuple(int(seat in first) for seat in range(len(end.totals)))


def _planned(deal: RaceDeal, seat: int) -> int:
    """When a bot of this seat is out, penalties included."""
    challenge = named(deal.challenge)
    solo = Solo(challenge.variant(), challenge.seed)
    solo.replay(draw_patience(CUP, 0, deal.round, deal.challenge).plan(deal.round, seat, "hard"))
    return solo.log[-1].at + solo.penalty


def cup_after(stage: str, players: int, bots: int, way: Way = LAN) -> Cup:
    """A cup whose served host is killed at that stage; empty: never."""
    with tempfile.TemporaryDirectory() as folder:
        programs = Programs(Path(folder), players, bots, terms=HouseRules(1, 0, {}, CUP), way=way)
        watch = _Watch(programs)
        try:
            if stage:
                programs.until(lambda: watch.look() or STAGES[stage](programs), _LONG)
                programs.host.kill()
            programs.until(watch.look, _LONG)
            winners = {state.winner for state in programs.states}
            wrong = sum(not watch.right(number) for number in watch.ends)
            return Cup(winners, wrong, len(watch.ends), programs.epochs)
        finally:
            programs.close()
