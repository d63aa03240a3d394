"""The eight card backs. Each seat has one: they differ in colour, in lightness and in the pattern's build."""

from collections.abc import Callable
from math import cos, pi, sin

from glyphs import (
    EDGE,
    HEIGHT,
    PAPER,
    WIDTH,
    affine,
    box,
    card,
    circle,
    fill,
    frame,
    line,
    outlined,
    pip,
    place,
    poly,
)

CX, CY = WIDTH / 2, HEIGHT / 2
RIM = 13  # width of the paper rim


def _back(ground: str, rule: str, *pattern: str) -> str:
    """The pattern on its ground; the paper rim goes over it, so that the pattern may run out under it."""
    rim = f'<path fill="{PAPER}" fill-rule="evenodd" d="{box(1.2, 15)}{box(RIM, 9)}"/>\n'
    return card(
        fill(ground, box(RIM - 3, 9)),
        *pattern,
        rim,
        line(rule, 2.4, box(RIM + 6, 5)),
        line(EDGE, 2.4, box(1.2, 15)),
    )


def _star(points: int, outer: float, inner: float, tall: float = 1.0) -> str:
    """A star about the card's centre, `tall` times as high as wide."""
    corners = []
    for i in range(2 * points):
        r, angle = (inner if i % 2 else outer), pi * i / points
        corners.append((CX + r * sin(angle), CY - tall * r * cos(angle)))
    return poly(*corners)


def _twice(path: str) -> str:
    """The path and the same turned half round."""
    return path + affine(path, -1, 0, 0, -1, WIDTH, HEIGHT)


def net() -> str:
    """Blue: a net of lozenges with a medallion."""
    lozenge = "M0 -28L20 0L0 28L-20 0Z"
    places = [(CX + 24 * i, CY + 34 * j) for j in range(-4, 5) for i in range(-4, 5) if (i + j) % 2 == 0]
    return _back(
        "#1d4a9c",
        "#dce8fb",
        fill("#6f9be0", *(place(lozenge, x, y) for x, y in places)),
        outlined("#163a7d", "#dce8fb", 5, circle(CX, CY, 40)),
        fill("#dce8fb", _star(8, 31, 14)),
    )


def sun() -> str:
    """Crimson: a sun whose rays fill the card."""
    return _back(
        "#a3122b",
        "#fbdcca",
        fill("#f6b49c", _star(16, 100, 44, 1.47)),
        outlined("#fbdcca", "#a3122b", 6, circle(CX, CY, 42)),
        fill("#a3122b", _star(12, 33, 20)),
    )


def stripes() -> str:
    """Green: upright stripes, beads on the middle one."""
    bars = [
        poly((x, 8), (x + 14, 8), (x + 14, HEIGHT - 8), (x, HEIGHT - 8))
        for x in (29, 57, 85, 113, 141, 169, 197)
    ]
    beads = [place("M0 -11L8 0L0 11L-8 0Z", CX, CY + 36 * i) for i in range(-3, 4)]
    return _back(
        "#0b5b34",
        "#d9f2c4",
        fill("#9fd47e", *bars),
        fill("#0b5b34", poly((104, 8), (136, 8), (136, 328), (104, 328))),
        fill("#d9f2c4", *beads),
    )


def chevrons() -> str:
    """Yellow: arrow heads that meet in the middle."""
    heads = [f"M10 {y}L120 {y + 58}L230 {y}L230 {y + 16}L120 {y + 74}L10 {y + 16}Z" for y in (22, 54, 86)]
    first = poly((63, 10), (CX, 41), (177, 10), (207, 10), (CX, 57), (33, 10))
    return _back(
        "#f4c534",
        "#7c4a06",
        fill("#7c4a06", _twice(first + "".join(heads))),
        outlined("#fff3cf", "#7c4a06", 5, "M152 168L120 186L88 168L120 150Z"),
    )


def saltire() -> str:
    """Violet: a great cross from corner to corner, stars in its angles."""
    cross = "M20 26L220 310M220 26L20 310"
    four = "M0 -26L6 -6L26 0L6 6L0 26L-6 6L-26 0L-6 -6Z"
    return _back(
        "#43207a",
        "#d9c8f5",
        line("#b79be6", 30, cross),
        line("#6c46ab", 6, cross),
        fill("#efe4ff", _twice(place(four, CX, 66) + place(four, 54, CY))),
        outlined("#43207a", "#efe4ff", 6, circle(CX, CY, 38)),
        fill("#efe4ff", _star(8, 30, 12)),
    )


def waves() -> str:
    """Turquoise: rows of waves."""
    rows = []
    for y in range(33, 320, 45):
        row = f"M12 {y}"
        for x in (12, 120):
            row += f"C{x + 26} {y - 36} {x + 28} {y - 36} {x + 54} {y}"
            row += f"C{x + 80} {y + 36} {x + 82} {y + 36} {x + 108} {y}"
        rows.append(row)
    return _back("#bfeef0", "#0c7f8c", line("#0f8f9c", 18, *rows))


def checks() -> str:
    """Graphite: a chequer board, light in the corners."""
    wide, high = (WIDTH - 2 * RIM) / 7, (HEIGHT - 2 * RIM) / 11
    corners = [(RIM + wide * i, RIM + high * j) for j in range(11) for i in range(j % 2, 7, 2)]
    squares = [poly((x, y), (x + wide, y), (x + wide, y + high), (x, y + high)) for x, y in corners]
    return _back("#2b2f36", "#2b2f36", fill("#b4bac3", *squares))


def rings() -> str:
    """Orange: frames within frames."""
    frames = [frame(x, x, 8) for x in (38, 58, 78)]
    return _back("#e06312", "#fff0dc", line("#ffd9ae", 8, *frames), fill("#fff0dc", pip("d", CX, CY, 96)))


ALL: tuple[Callable[[], str], ...] = (net, sun, stripes, chevrons, saltire, waves, checks, rings)
