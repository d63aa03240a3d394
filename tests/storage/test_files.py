"""Whatever lies where a file should be is one line for the player: no hang, no flood of memory."""

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from game.challenges.level_files import daily, levels, listed, read_level
from game.challenges.replays import read_replay
from game.core.match import Match
from game.rules import games
from game.rules.haisty import Haisty
from game.storage import files
from game.storage.data_folder import KEPT, open_folder
from game.storage.match_replay import Company, read_match
from game.storage.replay_writer import ReplayWriter
from game.storage.run_replay import read_run
from game.storage.settings import Settings, load_settings, save_settings
from game.storage.solution import read_solution
from tests.levelfile import level_text
from tests.listing import listing
from tests.written import refused

ROOT = Path(__file__).parents[2]
READERS = (read_match, read_run, read_level, listed, read_replay, read_solution)


def test_what_was_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"one\r\ntwo\nthree\n")
    assert files.read(path) == b"one\r\ntwo\nthree\n"
    assert files.lines(path) == ["one", "two", "three"]


def test_a_file_may_be_as_large_as_the_limit_and_no_larger(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert files.read(path, 5) == b"12345"
    with pytest.raises(OSError, match="more than 4 bytes"):
        files.read(path, 4)


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and devices with names")
@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("name", ["file.toml", "file.replay"])
def test_pipes_devices_folders_and_floods_are_refused(
    read: Callable[[Path], object], name: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    for device in ("/dev/zero", "/dev/tty"):
        path.symlink_to(device)
        assert "it is not a file" in refused(read, path)
        path.unlink()
    os.mkfifo(path)
    assert "it is not a file" in refused(read, path)
    path.unlink()
    path.mkdir()
    assert "it is a folder" in refused(read, path)
    path.rmdir()
    with path.open("wb") as file:
        file.truncate(2**34)
    assert "it is too large" in refused(read, path)


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes with names")
def test_settings_that_are_a_pipe_are_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "settings.json")
    settings, notice = load_settings(tmp_path)
    assert settings == Settings()
    assert "it is not a file" in str(notice)


@pytest.mark.real
@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes with names")
@pytest.mark.parametrize("command", ["check", "watch", "solve"])
def test_no_command_waits_for_a_pipe(command: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    done = subprocess.run(
        [sys.executable, "main.py", command, str(tmp_path / "pipe.toml"), "--data", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


GOOD = level_text("paare-01")
MONSTERS = {
    "lists": "seed = " + "[" * 50_000,
    "tables": "seed = " + "{a = " * 50_000,
    "digits": "seed = " + "9" * 5_000 + " #",
    "hexadecimal": "seed = 0x" + "f" * 5_000 + " #",
    "dotted key": ".".join("a" * 20_000) + " = 1\nseed = ",
    "dotted quoted key": " . ".join(['"a b"'] * 8_000) + " = 1\nseed = ",
    "dotted key in a table": "x = { " + ".".join("a" * 20_000) + " = 1 }\nseed = ",
    "dotted header": "[" + ".".join("a" * 20_000) + "]\nseed = ",
}


@pytest.mark.real
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a program's memory")
@pytest.mark.parametrize("monster", MONSTERS)
def test_a_monster_in_a_level_is_one_line_and_takes_little_memory(monster: str, tmp_path: Path) -> None:
    path = tmp_path / "paare-01.toml"
    path.write_text(GOOD.replace("seed = ", MONSTERS[monster], 1))
    resource = pytest.importorskip("resource")

    def little() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (2**29, 2**29))

    done = subprocess.run(
        [sys.executable, "main.py", "check", str(path)],
        cwd=ROOT,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=little,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert str(path) in done.stderr
    if monster not in ("lists", "tables"):
        assert "line 2" in done.stderr


def test_no_level_of_the_game_is_a_monster() -> None:
    assert levels()[1] == []
    for game in games():
        listed(ROOT / "levels" / "daily" / f"{game}.toml")
    daily(date(2026, 11, 21))


@pytest.mark.parametrize(
    "text", ['{"game":', '{"x":' + "[" * 100_000, "[" * 100_000, "9" * 5_000, '"\ud800"']
)
def test_json_of_any_kind_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError):
        files.decode(text.encode("utf-8", "surrogatepass"), dict[str, object])


@pytest.mark.parametrize("head", ['{"seed":' + "[" * 100_000, '{"seed":' + "9" * 5_000 + "}", "\x00"])
@pytest.mark.parametrize(("read", "magic"), [(read_match, "haisty-replay 1"), (read_run, "haisty-run 1")])
def test_a_monster_in_a_header_is_one_line(
    head: str, read: Callable[[Path], object], magic: str, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_text(f"{magic}\n{head}\nend\n")
    assert "line 2" in refused(read, path)


KILLED = """
import os, sys
from pathlib import Path
from game.storage import files
os.fsync = lambda handle: os.kill(os.getpid(), 9)
files.write_atomically(Path(sys.argv[1]), b"half")
"""


def let_a_minute_pass(folder: Path) -> None:
    """Windows, where what is closed cannot be locked, leaves partial files alone for so long."""
    for path in folder.glob(".undone-*") if sys.platform == "win32" else ():
        os.utime(path, (1, 1))


@pytest.mark.real
def test_what_a_killed_program_left_half_written_is_swept_out_at_the_next_start(tmp_path: Path) -> None:
    save_settings(tmp_path, Settings(name="Eva"))
    command = [sys.executable, "-c", KILLED, str(tmp_path / "settings.json")]
    subprocess.run(command, cwd=ROOT, check=False)
    assert len(listing(tmp_path)) == 2
    let_a_minute_pass(tmp_path)
    open_folder(tmp_path)
    assert [path.name for path in listing(tmp_path)] == ["settings.json"]
    assert load_settings(tmp_path)[0].name == "Eva"


def test_what_a_killed_program_left_of_a_kept_game_is_swept_too(tmp_path: Path) -> None:
    kept = tmp_path / KEPT
    kept.mkdir()
    for name in (".undone-abc", "paare-01.run"):
        (kept / name).write_bytes(b"some of it")
    let_a_minute_pass(kept)
    open_folder(tmp_path)
    assert [path.name for path in kept.iterdir()] == ["paare-01.run"]


def test_what_is_being_written_is_not_swept_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def sweep(_handle: int) -> None:
        let_a_minute_pass(tmp_path)
        files.sweep(tmp_path)

    monkeypatch.setattr(os, "fsync", sweep)
    files.write_atomically(tmp_path / "file", b"whole")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"whole"]


SWEEPER = """
import sys
from pathlib import Path
from game.storage import files
print(flush=True)
while True:
    files.sweep(Path(sys.argv[1]))
"""


@pytest.mark.real
def test_no_writing_fails_because_another_program_sweeps(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SWEEPER, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as sweeper:
        assert sweeper.stdout
        sweeper.stdout.readline()
        for number in range(400):
            files.write_atomically(tmp_path / "file", b"%d" % number)
        sweeper.kill()
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"399"]


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "file").mkdir()
    with pytest.raises(OSError, match="file"):
        files.write_atomically(tmp_path / "file", b"whole")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


NAMER = """
import sys
from pathlib import Path
from game.storage.data_folder import KEPT, write_new
sys.stdin.readline()
for number in range(20):
    print(write_new(Path(sys.argv[1]) / "match.replay", sys.argv[2].encode()).name)
"""


@pytest.mark.real
def test_programs_that_write_new_files_at_once_take_no_name_of_each_other(tmp_path: Path) -> None:
    command = [sys.executable, "-c", NAMER, str(tmp_path)]
    programs = [
        subprocess.Popen(
            [*command, f"text {number}"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        for number in range(3)
    ]
    told = [program.communicate(b"go\n", timeout=60)[0].split() for program in programs]
    assert len({name for names in told for name in names}) == 60
    for number, names in enumerate(told):
        assert all((tmp_path / name.decode()).read_text() == f"text {number}" for name in names)


def test_two_recorders_of_one_moment_keep_both_matches(tmp_path: Path) -> None:
    matches = [Match(Haisty(), 2, 1), Match(Haisty(), 3, 1)]
    recorders = [
        ReplayWriter(tmp_path, match, Company(tuple("ABC"[: match.seats]), tuple(range(match.seats))))
        for match in matches
    ]
    recorders[1].path = recorders[0].path
    for recorder in (*recorders, *recorders):
        recorder.save()
    assert [read_match(recorder.path).header.seats for recorder in recorders] == [2, 3]
    assert len(listing(tmp_path / "replays")) == 2
