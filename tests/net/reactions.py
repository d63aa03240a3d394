"""Equal hands that answer what they see, each behind a line of its own; in simulated time."""

import random
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from game.challenges.race import DUELS
from game.core.duel import TURNED, taken
from game.core.state import PLAYING, Event
from game.core.table import Move, Moved
from tests.net.cheats import HAND_MEAN, HAND_SPREAD, MS, shows
from tests.net.duel import other_place
from tests.net.impair import LAN, Way
from tests.net.simnet import Client, Net, at_duel

LINES = Way(2 * MS, 1 * MS), Way(20 * MS, 4 * MS), Way(60 * MS, 6 * MS)
"""One way."""
ROUNDS = 50


class Races(NamedTuple):
    """Who won each, and by player how many microseconds after its moment each saw what all answered."""

    won: list[int]
    saw: list[list[int]]

    def add(self, winner: int, moment: int, saw: list[int]) -> None:
        """One more race."""
        self.won.append(winner)
        for late, at in zip(self.saw, saw, strict=True):
            late.append(at - moment)


class Hands:
    """How long each hand takes: a draw is dealt out in every turn, so that all are equal with few races."""

    def __init__(self, count: int, seed: int) -> None:
        self._rng, self._count, self._draws = random.Random(seed), count, list[list[int]]()

    def next(self) -> list[int]:
        """Those of the next race, in microseconds."""
        if not self._draws:
            drawn = [round(self._rng.gauss(HAND_MEAN, HAND_SPREAD)) for _ in range(self._count)]
            self._draws = [drawn[turn:] + drawn[:turn] for turn in range(self._count)]
        return self._draws.pop()


class Eyes:
    """Players who each press as soon as their hand can, once they are shown something."""

    def __init__(
        self,
        net: Net,
        players: list[Client],
        answered: Callable[[Event], bool],
        press: Callable[[Client], Move],
        seed: int,
    ) -> None:
        """`press`: what a player answers."""
        self._net, self._answered, self._press = net, answered, press
        self._hands = Hands(len(players), seed)
        self.next_race()
        for who, client in enumerate(players):
            shows(client, partial(self._see, who, client))

    def next_race(self) -> None:
        """What they are shown from now on is another race."""
        self._took = self._hands.next()
        self.saw = [0] * len(self._took)
        """When each was shown it; 0: not yet."""

    def _see(self, who: int, client: Client, event: Event) -> None:
        saw = self.saw
        if self._answered(event) and not saw[who]:
            saw[who] = self._net.now
            self._net.at(self._net.now + self._took[who], lambda: self._answer(client, saw))

    def _answer(self, client: Client, saw: list[int]) -> None:
        if saw is self.saw:  # otherwise somebody has been quicker
            self._net.press(client, self._press(client))


def at_landings(races: int, seed: int, ways: tuple[Way, ...]) -> Races:
    """Races for the place that the landing of a further seat, a near one, frees."""
    net = at_duel(*ways, LAN, seed=seed, checks=True)
    players, starter = net.clients[:-1], net.clients[-1]
    place = net.match.seats
    freed = other_place(net.match.state.table, place)
    eyes = Eyes(
        net,
        players,
        lambda event: isinstance(event, Moved) and event.src == event.seat == starter.number,
        lambda client: Move(client.number, freed),
        seed,
    )
    rng, found = random.Random(seed), Races([], [[] for _ in ways])
    net.run(3)
    for _ in range(races):
        done = len(net.match.log)
        net.press(starter, Move(starter.number, place))
        net.run(0.8 + rng.random() / 10)
        landing, first = net.match.log[done : done + 2]
        found.add(first.seat, landing.at, eyes.saw)
        eyes.next_race()
    return found


def at_cards(races: int, seed: int, ways: tuple[Way, ...]) -> Races:
    """Races for the cards that a duel turns up, each when the last one has been taken."""
    net = at_duel(*ways, seed=seed, rounds=ROUNDS, rules=lambda: DUELS["farbwechsel"])

    def right(client: Client) -> Move:
        return next(iter(net.match.rules.moves(client.table.state.table, client.number)))

    eyes = Eyes(net, net.clients, lambda event: isinstance(event, Moved) and event.dst == TURNED, right, seed)
    found = Races([], [[] for _ in ways])
    net.run(6)
    moment = 0
    while len(found.won) < races:
        if net.match.state.phase != PLAYING:
            net.knock_all()
            net.run(10, lambda: net.now > (net.match.state.starts or 0) and net.match.state.phase == PLAYING)
            moment = 0
        if not moment:
            net.press(net.clients[0], right(net.clients[0]))
        at, winner = _taken(net)
        if moment:
            found.add(winner, moment, eyes.saw)
        moment = at
        eyes.next_race()
    return found


def _taken(net: Net) -> tuple[int, int]:
    """Let time pass until a card is taken; when that was, and by whom."""
    before = taken(net.match.state.table)
    assert net.run(2, lambda: taken(net.match.state.table) != before)
    at, seat, *_ = net.match.round._laid[-1]
    return at, seat


Answer = Callable[[int, int, tuple[Way, ...]], Races]
"""So many races, with that seed, between players behind these ways."""
