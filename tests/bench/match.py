"""How many moves, plays and whole rounds a second."""

import statistics
import time
from collections.abc import Callable

from game.cli.demo import play_match
from game.core.match import Match
from game.core.rules import play
from game.rules.haisty import Haisty


def rate(call: Callable[[], object], seconds: float = 0.5) -> float:
    """Calls a second, the median of five spells."""
    rates = []
    for _ in range(5):
        begun, calls = time.perf_counter(), 0
        while (spent := time.perf_counter() - begun) < seconds / 5:
            call()
            calls += 1
        rates.append(calls / spent)
    return statistics.median(rates)


def rounds_a_second(seats: int = 4, rounds: int = 20) -> float:
    """Rounds a second of bots in simulated time, host and clients included."""
    match = Match(Haisty(), seats, seed=1, rounds=rounds)
    seconds = play_match(match)
    return len(match.results) / seconds


def measure() -> dict[str, float]:
    """All of them."""
    rules = Haisty()
    table = rules.deal(7, 4)
    moves = list(rules.moves(table, 0))
    turn = next(move for move in moves if move.count == 3)
    return {
        "moves_calls_per_s": round(rate(lambda: list(rules.moves(table, 0)))),
        "play_calls_per_s": round(rate(lambda: play(rules, table, 0, turn))),
        "rounds_per_s_4_seats": round(rounds_a_second(), 1),
    }
