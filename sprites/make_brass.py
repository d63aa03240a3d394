"""Write what is of brass: brass/ beside this script, or in a folder given. The dial of a clock, with its
shadow, without what is on its rim; a disc that bears a count, with its shadow; and the rim
of a cameo, which fills its picture."""

import sys
from pathlib import Path

from glyphs import INK, circle, fill, line, outlined
from make_art import BRASS, faint, picture, shades

FACE, TROUGH, CUT, SHINE = "#fffaf0", "#e9dcc0", "#8d5f18", "#fff3cf"
SHADE = "#140803"
RADIUS, SIDE = 100, 228
"""Of the dial and the disc, and of their pictures."""


def shadow(x: float, y: float, r: float, right: float, down: float) -> str:
    """A soft shadow, to the right and down."""
    return "".join(
        fill(SHADE, circle(x + right, y + down, r + grown)).replace(" d=", f' fill-opacity="{share}" d=')
        for grown, share in ((6, 0.07), (4, 0.09), (2, 0.11), (0, 0.13))
    )


def rim(x: float, y: float) -> list[str]:
    """A disc of brass with a bright and a dark line along its edge."""
    return [
        shades("brass", BRASS),
        outlined("url(#brass)", INK, 3, circle(x, y, RADIUS)),
        faint(0.8, line(SHINE, 2, circle(x, y, RADIUS - 3.5))),
    ]


def dial() -> str:
    """The face of a clock in its ring; its middle is that of the picture."""
    x = y = SIDE / 2
    ticks = line(CUT, 2.4, circle(x, y, 0.92 * RADIUS))
    return picture(
        SIDE,
        SIDE,
        shadow(x, y, RADIUS, 5, 7),
        *rim(x, y),
        outlined(FACE, INK, 2.4, circle(x, y, 0.89 * RADIUS)),
        ticks,
        line(TROUGH, 0.15 * RADIUS, circle(x, y, 0.79 * RADIUS)),
    )


def disc() -> str:
    """What bears a count."""
    x = y = SIDE / 2
    inset = circle(x, y, 0.84 * RADIUS)
    bright = fill(SHINE, inset).replace(" d=", ' fill-opacity="0.4" d=')
    cut = faint(0.7, line(CUT, 4, inset))
    return picture(SIDE, SIDE, shadow(x, y, RADIUS, 5, 7), *rim(x, y), bright, cut)


def hoop() -> str:
    """What goes round a portrait."""
    x = y = RADIUS
    return picture(
        2 * RADIUS,
        2 * RADIUS,
        shades("brass", BRASS),
        line(INK, 11, circle(x, y, 0.945 * RADIUS)),
        line("url(#brass)", 7.5, circle(x, y, 0.945 * RADIUS)),
        faint(0.8, line(SHINE, 1.6, circle(x, y, 0.965 * RADIUS))),
    )


def main(folder: Path) -> None:
    """Write the SVG files below `folder`."""
    (folder / "brass").mkdir(parents=True, exist_ok=True)
    for name, text in {"dial": dial(), "disc": disc(), "rim": hoop()}.items():
        (folder / "brass" / f"{name}.svg").write_bytes(text.encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
