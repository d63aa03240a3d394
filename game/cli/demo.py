"""Bots play a whole match on this machine; its rounds and standings as data."""

import time
from typing import TypedDict

from game.core.match import Match
from game.core.shuffle import written
from game.core.state import WON
from game.sessions.bot_table import BotTable

LEVEL = "hard"
TICK = 1_000_000 / 60
"""Microseconds of one step of the game's loop."""


class Round(TypedDict):
    """One round: how it ended, by which seat, each seat's score, and its length in ticks."""

    ended_by: str
    knocker: int | None
    scores: list[int]
    ticks: int


class Report(TypedDict):
    """A match; `replay` is the path of its replay, empty if there is none, `seconds` what it took by the wall
    clock."""

    seats: int
    seed: int | str
    rounds: list[Round]
    totals: list[int]
    winner: int | None
    replay: str
    seconds: float


def play_match(match: Match) -> float:
    """Let bots play the match to its end in simulated time; the seconds it took."""
    table = BotTable(match, dict.fromkeys(range(match.seats), LEVEL))
    begun = time.perf_counter()
    while match.state.phase != WON and (at := table.next_time()) is not None:
        table.advance(at)
    return time.perf_counter() - begun


def report(match: Match, replay: str, seconds: float) -> Report:
    """What is to be said of a match."""
    rounds = [
        Round(
            ended_by=result.reason,
            knocker=result.seat,
            scores=list(result.scores),
            ticks=round(result.duration / TICK),
        )
        for result in match.results
    ]
    totals, winner = list(match.state.totals), match.state.winner
    return Report(
        seats=match.seats,
        seed=written(match.seed),
        rounds=rounds,
        totals=totals,
        winner=winner,
        replay=replay,
        seconds=round(seconds, 3),
    )
