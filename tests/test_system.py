"""What the system is asked for is asked for in one place: the sources are read."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from game.system import System, here, on
from tests.test_layers import GAME, MODULES, dotted, parsed

CLOCK = ("time", "sched", "select", "selectors", "datetime.date.today", "datetime.datetime.now")
JOBS = (
    "threading.Thread",
    "threading.Timer",
    "_thread.start_new_thread",
    "multiprocessing",
    "concurrent",
    "asyncio",
)
CHANCE = ("os.urandom", "os.getrandom", "secrets", "uuid", "random.SystemRandom")
SEEDED = "random.Random"
"""The one thing of `random` that draws what it is told to, once it has a seed."""


@cache
def asked(module: str) -> tuple[str, ...]:
    """All of other modules that this one names, in full; with () what is called without anything."""
    tree = parsed(GAME / f"{module.replace('.', '/')}.py")
    names = dict(_imported(tree))
    return tuple(
        full + ("()" if isinstance(node, ast.Call) and not (node.args or node.keywords) else "")
        for node in ast.walk(tree)
        if (full := _full(node.func if isinstance(node, ast.Call) else node, names))
    )


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.asname or alias.name, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)


def _full(node: ast.AST, names: dict[str, str]) -> str:
    if isinstance(node, ast.Attribute) and (owner := _full(node.value, names)):
        return f"{owner}.{node.attr}"
    return names.get(node.id, "") if isinstance(node, ast.Name) else ""


def started(module: str) -> list[str]:
    """What it calls or hands on that begins a thread: as the name of a type it may stand."""
    tree = parsed(GAME / f"{module.replace('.', '/')}.py")
    names = dict(_imported(tree))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [name for call in calls if of(name := _full(call.func, names), *JOBS)]


def of(name: str, *what: str) -> bool:
    return any(name == each or name.startswith(f"{each}.") for each in what)


BESIDE = [dotted(path) for path in MODULES if dotted(path) != "system"]


@pytest.mark.parametrize("module", BESIDE)
def test_a_module_reads_no_clock_and_waits_for_none_by_itself(module: str) -> None:
    assert [name for name in asked(module) if of(name, *CLOCK)] == []


@pytest.mark.parametrize("module", BESIDE)
def test_a_module_draws_nothing_by_itself(module: str) -> None:
    for name in asked(module):
        assert not of(name, *CHANCE) and not name.endswith("PrivateKey.generate"), name
        assert not of(name, "random") or name in ("random", SEEDED), name


@pytest.mark.parametrize("module", BESIDE)
def test_a_module_starts_no_thread_by_itself(module: str) -> None:
    assert [f"{module}: {call}" for call in started(module)] == []


@pytest.mark.real
def test_what_runs_beside_runs_on_the_same_system() -> None:
    found, own = list[System](), System()
    with on(own):
        here().jobs.start(lambda: found.append(here())).join()
    assert found[0] is own is not here()


@pytest.mark.parametrize("path", [path for path in MODULES if dotted(path).startswith("net.")], ids=dotted)
def test_what_travels_is_told_the_time(path: Path) -> None:
    assert set(re.findall(r"here\(\)\.(\w+)", path.read_text("utf-8"))) <= {"entropy"}
