"""Each bound in game/net/wire changed by one, up and down: a test has to fail for each.

`python -m tests.bench.mutants [MODULE]` prints one JSON object; a change that no test notices ends it with 1.
"""

import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
WIRE = Path("game/net/wire")
TESTS = (
    ("test_bounds.py",),
    (
        "test_limits.py",
        "test_one_message.py",
        "test_hostile_host.py",
        "test_hostile_deals.py",
        "test_abuse.py",
        "test_signed.py",
        "test_migration.py",
    ),
)
"""Those in tests/net that may notice: the quick ones first."""
LIMITS = {"ge", "gt", "le", "lt", "min_length", "max_length"}
ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
EXEMPT = {"VERSION", "PORT"}
"""Numbers that are no bounds."""


class Mutant(NamedTuple):
    """One change."""

    path: Path
    line: int
    change: str
    source: str


def bounds(tree: ast.Module) -> Iterator[ast.expr]:
    """Every bound: of a type, of a comparison, of a range, and what stands in a constant."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(attr="Meta")):
                yield from (each.value for each in node.keywords if each.arg in LIMITS)
            case ast.Compare(ops=ops, comparators=others):
                yield from (other for op, other in zip(ops, others, strict=True) if isinstance(op, ORDER))
            case ast.Call(ast.Name("range"), [*_, _]) if len(node.args) < 3:
                yield node.args[-1]
            case ast.Call(ast.Name("range"), [_, stop, _]):
                yield stop
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name(name)], value) if name.isupper() and name not in EXEMPT:
                if isinstance(value, ast.Constant | ast.BinOp) and _is_number(value):
                    yield value
            case ast.Assign([ast.Tuple()], ast.Tuple(values)):
                yield from filter(_is_number, values)


def _is_number(value: ast.expr) -> bool:
    whole = [each for each in ast.walk(value) if isinstance(each, ast.Constant)]
    return all(type(each.value) is int for each in whole)


def mutants(path: Path) -> Iterator[Mutant]:
    """Each bound of the module one higher, and one lower."""
    source = (ROOT / path).read_text()
    lines = source.splitlines(keepends=True)
    for node in bounds(ast.parse(source)):
        assert node.end_lineno and node.end_col_offset is not None
        begin = len("".join(lines[: node.lineno - 1])) + node.col_offset
        end = len("".join(lines[: node.end_lineno - 1])) + node.end_col_offset
        for change in (" + 1", " - 1"):
            text = f"({source[begin:end]}){change}"
            yield Mutant(path, node.lineno, text, source[:begin] + text + source[end:])


def noticed(one: Mutant, place: Path) -> bool:
    """Whether a test fails in this copy of the project."""
    module = place / one.path
    original = module.read_text()
    module.write_text(one.source)
    try:
        return any(_fails(tests, place) for tests in TESTS)
    finally:
        module.write_text(original)


def _fails(tests: tuple[str, ...], place: Path) -> bool:
    shutil.rmtree(place / WIRE / "__pycache__", ignore_errors=True)
    command = [sys.executable, "-m", "pytest", "-xq", "-p", "no:cacheprovider", "-p", "no:xdist"]
    paths = [f"tests/net/{name}" for name in tests]
    return subprocess.run([*command, *paths], cwd=place, capture_output=True, check=False).returncode != 0


def copy(folder: Path) -> Path:
    """The project, with code of its own."""
    folder.mkdir()
    for each in ROOT.iterdir():
        if each.name in ("game", "tests"):
            shutil.copytree(each, folder / each.name, ignore=shutil.ignore_patterns("__pycache__"))
        elif not each.name.startswith("."):
            (folder / each.name).symlink_to(each)
    return folder


def measure(module: str = "") -> dict[str, object]:
    """All changes to one module, or to all; and those that nothing noticed."""
    paths = [path.relative_to(ROOT) for path in sorted((ROOT / WIRE).glob("*.py")) if module in path.name]
    todo = [one for path in paths for one in mutants(path)]
    with tempfile.TemporaryDirectory() as name:
        places: Queue[Path] = Queue()
        workers = os.cpu_count() or 1
        for number in range(workers):
            places.put(copy(Path(name) / str(number)))
        assert not any(_fails(tests, places.queue[0]) for tests in TESTS), "the tests fail as it is"

        def try_one(one: Mutant) -> bool:
            place = places.get()
            found = noticed(one, place)
            places.put(place)
            return found

        with ThreadPoolExecutor(workers) as pool:
            found = list(pool.map(try_one, todo))
    left = [f"{one.path}:{one.line}: {one.change}" for one, well in zip(todo, found, strict=True) if not well]
    return {"mutants": len(todo), "unnoticed": left}


if __name__ == "__main__":
    told = measure(*sys.argv[1:])
    print(json.dumps(told, indent=2))
    sys.exit(bool(told["unnoticed"]))
