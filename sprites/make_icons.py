"""Write the icons of commands: icons/ beside this script, or in a folder given.

Each is pen strokes about the middle of a box 100 wide and high. Their `currentColor` gets its colour as the
file is read.
"""

import sys
from pathlib import Path

from glyphs import circle, fill, line, place
from make_art import OWN, picture

PEN = 10
STROKES = {
    "undo": ("M-14 -34L-36 -13L-14 8", "M-34 -13L8 -13C46 -13 46 33 8 33L-14 33"),
    "redo": ("M14 -34L36 -13L14 8", "M34 -13L-8 -13C-46 -13 -46 33 -8 33L14 33"),
    "hint": (
        "M-14 18C-14 4 -29 -2 -29 -18C-29 -50 29 -50 29 -18C29 -2 14 4 14 18Z",
        "M-14 31L14 31M-8 42L8 42",
    ),
    "pause": ("M-15 -30L-15 30M15 -30L15 30",),
    "finish": ("M-38 -24L0 -38L38 -24L38 22L0 38L-38 22Z", "M-16 0L-4 13L18 -13"),
    "restart": ("M32 -16C14 -46 -38 -36 -38 2C-38 44 26 48 36 10", "M36 -38L34 -15L11 -18"),
    "give up": ("M-22 42L-22 -36L28 -20L-22 -2",),
    "back": ("M36 -26L36 26M-36 0L18 0M-14 -22L-36 0L-14 22",),
    "skip": ("M-34 -26L-6 0L-34 26M0 -26L28 0L0 26M38 -26L38 26",),
    "slower": ("M-4 -26L-32 0L-4 26M32 -26L4 0L32 26",),
    "faster": ("M4 -26L32 0L4 26M-32 -26L-4 0L-32 26",),
    "chair": (
        "M-22 4L-22 -44L22 -44L22 4M-22 -20L22 -20",
        "M-26 6L26 6L34 22L-34 22ZM-29 24L-29 46M29 24L29 46",
    ),
    "cards": ("M-34 -24L0 -34L18 24L-16 34Z", "M12 -34L36 -26L24 24"),
    "people": (
        "M-28 -16C-28 -36 4 -36 4 -16C4 4 -28 4 -28 -16ZM-42 36C-42 6 18 6 18 36",
        "M18 -32C38 -34 38 0 18 -1M28 13C40 17 44 26 44 36",
    ),
    "book": (
        "M0 34L0 -24C-12 -34 -30 -34 -42 -30L-42 28C-30 24 -12 24 0 34",
        "M0 34C12 24 30 24 42 28L42 -30C30 -34 12 -34 0 -24",
    ),
    "gear": (
        "M-15 0C-15 -20 15 -20 15 0C15 20 -15 20 -15 0Z",
        "M0 -30L0 -40M0 30L0 40M-30 0L-40 0M30 0L40 0",
        "M-21 -21L-28 -28M21 -21L28 -28M-21 21L-28 28M21 21L28 28",
    ),
    "list": ("M-14 -26L38 -26M-14 0L38 0M-14 26L38 26", "M-36 -26L-35 -26M-36 0L-35 0M-36 26L-35 26"),
    "stuck": (
        "M-26 8L-26 -20M-9 2L-9 -36M8 2L8 -38M25 4L25 -28",
        "M-26 6C-34 50 26 56 32 14L42 -4",
    ),
    "call": ("M-38 -32L38 -32L38 16L-4 16L-24 38L-24 16L-38 16Z", "M0 -20L0 0M0 6L0 6.5"),
}
"""By name of the command."""
DOTS = "".join(circle(x, 50, 9) for x in (18, 50, 82))


def icon(name: str) -> str:
    """The icon of this name."""
    return picture(100, 100, line(OWN, PEN, *(place(stroke, 50, 50) for stroke in STROKES[name])))


def main(folder: Path) -> None:
    """Write the SVG files below `folder`."""
    (folder / "icons").mkdir(parents=True, exist_ok=True)
    drawn = {name.replace(" ", "-"): icon(name) for name in STROKES}
    drawn["more"] = picture(100, 100, fill(OWN, DOTS))
    for name, text in drawn.items():
        (folder / "icons" / f"{name}.svg").write_bytes(text.encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
