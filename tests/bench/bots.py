"""The bots' levels against each other, without a window: `python -m tests.bench.bots [--rounds 500]`.

Prints the tables of docs/figures.md and, last, the same as one line of JSON. A win is the highest score of a
round; seats that share it share the win. Half of the rounds are played with the seats changed round.
"""

import argparse
import json
import multiprocessing
import statistics
from collections.abc import Sequence
from itertools import combinations_with_replacement
from multiprocessing.pool import Pool
from typing import NamedTuple

from game.bots.bot import Bot
from game.bots.choose import PROFILES
from game.bots.pace import PACES, Delay, Pace
from game.bots.skill import Adaptation, Skill, skill_of
from game.cli.report import TICK
from game.core.match import Match, RoundResult
from game.core.portraits import BOT_NAMES
from game.core.state import WON
from game.rules.haisty import Haisty
from game.sessions.bot_table import BotTable

_EVENING = 100
"""Rounds against adaptive bots, which keep what they have learnt of a person."""
_FOUND = 50
"""By this round of an evening they are as good as the person."""
BATCH = 25
"""Rounds of one match; a new one starts with a new seed and the seats changed round."""


class Task(NamedTuple):
    """A match of so many rounds with a level at each seat."""

    levels: tuple[str, ...]
    seed: int
    rounds: int


class Played(NamedTuple):
    """One round: why it ended, the seats' levels and scores, and its length in microseconds."""

    reason: str
    levels: tuple[str, ...]
    scores: tuple[int, ...]
    duration: int


def play(task: Task) -> list[Played]:
    """The rounds of a match, by the same host, clients and bots as on the screen."""
    match = Match(Haisty(), len(task.levels), task.seed, target=0, rounds=task.rounds)
    table = BotTable(match, dict(enumerate(task.levels)))
    while len(match.results) < task.rounds and (at := table.next_time()) is not None:
        table.advance(at)
    return [Played(done.reason, task.levels, done.scores, done.duration) for done in match.results]


def steady(milliseconds: int) -> Delay:
    """A delay that is always about the same."""
    low, high = milliseconds - 50, milliseconds + 50
    return Delay((low, low + 20, low + 40, milliseconds, high - 40, high - 20, high))


BEGINNER = Skill(
    PROFILES["hard"]._replace(sees_lay=(256,) * 3, sees_put=(256,) * 3, extra=4),
    Pace(steady(1000), steady(2500), steady(500), steady(2000), steady(1000), steady(1000)),
)
"""Makes one right move each three seconds, and turns its hand once a second in between."""


def acting(times: int) -> Skill:
    """Makes so many right moves, or turns of its hand, a second."""
    each = 1000 // times
    one, half = steady(each), steady(each // 2)
    return BEGINNER._replace(pace=Pace(one, half, half, one, one, one))


ACTING = {f"{times} a second": acting(times) for times in (1, 2, 3, 4)}
STAND_INS = {"beginner": BEGINNER, **ACTING}


def meet(task: Task, target: int = 0, adaptation: Adaptation | None = None) -> list[RoundResult]:
    """A person's stand-in meets bots: the rounds of their match.

    The first level is what the stand-in plays like: one of STAND_INS or a bot's level. The bots have their
    names, and so their personalities.
    """
    match = Match(Haisty(), len(task.levels), task.seed, target, task.rounds)
    bots = dict(list(enumerate(task.levels))[1:])
    table = BotTable(match, bots, names=("", *BOT_NAMES[: len(bots)]), adaptation=adaptation)
    person = Bot(match.rules, 0, "hard", task.seed)
    person.become(STAND_INS.get(task.levels[0]) or skill_of(task.levels[0]))
    while match.state.phase != WON and (target or len(match.results) < task.rounds):
        now = min(at for at in (table.next_time(), person.wake) if at is not None)
        table.advance(now)
        table.views[0].update(table.now)
        if person.wake <= now:
            for request in person.look(table.views[0].state, now):
                table.ask(0, request)
    return match.results


def won(scores: Sequence[int]) -> float:
    """The first seat's share of a round."""
    return (best := max(scores)) == scores[0] and 1 / scores.count(best)


def against(task: Task) -> list[tuple[float, int]]:
    """The share of each round that a person's stand-in won, and its length."""
    return [(won(done.scores), done.duration) for done in meet(task)]


def people(
    pool: Pool, first: str, level: str, rounds: int, seed: int, bots: int = 3, after: int = 0
) -> dict[str, object]:
    """How a person's stand-in does against bots of a level, from a round on of each evening."""
    many = min(rounds, _EVENING)
    matches = [Task((first, *(level,) * bots), seed + n, many) for n in range(rounds // many)]
    played = [each for match in pool.map(against, matches) for each in match[after * many // _EVENING :]]
    return {
        "person": first,
        "bots": f"{bots} {level}",
        "rounds": len(played),
        "won_percent": round(100 * statistics.fmean(share for share, _ in played), 1),
        "median_seconds": round(statistics.median(length for _, length in played) / 1e6, 1),
    }


def tasks(first: str, second: str, seats: int, rounds: int, seed: int) -> list[Task]:
    """Matches that add up to so many rounds, two levels at every other seat each."""
    found = []
    for number, done in enumerate(range(0, rounds, BATCH)):
        pair = (first, second) if number % 2 == 0 else (second, first)
        found.append(Task(pair * (seats // 2), seed + number, min(BATCH, rounds - done)))
    return found


def summary(first: str, second: str, rounds: list[Played]) -> dict[str, object]:
    """Wins, mean scores a seat, length and end of the rounds of two levels."""
    wins: dict[str, float] = dict.fromkeys((first, second), 0.0)
    scores: dict[str, list[int]] = {first: [], second: []}
    for played in rounds:
        best = max(played.scores)
        for level, score in zip(played.levels, played.scores, strict=True):
            scores[level].append(score)
            wins[level] += (score == best) / played.scores.count(best)
    total = len(rounds) * (1 if first != second else 2)
    lengths = [played.duration for played in rounds]
    return {
        "levels": [first, second],
        "seats": len(rounds[0].levels),
        "rounds": len(rounds),
        "wins_percent": [round(100 * wins[level] / total, 1) for level in (first, second)],
        "mean_score": [round(statistics.fmean(scores[level]), 1) for level in (first, second)],
        "median_seconds": round(statistics.median(lengths) / 1e6, 1),
        "longest_seconds": round(max(lengths) / 1e6, 1),
        "median_ticks": round(statistics.median(lengths) / TICK),
        "stuck_percent": round(100 * sum(played.reason == "stuck" for played in rounds) / len(rounds), 1),
    }


def row(result: dict[str, object]) -> str:
    """A summary as a line of a Markdown table."""
    match result:
        case {"levels": [one, two], "wins_percent": [won, lost], "mean_score": [high, low], **rest}:
            wins = f"{won} : {lost}"
            points = f"{high:+} : {low:+}" if one != two else f"{high:+}"
            figures = f"{rest['median_seconds']} s | {rest['longest_seconds']} s | {rest['stuck_percent']} %"
            return f"| {rest['seats']} | {one} : {two} | {wins} | {points} | {figures} |"
    raise TypeError(result)


def main() -> None:
    """Play all pairs of levels, two seats and four, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=500, help="rounds of each pair of levels")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    results = []
    print("| seats | levels | rounds won, % | mean score a seat | median length | longest | stuck |")
    print("|---|---|---|---|---|---|---|")
    with multiprocessing.Pool(args.jobs) as pool:
        for seats in (2, 4):
            for first, second in combinations_with_replacement(reversed(PACES), 2):
                matches = pool.map(play, tasks(first, second, seats, args.rounds, args.seed))
                results.append(summary(first, second, [played for match in matches for played in match]))
                print(row(results[-1]), flush=True)
        met = [people(pool, "beginner", "easy", args.rounds, args.seed)]
        met += [people(pool, each, "adaptive", args.rounds, args.seed) for each in ("beginner", *PACES)]
        few = min(args.rounds, _EVENING)
        met += [people(pool, each, level, few, args.seed, 1) for each in ACTING for level in PACES]
        met += [people(pool, each, "adaptive", args.rounds, args.seed, 1, _FOUND) for each in ACTING]
    for each in met:
        print(each, flush=True)
    print(json.dumps([*results, *met]))


if __name__ == "__main__":
    main()
