"""Write the six cards that spell the game's name: title/ beside this script, or in a folder given."""

import sys
from pathlib import Path

from glyphs import COLOURS, RANKS, affine, card, fill, frame, line, pip, turn

GOLD = "#d9a93a"

# Letters as pen strokes in a box 30 wide and 50 high, each with the suit its card belongs to.
LETTERS = {
    "h": ("M2 1L2 49M28 1L28 49M2 25L28 25", "h"),
    "a": (RANKS[1], "s"),
    "i": ("M15 1L15 49M6 1L24 1M6 49L24 49", "d"),
    "s": (
        "M26.5 9C24.5 4 20.5 1 15 1C8 1 3.500 6 3.5 12.5C3.5 20.5 9 22.5 15 24.5C22 27 27.5 29.5 27.5 37"
        "C27.5 44 22 49 15 49C8.5 49 4.5 46 2.5 40",
        "c",
    ),
    "t": ("M1 1L29 1M15 1L15 49", "h"),
    "y": ("M1.5 1L15 25L28.5 1M15 25L15 49", "s"),
}


def letter(name: str) -> str:
    """One letter's card: the letter in a double frame, its suit in two corners."""
    strokes, suit = LETTERS[name]
    colour = COLOURS[suit]
    sign = pip(suit, 45, 50, 40)
    return card(
        line(GOLD, 3, frame(15, 15, 9)),
        fill(colour, sign, turn(sign)),
        line(colour, 27, affine(strokes, 108 / 30, 0, 0, 160 / 50, 66, 88)),
    )


def main(folder: Path) -> None:
    """Write title/h.svg, a.svg, i.svg, s.svg, t.svg and y.svg below `folder`."""
    (folder / "title").mkdir(parents=True, exist_ok=True)
    for name in LETTERS:
        (folder / "title" / f"{name}.svg").write_bytes(letter(name).encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
