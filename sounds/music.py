"""The music of a round: a pulse in three moods, each a loop of eight beats, over the murmur of a room."""

import math
from collections.abc import Sequence
from random import Random

import numpy as np
from synth import (
    RATE,
    Signal,
    clock,
    contact,
    convolve,
    decay,
    filtered,
    looped,
    mix,
    modes,
    noise,
    note,
    sweep,
)

BEATS = 8
_RINGS = 0.6
"""Seconds that the last notes ring on into the next turn of the loop."""


def bar(midi: float, strength: float) -> Signal:
    """A low wooden bar struck with felt."""
    root = note(midi)
    ring = modes(_RINGS, [(root, 1.0, 0.13), (2.0 * root, 0.35, 0.07), (3.93 * root, 0.2, 0.03)])
    return strength * convolve(ring, contact(0.0015))[: len(ring)]


def beat(strength: float) -> Signal:
    """A low drum, struck softly."""
    return strength * sweep(82.0 + 40.0 * decay(0.3, 0.02)) * decay(0.3, 0.05)


def shaker(random: Random, strength: float) -> Signal:
    """A few seeds in a gourd."""
    return strength * filtered(noise(random, 0.06) * decay(0.06, 0.012), 4000.0, 0.9, "band")


def murmur(random: Random, seconds: float, voices: int) -> Signal:
    """People in a room, none of whom is understood: each voice is noise in a band of its own that comes and
    goes with the syllables. It has no seam, as it is made of whole periods of the loop."""
    t, out = clock(seconds), np.zeros(len(clock(seconds)))
    octaves = np.log2(np.maximum(np.fft.rfftfreq(len(t), 1.0 / RATE), 1.0))
    for _ in range(voices):
        band = np.exp(-0.5 * ((octaves - math.log2(230.0) - 1.6 * random.random()) / 0.3) ** 2)
        syllables = np.array([random.random() ** 2 for _ in range(round(4.5 * seconds))])
        at = np.arange(len(syllables)) * seconds / len(syllables)
        voice = np.fft.irfft(np.fft.rfft(noise(random, seconds)) * band, len(t))
        out += voice / np.sqrt(np.mean(voice**2)) * np.interp(t, at, syllables, period=seconds)
    return out / math.sqrt(voices)


def mood(
    seed: int,
    tempo: float,
    line: Sequence[float | None],
    drums: Sequence[float],
    seeds: float,
    room: tuple[int, float],
) -> Signal:
    """A loop at this tempo, in beats a minute. `line`: the notes, evenly over the loop; `drums`: how hard the
    drum is struck on each beat; `seeds`: how loud the shaker is; `room`: how many voices, and how loud."""
    random, seconds, gap = Random(seed), BEATS * 60.0 / tempo, 60.0 / tempo
    step = seconds / len(line)
    parts = [
        (i * step, bar(midi, 0.7 if i * BEATS % len(line) else 1.0)) for i, midi in enumerate(line) if midi
    ]
    parts += [(i * gap, beat(hard)) for i, hard in enumerate(drums) if hard]
    parts += [((i + 0.5) * gap, shaker(random, seeds)) for i in range(BEATS)]
    voices, loud = room
    return looped(mix(seconds + _RINGS, *parts), seconds) + loud * murmur(random, seconds, voices)


def calm() -> Signal:
    """Everybody has far to go: a note on each beat."""
    line = [50, 57, 53, 57, 50, 57, 55, 53]
    return mood(21, 80.0, line, [0.9, 0, 0, 0, 0.6, 0, 0, 0], 0.0, (4, 0.18))


def brisk() -> Signal:
    """Somebody gets on: eighths, a drum on every other beat, and a shaker."""
    line = [50, None, 57, 50, 53, None, 57, None, 50, None, 57, 50, 60, 57, 55, 53]
    return mood(22, 108.0, line, [1.0, 0, 0.8, 0] * 2, 0.5, (6, 0.28))


def tense() -> Signal:
    """The knock is near: running eighths that press upwards, a drum on each beat, and everybody talks."""
    line = [50, 50, 51, 50, 53, 50, 51, 50, 50, 50, 51, 50, 55, 53, 56, 57]
    return mood(23, 144.0, line, [1.2, 0.8] * 4, 0.8, (9, 0.48))
