"""What is handed on: the package that pip installs, and programs for systems that are not here."""

import importlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from game.i18n import LANGUAGES
from game.program import VERSION

ROOT = Path(__file__).parents[1]

# A system without what only some Unix has: its modules cannot be imported, its functions and signals are not
# there. The libraries are imported before: each brings what is right for its system.
_ELSEWHERE = """
import ctypes, os, signal, socket, sqlite3, subprocess, sys, tempfile, importlib, pkgutil
import cryptography.hazmat.primitives.ciphers.aead, ifaddr, msgspec, platformdirs, pygame, spake2
from types import SimpleNamespace
sys.platform = {platform!r}
sys.modules.setdefault("msvcrt", SimpleNamespace(LK_NBLCK=2, locking=lambda *_file: None))  # It has these
vars(ctypes).setdefault("WINFUNCTYPE", ctypes.CFUNCTYPE)
vars(ctypes).setdefault("WinDLL", lambda _name: SimpleNamespace(SetConsoleCtrlHandler=lambda *_what: True))
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name in {modules!r}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
for name in {modules!r}:
    sys.modules.pop(name, None)
for name in {functions!r}:
    delattr(os, name)
for name in {signals!r}:
    delattr(signal, name)
import game
for module in pkgutil.walk_packages(game.__path__, "game."):
    if not module.name.startswith("game.locale"):
        importlib.import_module(module.name)
sys.argv = ["main.py", "demo", "--fast", "--seats", "2", "--seed", "3", "--data", {data!r}]
import main
sys.exit(main.main())
"""
_LACKS: dict[str, dict[str, tuple[str, ...]]] = {
    "win32": {
        "modules": ("fcntl", "grp", "pwd", "resource", "termios", "pty", "syslog", "readline"),
        "functions": ("fork", "getuid", "geteuid", "getgid", "nice", "setsid", "killpg", "fchmod", "mkfifo"),
        "signals": ("SIGHUP", "SIGALRM", "SIGUSR1", "SIGUSR2", "SIGCHLD", "SIGPIPE", "SIGQUIT"),
    },
    "darwin": {
        "modules": ("spwd", "ossaudiodev"),
        "functions": ("sched_getaffinity", "eventfd", "memfd_create", "pipe2", "posix_fadvise"),
        "signals": ("SIGPWR", "SIGSTKFLT", "SIGPOLL"),
    },
}


def run(*command: str, cwd: Path, path: Path) -> subprocess.CompletedProcess[str]:
    """The end of a command that finds modules in `path` first."""
    environment = os.environ | {"PYTHONPATH": str(path), "SDL_VIDEODRIVER": "dummy", "LC_ALL": "C.UTF-8"}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.real
@pytest.mark.parametrize("platform", _LACKS)
def test_nothing_on_the_way_is_only_of_this_system(platform: str, tmp_path: Path) -> None:
    script = _ELSEWHERE.format(platform=platform, data=str(tmp_path), **_LACKS[platform])
    done = run(sys.executable, "-c", script, cwd=ROOT, path=ROOT)
    assert done.returncode == 0, done.stderr
    assert "wins." in done.stdout
    assert list(tmp_path.glob("replays/*.replay"))


_SYSTEMS = (
    {"sys_platform": "linux", "platform_machine": "x86_64"},
    {"sys_platform": "win32", "platform_machine": "AMD64"},
    {"sys_platform": "darwin", "platform_machine": "arm64"},
    {"sys_platform": "darwin", "platform_machine": "x86_64"},
)


def wanted(lines: Iterable[str], system: dict[str, str]) -> dict[str, SpecifierSet]:
    """Which versions of which packages a system is to have."""
    found = dict[str, SpecifierSet]()
    for each in (Requirement(line) for line in lines):
        if each.marker is None or each.marker.evaluate(system | {"python_version": "3.11"}):
            found[each.name.lower()] = found.get(each.name.lower(), SpecifierSet()) & each.specifier
    return found


def pins(path: Path, system: dict[str, str]) -> dict[str, str]:
    """Which version of which package a system gets by this file."""
    lines = (line.partition(" --hash")[0] for line in path.read_text("utf-8").splitlines())
    found = wanted((line for line in lines if line and line[0] not in "#-"), system)
    return {name: str(one).removeprefix("==") for name, one in found.items()}


@pytest.mark.parametrize("system", _SYSTEMS, ids=lambda system: "-".join(system.values()))
def test_pip_installs_what_the_sources_are_tested_with(system: dict[str, str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    ranges = wanted(project["dependencies"], system)
    pinned = pins(ROOT / "requirements.txt", system)
    assert ranges.keys() == pinned.keys()
    assert all(ranges[name].contains(version) for name, version in pinned.items())
    assert not any("==" in str(each) for each in ranges.values())


def test_the_program_for_windows_is_made_of_the_same_packages() -> None:
    windows = _SYSTEMS[1]
    there = pins(ROOT / "tests" / "windows" / "requirements.txt", windows)
    assert pins(ROOT / "requirements.txt", windows).items() <= there.items()
    here = pins(ROOT / "requirements-dev.txt", windows)
    assert {name: here[name] for name in here.keys() & there.keys()}.items() <= there.items()
    assert "numpy" not in there


@pytest.fixture
def bundle(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What PyInstaller is told of the program for macOS."""
    importlib.import_module("PyInstaller.utils.hooks")  # it looks at the system that it is on
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.syspath_prepend(str(ROOT))
    made: dict[str, Any] = {}

    def make(*_args: object, **options: Any) -> SimpleNamespace:
        made.update(options)
        return SimpleNamespace(binaries=[], pure=[], scripts=[], datas=[])

    spec = ROOT / "distribution" / "haisty.spec"
    names = dict.fromkeys(("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE"), make)
    exec(compile(spec.read_text("utf-8"), spec, "exec"), names | {"SPECPATH": str(spec.parent)})
    return made


@pytest.mark.real
def test_the_macos_bundle_says_what_it_wants_the_network_for(bundle: dict[str, Any]) -> None:
    assert bundle["bundle_identifier"] == "org.haisty.game"
    assert "tables" in bundle["info_plist"]["NSLocalNetworkUsageDescription"]


@pytest.mark.real
def test_a_program_carries_the_texts_of_every_language(bundle: dict[str, Any]) -> None:
    carried = {(Path(path), folder) for path, folder in bundle["datas"]}
    for language in LANGUAGES:
        folder = f"game/locale/{language}"
        assert (ROOT / folder / "code_words.txt", folder) in carried
        if language != "en":
            assert (ROOT / folder / "LC_MESSAGES/haisty.mo", f"{folder}/LC_MESSAGES") in carried


@pytest.mark.real
def test_a_program_carries_all_that_the_game_reads(bundle: dict[str, Any]) -> None:
    carried = {(Path(path), folder) for path, folder in bundle["datas"]}
    for folder in ("sprites", "sounds", "levels"):
        for path in (ROOT / folder).rglob("*.*"):
            made_by_or_for_others = path.suffix in {".py", ".pyc", ".md", ".png", ".ico", ".icns"}
            assert made_by_or_for_others or (path, str(path.parent.relative_to(ROOT))) in carried


VALIDATORS = {
    "org.haisty.game.metainfo.xml": ("appstreamcli", "validate", "--no-net"),
    "org.haisty.game.desktop": ("desktop-file-validate",),
}


@pytest.mark.real
@pytest.mark.parametrize("name", VALIDATORS)
def test_what_a_linux_desktop_is_told_is_valid(name: str) -> None:
    validator = VALIDATORS[name]
    if not shutil.which(validator[0]):
        pytest.skip(f"no {validator[0]} here")
    done = subprocess.run(
        [*validator, ROOT / "distribution" / name], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where the package is installed, without those that it needs."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    assert subprocess.run(build, cwd=ROOT, capture_output=True, check=False).returncode == 0
    (wheel,) = folder.glob(f"haisty-{VERSION}-*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "there")
    return folder / "there"


@pytest.mark.real
def test_the_installed_package_has_all_that_it_needs(installed: Path, tmp_path: Path) -> None:
    def haisty(*arguments: str) -> subprocess.CompletedProcess[str]:
        return run(sys.executable, "-m", "game.main", *arguments, cwd=tmp_path, path=installed)

    assert haisty("--version").stdout == f"Haisty {VERSION}\n"
    assert haisty("check", "paare-07").returncode == 0
    assert haisty("--lang", "sv", "--help").stdout.startswith("användning: haisty")
    codes = "import game.i18n, game.lan.code_words as words; [*map(words.suggest, game.i18n.LANGUAGES)]"
    assert run(sys.executable, "-c", codes, cwd=tmp_path, path=installed).returncode == 0
    assert haisty("play", "nothing").stderr.startswith("haisty")


@pytest.mark.real
def test_the_package_holds_what_the_built_program_carries_and_nothing_else(
    installed: Path, bundle: dict[str, Any]
) -> None:
    package = installed / "game"
    carried = {Path(folder.removeprefix("game/"), Path(path).name) for path, folder in bundle["datas"]}
    files = {path.relative_to(package) for path in package.rglob("*.*") if path.suffix != ".pyc"}
    assert {path for path in files if path.suffix != ".py"} == carried
    sources = {path.relative_to(ROOT / "game") for path in (ROOT / "game").rglob("*.py")}
    assert {path for path in files if path.suffix == ".py"} == sources - {Path("locale/build.py")} | {
        Path("main.py")
    }
    assert {path.name.split("-")[0] for path in installed.iterdir()} == {"game", "haisty"}


def test_the_description_shows_nothing_that_lies_in_the_sources_alone(installed: Path) -> None:
    (about,) = installed.glob("*.dist-info/METADATA")
    text = about.read_text("utf-8")
    assert "# Haisty" in text
    assert not re.findall(r"\]\((?!https?://)", text)
