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
    "threading.Event",
    "threading.Condition",
    "queue.SimpleQueue",
    "subprocess.run",
    "subprocess.Popen",
    "_thread.start_new_thread",
    "multiprocessing",
    "concurrent",
    "asyncio",
)
NET = ("socket.socket", "socket.gethostname", "ifaddr.get_adapters")
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


@cache
def called(module: str) -> list[str]:
    """What it calls: as the name of a type such a name may stand."""
    tree = parsed(GAME / f"{module.replace('.', '/')}.py")
    names = dict(_imported(tree))
    return [_full(node.func, names) for node in ast.walk(tree) if isinstance(node, ast.Call)]


def of(name: str, *what: str) -> bool:
    return any(name == each or name.startswith(f"{each}.") for each in what)


BESIDE = [dotted(path) for path in MODULES if dotted(path) != "system"]


def test_nothing_else_reads_a_clock_or_waits_for_one() -> None:
    assert [(module, name) for module in BESIDE for name in asked(module) if of(name, *CLOCK)] == []


def test_nothing_else_draws_by_chance() -> None:
    for module in BESIDE:
        for name in asked(module):
            assert not of(name, *CHANCE) and not name.endswith("PrivateKey.generate"), (module, name)
            assert not of(name, "random") or name in ("random", SEEDED), (module, name)


def test_nothing_else_starts_a_thread_or_a_process_or_has_one_wait() -> None:
    assert [(module, call) for module in BESIDE for call in called(module) if of(call, *JOBS)] == []


def test_nothing_else_opens_a_socket_or_asks_for_adapters() -> None:
    assert [(module, call) for module in BESIDE for call in called(module) if of(call, *NET)] == []


@pytest.mark.real
def test_what_runs_beside_runs_on_the_same_system() -> None:
    found, own = list[System](), System()
    with on(own):
        here().jobs.start(lambda: found.append(here())).join()
    assert found[0] is own is not here()


@pytest.mark.parametrize("path", [path for path in MODULES if dotted(path).startswith("net.")], ids=dotted)
def test_what_travels_is_told_the_time(path: Path) -> None:
    assert set(re.findall(r"here\(\)\.(\w+)", path.read_text("utf-8"))) <= {"entropy"}
