"""Finds deals that come out, proves and measures them, and writes the levels and the daily deals:
`python -m levels.make_levels [GAME ...]`.

Seeds are tried in order with the house rules of recipes.py, on all cores. The solver has a
limit of positions, never of seconds, so the same arguments give the same files. What has been searched is
kept in .cache/levels: a run that was broken off goes on where it was; `--fresh` begins anew.

Each solution is shortened until no move can be left out of it, so that its moves are good hints.

**Difficulty** (`grade`) is in bits, the sum of
- how seldom chance wins: -log2 of the share of 16 greedy playouts that come out (to the foundations first,
  else any move at random but the last one's undoing), with half a win added;
- how long one has to be right: a bit for every 20 decisions that the solution takes before the place from
  where half of such playouts come out;
- how hard the solver searches: log2 of the positions that it expanded for each move of the solution, plus 1;
- 3 where the player has to keep in mind what the piles wait for;
- 4 where Staffelpatience comes out with a double series only, and the player has to see that.
A reflex game has nothing to choose: there it is a tenth of how many answers differ from the one before.

The levels of a recipe are taken at even distances from the easiest to the hardest of all deals that were
found; the others are the daily deals. All levels of a game are then numbered by their grade.

**Times** are those of a quick person (gold) and 1.5, 2.5 and 4 times as much (silver, bronze, limit),
rounded up to 5 s: 0.4 s for turning the stock, 1.2 s for each other move of the solution, 1.2 s more for each
decision (several sensible moves: not the stock, not back to where it was), and 1.5 s more where what a
pile waits for has to be recalled. In a reflex game: 0.6 s for each answer, rounded up to 1 s.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from game.challenges.deal_list import list_text
from game.challenges.level import Deal
from game.challenges.level_files import DAILY, FOLDER
from game.rules import games
from levels.recipes import EVERY_GAME, RECIPES
from levels.search import Order, find

CACHE = FOLDER.parent / ".cache" / "levels"


def share(orders: Sequence[Order], found: Sequence[list[Deal]]) -> tuple[list[Deal], list[Deal]]:
    """The levels of a game, and the daily deals: by edition, those of its recipes in turns, as many as each
    has."""
    levels: list[Deal] = []
    days: list[tuple[int, float, int, Deal]] = []
    for number, (order, deals) in enumerate(zip(orders, found, strict=True)):
        ranked = sorted(deals, key=lambda deal: (deal.grade, deal.seed))
        steps = max(1, order.recipe.levels - 1)
        chosen = [ranked[i * (len(ranked) - 1) // steps] for i in range(order.recipe.levels)]
        levels += chosen
        others = [deal for deal in deals if deal not in chosen]
        edition = order.recipe.edition
        days += [(edition, (i + 0.5) / len(others), number, deal) for i, deal in enumerate(others)]
    levels.sort(key=lambda deal: (deal.grade, deal.seed))
    return levels, [day[-1] for day in sorted(days, key=lambda day: day[:-1])]


def write(game: str, levels: Sequence[Deal], days: Sequence[Deal], folder: Path) -> None:
    """Write the files of a game in place of those that it had."""
    (folder / DAILY).mkdir(exist_ok=True)
    for path, deals in ((folder / f"{game}.toml", levels), (folder / DAILY / f"{game}.toml", days)):
        path.write_text(list_text(game, deals), "utf-8")


def make(game: str, jobs: int, folder: Path, cache: Path, fresh: bool = False) -> None:
    """Search and write the levels and daily deals of a game."""
    orders = [Order(game, recipe) for recipe in RECIPES.get(game, EVERY_GAME)]
    levels, days = share(orders, [find(order, jobs, cache, fresh) for order in orders])
    write(game, levels, days, folder)


def main() -> None:
    """Make the levels of all games, or of those named."""
    alone = sorted(name for name, kind in games().items() if 1 in kind.seats)
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(alone))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs have searched")
    args = parser.parse_args()
    if unknown := set(args.games) - set(alone):
        parser.error(f"no such solo game: {min(unknown)}")
    try:
        for game in args.games or alone:
            make(game, args.jobs, FOLDER, CACHE, args.fresh)
    except KeyboardInterrupt:
        sys.exit("\nbroken off; the same command goes on from here")


if __name__ == "__main__":
    main()
