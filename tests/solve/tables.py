"""Tables as games lead to them, for searches to begin from."""

from random import Random

from game.core.rules import Rules, fold_all, play
from game.core.table import Table


def wander(rules: Rules, seed: int, moves: int) -> Table:
    """The table after random moves, rather played than drawn from the stock."""
    draw, table = Random(seed), rules.deal(seed, 1)
    stock = next(number for number, spot in enumerate(rules.spots(1)) if spot.role == "stock")
    for _ in range(moves):
        offered = list(rules.moves(table, 0))
        if not offered:
            break
        played = [move for move in offered if stock not in move[:2]]
        table = fold_all(table, play(rules, table, 0, draw.choice(played * draw.randrange(2) or offered)))
    return table
