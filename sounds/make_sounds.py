"""Writes every sound of the game as a WAV file, and all its music as Ogg Vorbis: make_sounds.py [FOLDER], by
default beside this script.

The same script gives the same sounds; music that sounds the same is left as it is.
"""

import math
import sys
import wave
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
from fanfares import bronze, gloating, go, gold, gracious, horn, last, silver
from music import decoded, encoded, played
from numpy.typing import NDArray
from score import VARIATIONS
from synth import (
    RATE,
    Signal,
    contact,
    convolve,
    curve,
    decay,
    filtered,
    finished,
    mix,
    modes,
    noise,
    note,
    sweep,
    tone,
)


def knock(variant: int = 0) -> Signal:
    """Knuckles on a kitchen table: the board rings in a few modes, the frame thumps, the room answers. Each
    variant strikes another place of the board, with the second knuckle a little sooner or later."""
    random = Random(1 + 100 * variant)
    root, after = 420.0 * (1.0, 0.982, 1.021)[variant], (0.0052, 0.0067, 0.0043)[variant]
    board = modes(
        0.3,
        [
            (root, 1.0, 0.030),
            (root * 1.58, (0.95, 0.82, 1.0)[variant], 0.022),
            (root * 2.24, (0.8, 0.92, 0.7)[variant], 0.015),
            (root * 2.92, 0.45, 0.010),
            (root * 3.6, 0.2, 0.008),
            (root * 4.6, 0.12, 0.006),
        ],
    )
    thump = sweep(105.0 + 55.0 * decay(0.3, 0.012)) * decay(0.3, 0.055)
    click = filtered(noise(random, 0.0035) * decay(0.0035, 0.0011), 2400.0, 0.7, "low")
    blow = convolve(board, contact(0.0007))
    second = convolve(board, contact(0.0011))  # the fist has two knuckles, and they never land together
    dry = mix(0.3, (0.0, blow), (0.0, 1.25 * thump), (0.0, 0.8 * click), (after, 0.3 * second))
    echo = filtered(dry, 900.0, 0.7, "low")
    return mix(0.3, (0.0, dry), (0.013, 0.09 * echo), (0.021, 0.06 * echo), (0.034, 0.035 * echo))


def dud() -> Signal:
    """The same fist on a cushion: a low push with no wood in it."""
    random = Random(2)
    push = sweep(112.0 + 50.0 * decay(0.2, 0.02)) * decay(0.2, 0.03)
    body = modes(0.2, [(205.0, 0.35, 0.018)])
    cloth = filtered(noise(random, 0.06) * decay(0.06, 0.014), 420.0, 0.6, "low")
    return filtered(mix(0.2, (0.0, push), (0.0, body), (0.0, 0.9 * cloth)), 600.0, 0.6, "low")


def flick(random: Random, centre: float, tau: float) -> Signal:
    """The edge of a card springing free: a bright click that dies at once."""
    hiss = noise(random, 0.06)
    edge = filtered(hiss * decay(0.06, tau), centre, 1.3, "band")
    air = filtered(hiss * decay(0.06, 2.5 * tau), 0.35 * centre, 0.8, "band")
    return edge + 0.5 * air


def slap(random: Random, pitch: float = 1.0) -> Signal:
    """A card flat on a pile: a crisp edge, pasteboard and table beneath, air pressed out."""
    edge = filtered(noise(random, 0.02) * decay(0.02, 0.0016), 4200.0, 0.8, "band")
    board = modes(
        0.12,
        [(245.0 * pitch, 0.5, 0.016), (560.0 * pitch, 0.42, 0.009), (1130.0 * pitch, 0.3, 0.005)],
    )
    air = filtered(noise(random, 0.08) * decay(0.08, 0.016), 1300.0, 0.7, "low")
    return mix(0.12, (0.0, 1.1 * edge), (0.0, convolve(board, contact(0.0006))), (0.0006, 0.55 * air))


def lift() -> Signal:
    """A thumb under a corner, a short scrape, the card is free."""
    random = Random(3)
    scrape = noise(random, 0.055) * curve(0.055, [(0, 0.3), (0.035, 1.0), (0.055, 0.0)])
    scrape = filtered(scrape, curve(0.055, [(0, 1900.0), (0.055, 4200.0)]), 1.6, "band")
    return mix(0.1, (0.0, scrape), (0.042, 0.8 * flick(random, 3600.0, 0.0035)))


def fly() -> Signal:
    """A card through the air: a breath that rises and passes."""
    random = Random(4)
    seconds = 0.16
    bell = curve(seconds, [(0, 0.12), (0.03, 0.7), (0.055, 1.0), (0.09, 0.55), (0.13, 0.15), (seconds, 0)])
    path = curve(seconds, [(0, 800.0), (0.055, 2300.0), (seconds, 1000.0)])
    hiss = noise(random, seconds)
    return (filtered(hiss, path, 1.8, "band") + 0.35 * filtered(hiss, 2.0 * path, 1.2, "band")) * bell


def land(variant: int = 0) -> Signal:
    """A card snapped on a pile, a little higher or lower."""
    return slap(Random(5 + 100 * variant), (1.0, 1.07, 0.94, 1.13)[variant])


def turn(variant: int = 0) -> Signal:
    """Three cards flicked over, the last one down flat; the hand is never quite as fast."""
    random = Random(6 + 100 * variant)
    beat = (1.0, 1.09, 0.93, 1.04)[variant]
    rustle = filtered(
        noise(random, 0.16) * curve(0.16, [(0, 0.4), (0.12, 1), (0.16, 0)]), 2100.0, 0.8, "band"
    )
    return mix(
        0.26,
        (0.0, 0.14 * rustle),
        (0.0, 0.75 * flick(random, 2700.0, 0.004)),
        (0.056 * beat, 0.85 * flick(random, 3100.0, 0.004)),
        (0.108 * beat, flick(random, 2900.0, 0.0045)),
        (0.136 * beat, 0.8 * slap(random)),
    )


def shuffle() -> Signal:
    """A riffle: two halves let go card by card, faster and faster, then the bridge falls and is squared."""
    random = Random(7)
    parts: list[tuple[float, Signal]] = []
    start = 0.0
    for card in range(44):
        strength = 0.55 + 0.3 * math.sin(math.pi * card / 43) + 0.25 * random.random()
        parts.append((start, strength * flick(random, 2300.0 + 1500.0 * random.random(), 0.0022)))
        start += (0.0175 - 0.009 * math.sin(math.pi * card / 50)) * (0.75 + 0.5 * random.random())
    bridge = max(start, 0.55) + 0.02
    flutter = 0.55 + 0.45 * sweep(curve(0.2, [(0, 75.0), (0.2, 120.0)]))
    rush = noise(random, 0.2) * flutter * curve(0.2, [(0, 0.1), (0.07, 1.0), (0.15, 0.5), (0.2, 0)])
    parts.append((bridge, 0.75 * filtered(rush, curve(0.2, [(0, 2600.0), (0.2, 1500.0)]), 0.9, "band")))
    parts.append((bridge + 0.19, 0.9 * slap(random)))
    return mix(0.95, *parts)


def returned(variant: int = 0) -> Signal:
    """A card coming back: the breath of its flight falls instead of rising, with a small sigh, then a tap.
    Each variant sighs a little higher or lower, and falls sooner or later."""
    random = Random(8 + 100 * variant)
    key, late = (0.0, 0.7, -0.8, 1.3)[variant], (0.0, 0.012, -0.01, 0.006)[variant]
    seconds = 0.24
    path = curve(seconds, [(0, 2600.0), (seconds, 620.0)])
    bell = curve(seconds, [(0, 0.3), (0.035, 1.0), (0.12 + late, 0.6), (seconds, 0)])
    swish = filtered(noise(random, seconds), path, 2.2, "band") * bell
    high, low = note(67 + key), note(63 + key)
    pitch = curve(0.3, [(0, high), (0.07 + late, high), (0.12 + late, low), (0.3, 0.977 * low)])
    breath = curve(0.3, [(0, 0.1), (0.03, 0.8), (0.08, 0.5), (0.13, 0.75), (0.24, 0.1), (0.3, 0)])
    sigh = tone(0.3, pitch, breath, [1.0, 0.22, 0.1], bite=0.5)
    return mix(0.36, (0.0, 0.9 * swish), (0.0, 0.28 * sigh), (0.215 + late, 0.45 * slap(random)))


def shove() -> Signal:
    """A full pile pushed aside over felt: the heel of a hand sets it going, thirteen cards rub along, slower
    and slower, and it comes up against the wood, edges last."""
    random = Random(9)
    seconds, stops = 0.62, 0.36
    push = curve(seconds, [(0, 0.2), (0.04, 1.0), (0.2, 0.8), (stops, 0.35), (stops + 0.03, 0)])
    speed = curve(seconds, [(0, 900.0), (0.06, 1500.0), (stops, 500.0), (seconds, 500.0)])
    grain = 0.55 + 4.5 * np.abs(filtered(noise(random, seconds), 48.0, 0.7, "low"))
    hiss = noise(random, seconds) * grain
    rub = filtered(hiss, speed, 0.7, "band") + 1.6 * filtered(hiss, 0.22 * speed, 0.8, "band")
    heel = sweep(84.0 + 40.0 * decay(0.3, 0.02)) * decay(0.3, 0.06)
    wood = modes(0.24, [(148.0, 1.0, 0.045), (271.0, 0.5, 0.026), (437.0, 0.3, 0.014), (905.0, 0.12, 0.006)])
    thud = convolve(wood, contact(0.0016))
    body = sweep(58.0 + 62.0 * decay(0.26, 0.02)) * decay(0.26, 0.07)
    edges = [(stops + 0.004 * card, 0.1 * flick(random, 2100.0 + 60.0 * card, 0.0022)) for card in range(13)]
    parts = [(0.0, 0.45 * heel), (0.0, 0.9 * rub * push), (stops, 0.5 * thud), (stops, 1.1 * body)]
    return mix(seconds, *parts, *edges)


def paper() -> Signal:
    """A sheet slides in over the wood: a dry breath, a few creases, and its edge lies down."""
    random = Random(16)
    seconds = 0.26
    slide = curve(seconds, [(0, 0.1), (0.05, 0.8), (0.12, 1.0), (0.2, 0.45), (seconds, 0)])
    path = curve(seconds, [(0, 2100.0), (0.12, 3300.0), (seconds, 1700.0)])
    breath = filtered(noise(random, seconds), path, 0.7, "band") * slide
    creases = [
        (0.03 + 0.16 * random.random(), (0.2 + 0.4 * random.random()) * flick(random, 2600.0, 0.0016))
        for _ in range(7)
    ]
    return mix(0.3, (0.0, breath), *creases, (0.2, 0.4 * flick(random, 1500.0, 0.004)))


def count() -> Signal:
    """A brass disc laid on brass, G5: one for each card counted, to be raised step by step."""
    root = note(79)
    disc = modes(
        0.3,
        [(root, 1.0, 0.085), (1.004 * root, 0.5, 0.07), (2.32 * root, 0.3, 0.03), (4.25 * root, 0.22, 0.013)],
    )
    tap = filtered(noise(Random(10), 0.01) * decay(0.01, 0.001), 4600.0, 0.8, "band")
    return mix(0.3, (0.0, convolve(disc, contact(0.0004))), (0.0, 0.25 * tap))


def flip() -> Signal:
    """One card turned over and laid down."""
    random = Random(11)
    return mix(0.13, (0.0, 0.9 * flick(random, 3000.0, 0.0045)), (0.048, 0.55 * slap(random)))


def chime() -> Signal:
    """A small metal bar struck with wood, G4: raised step by step with a streak."""
    root = note(67)
    bar = modes(
        0.42,
        [(root, 1.0, 0.12), (2.0 * root, 0.5, 0.085), (2.756 * root, 0.16, 0.03), (5.404 * root, 0.1, 0.012)],
    )
    tap = filtered(noise(Random(12), 0.008) * decay(0.008, 0.0012), 3600.0, 0.8, "band")
    return mix(0.42, (0.0, convolve(bar, contact(0.0004))), (0.0, 0.22 * tap))


def wrong(variant: int = 0) -> Signal:
    """A flat no: two low reeds a semitone apart that sag, over a thud; each variant in another key."""
    seconds, key = 0.3, (46.0, 46.7, 45.2, 47.5)[variant]
    swell = curve(seconds, [(0, 0.0), (0.012, 1.0), (0.16, 0.8), (seconds, 0.0)])
    sag = curve(seconds, [(0, 1.0), (0.1, 1.0), (seconds, (0.86, 0.9, 0.88, 0.84)[variant])])
    pair = key, key + 1.0
    reeds = [tone(seconds, note(each) * sag, swell, [1.0, 0.7, 0.55, 0.4, 0.25], bite=0.3) for each in pair]
    thud = sweep(90.0 + 60.0 * decay(0.16, 0.02)) * decay(0.16, 0.035)
    return filtered(mix(seconds, *((0.0, reed) for reed in reeds), (0.0, 1.6 * thud)), 1500.0, 0.7, "low")


def tick() -> Signal:
    """The beat of a streak: a dry stick on the rim."""
    rim = modes(0.05, [(1180.0, 0.7, 0.006), (2050.0, 0.4, 0.004)])
    edge = filtered(noise(Random(13), 0.02) * decay(0.02, 0.002), 5200.0, 0.8, "band")
    return mix(0.05, (0.0, convolve(rim, contact(0.0004))), (0.0, 0.5 * edge))


def heart() -> Signal:
    """One beat of a heart, felt rather than heard: two soft blows on a large skin, the second lighter."""
    blows = []
    for start, top, gain in ((0.0, 62.0, 1.0), (0.17, 74.0, 0.62)):
        blow = sweep(top + 46.0 * decay(0.2, 0.018)) * decay(0.2, 0.042)
        skin = modes(0.2, [(2.1 * top, 0.5, 0.024), (3.2 * top, 0.3, 0.015)])
        blows.append((start, gain * convolve(blow + skin, contact(0.002))))
    return filtered(mix(0.4, *blows), 420.0, 0.6, "low")


def king() -> Signal:
    """The king is laid, and the pile complete: the card comes down on a short warm chord of brass."""
    chord = [
        horn(0.2, midi, 0.0, strength) for midi, strength in ((50, 0.6), (62, 0.5), (66, 0.4), (69, 0.4))
    ]
    warm = filtered(mix(0.38, *((0.012, each) for each in chord)), 2400.0, 0.6, "low")
    return mix(0.38, (0.0, 5.0 * slap(Random(15), 0.9)), (0.0, warm))


def beaten() -> Signal:
    """Somebody was faster: a muted horn that slides down a third, and a soft bump."""
    seconds = 0.34
    swell = curve(seconds, [(0, 0.05), (0.03, 1.0), (0.1, 0.6), (0.17, 0.9), (seconds, 0.0)])
    slide = curve(seconds, [(0, note(62)), (0.09, note(62)), (0.16, note(58)), (seconds, note(57.4))])
    muted = filtered(
        tone(seconds, slide, swell, [1.0, 0.8, 0.6, 0.4, 0.3, 0.2], bite=0.3), 1500.0, 1.1, "low"
    )
    bump = sweep(95.0 + 50.0 * decay(0.12, 0.02)) * decay(0.12, 0.03)
    return mix(seconds, (0.0, muted), (0.0, 0.9 * bump))


LOUD, MIDDLE, SOFT = -17.5, -22.5, -28.5
"""The roles of sounds, as levels of loudness() in dB.

Loud: the knock, the fanfares, and nearly so a full pile that is pushed aside. Middle: what tells something,
above all the landing of a card. Soft: what happens all the time, so that eight hands at once do not drown the
rest; softer still the flight before a landing.
"""

SOUNDS: dict[str, tuple[Callable[..., Signal], float, float]] = {
    "knock": (knock, LOUD, 0.08),
    "dud": (dud, MIDDLE, 0.06),
    "lift": (lift, SOFT, 0.02),
    "fly": (fly, SOFT - 4.0, 0.04),
    "land": (land, MIDDLE, 0.03),
    "turn": (turn, SOFT, 0.04),
    "shuffle": (shuffle, MIDDLE, 0.04),
    "return": (returned, MIDDLE, 0.05),
    "shove": (shove, LOUD - 1.0, 0.1),
    "paper": (paper, SOFT, 0.05),
    "count": (count, MIDDLE, 0.08),
    "flip": (flip, SOFT, 0.03),
    "chime": (chime, MIDDLE, 0.06),
    "wrong": (wrong, MIDDLE, 0.05),
    "tick": (tick, SOFT, 0.02),
    "heart": (heart, MIDDLE, 0.06),
    "go": (go, MIDDLE, 0.06),
    "king": (king, MIDDLE, 0.06),
    "last": (last, MIDDLE, 0.1),
    "beaten": (beaten, MIDDLE, 0.05),
    "bronze": (bronze, MIDDLE - 1.0, 0.15),
    "silver": (silver, MIDDLE + 1.0, 0.15),
    "gold": (gold, LOUD, 0.2),
    "gracious": (gracious, LOUD - 1.0, 0.3),
    "gloating": (gloating, LOUD, 0.12),
}
"""Each sound with its level and its fade at the end (seconds)."""

TAKES = {"knock": 3, "land": 4, "turn": 4, "return": 4, "wrong": 4}
"""How many takes there are of what is heard most; the second is `knock-2`."""


def write(path: Path, signal: NDArray[np.int16]) -> None:
    """Write a mono 16-bit WAV file."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(signal.astype("<i2").tobytes())


def main(folder: Path) -> None:
    """Write all the sounds into a folder."""
    for name, (sound, level, fade) in SOUNDS.items():
        write(folder / f"{name}.wav", finished(sound(), level, fade))
        for take in range(1, TAKES.get(name, 1)):
            write(folder / f"{name}-{take + 1}.wav", finished(sound(take), level, fade))
    for name, variation in VARIATIONS.items():
        path, ogg = folder / f"{name}.ogg", encoded(played(variation))
        # A stream is numbered by chance, so that its bytes are never the same.
        if not path.exists() or not np.array_equal(decoded(ogg), decoded(path.read_bytes())):
            path.write_bytes(ogg)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent)
