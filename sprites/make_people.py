"""Write the people at the table: people/ beside this script, or in a folder given; three expressions each."""

import sys
from pathlib import Path
from typing import Final, Literal, NamedTuple

from courts import PEN, SKY, WHITE
from glyphs import INK, circle, fill, line, mirror, outlined, oval
from people import PEOPLE, Person

Expression = Literal["calm", "hurried", "beaten"]
X, Y, R = 120, 88, 56
"""The middle and half the side of each picture."""
THROAT, LIP, DULL = "#7c1d2b", "#b3273a", "#8d93a3"


class Eyes(NamedTuple):
    """Brows and lids, both sides of them; and the left pupil's middle, if it is to be seen."""

    brows: str
    lids: str
    pupil: tuple[float, float] | None = None


def both(path: str) -> str:
    """The path at the left and, mirrored, at the right."""
    return path + mirror(path)


EYES: Final = {
    "open": Eyes("M101 77.5Q108 73 115.5 76.5", "M102 87.5Q109 79.5 116 87", (109.5, 88)),
    "sleepy": Eyes("M101 78Q108 73.5 115.5 77", "M101.5 88Q109 84 116.5 88", (109.5, 89.8)),
    "shut": Eyes("M101 78Q108 73.5 115 77", "M101.5 90Q109 81.5 116.5 90"),
    "hurried": Eyes("M101 72Q109 70.5 115.5 76.5", "M101.5 88Q109 77 116.5 88", (108.5, 89)),
    "beaten": Eyes("M100.5 80.5Q108 77.5 114.5 72.5", "M101.5 86.5Q109 94 116.5 87"),
}
MOUTHS: Final = {
    "smile": line(LIP, 3.2, "M110.5 104.5Q120 113 129.5 104.5"),
    "grin": outlined(
        THROAT, INK, PEN, "M108 103.5Q120 106.5 132 103.5Q130 114.5 120 114.5Q110 114.5 108 103.5Z"
    )
    + fill(WHITE, "M109.5 104.8Q120 107.6 130.5 104.8L129.5 108Q120 110 110.5 108Z"),
    "gap": outlined(
        THROAT, INK, PEN, "M108 103.5Q120 106.5 132 103.5Q130 114.5 120 114.5Q110 114.5 108 103.5Z"
    )
    + fill(
        WHITE, "M109.5 104.8L118 106.2L118 109.4L110.5 108Z", "M122 106.2L130.5 104.8L129.5 108L122 109.4Z"
    ),
    "moustache": outlined(LIP, INK, 2, "M113 110.5Q120 113.5 127 110.5Q120 118 113 110.5Z"),
    "beard": outlined(
        THROAT, INK, PEN, "M110.5 106.5Q120 105 129.5 106.5Q127 114.5 120 114.5Q113 114.5 110.5 106.5Z"
    ),
    "hurried": outlined(THROAT, INK, PEN, oval(120, 108.5, 5.6, 5.4))
    + fill(WHITE, "M116.2 106Q120 103.5 123.8 106L123.8 107.2L116.2 107.2Z"),
    "beaten": line(LIP, 3.2, "M110 111.5Q115 104.5 120 108.5Q125 112 130 107"),
    "moustache hurried": outlined(THROAT, INK, PEN, oval(120, 113, 5.2, 4.2)),
    "moustache beaten": line(LIP, 3.2, "M113.5 117Q120 111 126.5 117"),
}
NOSE: Final = "M120.5 88C120 92 117 95.5 117.5 98C118.5 100 121 100 122.5 98.5"
WHITE_OF_EYE: Final = "M101 89Q109 76.5 117 89Q109 98 101 89Z"
LASH: Final = {
    "open": "M102 87L98 84",
    "sleepy": "M101.5 88L98 85.5",
    "shut": "M102 89L99 91",
    "hurried": "M101.5 88L98 84.5",
    "beaten": "M103 88.5L100.5 91.5",
}
DROP: Final = "M150 58C155 65 158 71 153.5 75C149 78 144.5 74 146 69Z"
RAYS: Final = "M157 54L163 49M160.5 63L168 61M149 47L151.5 39.5"
SIGH: Final = "M78 66Q82.5 60 87 65Q91 70 95 64.5"


def grey(colour: str, share: float) -> str:
    """The colour with this share of it replaced by a dull one."""
    mixed = (
        round((1 - share) * int(colour[at : at + 2], 16) + share * int(DULL[at : at + 2], 16))
        for at in (1, 3, 5)
    )
    return "#" + bytes(mixed).hex()


def portrait(person: Person, expression: Expression) -> str:
    """A whole SVG file."""
    dull = 0.6 if expression == "beaten" else 0
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{X - R} {Y - R} {2 * R} {2 * R}">\n',
            fill(
                grey(person.wall, dull), f"M{X - R} {Y - R}L{X + R} {Y - R}L{X + R} {Y + R}L{X - R} {Y + R}Z"
            ),
            fill(grey(person.halo, dull), circle(X, Y, 0.88 * R)),
            *person.behind,
            *person.clothes,
            head(person, expression),
            *person.hair,
            features(person, expression),
            mouth(person, expression),
            *person.worn,
            around(expression),
            "</svg>\n",
        ]
    )


def head(person: Person, expression: Expression) -> str:
    """Neck, ears, face and cheeks."""
    ears = both("M97 83C89 79 85 86 88 93C90 99 95 100 98 98Z") if person.ears else ""
    wide = 6.4 if expression == "beaten" else 5
    return (
        outlined(person.skin, INK, PEN, "M107.5 104L107 120Q120 133 133 120L132.5 104Z")
        + (outlined(person.skin, INK, PEN, ears) if ears else "")
        + outlined(person.skin, INK, PEN, person.face)
        + fill(person.blush, oval(104.5, 99, wide, 0.8 * wide), oval(135.5, 99, wide, 0.8 * wide))
    )


def features(person: Person, expression: Expression) -> str:
    """Eyes, brows and nose."""
    kind = person.lids if expression == "calm" else expression
    eyes = EYES[kind]
    out = (
        fill(WHITE, both(WHITE_OF_EYE)) + line(INK, 1.6, both("M102 90.5Q109 97.5 116 90.5"))
        if kind == "hurried"
        else ""
    )
    out += line(INK, 2.7, both(eyes.lids), both(LASH[kind]) if person.lashes else "")
    out += line(person.brows, 3.4, both(eyes.brows))
    if eyes.pupil:
        x, y = eyes.pupil
        aside = -2 if kind == "hurried" else 0
        places = [(x + aside, y), (2 * X - x + aside, y)]
        out += fill(INK, *(circle(*place, 3.5) for place in places))
        out += fill(WHITE, *(circle(left + 1.1, top - 1.2, 1.1) for left, top in places))
    return out + line(INK, 2.3, NOSE)


def mouth(person: Person, expression: Expression) -> str:
    """The mouth; below a moustache it lies lower."""
    if expression == "calm":
        return MOUTHS[person.mouth]
    return MOUTHS.get(f"{person.mouth} {expression}") or MOUTHS[expression]


def around(expression: Expression) -> str:
    """What tells an expression beside the head."""
    match expression:
        case "hurried":
            return line(INK, 2.8, RAYS) + outlined(SKY, INK, 2.2, DROP)
        case "beaten":
            return line(INK, 2.8, SIGH)
    return ""


def main(folder: Path) -> None:
    """Write the SVG files below `folder`."""
    (folder / "people").mkdir(parents=True, exist_ok=True)
    expressions: tuple[Expression, ...] = "calm", "hurried", "beaten"
    for name, person in PEOPLE.items():
        for expression in expressions:
            text = portrait(person, expression)
            (folder / "people" / f"{name}-{expression}.svg").write_bytes(text.encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
