"""The music's score: one tune, its harmony in minor and in major, and how each variation of it is played.

Our own tune, in the way of a polska: three beats in a bar, two strains and the first one again. Notes are
written in ABC: `C` to `B` from middle C up, lower-case ones an octave above and `'` one more, `^` a sharp
that the key has not, a number how many eighths, `z` a rest.
"""

from typing import NamedTuple

BEATS, PARTS = 3, 4
"""In a bar; and in the tune, each of eight bars."""

TUNE = """
A2 d3  e | e2 c3  d | d2 f3  g | a3 g f2 | g2 b3 a | a2 f2 d2 | g f e d e2 | e3 d ^c2 |
A2 d3  e | e2 c3  d | d2 f3  g | a2 c'2 a2 | b3 a g2 | g2 c2 e2 | f3 g a2 | f4 z2 |
f2 d3  f | g2 e3  g | a g e2 c2 | d e f2 d2 | g2 d2 B2 | c2 e2 g2 | a b a g f2 | e f e d ^c2 |
A2 d3  e | e2 c3  d | d2 f3  g | a3 b a2 | b a g2 b2 | a2 f2 d2 | g e ^c2 A2 | d4 z2 |
"""

MINOR = """
Dm C   Bb F   | Gm Dm/F Em7b5 A  | Dm C  Bb F/A | Gm C7 F F   |
Bb C   Am Dm  | Gm C    F     A7 | Dm C  Bb F/A | Gm Dm/F A7 Dm |
"""
"""Four bars between strokes: to the dominant, to the relative major, through the fifths, and home."""
MAJOR = """
D A/C# Bm D   | G D/F# Em7  A  | D A/C# Bm F#m  | G A7   D  D |
Bm Em  A  Bm  | G A7   D    A7 | D A/C# Bm D/F# | G D/F# A7 D |
"""
"""The same way where everything has turned out well."""
KEYS = {"minor": (MINOR, {"B": -1}), "major": (MAJOR, {"F": 1, "C": 1})}
"""The harmony in each mode of D, and by how many semitones its key alters a letter."""


class Layer(NamedTuple):
    """What one instrument plays in a variation."""

    instrument: str
    plays: str
    """The `tune`; its second voice, `under` it; the `chord`; the `bass`; or nothing but the beat, `time`."""
    pattern: str
    """A bar of sixteenths, or the same for each of several bars. For a chord each digit is one of its tones,
    counted upwards from `low`, for the bass its root, fifth and octave; a point goes on. For the tune: how
    many sixteenths there are from stroke to stroke, if it is rolled."""
    low: int
    """For a chord the lowest note there may be, a MIDI number; else semitones from what is written."""
    level: float
    """In dB, of the single note."""
    pan: float = 0.0
    """-1 is left, 1 right."""
    parts: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    """dB more in each part of the tune; -99: it is silent there."""


class Variation(NamedTuple):
    """The tune from beginning to end, once."""

    mode: str
    bar: float
    """Seconds."""
    damped: bool
    """Whether strings are damped before the next bar: where another variation may go on from there."""
    level: float
    """Of the whole, in dB by BS.1770."""
    layers: tuple[Layer, ...]


OUT = -99.0
BAR = 2.0
"""Seconds of a bar of those at a match, which are of one length."""

VARIATIONS = {
    # The door is open: the tune, plainly, and somebody joins in.
    "title": Variation("minor", 2.25, False, -26.0, (
        Layer("kantele", "tune", "", 0, 2.5, 0.0),
        Layer("hammered", "tune", "2", -12, -5.0, 0.35, (OUT, OUT, 0.0, -2.0)),
        Layer("reed", "under", "", 0, -6.5, 0.2, (OUT, 0.0, OUT, 1.0)),
        Layer("kantele", "chord", "....1.2.3.2.|....1.2.3.2.|..0.1.2.3.2.", 55, -7.0, -0.4),
        Layer("reed", "chord", "1...........|2...........", 50, -8.0, 0.1, (OUT, -2.0, 0.0, 0.0)),
        Layer("bass", "bass", "0...........|0.......1...", 0, -2.0),
    )),
    # Alone with a deal: few notes and much room.
    "patience": Variation("minor", 2.5, False, -32.0, (
        Layer("kantele", "chord", "0...2...3...|1...3...4...|0.1.2...3...|....3...2...", 57, -3.0, -0.3),
        Layer("kantele", "tune", "", 0, 3.0, 0.2, (OUT, 0.0, OUT, 0.0)),
        Layer("hammered", "tune", "", -12, 1.0, 0.3, (OUT, OUT, 0.0, OUT)),
        Layer("bass", "bass", "0...........|............", 0, -3.0),
        Layer("reed", "chord", "1...........|0...........", 50, -9.0, 0.0, (OUT, OUT, 0.0, -2.0)),
    )),
    # Everybody has far to go.
    "calm": Variation("minor", BAR, True, -33.0, (
        Layer("kantele", "tune", "", -12, 0.0, -0.2, (0.0, 0.0, OUT, 0.0)),
        Layer("hammered", "tune", "", -12, 2.5, 0.3, (OUT, OUT, 0.0, OUT)),
        Layer("kantele", "chord", "0.1.2.3.2.1.|0.2.1.3.2.1.", 57, -5.0, 0.35),
        Layer("bass", "bass", "0.......1...|0...........", 0, -1.0),
    )),
    # Somebody gets on: it is danced to.
    "brisk": Variation("minor", BAR, True, -32.0, (
        Layer("hammered", "tune", "", 0, 4.5, 0.2),
        Layer("kantele", "chord", "0.2.1.3.2.3.|1.3.2.4.3.2.", 57, -4.0, -0.35),
        Layer("reed", "chord", "....1.......|....2...1...", 57, -5.0, 0.1),
        Layer("reed", "under", "", -12, -5.0, -0.1, (OUT, OUT, 0.0, 0.0)),
        Layer("bass", "bass", "0.......1...|0...2...1...", 0, 0.0),
        Layer("stomp", "time", "0.......0...", 0, -6.0),
        Layer("whisk", "time", "....0.......|....0.....0.", 0, -17.0, 0.3),
    )),
    # The knock is near: nobody rests.
    "tense": Variation("minor", BAR, True, -31.0, (
        Layer("hammered", "chord", "012012312321|123123423432", 57, -3.0, 0.3),
        Layer("kantele", "tune", "2", 0, 3.0, -0.2),
        Layer("reed", "chord", "0...........|1...........", 62, -6.0, -0.1),
        Layer("bass", "bass", "0.0.0.0.1.1.|0.0.2.0.1.1.", 0, -3.5),
        Layer("stomp", "time", "0...0...0...|0...0...0.0.", 0, -4.0),
        Layer("whisk", "time", "..0...0...0.|..0.0.0...0.", 0, -15.0, -0.3),
    )),
    # And whoever makes it has won.
    "point": Variation("minor", BAR, True, -30.2, (
        Layer("hammered", "tune", "1", 0, 4.0, 0.25),
        Layer("kantele", "chord", "0.23.1.34.32|1.34.2.45.43", 57, -2.0, -0.3),
        Layer("reed", "tune", "", 12, -5.0, -0.1, (OUT, OUT, 0.0, 0.0)),
        Layer("reed", "chord", "0..0..0...0.|1..1..1...1.", 57, -3.5, 0.1),
        Layer("bass", "bass", "0.00..0.1.11|0.00..2.1.11", 0, -3.0),
        Layer("stomp", "time", "0..00...0...|0..00...0.0.", 0, -2.0),
        Layer("whisk", "time", "0.0.0.0.0.0.|0.0.0.000.0.", 0, -15.0, -0.3),
    )),
    # It is over, and all are up on their feet.
    "podium": Variation("major", BAR, False, -27.0, (
        Layer("hammered", "tune", "", 0, 5.0, 0.2),
        Layer("reed", "tune", "", 0, -5.5, -0.15, (OUT, 0.0, -1.0, 0.0)),
        Layer("kantele", "under", "", 0, -3.0, -0.3),
        Layer("kantele", "chord", "..1.2.3.2.3.|..2.3.4.3.2.", 57, -6.0, -0.4),
        Layer("reed", "chord", "....1...2...", 57, -6.0, 0.2, (0.0, 0.0, OUT, 0.0)),
        Layer("bass", "bass", "0.......1...|0...2...1...", 0, 0.0),
        Layer("stomp", "time", "0.......0...", 0, -6.0, 0.0, (OUT, 0.0, 0.0, 0.0)),
        Layer("whisk", "time", "....0.....0.", 0, -18.0, 0.3, (OUT, 0.0, OUT, 0.0)),
    )),
    # A medal hangs there, and turns in the light.
    "medal": Variation("major", 2.25, False, -28.0, (
        Layer("kantele", "tune", "", 12, 5.0, 0.3),
        Layer("kantele", "chord", "0.1.2.3.4.3.|0.2.1.3.2.4.", 57, -5.0, -0.35),
        Layer("hammered", "under", "", 0, -2.0, 0.35, (OUT, 0.0, OUT, 0.0)),
        Layer("reed", "chord", "2...........|1...........", 54, -8.0, 0.1, (OUT, 0.0, 0.0, 0.0)),
        Layer("bass", "bass", "0...........|0.......1...", 0, -2.0),
    )),
}  # fmt: skip
"""By name. The four of a match are in the order of their tension."""
