"""An installation's key is the same each time, whatever else happens to its file."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import pytest

from game.challenges.challenge import finished_run
from game.challenges.ladder import Ladder
from game.lan.hosting import own_key
from game.lan.known_hosts import KnownHosts
from game.lan.seat_tokens import SeatTokens
from game.signing import KEY
from game.storage.identity import FILE, load_key
from game.storage.replay_writer import share_run
from game.storage.results_writer import ResultsWriter
from game.storage.settings import Settings
from game.system import here
from tests.challenges.forged import played as daily
from tests.challenges.test_challenge import LEVEL, WHEN, played
from tests.listing import listing
from tests.net.answerer import HOST_KEY, INFO
from tests.waiting import PATIENCE


def test_key_is_drawn_once_and_only_its_user_may_read_it(tmp_path: Path) -> None:
    key, notice = load_key(tmp_path)
    assert (len(key), notice) == (KEY, None)
    assert load_key(tmp_path) == (key, None)
    assert [path.name for path in listing(tmp_path)] == [FILE]
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


@contextmanager
def without_handles() -> Iterator[None]:
    """No more files can be opened for now."""
    resource = pytest.importorskip("resource", reason="needs limits as POSIX has them")
    os.close(free := os.open(os.devnull, os.O_RDONLY))
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (least, most))


def test_a_key_that_cannot_be_read_now_is_kept_and_told(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("ab" * KEY + "\n")
    with without_handles():
        _passing, notice = load_key(tmp_path)
    assert FILE in str(notice) and "too many files are open" in str(notice)
    assert [path.name for path in listing(tmp_path)] == [FILE]
    assert load_key(tmp_path) == (bytes.fromhex("ab" * KEY), None), "it is there again"


def test_hosts_and_seats_that_cannot_be_read_now_stay_known(tmp_path: Path) -> None:
    told: list[object] = []
    KnownHosts(tmp_path).remember(HOST_KEY, "Kitchen", INFO.id, date(2026, 11, 27))
    SeatTokens(tmp_path).keep(INFO.id, bytes(16))
    files = {path: path.read_bytes() for path in listing(tmp_path)}
    with without_handles():
        assert not KnownHosts(tmp_path, told.append).knows(HOST_KEY)
        SeatTokens(tmp_path, told.append)
    assert {path: path.read_bytes() for path in listing(tmp_path)} == files
    assert KnownHosts(tmp_path).knows(HOST_KEY) and SeatTokens(tmp_path).at(INFO.id).token


@pytest.mark.real
@pytest.mark.parametrize("first", ["ladder", "own run", "signature", "results", "network"])
def test_whoever_touches_a_damaged_key_first_has_it_told(tmp_path: Path, first: str) -> None:
    (tmp_path / FILE).write_text("no key")
    told: list[object] = []
    run, result = finished_run(played(0.5), LEVEL, Settings(name="Ada"), WHEN)
    match first:
        case "ladder":
            assert Ladder(tmp_path, told.append).own
        case "own run":
            Ladder(tmp_path, told.append).add_own(daily(here().clock.today()))
        case "signature":
            share_run(tmp_path, run, told.append)
        case "results":
            writer = ResultsWriter(tmp_path, told.append)
            writer.save(run, result)
            writer.close()
        case "network":
            own_key(tmp_path, told.append)
    assert [FILE in str(each) and "identity-damaged-1.key" in str(each) for each in told] == [True]


def test_without_a_folder_that_takes_it_the_key_is_for_this_time(tmp_path: Path) -> None:
    assert load_key(None)[1] is None
    (tmp_path / "file").touch()
    key, notice = load_key(tmp_path / "file")
    assert len(key) == KEY
    assert str(notice).startswith("This computer’s key cannot be read or kept")


@pytest.mark.real
def test_programs_that_begin_at_once_agree_on_one_key(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from game.storage.identity import load_key;"
        "print(load_key(Path(sys.argv[1]))[0].hex())"
    )
    programs = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    assert len({program.communicate(timeout=PATIENCE)[0] for program in programs}) == 1
