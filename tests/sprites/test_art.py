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
@pytest.mark.parametrize(
    ("script", "folders"),
    [
        ("make_art.py", {"light", "medal", "sign", "wax"}),
        ("make_brass.py", {"brass"}),
        ("make_icons.py", {"icons"}),
        ("make_people.py", {"people"}),
        ("make_table.py", {"table"}),
    ],
)
def test_the_script_writes_what_is_committed(script: str, folders: set[str], tmp_path: Path) -> None:
    check(script, tmp_path, [name for name in FILES if name.partition("/")[0] in folders])


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
    assert len(text) < (13_000 if "plank" in name else 6_000)
