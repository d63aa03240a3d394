"""Write the table: planks, and of a mat sewn round with yarn the corner, the stitch, the mask and the shadow.

They go to table/ beside this script, or in a folder given. WOOD, LIGHT, GRAIN, SEAM, EDGE and YARN in a file
get the table's colours as the file is read. Lengths are units at 1080 lines.
"""

import random
import sys
from collections.abc import Sequence
from itertools import pairwise
from math import cos, exp, pi, sin
from pathlib import Path

from glyphs import affine, line, oval
from make_art import picture

LONG, HIGH = 2160, 180
"""A plank."""
RADIUS, SEWN = 44, 13
"""A mat's corner, and how far from the edge the yarn runs."""
STITCH = 27
"""From one stitch to the next, along the edge."""
OVER = 3
"""What goes on beyond the picture is drawn so far there: its last pixels are whole."""
ROUND = 0.4477
"""Of the radius of a corner, what its control points lack."""


def flat(colour: str, opacity: float, path: str) -> str:
    """A filled element that lets something through."""
    return f'<path fill="{colour}" fill-opacity="{opacity}" d="{path}"/>\n'


def stroke(colour: str, opacity: float, width: float, path: str) -> str:
    """Strokes that let something through."""
    return line(colour, width, path).replace("<path ", f'<path stroke-opacity="{opacity}" ', 1)


def smooth(points: Sequence[tuple[float, float]]) -> str:
    """A curve past these points, from the first to the last."""
    (x, y), *_others = points
    bends = "".join(
        f"Q{ax:.0f} {ay:.1f} {(ax + bx) / 2:.0f} {(ay + by) / 2:.1f}"
        for (ax, ay), (bx, by) in pairwise(points)
    )
    return f"M{x:.0f} {y:.1f}{bends}L{points[-1][0]:.0f} {points[-1][1]:.1f}"


def plank(seed: int, lighter: float) -> str:
    """One plank: grain in waves that part round a knot, and the seam to the next below. No wave reaches an
    end: it goes on at the right as it began at the left."""
    chance = random.Random(seed)
    knot, middle, size = (
        LONG * chance.uniform(0.2, 0.8),
        HIGH * chance.uniform(0.35, 0.65),
        chance.uniform(12, 17),
    )
    waves: tuple[list[str], list[str]] = [], []
    for number in range(17):
        y = HIGH * (number + 0.5) / 17 + chance.uniform(-3, 3)
        begin = chance.uniform(0.01, 0.6)
        end = min(0.99, begin + chance.uniform(0.25, 0.9))
        phase, length = chance.uniform(0, 6), chance.uniform(170, 260)
        points = []
        for x in range(round(begin * LONG), round(end * LONG), 34):
            wave = y + 3.2 * sin(phase + x / length)
            away = wave - middle
            near = exp(-(((x - knot) / 90) ** 2) - abs(away) / 42)
            points.append((x, min(HIGH - 5, max(4, wave + (1.6 if away >= 0 else -1.6) * size * near))))
        waves[number % 3 == 0].append(smooth(points))
    dark, pale = map("".join, waves)
    rings = oval(knot, middle, size * 0.95, size * 0.45), oval(knot, middle, size * 0.4, size * 0.2)
    board = f"M{-OVER} {-OVER}L{LONG + OVER} {-OVER}L{LONG + OVER} {HIGH + OVER}L{-OVER} {HIGH + OVER}Z"
    return picture(
        LONG,
        HIGH,
        flat("WOOD", 1, board),
        flat("LIGHT", lighter, board) if lighter else "",
        stroke("LIGHT", 0.5, 3, pale),
        stroke("GRAIN", 0.6, 2, dark),
        flat("GRAIN", 0.75, oval(knot, middle, size * 1.5, size * 0.8)),
        stroke("SEAM", 0.55, 1.8, "".join(rings)),
        stroke("LIGHT", 0.7, 2.5, f"M0 2L{LONG} 2"),
        stroke("SEAM", 1, 4, f"M0 {HIGH - 1.5}L{LONG} {HIGH - 1.5}"),
    )


def quarter(inset: float) -> str:
    """The upper left quarter of a mat's round edge, so far inside it, as an open path."""
    far = RADIUS - inset
    begin, end = f"M{inset} {RADIUS + OVER}L", f"L{RADIUS + OVER} {inset}"
    held = inset + far * ROUND
    return f"{begin}{inset} {RADIUS}C{inset} {held} {held} {inset} {RADIUS} {inset}{end}"


def sewn(edge: str, *yarn: str) -> str:
    """The edge of the cloth and what is sewn there, with the shadow of the yarn."""
    paths = "".join(yarn)
    under = affine(paths, 1, 0, 0, 1, 1.5, 2)
    return stroke("EDGE", 1, 3, edge) + stroke("#000", 0.28, 3.4, under) + stroke("YARN", 0.85, 2.6, paths)


def corner() -> str:
    """The upper left corner of what is sewn."""
    ways = [(cos(turn), sin(turn)) for turn in (pi * (1 + part / 8) for part in range(1, 4))]
    across = [
        f"M{RADIUS + (RADIUS - 1) * x:.1f} {RADIUS + (RADIUS - 1) * y:.1f}"
        f"L{RADIUS + (RADIUS - SEWN) * x:.1f} {RADIUS + (RADIUS - SEWN) * y:.1f}"
        for x, y in ways
    ]
    return picture(RADIUS, RADIUS, sewn(quarter(1.2), quarter(SEWN), *across))


def stitch() -> str:
    """One stitch along the upper edge."""
    half = STITCH / 2
    yarn = f"M{-OVER} {SEWN}L{STITCH + OVER} {SEWN}", f"M{half} 1L{half} {SEWN}"
    return picture(STITCH, 20, sewn(f"M{-OVER} 1.2L{STITCH + OVER} 1.2", *yarn))


def mask() -> str:
    """What of the upper left corner is cloth."""
    return picture(RADIUS, RADIUS, flat("#fff", 1, f"{quarter(0)}L{RADIUS + OVER} {RADIUS + OVER}Z"))


def shadow() -> str:
    """The shadow of a mat on the wood, to the right and down: what lies between its corners is drawn out."""
    pad, inside = 28, 2 * RADIUS
    wide = inside + 2 * pad
    rings = []
    for grown, opacity in ((12, 0.08), (8, 0.09), (4, 0.10), (1, 0.12)):
        x, y, r = pad - grown + 7, pad - grown + 9, RADIUS + grown
        k, right, low = r * ROUND, pad + 7 + inside + grown, pad + 9 + inside + grown
        ring = (
            f"M{x + r} {y}L{right - r} {y}C{right - k} {y} {right} {y + k} {right} {y + r}"
            f"L{right} {low - r}C{right} {low - k} {right - k} {low} {right - r} {low}"
            f"L{x + r} {low}C{x + k} {low} {x} {low - k} {x} {low - r}L{x} {y + r}"
            f"C{x} {y + k} {x + k} {y} {x + r} {y}Z"
        )
        rings.append(flat("#140803", opacity, affine(ring, 1, 0, 0, 1, 0, 0)))
    return picture(wide, wide, *rings)


def main(folder: Path) -> None:
    """Write the SVG files below `folder`."""
    drawn = {"plank-1": plank(3, 0), "plank-2": plank(12, 0.16), "corner": corner(), "stitch": stitch()}
    drawn |= {"mask": mask(), "shadow": shadow()}
    (folder / "table").mkdir(parents=True, exist_ok=True)
    for name, text in drawn.items():
        (folder / "table" / f"{name}.svg").write_bytes(text.encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
