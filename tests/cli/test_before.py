"""What may be wrong before a command begins: packages, Python, path, home, clock. One line each."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game.system import System, on
from tests.cli.program import QUICK, ROOT, call, is_one_line, run

_UNKNOWN = 4242
_SETS_UP = "start play.py instead: it sets everything up"


def python(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Python with these arguments, in the folder of the sources."""
    lost = "PYTHON", "SDL_", "DISPLAY", "WAYLAND"
    kept = {name: value for name, value in os.environ.items() if not name.startswith(lost)}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=kept | {"LC_ALL": "C.UTF-8"} | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def refused(done: "subprocess.CompletedProcess[str]") -> str:
    """The one line that it says before it ends with 2."""
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert is_one_line(done.stderr)
    return done.stderr.strip()


@pytest.mark.real
def test_without_the_packages_it_says_which_command_sets_them_up() -> None:
    assert refused(python("-S", "main.py")) == f"main.py: the package platformdirs is missing; {_SETS_UP}"


@pytest.mark.real
def test_a_package_that_is_missing_only_for_the_window_is_named(tmp_path: Path) -> None:
    absent = tmp_path / "pygame.py"
    absent.write_text("raise ModuleNotFoundError('No module', name='pygame')")
    done = python("main.py", "--data", str(tmp_path), PYTHONPATH=str(tmp_path))
    assert refused(done) == f"main.py: the package pygame is missing; {_SETS_UP}"


@pytest.mark.real
def test_an_older_python_is_told_which_one_is_needed() -> None:
    script = (
        "import runpy, sys; sys.version_info = (3, 10, 9); runpy.run_path('main.py', run_name='__main__')"
    )
    assert refused(python("-c", script)) == "main.py: Haisty needs Python 3.11 or newer"


@pytest.mark.real
@pytest.mark.parametrize(("option", "safe"), [((), "1"), (("-I",), ""), (("-P",), "")])
def test_it_finds_its_own_files_where_python_leaves_their_folder_out(
    option: tuple[str, ...], safe: str, tmp_path: Path
) -> None:
    done = python(*option, str(ROOT / "main.py"), *QUICK, str(tmp_path), PYTHONSAFEPATH=safe)
    assert done.returncode == 0, done.stderr
    assert "wins." in done.stdout


@pytest.mark.real
@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root becomes another user")
def test_a_user_without_a_home_is_told_to_name_a_folder_and_plays_where_nothing_is_kept() -> None:
    """The sources may be another's: so all is read in before."""
    commands = [("challenge",), ("ladder",), QUICK[:-1], ("find",), ()]
    script = (
        "import importlib, os, pkgutil, sys, game, main\n"
        "for module in pkgutil.walk_packages(game.__path__, 'game.'):\n"
        "    if not module.name.startswith('game.locale'): importlib.import_module(module.name)\n"
        "from game import app\n"
        "def one_frame(ctx, begin, describer):\n"
        "    print(*ctx.notices, ctx.folder, sep='|')\n"
        "app._run_scenes = one_frame\n"
        f"os.setgroups([]); os.setgid({_UNKNOWN}); os.setuid({_UNKNOWN})\n"
        f"for words in {commands!r}:\n"
        "    if not words: os.environ |= dict(SDL_VIDEODRIVER='dummy', SDL_AUDIODRIVER='dummy')\n"
        "    sys.argv = ['main.py', *words]\n"
        "    try: print(main.main())\n"
        "    except SystemExit as ended: print(ended.code)\n"
    )
    done = python("-c", script, HOME="", XDG_DATA_HOME="")
    why = "this user has no home folder; name one with --data"
    assert done.stderr == f"main.py: {why}\n" * 4
    assert done.stdout == "2\n" * 4 + f"Settings and replays will not be kept: {why}.|None\n0\n"


@pytest.mark.parametrize("arguments", [(), ("ladder",), ("challenge", "daily"), ("find",), QUICK[:-1]])
def test_a_clock_beyond_what_can_be_counted_is_one_line(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def beyond() -> float:
        raise OverflowError("timestamp too large to convert to C _PyTime_t")

    monkeypatch.setattr(time, "time", beyond)
    with on(System()):
        done = call(*arguments)
    assert refused(done) == "main.py: the clock of this computer is wrong: set its date"


@pytest.mark.real
@pytest.mark.skipif(sys.platform == "win32", reason="the folder that a program is in cannot be deleted there")
def test_a_folder_that_has_been_deleted_meanwhile_is_no_fault(tmp_path: Path) -> None:
    script = (
        f"import os, runpy, sys; os.chdir({str(tmp_path)!r}); os.rmdir({str(tmp_path)!r})\n"
        f"sys.argv = [{str(ROOT / 'main.py')!r}, 'check', 'paare-01']\n"
        "runpy.run_path(sys.argv[0], run_name='__main__')\n"
    )
    done = python("-c", script)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.real
def test_a_locale_that_is_not_utf_8_shows_what_it_can() -> None:
    done = run("check", "/ä.replay", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert refused(done).endswith("replay: no such file or folder")
