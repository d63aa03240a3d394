"""Who may import whom, read from the imports themselves."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ALLOWED = {
    "core": {"core"},
    "rules": {"core", "rules"},
    "bots": {"core", "rules", "bots"},
    "net": {"core", "net"},
    "store": {"files", "core", "i18n", "store"},
    "i18n": {"core", "i18n"},
    "locale": {"i18n"},
    "files": {"files"},
    "ending": {"ending"},
    "variant": {"core", "rules", "i18n", "variant"},
    "days": {"core", "days"},
    "levels": {"files", "core", "rules", "variant", "i18n", "days", "levels"},
    "recordform": {"recordform"},
    "recordfile": {"files", "store", "i18n", "records", "recordform", "recordfile"},
    "records": {"files", "store", "i18n", "recordfile", "records"},
    "replay": {"files", "core", "variant", "store", "i18n", "replay"},
    "run": {"files", "core", "rules", "variant", "store", "i18n", "replay", "run"},
    "solve": {"core", "rules", "solve"},
    "awake": {"awake"},
    "session": {"core", "rules", "bots", "net", "awake", "session"},
    "insight": {"core", "solve", "insight"},
    "solo": {"core", "insight", "solo"},
    "lan": {
        "core",
        "rules",
        "bots",
        "net",
        "store",
        "files",
        "i18n",
        "variant",
        "replay",
        "record",
        "session",
        "lan",
    },
    "network": {"core", "store", "i18n", "demo", "headless", "lan", "net", "record", "session", "network"},
    "tape": {"core", "awake", "tape"},
    "watch": {"core", "replay", "tape", "watch"},
    "rerun": {"core", "run", "solo", "tape", "rerun"},
    "solution": {"files", "core", "levels", "solve", "variant", "i18n", "replay", "run", "solution"},
    "challenge": {
        *("core", "insight", "levels", "record", "recordfile", "records", "replay", "run", "solo", "store"),
        *("variant", "challenge"),
    },
    "keeper": {"challenge", "records", "run", "keeper"},
    "demo": {"core", "session", "demo"},
    "record": {"core", "store", "replay", "run", "record"},
    "headless": {
        *("core", "rules", "store", "i18n", "variant", "levels", "replay", "run", "solve", "solution"),
        *("challenge", "record", "records", "session", "demo", "headless"),
    },
}
STDLIB = {
    "abc",
    "collections",
    "dataclasses",
    "functools",
    "hashlib",
    "importlib",
    "itertools",
    "pkgutil",
    "re",
    "struct",
    "typing",
    "unicodedata",
}
"""What core and rules may use of the standard library: no time, no socket, no random, no file;
hashlib computes, it draws nothing."""
MODULES = sorted(path for path in (ROOT / "game").rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            from_package = node.module == "game"
            yield from (f"game.{alias.name}" if from_package else node.module or "" for alias in node.names)


def layer(path: Path) -> str:
    return path.relative_to(ROOT / "game").parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_module_imports_only_what_its_layer_may(path: Path) -> None:
    here = layer(path)
    for name in imported(path):
        if name.startswith("game"):
            there = name.split(".")[1]
            if here == "ui":
                assert there != "app", f"{path} imports {name}"
            elif here in ALLOWED:
                assert there in ALLOWED[here], f"{path} imports {name}"
            else:
                assert here in ("app", "__init__"), f"{here} is a layer that this test does not know"
        if name.split(".")[0] in ("pygame", "pygame_ce"):
            assert here == "ui", f"{path} imports {name}"
        if name.split(".")[0] == "numpy":
            pytest.fail(f"{path} imports numpy")
        if here in ("core", "rules"):
            top = name.split(".")[0]
            assert top == "game" or top in STDLIB, f"{path} imports {name}"


def test_main_hands_over_to_app_alone() -> None:
    ours = {name for name in imported(ROOT / "main.py") if name.startswith("game")}
    assert ours <= {"game.app", "game.i18n", "game.core.limits"}
