"""A module changed in one place after the other: a test has to fail for each change.

`python -m tests.bench.mutants [MODULE.py]... [TESTS]...` prints one JSON object; a change that no test
notices ends it with 1. Of game/net/wire, which it is without modules, each bound is changed by one, up and
down; of any other module conditions are turned round besides, and what is done for its effect is left out.
"""

import ast
import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import NamedTuple

import cryptography.hazmat.primitives.asymmetric.ed25519
import hypothesis
import msgspec
import pygame
import pytest

from game.rules.haisty import Haisty

LOADED = cryptography, hypothesis, msgspec, pygame, Haisty
"""What every process would load anew."""
ROOT = Path(__file__).parents[2]
WIRE = Path("game/net/wire")
TESTS = ("tests/net/test_bounds.py", "tests/net/test_possible.py")
"""Those that hold the bounds."""
LIMITS = {"ge", "gt", "le", "lt", "min_length", "max_length"}
ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
EXEMPT = {"VERSION", "PORT", "_PART"}
"""Numbers that are no bounds: of what is read or sent, nothing depends on them."""
_LONGEST = 60
"""Seconds after which a change that makes a test hang counts as noticed, or thrice what the tests take."""


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
            case ast.Call(ast.Name("Meta")):
                yield from (each.value for each in node.keywords if each.arg in LIMITS)
            case ast.Compare(ops=ops, comparators=others):
                yield from (
                    other
                    for op, other in zip(ops, others, strict=True)
                    if isinstance(op, ORDER) and ast.unparse(other) not in EXEMPT
                )
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


def changes(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    """What stands somewhere, and what could stand there with {} for it."""
    for bound in bounds(tree):
        yield bound, "({}) + 1"
        yield bound, "({}) - 1"


def more_changes(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    """Conditions turned round, and what is done for its effect left out."""
    for node in ast.walk(tree):
        match node:
            case ast.If(test) | ast.While(test) | ast.IfExp(test) | ast.comprehension(ifs=[test, *_]):
                yield test, "(not ({}))"
            case ast.BoolOp(values=[_, *later]):
                yield later[-1], "(not ({}))"
            case ast.Return(ast.Compare() | ast.BoolOp() as value):
                yield value, "(not ({}))"
            case ast.Expr(ast.Call() as call):
                yield call, "..."


def mutants(path: Path) -> Iterator[Mutant]:
    """The module with each change."""
    source = (ROOT / path).read_text().encode()  # columns count bytes
    lines, tree = source.splitlines(keepends=True), ast.parse(source)
    for node, change in (*changes(tree), *(() if path.parent == WIRE else more_changes(tree))):
        assert node.end_lineno and node.end_col_offset is not None
        begin = len(b"".join(lines[: node.lineno - 1])) + node.col_offset
        end = len(b"".join(lines[: node.end_lineno - 1])) + node.end_col_offset
        text = change.format(source[begin:end].decode())
        changed = source[:begin] + text.encode() + source[end:]
        yield Mutant(path, node.lineno, text, changed.decode())


class Changed(SourceFileLoader):
    """Loads a module with other text than its file has."""

    def __init__(self, one: Mutant) -> None:
        super().__init__(".".join(one.path.with_suffix("").parts), str(ROOT / one.path))
        self._source = one.source.encode()

    def get_code(self, fullname: str) -> CodeType:
        """What the other text says."""
        return compile(self._source, self.path, "exec")

    def find_spec(self, name: str, *_where: object) -> ModuleSpec | None:
        """It is found before the file is."""
        return spec_from_file_location(name, self.path, loader=self) if name == self.name else None


def noticed(one: Mutant | None, tests: Sequence[str], longest: int = 0) -> bool:
    """Whether one of these tests fails with this change, in a process of its own."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0
    signal.alarm(longest)
    os.chdir(ROOT)
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    if one:
        for name in [each for each in sys.modules if each.partition(".")[0] == "game"]:
            del sys.modules[name]
        sys.meta_path.insert(0, Changed(one))
    options = ["-xq", "-p", "no:cacheprovider", "-p", "no:xdist"]
    os._exit(bool(pytest.main([*options, *tests])))


def measure(*arguments: str) -> dict[str, object]:
    """All changes to these modules, or to the wire; and those that none of these tests noticed."""
    wire = sorted((ROOT / WIRE).glob("*.py"))
    paths = [Path(each) for each in arguments if each.startswith("game/")]
    tests = [each for each in arguments if not each.startswith("game/")] or TESTS
    todo = [one for path in paths or [path.relative_to(ROOT) for path in wire] for one in mutants(path)]
    begun = time.monotonic()
    assert not noticed(None, tests), "the tests fail as it is"
    longest = max(_LONGEST, round(3 * (time.monotonic() - begun)))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(partial(noticed, tests=tests, longest=longest), todo))
    left = [f"{one.path}:{one.line}: {one.change}" for one, well in zip(todo, found, strict=True) if not well]
    return {"mutants": len(todo), "unnoticed": left}


if __name__ == "__main__":
    told = measure(*sys.argv[1:])
    print(json.dumps(told, indent=2))
    sys.exit(bool(told["unnoticed"]))
