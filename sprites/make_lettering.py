"""Write the typeface of the title cards as a font of capitals: lettering.ttf beside this script, or in a
folder given. Its letters are the pen strokes of the cards, as outlines; small letters look like capitals."""

import re
import struct
import sys
from collections.abc import Iterator
from itertools import pairwise, product
from math import cos, hypot, pi, sin, sqrt, tau
from pathlib import Path

from glyphs import LETTERS as COURTS
from glyphs import RANKS, affine
from make_title import LETTERS as TITLE

EM, ASCENT, DESCENT = 2000, 1960, -515
PEN = 108
"""Half the width of the pen, in units of the font as all that follows."""
ACROSS, DOWN, BASE = 28.8, 25.6, 49
"""How large a unit of the strokes' box is, in the proportions of a title card, and where in the box the
baseline is."""
SIDE, SPACE, TIGHTEST = 80, 500, -270
"""The space left and right of a letter, a blank's width, and the most that two letters are moved together."""
STEPS, ROW = 16, 48
"""Into how many straight lines a curve is cut, and how high the rows are that tell how close letters are."""
Point = tuple[float, float]
Contour = list[tuple[int, int, bool]]
"""Points in whole units, and whether they are on the outline or pull it towards them."""

_O = "M15 1C6 1 2 10 2 25C2 40 6 49 15 49C24 49 28 40 28 25C28 10 24 1 15 1Z"
_P = "M4 49L4 1L14 1C23 1 27.5 7 27.5 15C27.5 23 23 29 14 29L4 29"
_U = "M3 1L3 32C3 43 7 49 15 49C23 49 27 43 27 32L27 1"
_DOTS, _RING = (
    "M7 -13L7 -13M23 -13L23 -13",
    "M15 -18C11.9 -18 9.5 -15.3 9.5 -11.8C9.5 -8.3 11.9 -5.6 15 -5.6"
    "C18.1 -5.6 20.5 -8.3 20.5 -11.8C20.5 -15.3 18.1 -18 15 -18Z",
)
_ACUTE, _GRAVE = "M13 -10L19 -16", "M17 -10L11 -16"
_A, _E, _N = TITLE["a"][0], "M25 1L4 1L4 49L25 49M4 25L21 25", "M3 49L3 1L27 49L27 1"
_DASH = "M3 27L25 27"
STROKES = {
    **{letter.upper(): strokes for letter, (strokes, _suit) in TITLE.items()},
    **{str(number): RANKS[number] for number in range(2, 10)},
    "0": affine(_O, 0.93, 0, 0, 1, 1, 0),
    "1": "M0 10L9.5 1L9.5 49",
    "B": COURTS["B"],
    "C": "M27 12C25 5 21 1 15 1C6 1 2 10 2 25C2 40 6 49 15 49C21 49 25 45 27 38",
    "D": COURTS["D"],
    "E": _E,
    "F": "M25 1L4 1L4 49M4 25L21 25",
    "G": "M27 12C25 5 21 1 15 1C6 1 2 10 2 25C2 40 6 49 15 49C23 49 27.5 44 27.5 36L27.5 27L18 27",
    "J": RANKS[11],
    "K": RANKS[13],
    "L": "M4 1L4 49L24 49",
    "M": "M2 49L2 1L17 33L32 1L32 49",
    "N": _N,
    "O": _O,
    "P": _P,
    "Q": RANKS[12],
    "R": _P + "M15 29L28 49",
    "U": _U,
    "V": "M2 1L15 49L28 1",
    "W": "M1 1L10 49L20 10L30 49L39 1",
    "X": "M3 1L27 49M27 1L3 49",
    "Z": "M3 1L27 1L3 49L27 49",
    "Ä": _A + _DOTS,
    "Å": _A + _RING,
    "Ö": _O + _DOTS,
    "Ü": _U + _DOTS,
    "É": _E + _ACUTE,
    "È": _E + _GRAVE,
    "Á": _A + _ACUTE,
    "Ñ": _N + "M7 -11C10 -17 13 -16 15 -13.5C17 -11 20 -10 23 -16",
    "ß": "M4 49L4 13C4 5 9 1 15 1C21 1 25 5 25 11.5C25 17.5 21 21.5 14 22.5C23 23.5 28 28.5 28 36"
    "C28 44 23 49 14 49",
    "!": "M4 1L4 32M4 49L4 49",
    "?": "M3 12C4 5 9 1 15 1C22 1 26.5 5.5 26.5 12C26.5 21 15 22 15 33M15 49L15 49",
    ".": "M4 49L4 49",
    ",": "M6 48L3 57",
    ":": "M4 20L4 20M4 47L4 47",
    "’": "M6 1L4 11",
    "-": "M3 27L15 27",
    "–": _DASH,
    "−": _DASH,
    "+": _DASH + "M14 14.5L14 39.5",
    "=": "M3 20L25 20M3 34L25 34",
    "×": "M5 17L23 37M23 17L5 37",
    "·": "M4 27L4 27",
    "…": "M4 49L4 49M15 49L15 49M26 49L26 49",
    "(": "M12 -3C4 10 4 40 12 53",
    ")": "M4 -3C12 10 12 40 4 53",
    "/": "M2 53L20 -3",
    "&": "M28 49L7 14C4 8 8 1 14 1C20 1 23 8 18.5 13L7 25C0 33 4 49 14 49C22 49 27 41 28 31",
}
ALSO = {"'": "’", "‑": "-", **{letter.lower(): letter for letter in STROKES if letter.lower() != letter}}
"""Characters that look like others."""


def lines(path: str) -> Iterator[list[Point]]:
    """The strokes as lines from point to point, in units of the font: x to the right, y up."""
    found: list[Point] = []
    for command, numbers in re.findall("([MLCZ])([^MLCZ]*)", path):
        values = [float(value) for value in numbers.split()]
        points = [
            (x * ACROSS, (BASE - y) * DOWN + PEN) for x, y in zip(values[::2], values[1::2], strict=True)
        ]
        if command == "M" and found:
            yield found
            found = []
        if command == "C":
            found += [bezier([found[-1], *points], step / STEPS) for step in range(1, STEPS)]
        found += points[-1:] if command != "Z" else found[:1]
    yield found


def bezier(curve: list[Point], t: float) -> Point:
    """A point on a cubic curve of four points."""
    parts = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    x, y = (sum(part * point[i] for part, point in zip(parts, curve, strict=True)) for i in (0, 1))
    return x, y


def contours(path: str, left: float) -> Iterator[Contour]:
    """The outlines of the strokes, all of one direction: a disc at each point, a bar between two."""
    for stroke in lines(path):
        for x, y in dict.fromkeys(stroke):
            yield disc(x + left, y)
        for (x, y), (u, v) in pairwise(stroke):
            if far := hypot(u - x, v - y):
                a, b = PEN * (v - y) / far, PEN * (u - x) / far
                corners = (x - a, y + b), (u - a, v + b), (u + a, v - b), (x + a, y - b)
                yield [(round(x + left), round(y), True) for x, y in corners]


def disc(x: float, y: float) -> Contour:
    """A circle as quadratic curves: only the points that pull the outline."""
    far = PEN / cos(pi / 8)
    turns = [-tau * step / 8 for step in range(8)]
    return [(round(x + far * cos(turn)), round(y + far * sin(turn)), False) for turn in turns]


def edges(path: str) -> tuple[dict[int, float], dict[int, float]]:
    """How far left and right the ink reaches in each row."""
    left, right = dict[int, float](), dict[int, float]()
    for stroke in lines(path):
        for (x, y), (u, v) in pairwise([*stroke, stroke[-1]]):
            pieces = 1 + int(hypot(u - x, v - y) / ROW)
            for piece in range(pieces + 1):
                at, high = x + (u - x) * piece / pieces, y + (v - y) * piece / pieces
                for row in range(int((high - PEN) // ROW), int((high + PEN) // ROW) + 1):
                    wide = sqrt(max(0.0, PEN**2 - (row * ROW - high) ** 2))
                    left[row] = min(left.get(row, at), at - wide)
                    right[row] = max(right.get(row, at), at + wide)
    return left, right


class Glyph:
    """One letter of the font."""

    def __init__(self, path: str) -> None:
        self.left, self.right = edges(path)
        shift = SIDE - min(self.left.values())
        self.left, self.right = ({k: x + shift for k, x in edge.items()} for edge in (self.left, self.right))
        self.advance = round(max(self.right.values()) + SIDE)
        self.contours = list(contours(path, shift))

    def data(self) -> bytes:
        """Its entry in the table of outlines."""
        points = [point for contour in self.contours for point in contour]
        box = [pick(point[axis] for point in points) for pick in (min, max) for axis in (0, 1)]
        ends = [sum(map(len, self.contours[: i + 1])) - 1 for i in range(len(self.contours))]
        flags, before = b"", (0, 0)
        packed = [bytearray(), bytearray()]
        for x, y, on in points:
            flag = int(on)
            for axis, by in enumerate((x - before[0], y - before[1])):
                if abs(by) < 256:
                    flag |= (2 << axis) | ((16 << axis) if by >= 0 else 0)
                    packed[axis].append(abs(by))
                else:
                    packed[axis] += struct.pack(">h", by)
            flags += bytes([flag])
            before = x, y
        head = struct.pack(f">hhhhh{len(ends)}HH", len(ends), *box, *ends, 0)
        found = head + flags + packed[0] + packed[1]
        return found + bytes(-len(found) % 4)


def kerning(one: Glyph, two: Glyph) -> int:
    """By how much the second comes closer to the first than side by side."""
    rows = [row for row in one.right if row in two.left]
    near = [one.advance - one.right[row] + two.left[row] for row in rows]
    for a, b in product(one.right, two.left):  # letters do not reach into one another either
        if 0 < abs(a - b) <= 4:
            near.append(one.advance - one.right[a] + two.left[b] + PEN / 2)
    return max(TIGHTEST, round(2 * SIDE - min(near, default=2 * SIDE - TIGHTEST)))


def font() -> bytes:
    """The whole file."""
    glyphs = {letter: Glyph(path) for letter, path in STROKES.items()}
    order = sorted(glyphs)
    numbers = {letter: 2 + i for i, letter in enumerate(order)} | {" ": 1, "\xa0": 1}
    numbers |= {other: numbers[letter] for other, letter in ALSO.items()}
    outlines = [b"", b"", *(glyphs[letter].data() for letter in order)]
    at = [sum(map(len, outlines[:i])) for i in range(len(outlines) + 1)]
    advances = [0, SPACE, *(glyphs[letter].advance for letter in order)]
    count = len(outlines)
    codes = sorted((ord(letter), number) for letter, number in numbers.items())
    pairs = [
        (numbers[a], numbers[b], by)
        for a, b in product(order, order)
        if (a.isalpha() and b.isalpha()) and (by := kerning(glyphs[a], glyphs[b]))
    ]
    wide = max(advances)
    tables = {
        "cmap": struct.pack(">HHHHI", 0, 1, 3, 10, 12)
        + struct.pack(">HHIII", 12, 0, 16 + 12 * len(codes), 0, len(codes))
        + b"".join(struct.pack(">III", code, code, number) for code, number in codes),
        "glyf": b"".join(outlines),
        "head": struct.pack(
            ">IIIIHHqqhhhhHHhhh",
            *(0x10000, 0x10000, 0, 0x5F0F3CF5, 3, EM, 0, 0),
            *(0, DESCENT, wide, ASCENT, 0, 8, 2, 1, 0),
        ),
        "hhea": struct.pack(">IhhhHhhhhhhhhhhhH", 0x10000, ASCENT, DESCENT, 0, wide, *[0] * 11, count),
        "hmtx": b"".join(struct.pack(">Hh", advance, SIDE) for advance in advances),
        "kern": struct.pack(">HHHHHHHHH", 0, 1, 0, 14 + 6 * len(pairs), 1, len(pairs), 0, 0, 0)
        + b"".join(struct.pack(">HHh", *pair) for pair in sorted(pairs)),
        "loca": struct.pack(f">{count + 1}I", *at),
        "maxp": struct.pack(
            ">IHHH", 0x10000, count, 4000, max(len(glyph.contours) for glyph in glyphs.values())
        )
        + struct.pack(">11H", 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0),
    }
    head, body, begin = b"", b"", 12 + 16 * len(tables)
    for tag, data in sorted(tables.items()):
        padded = data + bytes(-len(data) % 4)
        checksum = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        head += tag.encode() + struct.pack(">III", checksum, begin + len(body), len(data))
        body += padded
    return struct.pack(">IHHHH", 0x10000, len(tables), 128, 3, 16 * len(tables) - 128) + head + body


def main(folder: Path) -> None:
    """Write the font."""
    (folder / "lettering.ttf").write_bytes(font())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
