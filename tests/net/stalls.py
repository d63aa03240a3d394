"""Presses made while a line stalls or fails, against a rival a little later; in simulated time."""

import random
from typing import NamedTuple

from game.core.log import LogEntry
from game.core.table import Move
from tests.net.cheats import MS
from tests.net.impair import LAN, WIFI, Way
from tests.net.simnet import Net, at_duel

STALL = 150 * MS, 300 * MS
"""The shortest and the longest."""
LEAD = 5 * MS, 50 * MS
"""By how much the rival presses later, likewise."""
NEWS = 0.3, 1.7
"""Seconds between two landings of a third seat's, which could be answered, likewise."""
VICTIM, RIVAL, OTHER = range(3)


class Stalled(NamedTuple):
    """How many presses were made in a stall, how many of them lost to the rival's, and how many microseconds
    after it was made the first of each two was settled."""

    presses: int
    lost: int
    took: list[int]


def stalled(presses: int, apart: int, way: Way = WIFI, seed: int = 1, fails: bool = False) -> Stalled:
    """So many, one in each stall; between two stalls `apart` landings are told, one each second. `fails`:
    what is sent meanwhile is lost, and does not only come later."""
    net = at_duel(way, LAN, LAN, seed=seed)
    rng, lost, took = random.Random(seed), 0, list[int]()
    for _ in range(presses):
        for _ in range(apart):
            net.press(net.clients[OTHER], Move(OTHER, _free(net)))
            net.run(rng.uniform(*NEWS))
        first = _contest(net, rng, fails)
        lost += first.seat == RIVAL
        took.append(net.now - first.press)
        net.run(1)
    return Stalled(presses, lost, took)


def _contest(net: Net, rng: random.Random, fails: bool) -> LogEntry:
    """Both press for a place while the line of one stalls or fails; who was first."""
    victim, stall, place = net.clients[VICTIM], rng.randrange(*STALL), _free(net)
    for line in (victim.up, victim.down):
        (line.cut if fails else line.stall)(net.now + stall)
    pressed, log = net.now + rng.randrange(stall), net.match.log
    net.at(pressed, lambda: net.press(victim, Move(VICTIM, place)))
    net.at(pressed + rng.randrange(*LEAD), lambda: net.press(net.clients[RIVAL], Move(RIVAL, place)))
    done = len(log)
    assert net.run(1, lambda: len(log) > done)
    return log[done]


def _free(net: Net) -> int:
    """A place where a card can be laid."""
    return next(iter(net.match.rules.moves(net.match.state.table, OTHER))).dst
