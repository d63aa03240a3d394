"""Write faces/, large/, backs/ and the other letters of courts, beside this script or in a folder given."""

import json
import sys
from pathlib import Path

import backs
import jacks
import kings
import queens
from glyphs import COLOURS, LETTERS, PAPER, SUITS, card, fill, letter, line, pip, rank, sym, turn

# Pips of the number cards, (x, y) down to the middle line at 168. Those above it are repeated below, turned;
# only the seven has a pip too few for that.
LEFT, MID, RIGHT = 79, 120, 161
ROWS = {
    2: [(MID, 66)],
    3: [(MID, 66), (MID, 168)],
    4: [(LEFT, 66), (RIGHT, 66)],
    5: [(LEFT, 66), (RIGHT, 66), (MID, 168)],
    6: [(LEFT, 66), (RIGHT, 66), (LEFT, 168), (RIGHT, 168)],
    7: [(LEFT, 66), (RIGHT, 66), (LEFT, 168), (RIGHT, 168), (MID, 117)],
    8: [(LEFT, 66), (RIGHT, 66), (LEFT, 168), (RIGHT, 168), (MID, 117)],
    9: [(LEFT, 66), (RIGHT, 66), (LEFT, 134), (RIGHT, 134), (MID, 168)],
    10: [(LEFT, 66), (RIGHT, 66), (LEFT, 134), (RIGHT, 134), (MID, 100)],
}
PIP = 45
CROWN = "#e9b33a"
COURTS = {
    value: {"c": module.clubs, "d": module.diamonds, "h": module.hearts, "s": module.spades}
    for value, module in ((11, jacks), (12, queens), (13, kings))
}


def index(suit: str, value: int) -> tuple[str, str]:
    """The corner index, twice: (the suit signs to fill, the rank strokes to draw)."""
    sign = pip(suit, 28, 94, 33)
    strokes = rank(value, 14.5, 18, 27, 51)
    return sign + turn(sign), strokes + turn(strokes)


def pips(suit: str, value: int) -> str:
    """The middle of a number card."""
    out = ""
    for x, y in ROWS[value]:
        out += pip(suit, x, y, PIP)
        if y != 168 and not (value == 7 and x == MID):
            out += pip(suit, x, 336 - y, PIP, flip=True)
    return out


def ace(suit: str) -> str:
    """The middle of an ace; the ace of spades wears a crown."""
    if suit != "s":
        return fill(COLOURS[suit], pip(suit, 120, 168, 116))
    leaf = sym("M120 102C131 125 177 150 177 184C177 199 167 208 155 208C140 208 130 199 120 184")
    crown = "M98 186L91 152L108 166L120 143L132 166L149 152L142 186Z"
    return fill(COLOURS[suit], pip("s", 120, 168, 164)) + line(PAPER, 3, leaf) + fill(CROWN, crown)


def face(suit: str, value: int) -> str:
    """A normal face."""
    signs, strokes = index(suit, value)
    colour = COLOURS[suit]
    if value > 10:
        return card(fill(colour, signs), line(colour, 7.5, strokes), COURTS[value][suit]())
    if value == 1:
        return card(fill(colour, signs), line(colour, 7.5, strokes), ace(suit))
    return card(fill(colour, signs, pips(suit, value)), line(colour, 7.5, strokes))


def large(suit: str, value: int) -> str:
    """A face for small cards: rank and suit in the top third, the suit once more below."""
    signs = pip(suit, 182, 68, 84) + pip(suit, 120, 228, 164)
    left, width = (27, 65) if value == 10 else (28, 78)
    return card(fill(COLOURS[suit], signs), line(COLOURS[suit], 22, rank(value, left, 26, width, 84)))


def letters() -> dict[str, dict[str, str]]:
    """The strokes of the other court letters, which replace those of the rank in a normal or a large face."""
    small, big = {}, {}
    for name in LETTERS:
        strokes = letter(name, *((16.9, 18, 21.5, 51) if name == "Kn" else (14.5, 18, 27, 51)))
        small[name] = line("INK", 5.6 if name == "Kn" else 7.5, strokes + turn(strokes))
        left, width = (38, 63) if name == "Kn" else (28, 78)
        big[name] = line("INK", 19 if name == "Kn" else 22, letter(name, left, 26, width, 84))
    return {"faces": small, "large": big}


def main(folder: Path) -> None:
    """Write the 52 faces, 52 large-index faces and 8 backs as SVG files below `folder`, and letters.json."""
    for name in ("faces", "large", "backs"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for suit in SUITS:
        for value in range(1, 14):
            for name, picture in (("faces", face), ("large", large)):
                (folder / name / f"{suit}{value:02}.svg").write_bytes(picture(suit, value).encode())
    for i, back in enumerate(backs.ALL):
        (folder / "backs" / f"{i}.svg").write_bytes(back().encode())
    (folder / "letters.json").write_text(json.dumps(letters(), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
