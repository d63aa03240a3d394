"""The maker gives the same files however it is run, and what it measures is what it says."""

import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from game.core.table import Move
from game.rules.farbwechsel import Farbwechsel
from game.rules.haisty import Haisty
from game.rules.paare import Paare
from game.rules.rot_und_schwarz import COLUMNS, RotUndSchwarz
from game.rules.zahlenpatience import Zahlenpatience
from game.solve import solve
from levels.make_levels import share, write
from levels.measure import PLAYOUTS, Measures, grade, measure, times
from levels.recipes import RECIPES, Recipe, runs_twice
from levels.search import Order, find, search
from levels.shorten import after, shorten, walk

SMALL = (
    Order("farbwechsel", Recipe({"way": "a"}, 2, 3, first=500)),
    Order("zahlenpatience", Recipe({"passes": 0, "hidden": True}, 2, 4)),
)


def made(folder: Path, jobs: int, cache: Path) -> dict[str, bytes]:
    """The files that the small orders give."""
    folder.mkdir(exist_ok=True)
    levels, days = share(SMALL, [find(order, jobs, cache, batch=6) for order in SMALL])
    write("farbwechsel", levels, days, folder)
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.toml")}


def test_any_number_of_processes_gives_the_same_files(tmp_path: Path) -> None:
    alone = made(tmp_path / "one", 1, tmp_path / "cache-1")
    assert alone == made(tmp_path / "two", 2, tmp_path / "cache-2")
    assert len(alone) == 2, "the challenges and the daily deals"


def test_what_was_broken_off_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = made(tmp_path / "whole", 1, tmp_path / "cache")
    for path in (tmp_path / "cache").iterdir():
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(lines[: len(lines) // 2]) + lines[-1][:10])
    assert made(tmp_path / "again", 1, tmp_path / "cache") == whole
    began = [path.stat().st_mtime_ns for path in (tmp_path / "cache").iterdir()]
    assert made(tmp_path / "kept", 1, tmp_path / "cache") == whole
    assert [path.stat().st_mtime_ns for path in (tmp_path / "cache").iterdir()] == began


def test_fresh_forgets_what_was_searched(tmp_path: Path) -> None:
    found = find(SMALL[0], 1, tmp_path, batch=6)
    path = tmp_path / f"{SMALL[0].key()}.jsonl"
    path.write_bytes(b'{"number":0,"deals":[]}\n')
    assert find(SMALL[0], 1, tmp_path, fresh=True, batch=6) == found


def test_levels_are_the_easiest_to_the_hardest_and_no_deal_comes_twice(tmp_path: Path) -> None:
    found = [find(order, 1, tmp_path, batch=6) for order in SMALL]
    levels, days = share(SMALL, found)
    assert len(levels) == 4
    assert len(days) == 7
    for deals in found:
        grades = [deal.grade for deal in levels if deal in deals]
        assert grades == [min(deal.grade for deal in deals), max(deal.grade for deal in deals)]
    assert sorted(deal.seed for deal in levels + days) == sorted(d.seed for deals in found for d in deals)


def test_unknown_game_is_one_line() -> None:
    command = [sys.executable, "-m", "levels.make_levels", "chess"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert "chess" in told.stderr.splitlines()[-1]


def test_every_recipe_makes_levels_enough() -> None:
    for recipes in RECIPES.values():
        assert sum(recipe.levels for recipe in recipes) >= 12
        assert sum(recipe.deals for recipe in recipes) >= 100


def test_useless_moves_are_taken_out() -> None:
    rules = RotUndSchwarz(any_part=True)
    table = rules.deal(1, 1)
    solution = solve(rules, table, expansions=20_000).moves
    there_and_back = next(
        (number, Move(src, dst), Move(dst, src))
        for number, here in enumerate(walk(rules, table, solution))
        for src, dst in product(COLUMNS, COLUMNS)
        if Move(src, dst) in rules.moves(here, 0)
        and Move(dst, src) in rules.moves(after(rules, here, Move(src, dst)), 0)
    )
    number, there, back = there_and_back
    longer = (*solution[:number], there, back, *solution[number:])
    shorter = shorten(rules, table, longer)
    assert len(shorter) <= len(solution)
    assert rules.outcome(walk(rules, table, shorter)[-1])


def test_the_sieve_agrees_with_the_rules() -> None:
    rules = Farbwechsel(way="b")
    good = [seed for seed in range(1, 12_000) if runs_twice(rules, seed)]
    assert good
    for seed in (*good, *range(1, 60)):
        assert (solve(rules, rules.deal(seed, 1), expansions=1000).verdict == "won") == (seed in good)


def test_an_order_without_luck_finds_nothing() -> None:
    unit = search(Order("paare", Recipe(unit=3)), 0)
    assert unit.deals == ()


@pytest.mark.parametrize(
    ("measures", "bits"),
    [
        (Measures(100, 0, 0, PLAYOUTS, 0, 0, 100), 1.0),
        (Measures(100, 0, 0, 0, 40, 0, 100), 8.0),
        (Measures(100, 0, 0, 0, 20, 0, 6300), 12.0),
    ],
)
def test_difficulty_is_luck_and_search(measures: Measures, bits: float) -> None:
    assert grade(Zahlenpatience(), measures) == bits
    assert grade(Zahlenpatience(hidden=True), measures) == bits + 3, (
        "to keep in mind what is hidden is three more"
    )


def test_a_reflex_game_is_as_hard_as_it_changes() -> None:
    assert grade(Paare(), Measures(40, 0, 0, 0, 0, 12, 40)) == 1.2
    assert times(Paare(), Measures(40, 0, 0, 0, 0, 12, 40)) == {
        "gold": 24,
        "silver": 36,
        "bronze": 60,
        "limit": 96,
    }


def test_times_are_those_of_a_person() -> None:
    measures = Measures(100, 50, 20, 0, 0, 0, 0)
    assert times(Haisty(), measures) == {"gold": 105, "silver": 160, "bronze": 260, "limit": 420}
    quickest = times(Haisty(), Measures(1, 1, 0, 0, 0, 0, 0))
    assert quickest == {"gold": 5, "silver": 10, "bronze": 15, "limit": 20}


def test_turns_and_decisions_are_counted() -> None:
    rules = Zahlenpatience()
    table = rules.deal(1, 1)
    moves = solve(rules, table, expansions=10_000).moves
    measures = measure(rules, 1, moves, 10)
    assert (measures.length, measures.expanded) == (127, 10), "44 cards are laid"
    assert measures.turns == 83, "81 cards are turned, and the waste is turned over twice"
    assert measures.decisions == 11
