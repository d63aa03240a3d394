"""A careful player, who sees no hidden card: how often a deal comes out for it is what a grade means.

It looks one move ahead. It values a table by what lies on the foundations, evenly spread, by what still lies
face down or in the 13-pile, and by the cards that lie in order; it takes a better table more often than a
worse one, goes back to none that it has seen, and turns the stock when nothing else is better.

In Acht mal Acht that wins one deal in a hundred: there 64 cards lie open, and one may take back. So there it
has some positions in mind at a time, the most promising (`BeamSearch.line`), and weighs them a little
differently in each game.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import exp
from random import Random
from statistics import mean
from typing import NamedTuple

from game.challenges.level import Challenge, by_grade
from game.core.rules import Rules, fold_all
from game.core.table import Move, Table
from game.rules.acht_mal_acht import AchtMalAcht
from game.solve.acht import BeamSearch
from game.solve.by_rules import gain, value
from game.solve.packed.acht import CARDS
from game.solve.verdict import Budget

GAMES_EACH = 48
"""Games of each challenge."""
WARMTH = 0.35
"""How readily a worse table is taken: the difference that is taken e times as rarely."""
IDLE = 60
"""Moves without a better table after which the player gives up."""
IN_MIND = 6
"""Positions of Acht mal Acht that it has in mind."""


class Game(NamedTuple):
    """A game that was played."""

    won: bool
    laid: float
    """The share of cards laid."""
    moves: tuple[Move, ...]
    """Its moves; where it has positions in mind only if it won."""


def careful(own: Sequence[Challenge]) -> list[int]:
    """How often the challenges of a game come out, grade by grade, in per cent; nothing for a reflex game."""
    if not own or own[0].variant().reflex:
        return []
    return [round(100 * mean(share(level) for level in page)) for page in by_grade(own)]


def share(level: Challenge) -> float:
    """The share of games won, in others than those that graded it."""
    return mean(game.won for game in play(level.variant(), level.seed, range(-GAMES_EACH, 0)))


def play(rules: Rules, seed: int, numbers: Iterable[int]) -> Iterator[Game]:
    """Games of a deal, one for each number."""
    deal = rules.deal(seed, 1)
    for number in numbers:
        if isinstance(rules, AchtMalAcht):
            search = BeamSearch(rules, deal, Budget(None, None))
            moves = search.line(2**32 * seed + number, IN_MIND)
            yield Game(bool(moves), search.most / CARDS, moves)
        else:
            made, table = looking_ahead(rules, deal, Random(f"{seed} {number}"))
            placed, cards = rules.progress(table)
            yield Game(rules.won(table), placed / cards, made)


def looking_ahead(rules: Rules, table: Table, draw: Random) -> tuple[tuple[Move, ...], Table]:
    """A game of who looks one move ahead: its moves, and the table at its end."""
    roles = [spot.role for spot in rules.spots(1)]
    made: list[Move] = []
    here = best = sum(map(value, roles, table.piles))
    seen, idle = {table}, 0
    while rules.outcome(table) is None and idle < IDLE:
        ways: list[tuple[Move, Table, float]] = []
        weights: list[float] = []
        for move in rules.moves(table, 0):
            there = fold_all(table, tuple(rules.effects(table, 0, move)))
            if there not in seen:
                better = gain(roles, table, there)
                ways.append((move, there, here + better))
                weights.append(exp(min(9, better / WARMTH)))
        if not ways:
            break
        move, table, here = draw.choices(ways, weights)[0]
        made.append(move)
        seen.add(table)
        idle = 0 if here > best else idle + 1
        best = max(best, here)
    return tuple(made), table
