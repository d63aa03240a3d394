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

from game.challenges.level import Deal
from game.challenges.level_files import Calendar, Epoch
from game.core.rules import Rules
from game.core.table import Move
from game.rules.farbwechsel import Farbwechsel
from game.rules.haisty import Haisty
from game.rules.paare import Paare
from game.rules.rot_und_schwarz import COLUMNS, RotUndSchwarz
from game.rules.zahlenpatience import Zahlenpatience
from game.solve import solve
from levels import executors
from levels.choose import begun, chosen, share
from levels.effort import Effort
from levels.executors import Workers, cluster, local
from levels.make_levels import write
from levels.measure import PLAYOUTS, Measures, grade, measure, times
from levels.recipes import RECIPES, Recipe
from levels.search import Order, find, search
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
    folder.mkdir(exist_ok=True)
    levels, days = share(SMALL, [find(order, *workers, cache) for order in SMALL])
    write("farbwechsel", levels, days, folder)
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.toml")}


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files as one thread makes them."""
    folder = tmp_path_factory.mktemp("reference")
    with alone() as workers:
        return made(folder / "made", workers, folder / "cache")


def test_processes_give_the_same_files(tmp_path: Path, reference: dict[str, bytes]) -> None:
    assert len(reference) == 2, "the challenges and the daily deals"
    with local(2) as workers:
        assert workers.ahead > 2
        assert made(tmp_path / "made", workers, tmp_path / "cache") == reference


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


def test_no_scheduler_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "PATIENCE", 0.5)
    with pytest.raises(OSError, match=r"^no scheduler at tcp://127\.0\.0\.1:9"), cluster("tcp://127.0.0.1:9"):
        pass


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


def test_fresh_forgets_what_was_searched(tmp_path: Path) -> None:
    with alone() as workers:
        found = find(SMALL[0], *workers, tmp_path)
        path = tmp_path / f"{SMALL[0].key()}.jsonl"
        path.write_bytes(b'{"number":0,"deals":[]}\n')
        assert find(SMALL[0], *workers, tmp_path, fresh=True) == found


def deal(seed: int, bits: float, **rules: int) -> Deal:
    """A deal of that difficulty."""
    return Deal(seed=seed, rules=dict(rules), limit=4, bronze=3, silver=2, gold=1, grade=bits, solution="00")


def test_each_grade_has_as_many_and_the_ends_are_the_gentlest_and_the_hardest() -> None:
    deals = [deal(seed, seed % 100 / 4) for seed in range(100)]
    picked = chosen(deals, 20)
    ranked = sorted(each.grade for each in deals)
    assert [each.grade for each in picked] == sorted(each.grade for each in picked)
    assert len({each.seed for each in picked}) == 20
    assert [each.grade for each in picked[:4]] == ranked[:4]
    assert [each.grade for each in picked[-4:]] == ranked[-4:]
    assert [each.seed for each in chosen(deals[:7], 7)] == list(range(7))
    with pytest.raises(ValueError, match="not so many"):
        chosen(deals, 101)


def test_daily_deals_keep_their_places_and_no_deal_comes_twice() -> None:
    one, other = Order("x", Recipe(levels=5, deals=6)), Order("x", Recipe(levels=5, deals=4))
    found = [[deal(n, n, way=1) for n in range(20)], [deal(n, n, way=2) for n in range(20)]]
    first = [deal(3, 99.0, way=1), deal(3, 99.0, way=2), deal(5, 99.0, way=1), deal(77, 99.0, way=1)]
    levels, days = share((one, other), found, first, fixed=1)
    assert days[0] == first[0], "its day may have come; the others follow as they are found"
    assert 77 not in [each.seed for each in (*levels, *days)]
    assert len(days) == 6 + 4
    assert len(levels) == 10
    names = [(each.seed, each.rules["way"]) for each in (*levels, *days)]
    assert len(set(names)) == len(names)
    assert share((one, other), found, days, 1, levels) == (levels, days), "and nothing changes the next time"


def test_the_days_before_the_last_epoch_are_counted() -> None:
    first = Epoch(date(2026, 11, 22), {"a": 9, "b": 9, "c": 9})
    assert begun(Calendar((first,))) == 0
    assert begun(Calendar((first, Epoch(date(2026, 11, 29), {"a": 50})))) == 3


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
    unit = search(Order("paare", Recipe(unit=3)), 0)
    assert unit.deals == ()


IDLE = Effort()


@pytest.mark.parametrize(
    ("measures", "bits"),
    [
        (Measures(100, PLAYOUTS, 1.0, 0, 100, IDLE), 0.0),
        (Measures(100, 0, 0.5, 0, 100, IDLE), 9.04),
        (Measures(100, 0, 0.25, 0, 6300, IDLE), 11.04),
        (Measures(100, PLAYOUTS // 2, 0.75, 0, 6300, IDLE), 2.96),
    ],
)
def test_difficulty_is_how_seldom_a_player_wins_and_how_little_it_lays(
    measures: Measures, bits: float
) -> None:
    assert grade(Zahlenpatience(), measures) == bits
    assert grade(Zahlenpatience(hidden=True), measures) == bits + 1, (
        "to keep in mind what is hidden is one more"
    )


def test_a_reflex_game_is_as_hard_as_it_changes() -> None:
    answers = Effort(keys=40, glances=80, choice_bits=60.0)
    assert grade(Paare(), Measures(40, 0, 0.0, 12, 40, answers)) == 1.2
    assert times(Paare(), Measures(40, 0, 0.0, 12, 40, answers)) == {
        "gold": 25,
        "silver": 38,
        "bronze": 63,
        "limit": 100,
    }


def test_times_are_multiples_of_a_quick_persons() -> None:
    hundred = Measures(100, 0, 0.0, 0, 0, Effort(keys=505))
    assert times(Haisty(), hundred) == {"gold": 105, "silver": 155, "bronze": 255, "limit": 405}
    quickest = times(Haisty(), Measures(1, 0, 0.0, 0, 0, Effort(keys=1)))
    assert quickest == {"gold": 5, "silver": 10, "bronze": 15, "limit": 20}


def test_what_is_measured_of_a_deal() -> None:
    rules = Zahlenpatience(must_lay=False)
    table = rules.deal(1, 1)
    moves = solve(rules, table, expansions=10_000).moves
    measures = measure(rules, 1, moves, 10)
    assert (measures.length, measures.expanded) == (127, 10), "44 cards are laid"
    assert measures.effort.keys == 83, "81 cards are turned, and the waste is turned over twice"
    assert measures.effort.drags == 44
    assert (measures.wins > 0, measures.laid < 1) == (True, True), "a player that sometimes wins"
