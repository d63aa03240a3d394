"""Whether anybody who sees no hidden card needs fewer presses than the stored lines have, and how far runs of
different deals compare by the index.

The players are that of tests/playout.py, which knows nothing of the lines, and the careful one in other games
than those that lines were taken from. By itself: `python -m tests.bench.presses [GAME ...]`.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from statistics import median

from game.challenges.challenge import index
from game.challenges.level import SECOND, Challenge
from game.challenges.level_files import DAILY, FOLDER, levels, listed
from game.core.shuffle import Stream, derive
from levels.careful import play
from tests.playout import playout

GAMES_EACH, DAYS = 24, 40


def measure(games: Sequence[str] = ()) -> dict[str, object]:
    """For each game: deals won by a player, those won in fewer presses than stored, and the spread of the
    median index by deals at one press a second."""
    told: dict[str, object] = {}
    for game in games or sorted({level.game for level in levels()[0] if not level.variant().reflex}):
        own = [level for level in levels()[0] if level.game == game]
        days = listed(FOLDER / DAILY / f"{game}.toml")[2 : 2 + DAYS]
        for name, page in (("challenges", own), ("dailies", days)):
            won = [(level, presses) for level in page if (presses := sorted(_presses(level)))]
            fewer = [level.id for level, presses in won if presses[0] < level.par]
            paces = [index(round(median(presses) * SECOND), level.pace) for level, presses in won]
            spread = round(max(paces) / min(paces), 2)
            told[f"{game} {name}"] = {"won": len(won), "in_fewer": fewer, "index_spread": spread}
    return told


def _presses(level: Challenge) -> Iterator[int]:
    """How many moves the players need, game by game."""
    rules = level.variant()
    deal = rules.deal(level.seed, 1)
    for number in range(GAMES_EACH):
        moves, table = playout(rules, deal, Stream(derive(level.seed, number)))
        if rules.won(table):
            yield len(moves)
    games = play(rules, level.seed, range(-3 * GAMES_EACH, -2 * GAMES_EACH))
    yield from (len(game.moves) for game in islice(games, GAMES_EACH) if game.won)


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1:]), indent=2))
