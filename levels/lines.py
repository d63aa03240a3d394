"""The shortest line that is known of a deal, counted in presses."""

from collections.abc import Sequence
from statistics import median

from game.core.rules import Rules
from game.core.table import Move
from game.rules.haisty import Haisty
from game.solve import solve
from game.solve.verdict import WON
from levels.careful import play
from levels.haisty_line import short_line
from levels.shorten import shorten

MANY, SOME = 120, 40
"""Games that the careful player plays for the line of a challenge, and of a daily deal."""
KEPT = 2
"""The shortest of its lines that are shortened."""
QUICK = 4_000
"""Positions after which the solver gives up where the careful player has found lines, mostly shorter ones."""


def shortest(rules: Rules, seed: int, expansions: int, games: int) -> tuple[tuple[Move, ...], int]:
    """The shortest of the solver's lines and those that the careful player finds in so many games, each
    shortened; in Haisty alone the solver counts no turns: it is asked only where the beam finds no line.
    Empty if the deal does not come out so. And how many moves the careful player mostly needs to win; 0 if it
    never does."""
    table = rules.deal(seed, 1)
    if rules.reflex:
        moves = solve(rules, table, expansions=expansions).moves
        return moves, len(moves)  # each card has its place
    won = sorted({game.moves for game in play(rules, seed, range(games)) if game.won}, key=_shorter)
    lines = [*won[:KEPT], short_line(rules, table) if isinstance(rules, Haisty) else ()]
    if not lines[-1]:
        solved = solve(rules, table, expansions=QUICK if won else expansions)
        lines[-1] = solved.moves if solved.verdict == WON else ()
    return min((shorten(rules, table, line) for line in lines if line), key=len, default=()), _usual(won)


def usual(rules: Rules, seed: int, games: int) -> int:
    """How many moves the careful player mostly needs to win a deal; 0 if it never does."""
    return 0 if rules.reflex else _usual([game.moves for game in play(rules, seed, range(games)) if game.won])


def _usual(won: Sequence[Sequence[Move]]) -> int:
    return round(median(map(len, won))) if won else 0


def _shorter(line: tuple[Move, ...]) -> tuple[int, tuple[Move, ...]]:
    return len(line), line
