"""Plays the score: a kitchen's instruments, and a room that rings on from a loop's end to its beginning."""

import io
import math
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy as np
import soundfile
from score import BEATS, KEYS, OUT, PARTS, TUNE, Layer, Variation
from synth import (
    RATE,
    Signal,
    contact,
    convolve,
    curve,
    decay,
    filtered,
    loudness,
    modes,
    noise,
    note,
    ratio,
    samples,
    sweep,
)

AHEAD = 0.04
"""Seconds by which each bar begins before its first beat: enough to change there to another variation."""
_SLOTS = 4 * BEATS
"""Sixteenths in a bar."""
_DAMPED = 0.11
"""Seconds before a first beat at which what sounds is damped: of the next bar, or of the next turn."""
_RINGS = 2.6
"""The longest that anything rings, in seconds."""
_ROOM, _WET = 0.32, 0.12
"""How fast the room dies away, in seconds, and its share of the energy."""
_QUALITY = 0.25
"""Of the encoder, 0 to 1."""


# -- instruments: a MIDI note that nobody stops


def _string(midi: float, pluck: float, rings: float, dull: float, stretch: float) -> Signal:
    """A string plucked or struck at `pluck` of its length. Partials above `dull` Hz die the faster."""
    parts = []
    for k in range(1, 25):
        frequency = k * note(midi) * math.sqrt(1.0 + stretch * k * k)
        loud = math.sin(math.pi * k * pluck) / k * math.exp(-frequency / (3.0 * dull))
        parts.append((frequency, loud, rings / (1.0 + frequency / dull)))
    return modes(_RINGS, [each for each in parts if each[0] < 9000.0])


def kantele(midi: float) -> Signal:
    """A small harp of steel strings on the knee, plucked with the fingertips."""
    return convolve(_string(midi, 0.21, 1.9, 1700.0, 0.00012), contact(0.0006))


def hammered(midi: float) -> Signal:
    """A dulcimer: two strings that are never quite in tune, struck with a felted hammer."""
    pair = [_string(midi + cents, 0.13, 1.2, 2200.0, 0.0002) for cents in (-0.025, 0.025)]
    tick = filtered(noise(Random(round(midi)), 0.02) * decay(0.02, 0.003), 1900.0, 1.0, "band")
    struck = convolve(pair[0] + pair[1], contact(0.0005))
    struck[: len(tick)] += 0.5 * tick
    return struck


def reed(midi: float) -> Signal:
    """A harmonium's reeds, two to a note, through the wood of its case."""
    parts = []
    for k in range(1, 17):
        for cents in (-0.035, 0.035):
            frequency = k * note(midi + cents)
            case = 0.35 + math.exp(-0.5 * (math.log2(frequency / 700.0) / 0.8) ** 2)
            parts.append((frequency, case / k**1.25, math.inf))
    wind = curve(_RINGS, [(0, 0), (0.07, 0.85), (0.4, 1.0), (_RINGS, 0.9)])
    return modes(_RINGS, [each for each in parts if each[0] < 5000.0]) * wind


def bass(midi: float) -> Signal:
    """A thick gut string."""
    return convolve(_string(midi, 0.3, 1.5, 320.0, 0.00005), contact(0.003))


def stomp(_midi: float) -> Signal:
    """A foot on a plank."""
    board = modes(0.25, [(176.0, 0.35, 0.03), (312.0, 0.16, 0.014)])
    return convolve(sweep(64.0 + 46.0 * decay(0.25, 0.018)) * decay(0.25, 0.055) + board, contact(0.003))


def whisk(_midi: float) -> Signal:
    """A birch whisk on the palm."""
    return filtered(noise(Random(31), 0.07) * decay(0.07, 0.014), 3300.0, 0.8, "band")


INSTRUMENTS = {each.__name__: each for each in (kantele, hammered, reed, bass, stomp, whisk)}


@cache
def _note(instrument: str, midi: float) -> Signal:
    """A note of an instrument, each of which is as loud in the middle of its range as the others."""
    return INSTRUMENTS[instrument](midi) * _even(instrument)


@cache
def _even(instrument: str) -> float:
    return ratio(-20.0 - loudness(INSTRUMENTS[instrument](38.0 if instrument == "bass" else 64.0)))


def _held(sound: Signal, seconds: float) -> Signal:
    """A note that a hand stops after a time."""
    sound = sound[: samples(seconds + 0.15)].copy()
    stopped = sound[samples(seconds) :]
    stopped *= np.exp(-np.arange(len(stopped)) / (0.02 * RATE)) * np.linspace(1.0, 0.0, len(stopped))
    return sound


# -- reading the score


class Stroke(NamedTuple):
    """A note as it is played."""

    at: float
    """In sixteenths from the beginning, as `held`."""
    held: float
    midi: float


_LETTERS = dict(zip("CDEFGAB", (0, 2, 4, 5, 7, 9, 11), strict=True))
_KINDS = {"": (0, 4, 7), "m": (0, 3, 7), "7": (0, 4, 7, 10), "m7": (0, 3, 7, 10), "m7b5": (0, 3, 6, 10)}


def tune(mode: str) -> list[Stroke]:
    """The notes of the tune. Raises ValueError if a bar is not whole."""
    altered, at, found = KEYS[mode][1], 0.0, list[Stroke]()
    for bar in TUNE.split("|"):
        for sharp, letter, octave, eighths in re.findall(r"(\^?)([A-Ga-gz])('?)(\d*)", bar):
            held = 2.0 * int(eighths or 1)
            if letter != "z":
                key = letter.upper()
                raised = 1 if sharp else altered.get(key, 0)
                midi = 60 + _LETTERS[key] + raised + 12 * (letter.islower() + len(octave))
                found.append(Stroke(at, held, midi))
            at += held
        if at % _SLOTS:
            raise ValueError(f"not a whole bar: {bar}")
    return found


class Chord(NamedTuple):
    """A chord: its tones as classes of pitch, 0 for C, and the note in its bass."""

    tones: frozenset[int]
    bass: int
    fifth: int


def harmony(mode: str) -> list[Chord]:
    """The chord of each bar."""
    found = []
    chord = r"([A-G])([b#]?)(m7b5|m7|m|7|)(?:/(\S+))?(?=\s)"
    for letter, sign, kind, under in re.findall(chord, KEYS[mode][0]):
        root = _class(letter + sign)
        tones = [(root + each) % 12 for each in _KINDS[kind]]
        low = _class(under) if under else root
        found.append(Chord(frozenset(tones), low, tones[2] if low == root else root))
    return found


def _class(name: str) -> int:
    return (_LETTERS[name[0]] + {"b": -1, "#": 1}.get(name[1:], 0)) % 12


def _upwards(chord: Chord, low: int) -> list[int]:
    """The tones of a chord from `low` upwards."""
    return [midi for midi in range(low, low + 36) if midi % 12 in chord.tones]


def _bass(chord: Chord) -> list[int]:
    """Its bass, the fifth above it, and the octave."""
    low = 36 + (chord.bass - 36) % 12
    return [low, low + (chord.fifth - low) % 12, low + 12]


def strokes(layer: Layer, mode: str) -> Iterator[Stroke]:
    """The notes of a layer."""
    line, chords = tune(mode), harmony(mode)
    if layer.plays == "tune":
        step = int(layer.pattern) if layer.pattern else 0
        for at, held, midi in line:
            for i in range(0, round(held), step or round(held)):
                yield Stroke(at + i, step or held, midi + layer.low)
    elif layer.plays == "under":
        for at, held, midi in line:
            tones = chords[int(at // _SLOTS)].tones
            below = next(down for down in range(3, 12) if (midi - down) % 12 in tones)
            yield Stroke(at, held, midi - below + layer.low)
    else:
        bars = layer.pattern.split("|")
        for number, chord in enumerate(chords):
            bar = bars[number % len(bars)]
            notes = _bass(chord) if layer.plays == "bass" else _upwards(chord, layer.low)
            struck = [slot for slot, digit in enumerate(bar) if digit != "."]
            for slot, after in pairwise([*struck, _SLOTS]):
                yield Stroke(number * _SLOTS + slot, after - slot, notes[int(bar[slot])])


# -- playing it


def _placed(variation: Variation, layer: Layer, random: Random) -> Iterator[tuple[float, Signal]]:
    """The sounds of a layer, each with the second it begins in. A hand is never quite even."""
    slot = variation.bar / _SLOTS
    for at, held, midi in strokes(layer, variation.mode):
        part = layer.parts[int(at // (8 * _SLOTS))]
        if part == OUT:
            continue
        place = at % _SLOTS
        accent = 0.0 if place == 0 else -1.5 if place % 4 == 0 else -3.5 if place % 2 == 0 else -5.0
        late = 0.0 if place == 0 else 0.007 * random.random()
        bars = 1 if variation.damped or layer.instrument in ("bass", "reed") else 8 * PARTS
        ends = bars * _SLOTS
        rings = (ends - at % ends) * slot
        if layer.instrument == "reed":
            rings = min(rings, held * slot)
        loud = layer.level + part + accent - 1.5 * random.random()
        sound = _held(_note(layer.instrument, midi), min(max(0.05, rings - _DAMPED), _RINGS - 0.15))
        yield at * slot + late, ratio(loud) * sound


def played(variation: Variation) -> Signal:
    """A variation as a loop: left and right, a row each. It has no seam: the room rings on from its end to
    its beginning."""
    random, size = Random(41), samples(variation.bar * len(harmony(variation.mode)))
    long = np.zeros((2, 2 * size))
    for layer in variation.layers:
        turn = math.pi / 4.0 * (1.0 + layer.pan)
        for at, signal in _placed(variation, layer, random):
            begin = samples(at + AHEAD) % size
            long[0, begin : begin + len(signal)] += math.cos(turn) * signal
            long[1, begin : begin + len(signal)] += math.sin(turn) * signal
    out = long[:, :size] + long[:, size:]
    for side, dry in enumerate(out):
        tail = filtered(noise(random, 5.0 * _ROOM) * decay(5.0 * _ROOM, _ROOM), 2400.0, 0.7, "low")
        tail[: samples(0.009)] = 0.0
        wet = np.fft.irfft(np.fft.rfft(dry) * np.fft.rfft(tail, size), size)
        out[side] += math.sqrt(_WET * float(np.sum(dry**2)) / float(np.sum(wet**2))) * wet
    return out * ratio(variation.level - loudness(out))


def encoded(signal: Signal) -> bytes:
    """The loop as Ogg Vorbis."""
    file = io.BytesIO()
    kind = {"format": "OGG", "subtype": "VORBIS", "compression_level": 1.0 - _QUALITY}
    with soundfile.SoundFile(file, "w", RATE, 2, **kind) as ogg:
        for start in range(0, signal.shape[1], RATE):  # the library takes no more at once
            ogg.write(signal[:, start : start + RATE].T)
    return file.getvalue()


def decoded(ogg: bytes) -> Signal:
    """What is heard of it, left and right."""
    return np.asarray(soundfile.read(io.BytesIO(ogg))[0].T)
