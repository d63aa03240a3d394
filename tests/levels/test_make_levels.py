"""The maker gives the same files however it is run, and what it measures is what it says."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.challenges.level_files import Calendar, Epoch, named
from game.challenges.packed import unpack
from game.core.rules import Rules
from game.core.table import Move
from game.rules.farbwechsel import Farbwechsel
from game.rules.haisty import Haisty
from game.rules.paare import Paare
from game.rules.rot_und_schwarz import COLUMNS, RotUndSchwarz
from game.rules.zahlenpatience import Zahlenpatience
from game.solve import solve
from levels import executors
from levels.choose import begun, chosen, enough, share
from levels.effort import Effort
from levels.executors import Workers, cluster, local
from levels.make_levels import deals, list_text, shorter
from levels.measure import measure, times
from levels.recipes import RECIPES, SHARES, Recipe
from levels.search import GAMES, Found, Order, bits, find, judge, lines, switches
from levels.shorten import after, shorten, walk
from levels.sieves import pairs_up, runs_twice
from tests.waiting import PATIENCE

SMALL = (
    Order("farbwechsel", Recipe({"way": "a"}, 2, 3, 1, first=500)),
    Order("zahlenpatience", Recipe({"passes": 0, "hidden": True}, 2, 4, 1)),
)


@contextmanager
def alone() -> Iterator[Workers]:
    """One thread of this process."""
    with ThreadPoolExecutor(1) as executor:
        yield Workers(executor, 1)


def made(folder: Path, workers: Workers, cache: Path) -> dict[str, bytes]:
    """The files that the small orders give."""
    (folder / "daily").mkdir(parents=True, exist_ok=True)
    picked = share(SMALL, [find(order, workers, cache, enough) for order in SMALL])
    for order in SMALL:
        every = [one for each, one in (*picked[0], *picked[1]) if each == order]
        solved = lines(order, [one.seed for one in every], 5, workers, cache)
        text = list_text(order.game, deals(order, every, solved))
        (folder / f"{order.game}.toml").write_text(text)
    return {path.name: path.read_bytes() for path in folder.glob("*.toml")}


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files as one thread makes them."""
    folder = tmp_path_factory.mktemp("reference")
    with alone() as workers:
        return made(folder / "made", workers, folder / "cache")


@pytest.mark.real
def test_processes_give_the_same_files(tmp_path: Path, reference: dict[str, bytes]) -> None:
    assert len(reference) == 2, "one for each game"
    with local(2) as workers:
        assert workers.ahead > 2
        assert made(tmp_path / "made", workers, tmp_path / "cache") == reference


@pytest.mark.real
def test_a_cluster_gives_the_same_files(tmp_path: Path, reference: dict[str, bytes]) -> None:
    """A worker in a folder where there is no such program: it is sent there."""
    here = {**os.environ, "PYTHONPATH": "", "PYTHONSAFEPATH": "1"}
    port = tmp_path / "scheduler.json"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    told = ["--port", "0", "--no-dashboard", "--host", "127.0.0.1", "--scheduler-file", str(port)]
    begun = [subprocess.Popen([*command, *told], cwd=tmp_path, env=here, stderr=subprocess.DEVNULL)]
    command = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(port)]
    told = ["--no-nanny", "--no-dashboard", "--nthreads", "1"]
    try:
        begun.append(subprocess.Popen([*command, *told], cwd=tmp_path, env=here, stderr=subprocess.DEVNULL))
        address = scheduler_in(port)
        with cluster(address, workers=1) as workers:
            assert made(tmp_path / "made", workers, tmp_path / "cache") == reference
    finally:
        for process in begun:
            process.kill()
            process.wait()


def scheduler_in(path: Path) -> str:
    """The address in the scheduler's file, once it is there."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            return str(json.loads(path.read_text())["address"])
        except (OSError, ValueError):
            time.sleep(0.05)
    raise AssertionError("no scheduler")


@pytest.mark.real
def test_no_scheduler_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "PATIENCE", 0.5)
    with pytest.raises(OSError, match=r"^no scheduler at tcp://127\.0\.0\.1:9"), cluster("tcp://127.0.0.1:9"):
        pass


@pytest.mark.real
def test_what_was_broken_off_goes_on_where_it_was(tmp_path: Path, reference: dict[str, bytes]) -> None:
    with alone() as workers:
        assert made(tmp_path / "whole", workers, tmp_path / "cache") == reference
        for path in (tmp_path / "cache").iterdir():
            lines = path.read_bytes().splitlines(keepends=True)
            path.write_bytes(b"".join(lines[: len(lines) // 2]) + lines[-1][:10])
        assert made(tmp_path / "again", workers, tmp_path / "cache") == reference
        began = [path.stat().st_mtime_ns for path in (tmp_path / "cache").iterdir()]
        assert made(tmp_path / "kept", workers, tmp_path / "cache") == reference
        assert [path.stat().st_mtime_ns for path in (tmp_path / "cache").iterdir()] == began


@pytest.mark.real
def test_fresh_forgets_what_was_searched(tmp_path: Path) -> None:
    with alone() as workers:
        found = find(SMALL[0], workers, tmp_path, enough)
        (path,) = tmp_path.iterdir()
        path.write_bytes(b'{"number":0,"deals":[]}\n')
        assert find(SMALL[0], workers, tmp_path, enough, fresh=True) == found


def numbered(many: int) -> list[Found]:
    """Deals, each a little harder than the last."""
    return [Found(seed, (many - seed) / many, seed / 4) for seed in range(many)]


def test_each_grade_has_as_many_and_the_ends_are_the_gentlest_and_the_hardest() -> None:
    found = numbered(100)
    first, *_others, last = chosen(Order("x", Recipe(levels=20)), found)
    assert [each.seed for each in first] == list(range(4))
    assert [each.seed for each in last] == list(range(96, 100))
    pages = chosen(Order("x", Recipe(levels=20)), found)
    assert [len(page) for page in pages] == [4] * 5
    assert len({each.seed for page in pages for each in page}) == 20


def test_a_grade_takes_the_deals_that_are_won_as_often_as_it_says_and_first_those_that_are_there() -> None:
    order = Order("x", Recipe(levels=20, shares=SHARES))
    found = numbered(100)
    pages = chosen(order, found, stay={10, 24, 25, 26})
    assert [[each.seed for each in page] for page in pages] == [
        [10, 24, 0, 1],
        [25, 26, 27, 28],
        [50, 51, 52, 53],
        [75, 76, 77, 78],
        [96, 97, 98, 99],
    ]
    assert chosen(order, found[:97])[-1] == found[96:97], "there are no more"


def test_there_is_enough_once_each_grade_is_full_and_the_days_are_won_often_enough() -> None:
    order = Order("x", Recipe(levels=20, deals=30, shares=SHARES, daily=0.4))
    found = numbered(100)
    assert enough(order, found)
    assert not enough(order, found[:99]), "the last grade has a deal too few"
    assert enough(order, found, gone=set(range(15))) and not enough(order, found, gone=set(range(20)))
    _levels, days = share([order], [found])
    assert len(days) == 30
    assert all(day.share >= 0.4 for _order, day in days)


def test_no_deal_comes_twice_and_the_recipes_take_turns() -> None:
    one, other = Order("x", Recipe(levels=5, deals=6)), Order("x", Recipe(levels=5, deals=4, first=1000))
    more = [replace(each, seed=each.seed + 1000) for each in numbered(20)]
    levels, days = share((one, other), [numbered(20), more], gone={3, 1003, 77})
    seeds = [each.seed for _order, each in (*levels, *days)]
    assert len(set(seeds)) == len(seeds) == 10 + 10
    assert not {3, 1003, 77} & set(seeds)
    assert [order.recipe.first for order, _day in days] == [1, 1000, 1, 1000, 1, 1, 1000, 1, 1000, 1]


def test_the_days_before_the_last_epoch_are_counted() -> None:
    first = Epoch(date(2026, 11, 22), {"a": 9, "b": 9, "c": 9})
    assert begun(Calendar((first,))) == 0
    assert begun(Calendar((first, Epoch(date(2026, 11, 29), {"a": 50})))) == 3


def test_a_line_gives_way_to_a_shorter_one_alone() -> None:
    """And what is measured of it goes with it."""
    level = named("zahlenpatience-01")
    found = shorter(level.game, replace(level, presses=level.par + 1, solution="", author=900.0))
    rules = level.variant()
    line = unpack(rules, rules.deal(level.seed, 1), found.solution)
    assert rules.outcome(walk(rules, rules.deal(level.seed, 1), line)[-1])
    assert len(line) == found.presses <= level.par
    assert found.author < 900
    assert shorter(level.game, found) is found


@pytest.mark.real
def test_unknown_game_is_one_line() -> None:
    command = [sys.executable, "-m", "levels.make_levels", "chess"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert "chess" in told.stderr.splitlines()[-1]


def test_every_recipe_makes_levels_enough() -> None:
    for game, recipes in RECIPES.items():
        assert sum(recipe.levels for recipe in recipes) == 60
        assert sum(recipe.deals for recipe in recipes) >= (280 if game == "acht-mal-acht" else 525)


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


@pytest.mark.parametrize(
    ("rules", "sieve", "most"), [(Farbwechsel(way="b"), runs_twice, 12_000), (Paare(), pairs_up, 1_000)]
)
def test_the_sieves_agree_with_the_rules(
    rules: Rules, sieve: Callable[[Sequence[int]], list[int]], most: int
) -> None:
    good = sieve(range(1, most))
    assert good
    assert sieve([*good, 2**64 - 1])[: len(good)] == good
    for seed in (*good, *range(1, 60), 2**64 - 1):
        won = solve(rules, rules.deal(seed, 1), expansions=1000).verdict == "won"
        assert won == (sieve([seed]) == [seed])


def test_an_order_without_luck_finds_nothing() -> None:
    assert judge(Order("paare", Recipe(unit=3)), 0).deals == ()


def test_what_the_careful_player_does_not_win_is_solved_only_among_the_first() -> None:
    seeds = range(1, 4)
    few, many = (Order("acht-mal-acht", Recipe(solved=solved, expansions=6_000, unit=3)) for solved in (0, 3))
    won, out = ({each.seed for each in judge(order, 0).deals} for order in (few, many))
    assert won < out <= set(seeds)


def test_difficulty_is_how_seldom_a_player_wins_and_else_how_little_it_lays() -> None:
    assert bits(GAMES, 1.0) == 0.0
    assert bits(GAMES // 2, 0.9) == bits(GAMES // 2, 0.1) == pytest.approx(1, abs=0.1)
    assert bits(0, 0.75) == bits(0, 0.25) - 0.5 > bits(1, 0.0)


def test_a_reflex_game_is_as_hard_as_it_changes() -> None:
    laid, aside = Move(1, 2, 2), Move(1, 3, 2)
    assert switches(Paare(), [laid, laid, aside, aside, laid]) == 0.2
    quick = times(Paare(), Effort(keys=40, glances=80, choice_bits=60.0))
    assert quick == {"gold": 25, "silver": 38, "bronze": 63, "limit": 100}


def test_times_are_multiples_of_a_quick_persons() -> None:
    assert times(Haisty(), Effort(keys=505)) == {"gold": 105, "silver": 155, "bronze": 255, "limit": 405}
    assert times(Haisty(), Effort(keys=1)) == {"gold": 5, "silver": 10, "bronze": 15, "limit": 20}


def test_what_is_measured_of_a_deal() -> None:
    rules = Zahlenpatience(must_lay=False)
    asked = measure(rules, 1, solve(rules, rules.deal(1, 1), expansions=10_000).moves)
    assert asked.keys == 83, "81 cards are turned, and the waste is turned over twice"
    assert asked.drags == 44, "44 cards are laid"
