"""Standard streams that are closed, full or of a narrow encoding, and folders of any name."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import QUICK, ROOT, is_one_line, run, scene
from tests.waiting import until

pytestmark = pytest.mark.real


@pytest.mark.parametrize(("arguments", "unbuffered"), [(QUICK, ""), (("--help",), "1")])
def test_a_reader_that_has_gone_is_no_fault(
    arguments: tuple[str, ...], unbuffered: str, tmp_path: Path
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "main.py", *arguments, *([str(tmp_path)] if arguments == QUICK else [])],
        cwd=ROOT,
        env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "main.py", *QUICK, str(tmp_path)],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert is_one_line(done.stderr)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a folder whose name is no text")
@pytest.mark.parametrize("more", [("--json",), ("--lang", "sv")])
def test_any_folder_and_any_encoding_will_do(more: tuple[str, ...], tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"\xff\xc3\xa5")
    done = run(*QUICK, str(folder), *more, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    if "--json" in more:
        assert Path(json.loads(done.stdout)["replay"]).parents[1] == folder


def test_a_folder_for_replays_that_cannot_be_is_told_before_the_match(tmp_path: Path) -> None:
    (tmp_path / "replays").write_text("mine")
    done = run("demo", "--seed", "1", "--data", str(tmp_path))  # in real time: it would take minutes
    assert done.returncode == 2
    assert is_one_line(done.stderr)
    assert (tmp_path / "replays").read_text() == "mine"


def test_nothing_printed_steers_the_terminal(tmp_path: Path) -> None:
    replay = tmp_path / "a\x9b2J\u202eb.replay"
    replay.write_bytes((ROOT / "tests/replays/two-seats-knock.replay").read_bytes())
    done = run("check", str(replay))
    assert done.returncode == 0
    assert "a\\x9b2J\\u202eb.replay" in done.stdout
    assert done.stdout.removesuffix("\n").isprintable()


SHELL = pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that closes streams")


def test_where_python_has_no_streams_at_all_a_program_ends_as_ever() -> None:
    """As by `pythonw`, and in a program that was built for a window."""
    code = "import sys, main; sys.stdin = sys.stdout = sys.stderr = None; sys.exit(main.main())"
    done = subprocess.run([sys.executable, "-c", code, "check", "nofile"], cwd=ROOT, timeout=60, check=False)
    assert done.returncode == 2


@SHELL
@pytest.mark.parametrize(
    ("arguments", "code", "closed"),
    [
        (QUICK, 0, "2>&-"),
        (QUICK, 0, "0<&- 1>&- 2>&-"),
        (("check", "nofile"), 2, "1>&- 2>&-"),
        (("--help",), 0, "0<&- 1>&- 2>&-"),
    ],
)
def test_without_standard_streams_all_goes_as_ever(
    arguments: tuple[str, ...], code: int, closed: str, tmp_path: Path
) -> None:
    data = [str(tmp_path)] if arguments == QUICK else []
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" "$@" {closed}', sys.executable, "main.py", *arguments, *data],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    assert done.returncode == code
    assert bool(done.stdout) == (code == 0 and "1" not in closed)


@SHELL
def test_a_window_opens_without_standard_error(tmp_path: Path) -> None:
    shown = tmp_path / "shown.json"
    play = 'exec "$0" main.py haisty --data "$1" --describe "$2" 2>&-'
    program = subprocess.Popen(
        ["sh", "-c", play, sys.executable, str(tmp_path), str(shown)],
        cwd=ROOT,
        env=os.environ | {"SDL_VIDEODRIVER": "dummy"},
    )
    until(lambda: scene(shown) == "table", "the table, which is described once the sounds are open")
    program.terminate()
    assert program.wait(60) == 128 + signal.SIGTERM
