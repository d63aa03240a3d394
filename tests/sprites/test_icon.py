"""The icons: in step with their script, and whole."""

import struct
import subprocess
import sys
from pathlib import Path

import pytest

SPRITES = Path(__file__).parents[2] / "sprites"


@pytest.mark.real
def test_the_icons_are_in_step_with_their_script(tmp_path: Path) -> None:
    subprocess.run([sys.executable, SPRITES / "make_icon.py", tmp_path], check=True, capture_output=True)
    for name in ("icon.png", "icon.ico", "icon.icns"):
        assert (tmp_path / name).read_bytes() == (SPRITES / name).read_bytes(), name


def test_each_picture_is_where_the_directory_says() -> None:
    data = (SPRITES / "icon.ico").read_bytes()
    _, kind, count = struct.unpack_from("<HHH", data)
    assert (kind, count) == (1, 7)
    for number in range(count):
        wide, _, _, _, _, _, size, at = struct.unpack_from("<BBBBHHII", data, 6 + 16 * number)
        assert data[at : at + 8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack_from(">I", data, at + 16)[0] == (wide or 256)
        assert at + size <= len(data)
    apple = (SPRITES / "icon.icns").read_bytes()
    assert (apple[:4], struct.unpack_from(">I", apple, 4)[0]) == (b"icns", len(apple))
