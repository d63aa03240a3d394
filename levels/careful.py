"""A careful player, who looks one move ahead: how often the challenges of each grade come out for it.

It values a table by what lies on the foundations, evenly spread, by what still lies face down or in the
13-pile, and by the cards that lie in order; it takes a better table more often than a worse one, goes back to
none that it has seen, and turns the stock when nothing else is better.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import exp, sqrt
from random import Random
from statistics import mean

from game.challenges.level import Challenge, by_grade
from game.core.rules import Rules, fold_all
from game.core.table import Table

GAMES_EACH = 24
"""Games of each challenge."""
WARMTH = 0.35
"""How readily a worse table is taken: the difference that is taken e times as rarely."""
IDLE = 60
"""Moves without a better table after which the player gives up."""


def careful(own: Sequence[Challenge]) -> list[int]:
    """How often the challenges of a game come out, grade by grade, in per cent; nothing for a reflex game."""
    if not own or own[0].variant().reflex:
        return []
    return [round(100 * mean(played_well(level)[0] for level in page)) for page in by_grade(own)]


def played_well(level: Challenge) -> tuple[float, float]:
    """The share of games won, and the mean share of cards laid."""
    rules = level.variant()
    ends = [play(rules, rules.deal(level.seed, 1), Random(f"{level.id} {n}")) for n in range(GAMES_EACH)]
    shares = [placed / cards for placed, cards in map(rules.progress, ends)]
    return mean(map(rules.won, ends)), mean(shares)


def play(rules: Rules, table: Table, draw: Random) -> Table:
    """The table at the end of a game."""
    roles = [spot.role for spot in rules.spots(1)]
    seen, idle, best = {table}, 0, value(roles, table)
    while rules.outcome(table) is None and idle < IDLE:
        here = value(roles, table)
        ways: list[tuple[Table, float]] = []
        for move in rules.moves(table, 0):
            there = fold_all(table, tuple(rules.effects(table, 0, move)))
            if there not in seen:
                ways.append((there, exp(min(9, (value(roles, there) - here) / WARMTH))))
        if not ways:
            break
        table = draw.choices([there for there, _ in ways], [weight for _, weight in ways])[0]
        seen.add(table)
        idle = 0 if value(roles, table) > best else idle + 1
        best = max(best, value(roles, table))
    return table


def value(roles: Sequence[str], table: Table) -> float:
    """How good the table looks."""
    good = 0.0
    for role, (cards, up) in zip(roles, table.piles, strict=True):
        if role in ("foundation", "finished"):
            good += 2 * sqrt(len(cards)) + 0.3 * len(cards)
        elif role == "reserve":
            good -= 2 * len(cards)
        elif role == "build":
            open_ = cards[len(cards) - up :]
            good -= len(cards) - up
            good += 0.4 * sum(upper.rank == lower.rank + 1 for upper, lower in pairwise(open_))
        elif role in ("stock", "waste"):
            good -= 0.5 * len(cards)
    return good
