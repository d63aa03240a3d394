"""Write the pictures that are not cards: medal/, sign/ and wax/ beside this script, or in a folder given.

What is `currentColor` in a file gets its colour as the file is read.
"""

import sys
from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, pi, sin
from pathlib import Path

from glyphs import INK, affine, circle, fill, line, outlined, oval, poly

Point = tuple[float, float]
OWN = "currentColor"

METALS = {
    "author": ("#c9fff0", "#3fc79a", "#16805e", "#0a4a36"),
    "gold": ("#fff0b8", "#f0bb3e", "#b67a16", "#7a4d08"),
    "silver": ("#ffffff", "#cfd6de", "#8b95a1", "#545d68"),
    "bronze": ("#ffd9b5", "#d28a4c", "#95562a", "#5c2f12"),
}
"""Of each medal the light, the metal, its shade, and what is cut into it."""
RED_WAX = "#d9666f", "#a41a26", "#5f0f16", "#f3dfe0"
GREY_WAX = "#a09a95", "#706862", "#413c39", "#ecebea"
"""Light, wax, shade, and the pale strokes of a sign."""
BRASS, WHITE, DARK = ("#ffe7a6", "#e2ab45", "#b27a22"), "#fffdf6", "#03100b"
FINGERS = (80, 122), (55, 134)
GRAIN = "#7a4a22"
SPECKS = (30, 72, 5), (22, 100, 3), (46, 134, 4), (40, 52, 3), (180, 66, 4), (196, 94, 5), (178, 132, 3)
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


# The marks of the signs, as pen strokes in a box 100 wide and high.
TICK, CROSS, DASH = "M27 52L44 69L74 35", "M32 32L68 68M68 32L32 68", "M36 50L64 50"
CRACK, GAP = ((62, -4), (41, 30), (60, 53), (38, 104)), 3.2
"""Right through the wax, whose halves are so far from its middle."""
SHINE = "M17 36C21 27 27 20 36 16"


def sign(strokes: str) -> str:
    """Strokes on a disc that is set off from cards."""
    return picture(
        100, 100, fill(DARK, circle(50, 50, 50)), fill(OWN, circle(50, 50, 44)), line(DARK, 13, strokes)
    )


def known() -> str:
    """A host known from before: a tick on a seal."""
    return picture(100, 100, fill(OWN, star(50, 50, 50, 12, 0.87)), line(INK, 13, TICK))


def changed() -> str:
    """Another host under a known name: an exclamation mark in a triangle."""
    return picture(
        100,
        100,
        outlined(OWN, OWN, 12, poly((50, 10), (94, 90), (6, 90))),
        line(INK, 12, "M50 38L50 58"),
        fill(INK, circle(50, 78, 7.5)),
    )


def lock() -> str:
    """A padlock."""
    hole = circle(50, 66, 8) + "M46 66L54 66L57 84L43 84Z"
    body = outlined(OWN, OWN, 10, poly((15, 50), (85, 50), (85, 94), (15, 94)))
    return picture(100, 100, line(OWN, 13, "M29 48L29 30C29 0 71 0 71 30L71 48"), body, fill(INK, hole))


def bot() -> str:
    """A robot's head."""
    head = (
        "M24 32L76 32C86 32 92 38 92 48L92 80C92 90 86 96 76 96L24 96C14 96 8 90 8 80L8 48C8 38 14 32 24 32Z"
    )
    eyes = circle(33, 58, 10) + circle(67, 58, 10)
    face = fill(OWN, head, eyes, "M34 78L66 78L66 85L34 85Z").replace("<path", '<path fill-rule="evenodd"')
    return picture(100, 100, line(OWN, 9, "M50 12L50 30"), fill(OWN, circle(50, 10, 10)), face)


def rings() -> str:
    """Rings that go out from a knock."""
    drawn = [
        faint(share, line(OWN, 4.5, circle(50, 50, r))) for share, r in ((0.35, 47), (0.63, 34), (1.0, 21))
    ]
    return picture(100, 100, *drawn)


def chevron() -> str:
    """An arrowhead that points to the right."""
    return picture(62, 100, line(OWN, 20, "M12 12L48 50L12 88"))


def arrow() -> str:
    """An arrow that points down, of brass."""
    shape = poly((50, 96), (10, 50), (33, 50), (33, 5), (67, 5), (67, 50), (90, 50))
    return picture(100, 100, shades("brass", BRASS), outlined("url(#brass)", INK, 7, shape))


def hand() -> str:
    """A hand that comes from across the table and points, its finger's tip at (40, 180)."""
    thumb = "M36 48C14 40 0 58 4 84C7 108 20 122 36 110L44 84Z"
    bent = [
        f"M{x} 66L{x} {y - 15}C{x} {y + 5} {x + 28} {y + 5} {x + 28} {y - 15}L{x + 28} 66Z"
        for x, y in FINGERS
    ]
    palm = "M32 34L100 34C110 50 110 68 108 88L30 88C18 74 20 52 30 34Z"
    finger = "M25 80L25 165C25 187 55 187 55 165L55 92"
    cuff = "M34 3L100 3C104 14 104 26 100 37L34 37C30 26 30 14 34 3Z"
    parts = [outlined(OWN, INK, 6, part) for part in (thumb, *bent, palm)]
    return picture(132, 184, *parts, outlined(OWN, INK, 6, finger), outlined(WHITE, INK, 6, cuff))


def fist() -> str:
    """A fist on a block of wood, from above, its sleeve in the colour given; round it the rings in the wood,
    and dust."""
    x, y = 110, 112
    rings = "".join(
        faint(share, line(GRAIN, 3, oval(x, y, r, 0.44 * r)))
        for r, share in ((52, 0.7), (76, 0.5), (101, 0.3))
    )
    dust = fill("DUST", "".join(circle(*each) for each in SPECKS))
    hand = (
        "M82 48C68 58 61 74 63 92L63 108C63 125 86 126 86.5 110C87 127 109.5 127 110 111"
        "C110.5 127 133 127 133.5 110C134 126 157 125 157 108L157 92C159 74 152 58 138 48Z"
    )
    thumb = "M64 92C50 80 58 64 74 70C86 75 96 80 106 80C118 80 117 95 105 97C90 101 75 102 64 92Z"
    return picture(
        220,
        160,
        rings,
        dust,
        outlined(WHITE, INK, 5, hand),
        line(INK, 4, "M86.5 110L86.5 101M110 111L110 98M133.5 110L133.5 88"),
        outlined(WHITE, INK, 4.5, thumb),
        outlined(OWN, INK, 5, "M80 40L76 4L144 4L140 40Z"),
        outlined(CREAM, INK, 4.5, "M76 36L144 36C147 42 147 48 144 54L76 54C73 48 73 42 76 36Z"),
    )


def rim(x: float, y: float, radius: float) -> list[Point]:
    """The uneven edge of a drop of wax, from the top, clockwise."""
    edge = []
    for step in range(90):
        turn = 2 * pi * step / 90
        far = radius * (1 + 0.03 * sin(3 * turn + 1) + 0.025 * sin(7 * turn))
        edge.append((x + far * cos(turn), y + far * sin(turn)))
    return edge


def wax(tones: Sequence[str], strokes: str = "") -> str:
    """A drop of wax, with strokes pressed into it."""
    _light, _own, dark, pale = tones
    drop = [
        shades("wax", tones[:3]),
        shades("pressed", tones[:3], up=True),
        fill(dark, poly(*rim(50, 50, 47))),
        fill("url(#wax)", poly(*rim(49.4, 49.2, 44))),
    ]
    if strokes:
        drop.append(outlined("url(#pressed)", dark, 2, circle(50, 50, 31)))
        drop += [line(dark, 9, affine(strokes, 1, 0, 0, 1, 1.5, 2)), line(pale, 9, strokes)]
    return picture(100, 100, *drop, faint(0.6, line("#ffffff", 3.5, SHINE)))


def broken() -> str:
    """A seal with a crack right through it."""
    light, own, dark, _pale = RED_WAX
    halves = [shades("wax", (light, own, dark))]
    for side in (-1, 1):
        for radius, colour in ((45.5, dark), (42.5, "url(#wax)")):
            edge = [p for p in rim(50, 50, radius) if side * (p[0] - _crack(p[1])) > 0]
            edge.sort(key=lambda p: (side * atan2(p[0] - 50, 50 - p[1]) + 0.5) % (2 * pi))
            corners = [p for p in reversed(CRACK) if abs(p[1] - 50) < radius]
            along = [(_crack(y), y) for y in (edge[-1][1], *(p[1] for p in corners), edge[0][1])]
            halves.append(fill(colour, poly(*((x + GAP * side, y) for x, y in [*edge, *along]))))
        ring = [(50 + 31 * cos(pi * i / 45), 50 + 31 * sin(pi * i / 45)) for i in range(90)]
        arc = sorted((p for p in ring if side * (p[0] - _crack(p[1])) > 3), key=lambda p: p[1])
        halves.append(line(dark, 3, "M" + "L".join(f"{x + GAP * side:.1f} {y:.1f}" for x, y in arc)))
    return picture(100, 100, *halves, faint(0.6, line("#ffffff", 3.5, SHINE)))


def _crack(y: float) -> float:
    """How far to the right the crack is at this height."""
    (x0, y0), (x1, y1) = next((a, b) for a, b in pairwise(CRACK) if y <= b[1])
    return x0 + (x1 - x0) * (y - y0) / (y1 - y0)


def lamp() -> str:
    """Light that is gone at the rim, quicker the farther it is from the middle."""
    steps = [i / 10 for i in range(11)]
    stops = (
        f'<stop offset="{step:g}" stop-color="{OWN}" stop-opacity="{1 - step**1.75:.3f}"/>' for step in steps
    )
    far = 'gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="matrix(40 0 0 27 40 27)"'
    light = f'<defs><radialGradient id="light" {far}>{"".join(stops)}</radialGradient></defs>\n'
    return picture(80, 54, light, fill("url(#light)", "M0 0L80 0L80 54L0 54Z"))


def rays() -> str:
    """Light that goes out in rays from behind a thing, and is gone at the rim."""
    stops = "".join(
        f'<stop offset="{far:g}" stop-color="{OWN}" stop-opacity="{light:g}"/>'
        for far, light in ((0, 0.4), (0.4, 0.26), (1, 0))
    )
    far = 'gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="matrix(100 0 0 100 100 100)"'
    light = f'<defs><radialGradient id="rays" {far}>{stops}</radialGradient></defs>\n'
    turns = [pi * (number + 0.5) / 9 for number in range(18)]
    ends = [
        [(100 + 100 * sin(turn + by), 100 - 100 * cos(turn + by)) for by in (-0.07, 0.07)] for turn in turns
    ]
    wedges = "".join(poly((100, 100), *each) for each in ends)
    return picture(200, 200, light, fill("url(#rays)", wedges), fill("url(#rays)", circle(100, 100, 100)))


def main(folder: Path) -> None:
    """Write the SVG files below `folder`."""
    drawn = {f"medal/{metal}": medal(metal) for metal in METALS} | {"medal/none": no_medal()}
    drawn |= {"sign/clean": spark(), "sign/tick": sign(TICK), "sign/cross": sign(CROSS)}
    signs = known, changed, lock, bot, rings, chevron, arrow, hand, fist
    drawn |= {f"sign/{each.__name__}": each() for each in signs}
    drawn |= {"wax/soft": wax(RED_WAX), "wax/proved": wax(RED_WAX, TICK)}
    drawn |= {"wax/unprovable": wax(GREY_WAX, DASH), "wax/broken": broken(), "light/lamp": lamp()}
    drawn |= {"light/rays": rays()}
    for name, text in drawn.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.svg").write_bytes(text.encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
