"""Golden games of the solo patiences: the same seed, rules and moves end alike for ever.

A file in golden/ is the game with its house rules, the seed, the moves, and how it ended: the cards
placed, out of how many, and the outcome's reason.
"""

from pathlib import Path

import pytest

from game.core.notation import parse_move, pile_names
from game.core.rules import fold_all, play
from game.rules.options import rules_from_args

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_game_ends_as_it_did(path: Path) -> None:
    first, seed, *lines, end = path.read_text("utf-8").splitlines()
    game, *house = first.split()
    rules = rules_from_args(game, house)
    names = pile_names(rules.spots(1), 0)
    table = rules.deal(int(seed.removeprefix("seed ")), 1)
    for text in " ".join(lines).split():
        table = fold_all(table, play(rules, table, 0, parse_move(text, names)))
    placed, cards = rules.progress(table)
    outcome = rules.outcome(table)
    assert f"ends {placed} of {cards} {outcome.reason if outcome else 'open'}" == end
