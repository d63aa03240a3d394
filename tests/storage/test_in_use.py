"""What Windows refuses for a moment, or does otherwise than POSIX: a file in use or marked as read-only, long
paths, the lock of a folder. Run everywhere, for the promises are the same."""

import errno
import os
import re
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import pytest

from game.challenges.level_files import find, read_level
from game.storage import files
from game.storage.data_folder import DataFolderError, data_folder, open_folder
from game.storage.replay_writer import share_run
from game.storage.run_replay import read_run
from game.storage.settings import Settings, load_settings, save_settings
from game.system import here
from game.ui.engine.loop import Describer
from tests.challenges.forged import played
from tests.listing import listing
from tests.written import refused

windows = pytest.mark.skipif(sys.platform != "win32", reason="only Windows does so")

CHANGES: dict[str, tuple[Callable[[Path], object], dict[str, bytes]]] = {
    "replaced": (lambda path: files.write_atomically(path, b"new"), {"file": b"new"}),
    "removed": (files.remove, {}),
    "set aside": (files.set_aside, {"file-damaged-1": b"old"}),
}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in listing(folder)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (path := tmp_path / "file").write_bytes(b"old")
    return path


@pytest.mark.parametrize("change", CHANGES)
def test_what_a_scanner_has_open_for_a_moment_is_waited_for(
    change: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = path.open("rb")
    monkeypatch.setattr(time, "sleep", lambda _seconds: reader.close())
    do, left = CHANGES[change]
    do(path)
    reader.close()
    assert contents(path.parent) == left


def test_a_reader_of_the_screens_description_does_not_end_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = path.open("rb")
    monkeypatch.setattr(time, "sleep", lambda _seconds: reader.close())
    Describer(path)
    reader.close()
    assert contents(path.parent) == {"file": b'{"scene": ""}'}


@windows
@pytest.mark.parametrize("change", CHANGES)
def test_what_stays_open_stays_as_it_is(change: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_PATIENCE", 0)
    with path.open("rb"), pytest.raises((PermissionError, TimeoutError)):
        CHANGES[change][0](path)
    assert contents(path.parent) == {"file": b"old"}


@pytest.mark.parametrize("change", CHANGES)
def test_a_mark_of_read_only_on_a_file_is_none_on_its_folder(change: str, path: Path) -> None:
    path.chmod(stat.S_IREAD)
    do, left = CHANGES[change]
    do(path)
    assert contents(path.parent) == left


def test_a_full_disk_is_told_as_such_and_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError) as refused:
        files.write_atomically(path, b"new")
    assert refused.value.errno == errno.ENOSPC
    assert contents(path.parent) == {"file": b"old"}


def test_a_folder_without_the_right_to_write_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[object] = []

    def refuse(path: object, *_rest: object, **_more: object) -> int:
        assert len(opened) < 100, "Python's tempfile tries for ever"
        opened.append(path)
        raise PermissionError(errno.EACCES, "denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(DataFolderError, match="permission denied"):
        open_folder(tmp_path)


def test_the_next_partial_file_has_another_name_than_one_that_was_left(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter((b"1", b"1", b"2"))
    monkeypatch.setattr(here().entropy, "draw", lambda _count: next(drawn))
    with pytest.raises(OSError), monkeypatch.context() as patch:
        patch.setattr(files, "move", lambda *_paths: (_ for _ in ()).throw(OSError()))
        patch.setattr(Path, "unlink", lambda *_all, **_more: None)
        files.write_atomically(path, b"left")
    files.write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert len(listing(path.parent)) == 2


HOLDER = """
import sys
from pathlib import Path
from game.storage import files
with files.lock_folder(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.readline()
"""


def holder(folder: Path) -> "subprocess.Popen[bytes]":
    """A program that holds the lock of the folder."""
    command = [sys.executable, "-c", HOLDER, str(folder)]
    program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    out: BinaryIO = program.stdout  # type: ignore[assignment]
    assert out.readline().strip() == b"held"
    return program


@pytest.mark.real
def test_a_lock_is_waited_for_and_ends_with_a_killed_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with holder(tmp_path) as program:
        with monkeypatch.context() as patch, pytest.raises(TimeoutError):
            patch.setattr(files, "LOCK_TIMEOUT", 0)
            with files.lock_folder(tmp_path):
                pytest.fail("it is held")
        program.kill()
        with files.lock_folder(tmp_path):
            assert listing(tmp_path) == []


def test_a_data_folder_may_lie_deep(tmp_path: Path) -> None:
    deep = data_folder(tmp_path / ("x" * 100))
    assert str(deep).startswith("\\\\?\\") == (sys.platform == "win32")
    assert data_folder(tmp_path / "a") == tmp_path / "a"
    save_settings(open_folder(deep), Settings(name="Eva"))
    assert load_settings(deep) == (Settings(name="Eva"), None)


@windows
def test_the_data_folder_is_that_of_the_user_on_this_machine() -> None:
    assert data_folder() == Path(os.environ["LOCALAPPDATA"]) / "haisty"


@pytest.mark.parametrize("name", ["con", "AUX", "Eva.", 'a:b*?<>|"', "...", "nul.txt", "a\\b/c"])
def test_no_player_s_name_makes_one_that_no_file_can_have(name: str, tmp_path: Path) -> None:
    path = share_run(tmp_path, played(name=name))
    assert path in listing(path.parent) and read_run(path).header.name == name
    assert re.fullmatch(r'[^<>:"/\\|?*]+\.run', path.name)
    assert not re.match(r"(con|aux|nul|prn|com\d|lpt\d)[ .]", path.name, re.IGNORECASE)


@pytest.mark.parametrize("name", ["nul", "nul.toml", "aux", "com1", "con"])
def test_a_device_is_no_level_and_nobody_waits_for_it(name: str, tmp_path: Path) -> None:
    assert refused(read_level, tmp_path / name)
    assert find(name, tmp_path) is None
