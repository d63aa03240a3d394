"""An installation's key is the same each time, whatever else happens to its file."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from game.signing import KEY
from game.storage.identity import FILE, load_key


def test_key_is_drawn_once_and_only_its_user_may_read_it(tmp_path: Path) -> None:
    key, notice = load_key(tmp_path)
    assert (len(key), notice) == (KEY, None)
    assert load_key(tmp_path) == (key, None)
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    (tmp_path / "other").mkdir()
    assert load_key(tmp_path / "other")[0] != key


@pytest.mark.parametrize(
    "text", [b"", b"ab", b"g" * 64, b"a" * 63 + b"\n", b"a" * 66, b"\xff" * 64, b"A" * 10**6]
)
def test_damaged_key_is_told_once_kept_aside_and_made_anew(text: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(text)
    key, notice = load_key(tmp_path)
    assert "\n" not in str(notice) and "identity-damaged-1.key" in str(notice)
    assert (tmp_path / "identity-damaged-1.key").read_bytes() == text
    assert load_key(tmp_path) == (key, None)


def test_folder_in_the_key_s_place_is_moved_aside(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    key, notice = load_key(tmp_path)
    assert notice
    assert load_key(tmp_path) == (key, None)


def test_without_a_folder_that_takes_it_the_key_is_for_this_time(tmp_path: Path) -> None:
    assert load_key(None)[1] is None
    (tmp_path / "file").touch()
    key, notice = load_key(tmp_path / "file")
    assert len(key) == KEY
    assert str(notice).startswith("This computer’s key could not be kept")


def test_programs_that_begin_at_once_agree_on_one_key(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from game.storage.identity import load_key;"
        "print(load_key(Path(sys.argv[1]))[0].hex())"
    )
    programs = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    assert len({program.communicate(timeout=30)[0] for program in programs}) == 1
