"""Who may import whom: each package's docstring says it, and this reads exactly that."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
GAME = ROOT / "game"
LOOSE = {"app", "faults", "i18n", "program", "signing", "system"}
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


@cache
def parsed(path: Path) -> ast.Module:
    """A module's syntax tree."""
    return ast.parse(path.read_text("utf-8"))


@cache
def may_import(package: Path) -> set[str]:
    """What the package's docstring allows: packages and loose modules, each with all that is in it."""
    words = ast.get_docstring(parsed(package / "__init__.py")) or ""
    listed = re.search(r"^May import: ([^.]*(?:\.\w[^.]*)*)\.$", words, re.MULTILINE)
    assert listed, f"{package} does not say what it may import"
    return {name.strip() for name in listed[1].replace("\n", " ").split(",")} - {"nothing"}


@cache
def imported(path: Path) -> frozenset[str]:
    """All that a module imports, by full names."""
    found = set[str]()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if is_module(name) else node.module or "" for name in names}
    return frozenset(found)


@cache
def is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def wrong(path: Path) -> Iterator[str]:
    """What a module imports, but may not."""
    here = dotted(path.parent)
    if path.parent == GAME:
        core = {
            "faults": {"i18n", "program", "system"},
            "i18n": {"core", "i18n"},
            "program": set[str](),
            "signing": set[str](),
            "system": set[str](),
        }
        allowed = core.get(path.stem, {dotted(each) for each in PACKAGES} | LOOSE)
    else:
        allowed = may_import(path.parent) | {here}
    for name in imported(path):
        top, _, below = name.partition(".")
        if (
            (top == "game" and below and not any(within(below, each) for each in allowed))
            or (top in ("pygame", "pygame_ce") and not within(here, "ui"))
            or top == "numpy"
            or (within(here, "net") and top in ("select", "socket", "threading", "time"))
            or (here in ("core", "rules") and path.stem != "options" and top not in ("game", *STDLIB))
        ):
            yield f"{path} imports {name}"


def test_modules_import_only_what_their_package_may() -> None:
    assert [line for path in MODULES for line in wrong(path)] == []


def test_a_package_names_only_what_is_there_and_what_it_needs() -> None:
    for package in PACKAGES:
        allowed = may_import(package)
        assert allowed <= {dotted(each) for each in PACKAGES} | LOOSE, package
        used = {name.removeprefix("game.") for path in package.glob("*.py") for name in imported(path)}
        unused = {each for each in allowed if not any(within(name, each) for name in used)}
        assert not unused, f"{package} may import {unused}, but does not"


def test_the_architecture_says_of_a_package_what_it_says_itself() -> None:
    architecture = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    for package in PACKAGES:
        words = ast.get_docstring(parsed(package / "__init__.py")) or ""
        sentence, _, rest = words.partition("\n\n")
        listed = rest[rest.index("May import: ") :].removeprefix("May import: ").removesuffix(".")
        cells = f"`{dotted(package).replace('.', '/')}`", " ".join(sentence.split()), " ".join(listed.split())
        assert f"| {' | '.join(cells)} |" in architecture, package


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
