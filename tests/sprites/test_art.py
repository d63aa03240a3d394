"""The pictures that are not cards: in step with their script, and only of what the rasteriser draws."""

import re
from pathlib import Path

import pytest

from tests.sprites.scripts import SPRITES, check

CARDS = {"faces", "large", "backs", "title"}
FILES = sorted(
    path.relative_to(SPRITES).as_posix() for path in SPRITES.glob("*/*.svg") if path.parent.name not in CARDS
)
DRAWN = {
    "xmlns",
    "viewBox",
    "d",
    "fill",
    "fill-opacity",
    "fill-rule",
    "stroke",
    "stroke-opacity",
    "stroke-width",
}
DRAWN |= {"stroke-linecap", "stroke-linejoin", "id", "x1", "y1", "x2", "y2", "offset", "stop-color"}
DRAWN |= {"stop-opacity", "gradientUnits", "gradientTransform", "cx", "cy", "r"}


@pytest.mark.real
def test_the_script_writes_what_is_committed(tmp_path: Path) -> None:
    check("make_art.py", tmp_path, FILES)


@pytest.mark.parametrize("name", FILES)
def test_only_what_the_rasteriser_draws(name: str) -> None:
    text = (SPRITES / name).read_text()
    assert set(re.findall(r"<(\w+)", text)) <= {
        "svg",
        "path",
        "defs",
        "linearGradient",
        "radialGradient",
        "stop",
    }
    assert set(re.findall(r'[ "]([\w-]+)="', text)) <= DRAWN
    assert len(text) < 5_000
