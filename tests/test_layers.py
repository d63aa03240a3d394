"""Who may import whom: each package's docstring says it, and this reads exactly that."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GAME = ROOT / "game"
LOOSE = {"app", "i18n", "program"}
"""The modules beside the packages."""
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
"""What the rules of play may use of the standard library: no time, no socket, no random, no file;
hashlib computes, it draws nothing."""
MODULES = sorted(GAME.rglob("*.py"))
PACKAGES = sorted(path.parent for path in GAME.rglob("__init__.py") if path.parent != GAME)


def dotted(path: Path) -> str:
    """A folder or a module, from below game: `ui.engine`."""
    return ".".join(path.relative_to(GAME).parts).removesuffix(".py")


def may_import(package: Path) -> set[str]:
    """What the package's docstring allows: packages and loose modules, each with all that is in it."""
    words = ast.get_docstring(ast.parse((package / "__init__.py").read_text("utf-8"))) or ""
    listed = re.search(r"^May import: ([^.]*(?:\.\w[^.]*)*)\.$", words, re.MULTILINE)
    assert listed, f"{package} does not say what it may import"
    return {name.strip() for name in listed[1].replace("\n", " ").split(",")} - {"nothing"}


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield name if is_module(name) else node.module or ""


def is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_module_imports_only_what_its_package_may(path: Path) -> None:
    here = dotted(path.parent)
    if path.parent == GAME:
        core = {"i18n": {"core", "i18n"}, "program": set[str]()}
        allowed = core.get(path.stem, {dotted(each) for each in PACKAGES} | LOOSE)
    else:
        allowed = may_import(path.parent) | {here}
    for name in imported(path):
        top, _, below = name.partition(".")
        if top == "game" and below:
            assert any(within(below, each) for each in allowed), f"{path} imports {name}"
        if top in ("pygame", "pygame_ce"):
            assert within(here, "ui"), f"{path} imports {name}"
        assert top != "numpy", f"{path} imports numpy"
        if within(here, "net"):
            assert top not in ("select", "socket", "threading", "time"), f"{path} imports {name}"
        if here in ("core", "rules") and path.stem != "options":
            assert top == "game" or top in STDLIB, f"{path} imports {name}"


@pytest.mark.parametrize("package", PACKAGES, ids=dotted)
def test_a_package_names_only_what_is_there_and_what_it_needs(package: Path) -> None:
    allowed = may_import(package)
    assert allowed <= {dotted(each) for each in PACKAGES} | LOOSE
    used = {name.removeprefix("game.") for path in package.glob("*.py") for name in imported(path)}
    for each in allowed:
        assert any(within(name, each) for name in used), f"{package} may import {each}, but does not"


@pytest.mark.parametrize("package", PACKAGES, ids=dotted)
def test_the_architecture_says_of_a_package_what_it_says_itself(package: Path) -> None:
    words = ast.get_docstring(ast.parse((package / "__init__.py").read_text("utf-8"))) or ""
    sentence, _, rest = words.partition("\n\n")
    listed = rest[rest.index("May import: ") :].removeprefix("May import: ").removesuffix(".")
    cells = f"`{dotted(package).replace('.', '/')}`", " ".join(sentence.split()), " ".join(listed.split())
    assert f"| {' | '.join(cells)} |" in (ROOT / "ARCHITECTURE.md").read_text("utf-8")


def test_no_module_imports_itself_through_others() -> None:
    """Late imports and those that only the type checker reads are imports too."""
    paths = {dotted(path.parent if path.stem == "__init__" else path): path for path in MODULES}
    needs = {
        name: {each.removeprefix("game.") for each in imported(path)} & paths.keys() - {name}
        for name, path in paths.items()
    }
    assert not [name for name in needs if name in reached(needs[name], needs)]


def reached(begin: set[str], needs: dict[str, set[str]]) -> set[str]:
    """These modules and all that they need."""
    found, left = set[str](), set(begin)
    while left:
        found.add(name := left.pop())
        left |= needs[name] - found
    return found


def test_main_hands_over_to_app_alone() -> None:
    ours = {name for name in imported(ROOT / "main.py") if name.startswith("game")}
    assert ours <= {"game.app", "game.i18n", "game.program"}
