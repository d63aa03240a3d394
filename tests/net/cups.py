"""A cup of programs in a time of their own, whose host is killed: who wins, and are all places right?"""

import math
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from game.challenges.level_files import named
from game.core.race import done, finished, places, qualifying, still_in
from game.core.solo import Solo
from game.core.state import PLAYING, SCORED, WON, State
from game.lan.race_deals import draw_patience
from game.net.wire.messages import HouseRules, RunDeal
from tests.net.programs import Programs

CUP: Final = "cup:paare"
_LONG = 3000
"""Seconds of a whole cup."""


class Cup(NamedTuple):
    """How one ended."""

    winners: set[int | None]
    """Whom the programs have seen win."""
    wrong: int
    """How often a round, or the end as a program has seen it, had other places than were played for."""
    rounds: int
    epochs: list[int]


def _playing(programs: Programs, seconds: float) -> bool:
    """Whether all have played a round for so long."""
    states = programs.states
    now = [player.at.client.now - (player.at.client.table.state.starts or 0) for player in programs.players]
    return all(state.phase == PLAYING for state in states) and min(now) > seconds * 1e6


def _final(state: State) -> bool:
    """Whether it is the cup's last round."""
    return len(still_in(state.table)) == 2 and not qualifying(state.table)


STAGES: dict[str, Callable[[Programs], bool]] = {
    "in a round": lambda programs: _playing(programs, 15),
    "between rounds": lambda programs: all(state.phase == SCORED for state in programs.states),
    "in the final": lambda programs: _playing(programs, 15) and _final(programs.states[0]),
}
"""When the host is killed."""


class _Watch:
    """What is seen of a cup."""

    def __init__(self, programs: Programs) -> None:
        self._programs = programs
        self.orders: dict[int, list[int]] = {}
        """By round, the seats in the order in which they come out by their plans."""
        self.ends: dict[int, State] = {}
        self.lost: int | None = None
        """The seat of the player who has been killed with the host."""

    def look(self) -> bool:
        """Note what there is; whether the cup is over."""
        for table, state in zip(self._programs.tables, self._programs.states, strict=True):
            deal = table.runs.deal
            if state.phase in (SCORED, WON):
                self.ends.setdefault(state.round, state)
            if state.phase == PLAYING and deal and deal.round == state.round not in self.orders:
                self._order(deal)
        return all(state.phase == WON for state in self._programs.states)

    def _order(self, deal: RunDeal) -> None:
        before = self.orders.get(deal.round - 1, range(self._programs.seats))
        racing = before if deal.round <= 2 else before[:-1]
        self.orders[deal.round] = sorted(racing, key=lambda seat: self._planned(deal, seat))

    def _planned(self, deal: RunDeal, seat: int) -> float:
        """When a bot of this seat is out, penalties included."""
        if seat == self.lost:
            return math.inf
        challenge = named(deal.challenge)
        solo = Solo(challenge.variant(), challenge.seed)
        solo.replay(draw_patience(CUP, 0, deal.round, deal.challenge).plan(deal.round, seat, "hard", False))
        return solo.log[-1].at + solo.penalty

    def lose(self, seat: int) -> None:
        """The player of this seat is killed: last in each round where it has not come out."""
        self.lost, states = seat, self._programs.states
        for number, order in self.orders.items():
            there = (state for state in states if state.round == number)
            if number not in self.ends and not any(seat in finished(state.table) for state in there):
                order.sort(key=seat.__eq__)

    def places(self, number: int) -> tuple[int, ...]:
        """The places after this round: of those who are out of the cup, too."""
        ranking = self.orders[number] + [self.orders[n][-1] for n in range(number - 1, 1, -1)]
        return tuple(1 + ranking.index(seat) for seat in range(self._programs.seats))

    def right(self, number: int) -> bool:
        """Whether all but the last, who has cards left, have come out in that order, and have its places."""
        table, order = self.ends[number].table, self.orders[number]
        came = order if done(table, order[-1]) == 52 else order[:-1]
        return finished(table) == came and places(table) == self.places(number)


def cup_after(stage: str, players: int, bots: int, sits: bool = False) -> Cup:
    """A cup whose host is killed at that stage. `sits`: with one of the players, who has opened
    the table there."""
    with tempfile.TemporaryDirectory() as folder:
        terms = HouseRules(1, 0, {}, CUP)
        programs = Programs(Path(folder), players, bots, terms=terms, sits=sits)
        watch = _Watch(programs)
        try:
            programs.until(lambda: watch.look() or STAGES[stage](programs), _LONG)
            if sits:
                seat = programs.tables[0].seat
                programs.players.pop(0).kill()
                watch.lose(seat or 0)
            programs.host.kill()
            programs.until(watch.look, _LONG)
            winners, last = {state.winner for state in programs.states}, max(watch.ends)
            wrong = sum(not watch.right(number) for number in watch.ends)
            wrong += sum(places(state.table) != watch.places(last) for state in programs.states)
            return Cup(winners, wrong, len(watch.ends), programs.epochs)
        finally:
            programs.close()
