"""Seats at tables are found again, whatever happens to the file that remembers them."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from game.lan.join import join_table, open_table
from game.lan.seat_tokens import KEPT, SeatTokens
from game.lan.table import JOINED
from game.net.client.connection import Credentials
from game.storage.data_folder import KEPT_SEATS
from game.storage.settings import Settings
from tests.waiting import until

TABLE, OTHER = b"\x01" * 16, b"\x02" * 16
TOKEN = b"\xaa" * 16
GOOD = f'"{TABLE.hex()}": {{"token": "{TOKEN.hex()}"}}'


def test_a_seat_is_found_again_by_the_next_program(tmp_path: Path) -> None:
    SeatTokens(tmp_path).keep(TABLE, TOKEN)
    told: list[object] = []
    seats = SeatTokens(tmp_path, told.append)
    assert (seats.at(TABLE).token, seats.at(OTHER).token, told) == (TOKEN, None, [])


def test_the_code_is_kept_with_the_seat_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    SeatTokens(tmp_path).keep(TABLE, TOKEN)
    SeatTokens(tmp_path).keep(TABLE, TOKEN, "sesame")
    assert SeatTokens(tmp_path).at(TABLE) == Credentials(TOKEN, "sesame")
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / KEPT_SEATS).stat().st_mode) == 0o600


def test_the_latest_are_kept(tmp_path: Path) -> None:
    seats = SeatTokens(tmp_path)
    for number in range(KEPT + 1):
        seats.keep(bytes([number]) * 16, TOKEN)
    seats = SeatTokens(tmp_path)
    assert seats.at(bytes(16)).token is None
    assert seats.at(bytes([1]) * 16).token == seats.at(bytes([KEPT]) * 16).token == TOKEN


def test_two_programs_forget_no_seat_of_each_other(tmp_path: Path) -> None:
    one, two = SeatTokens(tmp_path), SeatTokens(tmp_path)
    one.keep(TABLE, TOKEN)
    two.keep(OTHER, TOKEN)
    assert SeatTokens(tmp_path).at(TABLE).token == SeatTokens(tmp_path).at(OTHER).token == TOKEN


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (b"", None),
        (b"{", None),
        (b'{"a": "\xff"}', None),
        (b"[" * 100_000, None),
        (b"\x00" * 100, None),
        (f'{{{GOOD}, "b": 7}}'.encode(), TOKEN),
        (f'{{{GOOD}, "b": "{TOKEN.hex()}"}}'.encode(), TOKEN),
        (f'{{{GOOD}, "b": {{"token": "ab"}}}}'.encode(), TOKEN),
        (f'{{{GOOD}, "b": {{"token": "no hexadecimal"}}}}'.encode(), TOKEN),
    ],
)
def test_a_damaged_file_is_told_and_kept(text: bytes, left: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / KEPT_SEATS
    path.write_bytes(text)
    told: list[object] = []
    seats = SeatTokens(tmp_path, told.append)
    [notice] = map(str, told)
    assert str(path) in notice and "\n" not in notice
    assert (tmp_path / "seats-damaged-1.json").read_bytes() == text
    assert seats.at(TABLE).token == SeatTokens(tmp_path).at(TABLE).token == left
    seats.keep(OTHER, TOKEN)
    seats = SeatTokens(tmp_path, told.append)
    assert (seats.at(TABLE).token, seats.at(OTHER).token, len(told)) == (left, TOKEN, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes with names")
def test_a_pipe_in_its_place_is_put_aside(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / KEPT_SEATS)
    told: list[object] = []
    seats = SeatTokens(tmp_path, told.append)
    assert len(told) == 1
    seats.keep(TABLE, TOKEN)
    assert SeatTokens(tmp_path).at(TABLE).token == TOKEN


def test_a_table_opens_over_a_damaged_file_and_says_so(tmp_path: Path) -> None:
    (tmp_path / KEPT_SEATS).write_bytes(b'{"a": "\xff"}')
    told: list[object] = []
    open_table(Settings(), tmp_path, "Own", 2, port=0, notify=told.append).close()
    assert "seats-damaged-1.json" in str(told[0])


KEEPER = """
import sys
import time
from pathlib import Path
from game.lan.seat_tokens import SeatTokens
sys.stdin.readline()
number = int(sys.argv[2])
SeatTokens(Path(sys.argv[1])).keep(bytes([number]) * 16, bytes([number]) * 16)
"""


@pytest.mark.real
def test_programs_that_sit_down_at_once_forget_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-c", KEEPER, str(tmp_path)]
    programs = [subprocess.Popen([*command, str(number)], stdin=subprocess.PIPE) for number in range(4)]
    for program in programs:
        program.communicate(b"go\n", timeout=60)
    assert all(
        SeatTokens(tmp_path).at(bytes([number]) * 16).token == bytes([number]) * 16 for number in range(4)
    )


@pytest.mark.parametrize("code", ["", "sesame"])
def test_only_the_same_installation_comes_back_to_a_seat(code: str, tmp_path: Path) -> None:
    """Another one has all that is remembered of the seat, but not the key that it was given to."""
    here, there = tmp_path / "here", tmp_path / "there"
    host = open_table(Settings(name="Ann"), tmp_path / "host", "Own", 4, code=code, port=0)
    try:
        assert host.server
        address = ("127.0.0.1", host.server.ports.port)

        def came(folder: Path) -> tuple[int | None, int | None]:
            """The member and seat of a program with this folder, which then vanishes without a word."""
            guest = join_table(Settings(name="Bo"), folder, address, code)
            until(lambda: guest.status == JOINED and (folder / KEPT_SEATS).exists(), "a seat")
            guest.close()
            return guest.member, guest.place

        first = came(here)
        assert came(here) == first
        there.mkdir()
        shutil.copy(here / KEPT_SEATS, there / KEPT_SEATS)
        assert came(there) != first
        assert came(here) == first, "and nothing was taken from it"
    finally:
        host.leave()
