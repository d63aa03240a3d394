"""Fanfares and calls: of a match's end, of medals, of a round's beginning. All tunes are our own."""

from random import Random

import numpy as np
from synth import (
    Signal,
    clock,
    contact,
    convolve,
    curve,
    decay,
    filtered,
    mix,
    modes,
    noise,
    note,
    room,
    sweep,
    tone,
)

BRASS = [k**-0.9 for k in range(1, 15)]
ORGAN = [1.0, 0.55, 0.16, 0.3, 0.0, 0.1, 0.0, 0.12]


def horn(seconds: float, midi: float, slide: float = 0.0, strength: float = 1.0) -> Signal:
    """Two brass players on one note, arriving from just below, or from `slide` semitones below."""
    swell = curve(
        seconds + 0.09,
        [(0, 0.08), (0.035, 1.0), (0.12, 0.82), (max(0.13, seconds - 0.01), 0.78), (seconds + 0.09, 0)],
    )
    t = clock(seconds + 0.09)
    glide = slide * np.clip(1.0 - t / max(0.6 * seconds, 0.01), 0.0, 1.0) + 0.3 * np.exp(-t / 0.02)
    pitch = note(midi) * 2.0 ** (-glide / 12.0)
    pair = [tone(seconds + 0.09, detune * pitch, swell, BRASS, 0.22, 0.004) for detune in (0.9982, 1.0018)]
    return strength * (pair[0] + pair[1])


def pipe(seconds: float, midi: float, strength: float = 1.0) -> Signal:
    """An organ pipe with a gentle start."""
    wind = curve(seconds + 0.14, [(0, 0.06), (0.05, 1.0), (seconds, 0.95), (seconds + 0.14, 0)])
    return strength * tone(seconds + 0.14, note(midi), wind, ORGAN)


def gracious() -> Signal:
    """Warm and modest: four chords home to D major, a low organ under soft horns, one line that steps."""
    chords = [  # start, length, voices from the bass up
        (0.0, 0.40, (47, 54, 62, 66)),
        (0.42, 0.40, (43, 55, 59, 62)),
        (0.84, 0.46, (45, 52, 61, 64)),
        (1.32, 0.85, (38, 50, 57, 62, 66)),
    ]
    line = [(0.0, 0.38, 71), (0.42, 0.2, 74), (0.63, 0.19, 76), (0.84, 0.24, 74), (1.09, 0.21, 73)]
    line += [(1.32, 0.85, 74), (1.36, 0.81, 69)]
    parts = [(at, pipe(held, midi, 0.55)) for at, held, voices in chords for midi in voices]
    parts += [(at, filtered(horn(held, midi, 0.0, 0.42), 1900.0, 0.6, "low")) for at, held, midi in line]
    bow = curve(2.5, [(0, 0.85), (1.3, 1.0), (1.6, 0.95), (2.2, 0.45), (2.5, 0.3)])
    whole = filtered(mix(2.5, *parts) * bow, 3200.0, 0.6, "low")
    return room(Random(11), whole, 0.22, 0.1)


def gloating() -> Signal:
    """Over the top: a run up, a laughing trill, a slide, and a chord far too grand, with two pips on top."""
    random = Random(12)
    line = [(0.0, 0.07, 65), (0.09, 0.07, 70), (0.18, 0.07, 74), (0.27, 0.28, 77)]
    line += [(0.62 + 0.095 * i, 0.05, 78 - i % 2 * (1 + i // 4)) for i in range(6)]
    line += [(1.5, 0.08, 80), (1.61, 0.08, 81)]
    trill = [(1.74 + 0.072 * i, 0.06, 82 + i % 2 * 2) for i in range(9)] + [(2.39, 0.1, 82)]
    chords = [(0.27, 0.24, (46, 58, 62, 65)), (0.62, 0.05, (54, 66, 70)), (0.81, 0.05, (54, 66, 70))]
    chords += [(1.0, 0.05, (53, 65, 69)), (1.5, 0.09, (44, 56, 60, 63)), (1.61, 0.09, (45, 57, 61, 64))]
    chords += [(1.74, 0.72, (34, 46, 53, 58, 62, 65, 70))]
    pips = [(2.6, 0.045, 77), (2.7, 0.07, 89)]
    parts = [(at, horn(held, midi)) for at, held, midi in line]
    parts += [(at, horn(held, midi, 0.0, 0.7)) for at, held, midi in trill]
    parts += [(at, horn(held, midi, 0.0, 0.5)) for at, held, voices in chords for midi in voices]
    parts += [(1.17, horn(0.27, 75, 9.0, 1.1)), (1.17, horn(0.27, 63, 9.0, 0.7))]
    parts += [(at, horn(held, midi, 0.0, 0.55)) for at, held, midi in pips]
    drum = sweep(78.0 + 40.0 * decay(0.4, 0.03)) * decay(0.4, 0.11)
    crash = filtered(noise(random, 1.0) * decay(1.0, 0.28), 4200.0, 0.6, "high")
    parts += [(at, force * drum) for at, force in ((0.27, 3.0), (1.5, 2.0), (1.61, 2.2), (1.74, 4.0))]
    parts += [(1.74, 0.8 * crash), (0.27, 0.3 * crash)]
    return room(random, mix(3.0, *parts), 0.16, 0.07)


def bell(seconds: float, midi: float, strength: float = 1.0) -> Signal:
    """A small metal bar struck with wood."""
    root, tau = note(midi), 0.3 * seconds
    ring = [(root, 1.0, tau), (2.0 * root, 0.4, 0.6 * tau), (2.756 * root, 0.16, 0.3 * tau)]
    struck = modes(seconds, [*ring, (5.404 * root, 0.08, 0.1 * tau)]) * curve(seconds, [(0, 1), (seconds, 0)])
    return strength * convolve(struck, contact(0.0004))


def drum(seconds: float = 0.4) -> Signal:
    """A large drum."""
    skin = decay(seconds, 0.11) * curve(seconds, [(0, 1), (seconds, 0)])
    return sweep(78.0 + 40.0 * decay(seconds, 0.03)) * skin


def go() -> Signal:
    """The round begins: a bell and a drum at once, and a horn that leaps up to an open fifth."""
    fifth = [(62, 0.6), (69, 0.7), (74, 1.0), (81, 0.35)]
    parts = [(0.085, horn(0.19, midi, 0.0, strength)) for midi, strength in fifth]
    parts += [(0.0, bell(0.2, 81, 0.9)), (0.085, bell(0.3, 86, 0.9)), (0.0, horn(0.045, 69, 0.0, 0.8))]
    return mix(0.4, (0.0, 1.2 * drum()), (0.085, 2.0 * drum()), *parts)


def last() -> Signal:
    """The last card of a 13-pile: four bells run up the chord, and the way is free."""
    run = [(0.0, 74), (0.06, 78), (0.12, 81), (0.18, 86)]
    return mix(0.5, *((at, bell(0.5 - at, midi, 1.0 - at)) for at, midi in run))


def bronze() -> Signal:
    """A medal: two bells, a fourth up, and a soft stroke of the drum."""
    return mix(0.62, (0.0, bell(0.62, 69)), (0.13, bell(0.49, 74)), (0.13, 0.7 * drum()))


def silver() -> Signal:
    """A better one: three bells up the chord, with a horn on the last."""
    bells = [(0.0, 69), (0.1, 74), (0.2, 78), (0.2, 81)]
    parts = [(at, bell(0.75 - at, midi, 0.8)) for at, midi in bells]
    return mix(0.75, *parts, (0.2, 0.45 * horn(0.36, 74)), (0.2, drum()))


def gold() -> Signal:
    """The best: three quick calls, then the whole chord in brass and bells, with drum and cymbal."""
    random, arrives = Random(14), 0.3
    calls = [(0.1 * i, horn(0.055, midi, 0.0, 0.9)) for i, midi in enumerate((69, 69, 74))]
    chord = [(38, 0.6), (50, 0.6), (57, 0.5), (62, 0.6), (66, 0.6), (69, 0.6), (74, 0.9), (78, 0.7)]
    parts = [(arrives, horn(0.55, midi, 0.0, strength)) for midi, strength in chord]
    parts += [(arrives + 0.06 * i, bell(0.8, midi, 1.6)) for i, midi in enumerate((86, 90, 93))]
    crash = filtered(noise(random, 0.9) * decay(0.9, 0.22), 4200.0, 0.6, "high")
    parts += [(0.0, 1.5 * drum()), (arrives, 4.0 * drum()), (arrives, 0.5 * crash)]
    return room(random, mix(1.2, *calls, *parts), 0.16, 0.06)
