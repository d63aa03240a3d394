"""The parts every card shares: path geometry, outline, suit pips and rank strokes, as SVG path data.

Only absolute M, L, C, Q and Z are used, so that any path can be moved by one small function; the card is
240 x 336 units, its centre (120, 168). The rasteriser walks the whole picture once for each path element,
so shapes of one style are joined into one element wherever they do not overlap.
"""

import re

WIDTH, HEIGHT = 240, 336
PAPER, EDGE = "#fffdf6", "#8b8472"
RED, BLACK, INK = "#c8102e", "#17171c", "#1d1b20"
SUITS = "cdhs"
COLOURS = {"c": "#17171b", "d": "#c8102d", "h": "#c8102f", "s": "#17171d"}
"""Each suit's own red or black, used for nothing else: a deck of four colours replaces it as it is read."""

_TOKEN = re.compile(r"[MLCQZ]|-?\d+(?:\.\d+)?")
_ROUND = 0.5523  # control length of a quarter circle


def _num(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def affine(path: str, a: float, b: float, c: float, d: float, e: float, f: float) -> str:
    """The path with each point (x, y) moved to (ax + cy + e, bx + dy + f)."""
    out: list[str] = []
    point: list[float] = []
    joined = False
    for token in _TOKEN.findall(path):
        if token.isalpha():
            out.append(token)
            joined = True
            continue
        point.append(float(token))
        if len(point) == 2:
            x, y = point
            for value in (a * x + c * y + e, b * x + d * y + f):
                out.append(_num(value) if joined else " " + _num(value))
                joined = False
            point = []
    return "".join(out)


def place(path: str, x: float, y: float, scale: float = 1.0, flip: bool = False) -> str:
    """A path drawn about (0, 0), scaled and set at (x, y); `flip` turns it upside down."""
    size = -scale if flip else scale
    return affine(path, size, 0, 0, size, x, y)


def turn(path: str) -> str:
    """The path as the other player sees it: turned half round about the card's centre."""
    return affine(path, -1, 0, 0, -1, WIDTH, HEIGHT)


def mirror(path: str) -> str:
    """The path mirrored about the card's upright middle line."""
    return affine(path, -1, 0, 0, 1, WIDTH, 0)


def sym(path: str) -> str:
    """A closed, mirror-symmetric outline from its left half: an open path from the middle line back to it."""
    steps: list[tuple[str, list[tuple[float, float]]]] = []
    for command, numbers in re.findall(r"([MLCQ])([^MLCQZ]*)", path):
        values = [float(v) for v in _TOKEN.findall(numbers)]
        steps.append((command, list(zip(values[::2], values[1::2], strict=True))))
    out = affine(path, 1, 0, 0, 1, 0, 0)
    for i in range(len(steps) - 1, 0, -1):
        command, points = steps[i]
        back = [*points[-2::-1], steps[i - 1][1][-1]]
        out += command + " ".join(f"{_num(WIDTH - x)} {_num(y)}" for x, y in back)
    return out + "Z"


def oval(x: float, y: float, rx: float, ry: float) -> str:
    """An ellipse."""
    kx, ky = rx * _ROUND, ry * _ROUND
    path = (
        f"M{x - rx} {y}C{x - rx} {y - ky} {x - kx} {y - ry} {x} {y - ry}"
        f"C{x + kx} {y - ry} {x + rx} {y - ky} {x + rx} {y}"
        f"C{x + rx} {y + ky} {x + kx} {y + ry} {x} {y + ry}C{x - kx} {y + ry} {x - rx} {y + ky} {x - rx} {y}Z"
    )
    return affine(path, 1, 0, 0, 1, 0, 0)


def circle(x: float, y: float, r: float) -> str:
    """A circle."""
    return oval(x, y, r, r)


def poly(*points: tuple[float, float]) -> str:
    """A closed polygon."""
    return "M" + "L".join(f"{_num(x)} {_num(y)}" for x, y in points) + "Z"


def box(inset: float, radius: float) -> str:
    """A rectangle with round corners, `inset` units inside the picture's edge on all sides."""
    return frame(inset, inset, radius)


def frame(x: float, y: float, r: float) -> str:
    """A rectangle with round corners centred on the card, its upper left corner at (x, y)."""
    k = r * (1 - _ROUND)
    right, low = WIDTH - x, HEIGHT - y
    path = (
        f"M{x + r} {y}L{right - r} {y}C{right - k} {y} {right} {y + k} {right} {y + r}"
        f"L{right} {low - r}C{right} {low - k} {right - k} {low} {right - r} {low}"
        f"L{x + r} {low}C{x + k} {low} {x} {low - k} {x} {low - r}L{x} {y + r}"
        f"C{x} {y + k} {x + k} {y} {x + r} {y}Z"
    )
    return affine(path, 1, 0, 0, 1, 0, 0)


def fill(colour: str, *paths: str) -> str:
    """One filled element."""
    return f'<path fill="{colour}" d="{"".join(paths)}"/>\n'


def line(colour: str, width: float, *paths: str) -> str:
    """One element of round-capped strokes."""
    return (
        f'<path fill="none" stroke="{colour}" stroke-width="{_num(width)}" stroke-linecap="round" '
        f'stroke-linejoin="round" d="{"".join(paths)}"/>\n'
    )


def outlined(colour: str, ink: str, width: float, *paths: str) -> str:
    """One filled element with an outline."""
    return (
        f'<path fill="{colour}" stroke="{ink}" stroke-width="{_num(width)}" stroke-linecap="round" '
        f'stroke-linejoin="round" d="{"".join(paths)}"/>\n'
    )


def card(*elements: str) -> str:
    """A whole SVG file: the elements on blank paper with its thin edge."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">\n'
    return head + outlined(PAPER, EDGE, 2.4, box(1.2, 15)) + "".join(elements) + "</svg>\n"


# Suit signs about (0, 0), 100 units high.
PIPS = {
    "h": "M0 48C-8 32 -49 10 -49 -18C-49 -36 -37 -47 -24 -47C-12 -47 -4 -40 0 -28C4 -40 12 -47 24 -47"
    "C37 -47 49 -36 49 -18C49 10 8 32 0 48Z",
    "d": "M0 -52C8 -33 22 -14 40 0C22 14 8 33 0 52C-8 33 -22 14 -40 0C-22 -14 -8 -33 0 -52Z",
    "s": "M0 -51C8 -32 46 -12 46 15C46 29 37 38 26 38C16 38 9 33 4 25C5 37 9 45 18 50L-18 50"
    "C-9 45 -5 37 -4 25"
    "C-9 33 -16 38 -26 38C-37 38 -46 29 -46 15C-46 -12 -8 -32 0 -51Z",
    "c": "".join(circle(x, y, 23.5) for x, y in ((0, -26), (-25, 11), (25, 11)))
    + "M-10 -14L10 -14L12 4L5 14C5 32 9 44 18 50L-18 50C-9 44 -5 32 -5 14L-12 4Z",
}


def pip(suit: str, x: float, y: float, size: float, flip: bool = False) -> str:
    """A suit sign `size` units high, centred on (x, y)."""
    return place(PIPS[suit], x, y, size / 100, flip)


# Ranks as pen strokes in a box 30 wide and 50 high.
_NOUGHT = "M15 1C6.5 1 3 10 3 25C3 40 6.5 49 15 49C23.5 49 27 40 27 25C27 10 23.5 1 15 1Z"
_SIX = (
    "M21 1C9.5 8 3 20 3 34C3 43 8 49 15 49C22 49 27.5 43 27.5 34.5C27.5 26 22 20.5 15 20.5C8 20.5 3 26 3 34"
)
_SEVEN = "M3 1L27 1C19 15 13.5 31 12 49"
RANKS = {
    1: "M2 49L15 1L28 49M7 33L23 33",
    2: "M3.5 13C4 5 9 1 15 1C22 1 26.5 6 26.5 13C26.5 22 19 29 3 49L27.5 49",
    3: "M4 1L26 1L13.5 19.5C22 19.5 27.5 26 27.5 34C27.5 43 22 49 14 49C8 49 4 46 2 41",
    4: "M21 49L21 1L2 35L29 35",
    5: "M25 1L7 1L5 23C8 20 11 18.5 15 18.5C22.5 18.5 27.5 25 27.5 33.5C27.5 43 22 49 14 49C8 49 4 46 2 42",
    6: _SIX,
    7: _SEVEN,
    8: "M15 23C8 23 4.5 18 4.5 12C4.5 5 9 1 15 1C21 1 25.5 5 25.5 12C25.5 18 22 23 15 23C7 23 2.5 29 2.5 36"
    "C2.5 44 7 49 15 49C23 49 27.5 44 27.5 36C27.5 29 23 23 15 23Z",
    9: affine(_SIX, -1, 0, 0, -1, 30, 50),
    10: "M-2.5 9L6 1L6 49" + affine(_NOUGHT, 0.83, 0, 0, 1, 13.5, 0),
    11: "M13 1L24 1L24 35C24 44 20 49 13.5 49C7 49 3.5 44.5 3 38",
    12: "M15 1C6 1 2 10 2 25C2 40 6 49 15 49C24 49 28 40 28 25C28 10 24 1 15 1ZM18 36L28.5 50",
    13: "M4 1L4 49M26 1L4 30M12.5 20L27.5 49",
}


# Other letters of the courts: D and B, K followed by a small n.
LETTERS = {
    "D": "M4 1L4 49L11 49C22 49 27.5 40 27.5 25C27.5 10 22 1 11 1Z",
    "B": "M4 1L4 49L14 49C23 49 27.5 43.5 27.5 36.5C27.5 29.5 23 24 14 24L4 24M14 24C21 24 25.5 19 25.5 12.5"
    "C25.5 6 21 1 14 1L4 1",
    "Kn": "M-4 1L-4 49M11 1L-4 30M2 20L12 49M22.5 25L22.5 49M22.5 35C22.5 28 25 25.5 29 25.5"
    "C34 25.5 35.5 29 35.5 34L35.5 49",
}


def letter(name: str, x: float, y: float, width: float, height: float) -> str:
    """A court's letters, set as ranks are."""
    return affine(LETTERS[name], width / 30, 0, 0, height / 50, x, y)


def rank(value: int, x: float, y: float, width: float, height: float) -> str:
    """A rank's strokes, their box set with its upper left corner at (x, y)."""
    return affine(RANKS[value], width / 30, 0, 0, height / 50, x, y)
