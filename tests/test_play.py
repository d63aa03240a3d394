"""play.py: real environments are made and packages installed, of a few files in the place of the game's."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.real

ROOT = Path(__file__).parents[1]
MAKE = "make", "--no-print-directory", f"PYTHON={sys.executable}"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sources of a game that says what it is started with, set up once. For the tests it needs a package."""
    folder = tmp_path_factory.mktemp("sources")
    for name in ("play.py", "Makefile"):
        shutil.copy(ROOT / name, folder)
    (folder / "requirements.txt").write_text(wheel(folder, "game_needs"))
    (folder / "requirements-dev.txt").write_text("-r requirements.txt\n" + wheel(folder, "pytest"))
    (folder / "main.py").write_text(
        "import os, sys, game_needs\nprint(*sys.argv[1:], os.getcwd(), sep='|')\nsys.exit(7)\n"
    )
    first = ran(folder, *MAKE, "play") if shutil.which("make") else played(folder)
    assert first.stderr.startswith("Setting up, once: it takes a minute.\n")
    assert first.stdout.endswith(f"{folder}\n")
    return folder


def wheel(folder: Path, name: str) -> str:
    """A package of one module, which says what it is started with; returns the line that requires it."""
    path = folder / f"{name}-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as file:
        about = f"{name}-1.dist-info"
        file.writestr(f"{name}.py", "import sys\nprint(__name__, *sys.argv[1:], sep='|')\n")
        file.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        file.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr(f"{about}/RECORD", "")
    return f"{path}\n"


def played(folder: Path, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """play.py with these arguments, from the folder above."""
    return ran(folder.parent, sys.executable, str(folder / "play.py"), *arguments, **environment)


def ran(folder: Path, *command: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """The end of a command."""
    env = os.environ | environment
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_it_hands_on_arguments_and_exit_code_from_where_one_is(made: Path) -> None:
    again = played(made, "one", "two words")
    assert again.stdout.splitlines()[-1] == f"one|two words|{made.parent}"
    assert (again.returncode, again.stderr) == (7, "")


def test_what_is_set_up_already_is_left_alone(made: Path) -> None:
    """No pip is started: a broken one is not noticed."""
    assert played(made, PIP_CONFIG_FILE="/nowhere", PIP_NO_INDEX="nonsense").returncode == 7


def test_the_tests_have_what_they_need_besides(made: Path) -> None:
    said = played(made, "test", "-k", "one").stdout
    workers = 1 + (os.cpu_count() or 1)
    assert said == f"__main__|-m|not journey|--dist|worksteal|-n|{workers}|-k|one\n"


def test_new_requirements_are_installed_once(made: Path) -> None:
    with (made / "requirements.txt").open("a") as file:
        file.write(wheel(made, "later"))
    newer(made / "requirements.txt", than=made / ".venv" / "play")
    assert played(made).returncode == 7
    (python, *_others) = made.glob(".venv/[bS]*/python*")
    assert ran(made, str(python), "-c", "import later").returncode == 0


def test_packages_that_cannot_be_had_are_one_line_and_asked_for_again(made: Path) -> None:
    good = (made / "requirements.txt").read_text()
    (made / "requirements.txt").write_text(good + "./absent-1-py3-none-any.whl\n")
    newer(made / "requirements.txt", than=made / ".venv" / "play")
    for _time in range(2):
        done = played(made)
        assert done.returncode == 1
        assert done.stderr.splitlines()[-1].startswith("play.py: the packages could not be installed")
    (made / "requirements.txt").write_text(good)
    assert played(made).returncode == 7


def test_an_environment_that_is_broken_is_made_anew(made: Path) -> None:
    """As after an upgrade of Python, or what was broken off in its midst."""
    for pip in made.glob(".venv/[Ll]ib/**/pip"):
        shutil.rmtree(pip)
    (made / ".venv" / "play").unlink()
    done = played(made)
    assert (done.returncode, done.stderr) == (7, "Setting up, once: it takes a minute.\n")


def test_make_sets_up_by_it_and_leaves_alone_what_is_new(made: Path) -> None:
    if not shutil.which("make"):
        pytest.skip("no make here")
    without = ran(made, *MAKE, "play", "ARGS=a", "PYTHON=false").stdout
    assert without.splitlines()[-1] == f"a|{made}", "nothing is to be set up: no other Python is started"
    again = ran(made, *MAKE, "test", "ARGS=-q")
    assert (again.stderr, again.stdout[-4:]) == ("", "|-q\n")


def test_an_older_python_is_told_which_one_is_needed(made: Path, tmp_path: Path) -> None:
    shutil.copy(made / "play.py", tmp_path)
    for name in ("requirements.txt", "requirements-dev.txt"):
        (tmp_path / name).touch()
    script = (
        "import runpy, sys; sys.version_info = (3, 10, 9); runpy.run_path('play.py', run_name='__main__')"
    )
    done = ran(tmp_path, sys.executable, "-c", script)
    assert (done.returncode, done.stderr.partition(";")[0]) == (
        1,
        "play.py: Haisty needs Python 3.11 or newer",
    )


def test_a_python_without_venv_says_what_to_install(made: Path, tmp_path: Path) -> None:
    shutil.copy(made / "play.py", tmp_path)
    (tmp_path / "requirements.txt").touch()
    (tmp_path / "venv.py").write_text("raise SystemExit('The virtual environment was not created')")
    done = ran(tmp_path, sys.executable, "play.py", PYTHONPATH=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith("on Debian: apt install python3-venv")
    assert not (tmp_path / ".venv").exists()


def newer(path: Path, than: Path) -> None:
    """Date a file a second after another."""
    time = than.stat().st_mtime + 1
    os.utime(path, (time, time))
