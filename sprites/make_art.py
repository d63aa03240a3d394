"""Write the pictures that are not cards: medal/, sign/ and wax/ beside this script, or in a folder given.

What is `currentColor` in a file gets its colour as the file is read.
"""

import sys
from collections.abc import Sequence
from math import cos, pi, sin
from pathlib import Path

from glyphs import INK, circle, fill, line, outlined, poly

Point = tuple[float, float]
OWN = "currentColor"

METALS = {
    "author": ("#c9fff0", "#3fc79a", "#16805e", "#0a4a36"),
    "gold": ("#fff0b8", "#f0bb3e", "#b67a16", "#7a4d08"),
    "silver": ("#ffffff", "#cfd6de", "#8b95a1", "#545d68"),
    "bronze": ("#ffd9b5", "#d28a4c", "#95562a", "#5c2f12"),
}
"""Of each medal the light, the metal, its shade, and what is cut into it."""
RED, DARK_RED, CREAM = "#c8102e", "#8a0f22", "#fff6e2"


def picture(wide: int, high: int, *elements: str) -> str:
    """A whole SVG file."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">\n'
    return head + "".join(elements) + "</svg>\n"


def faint(share: float, stroke: str) -> str:
    """The stroke, of which only this share is to be seen."""
    return stroke.replace(" stroke=", f' stroke-opacity="{share}" stroke=')


def shades(name: str, colours: Sequence[str], up: bool = False) -> str:
    """From the upper left to the lower right, or back `up`: these colours, for `url(#NAME)`."""
    ends = 'x1="100%" y1="100%" x2="0%" y2="0%"' if up else 'x1="0%" y1="0%" x2="100%" y2="100%"'
    stops = [
        f'<stop offset="{i / (len(colours) - 1):.2f}" stop-color="{colour}"/>'
        for i, colour in enumerate(colours)
    ]
    return f'<defs><linearGradient id="{name}" {ends}>{"".join(stops)}</linearGradient></defs>\n'


def star(x: float, y: float, radius: float, points: int = 5, inner: float = 0.42) -> str:
    """A star; `inner`: how far out the corners between its points are, of the radius."""
    away = [(radius if i % 2 == 0 else radius * inner, pi * i / points) for i in range(2 * points)]
    return poly(*((x + far * sin(turn), y - far * cos(turn)) for far, turn in away))


def medal(metal: str) -> str:
    """A medal on its ribbon, with a star or two or three bars, the author's with a jagged edge."""
    light, own, shade, cut = METALS[metal]
    x, y, r = 72, 130, 68
    ribbon = [
        outlined(DARK_RED, INK, 3.5, poly((86, 2), (132, 2), (92, 78), (50, 78))),
        outlined(RED, INK, 3.5, poly((12, 2), (58, 2), (94, 78), (52, 78))),
        fill(CREAM, poly((25, 4), (36, 4), (73, 78), (62, 78))),
    ]
    jags, depth = (14, 0.82) if metal == "author" else (24, 0.93)
    disc = [
        shades("metal", (light, own, shade)),
        shades("rim", (light, own, shade), up=True),
        outlined("url(#metal)", INK, 4, star(x, y, r, jags, depth)),
        outlined("url(#rim)", cut, 2, circle(x, y, r * 0.79)),
        outlined("url(#metal)", cut, 1.6, circle(x, y, r * 0.7)),
    ]
    if metal in ("gold", "author"):
        sign = outlined(light, cut, 5, star(x, y + 1.5, r * 0.54))
        sign += fill(cut, circle(x, y + 1.5, 9)) if metal == "author" else ""
    else:  # the metals alone look much alike to some
        across = (-10, 10) if metal == "silver" else (-19, 0, 19)
        sign = line(cut, 11, *(f"M{x + off} {y - 22}L{x + off} {y + 22}" for off in across))
    arc = f"M{x - 37} {y - 24}C{x - 28} {y - 39} {x - 10} {y - 45} {x + 8} {y - 42}"
    return picture(144, 200, *ribbon, *disc, sign, faint(0.75, line("#ffffff", 4, arc)))


def no_medal() -> str:
    """The place of a medal not yet won."""
    return picture(144, 200, faint(0.25, line(OWN, 6, star(72, 130, 66, 24, 0.93))))


def spark() -> str:
    """The mark of a clean run."""
    return picture(100, 100, fill(OWN, "M50 0Q56 44 100 50Q56 56 50 100Q44 56 0 50Q44 44 50 0Z"))


def main(folder: Path) -> None:
    """Write the SVG files below `folder`."""
    drawn = {f"medal/{metal}": medal(metal) for metal in METALS}
    drawn |= {"medal/none": no_medal(), "sign/clean": spark()}
    for name, text in drawn.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.svg").write_bytes(text.encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
