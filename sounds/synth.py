"""Building blocks of the sounds: noise, filters, struck modes, held tones, room and level.

A signal is a float64 array at RATE. Times are seconds, frequencies Hz, levels dB.
Noise comes from `random.Random.random`, whose sequence Python promises to keep.
"""

import math
from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

RATE = 44_100
Signal = NDArray[np.float64]


def ratio(db: float) -> float:
    """The amplitude ratio of a level in dB."""
    return float(10.0 ** (db / 20.0))


def note(midi: float) -> float:
    """The frequency of a MIDI note number (69 = A4 = 440 Hz)."""
    return float(440.0 * 2.0 ** ((midi - 69.0) / 12.0))


def samples(seconds: float) -> int:
    """The whole number of samples nearest to a time."""
    return round(seconds * RATE)


def clock(seconds: float) -> Signal:
    """The time of each sample, from 0."""
    return np.arange(samples(seconds), dtype=np.float64) / RATE


def mix(length: float, *parts: tuple[float, Signal]) -> Signal:
    """The sum of (start time, signal) parts, cut at `length`."""
    out = np.zeros(samples(length))
    for start, signal in parts:
        first = samples(start)
        room = out[first : first + len(signal)]
        room += signal[: len(room)]
    return out


def noise(random: Random, seconds: float) -> Signal:
    """White noise, uniform in -1..1."""
    return np.array([2.0 * random.random() - 1.0 for _ in range(samples(seconds))])


def decay(seconds: float, tau: float) -> Signal:
    """An exponential fall from 1 with time constant `tau`."""
    return np.asarray(np.exp(-clock(seconds) / tau))


def curve(seconds: float, points: Sequence[tuple[float, float]]) -> Signal:
    """Straight lines through (time, value) points."""
    times, values = zip(*points, strict=True)
    return np.asarray(np.interp(clock(seconds), times, values), dtype=np.float64)


def sweep(frequency: Signal) -> Signal:
    """A sine whose frequency follows the given curve, from phase 0."""
    phase = np.concatenate(([0.0], np.cumsum(frequency)[:-1])) / RATE
    return np.asarray(np.sin(2.0 * math.pi * phase))


def modes(seconds: float, parts: Sequence[tuple[float, float, float]]) -> Signal:
    """A struck body: the sum of damped sines (frequency, amplitude, time constant)."""
    size, block = samples(seconds), 256
    frequency, amplitude, tau = np.array(parts, dtype=np.float64).T
    turning = 2j * math.pi * frequency - 1.0 / tau
    # The power of a sum is a product: one of each block, one of each sample in it.
    blocks = amplitude * np.exp(np.outer(np.arange(0, size, block) / RATE, turning))
    return np.asarray((blocks @ np.exp(np.outer(turning, np.arange(block) / RATE))).imag.ravel()[:size])


def quick(size: int) -> int:
    """A size at least as large that a Fourier transform is quick with: it has no large factors."""
    step = max(1, (1 << size.bit_length()) // 16)
    return -(-size // step) * step


def convolve(signal: Signal, response: Signal) -> Signal:
    """The signal through an impulse response, as long as both together."""
    size = len(signal) + len(response) - 1
    whole = quick(size)
    return np.asarray(np.fft.irfft(np.fft.rfft(signal, whole) * np.fft.rfft(response, whole))[:size])


def contact(seconds: float) -> Signal:
    """The push of a blow: one smooth hump with area 1. The longer it is, the duller the blow."""
    hump = np.sin(math.pi * (np.arange(samples(seconds)) + 0.5) / samples(seconds)) ** 2
    return np.asarray(hump / hump.sum())


def filtered(signal: Signal, cutoff: float | Signal, q: float, kind: str) -> Signal:
    """A state-variable filter of second order; kind is "low", "band" or "high". The cutoff may move."""
    cutoffs = np.broadcast_to(np.asarray(cutoff, dtype=np.float64), signal.shape)
    low = band = 0.0
    k = 1.0 / q
    out = np.empty(len(signal))
    for i, (x, g) in enumerate(zip(signal.tolist(), np.tan(math.pi * cutoffs / RATE).tolist(), strict=True)):
        high = (x - (k + g) * band - low) / (1.0 + g * (g + k))
        mid = g * high + band
        base = g * mid + low
        band = g * high + mid
        low = g * mid + base
        out[i] = base if kind == "low" else k * mid if kind == "band" else high
    return out


def tone(
    seconds: float,
    pitch: float | Signal,
    loudness: Signal,
    partials: Sequence[float],
    bite: float = 0.0,
    vibrato: float = 0.0,
) -> Signal:
    """A held tone of harmonic partials under a loudness curve (0..1).

    `bite` makes the upper partials follow a steeper power of the loudness, as brass does: soft is dark,
    loud is bright. `vibrato` is a depth as a share of the pitch; it sets in after 0.25 s, at 5.2 Hz.
    """
    t = clock(seconds)
    depth = vibrato * np.clip((t - 0.25) / 0.3, 0.0, 1.0)
    frequency = np.broadcast_to(np.asarray(pitch, dtype=np.float64), t.shape)
    frequency = frequency * (1.0 + depth * np.sin(2.0 * math.pi * 5.2 * t))
    phase = 2.0 * math.pi * np.cumsum(frequency) / RATE
    out = np.zeros(len(t))
    for number, amplitude in enumerate(partials, 1):
        if number * float(frequency.max()) < 0.4 * RATE:
            out += amplitude * np.sin(number * phase) * loudness ** (1.0 + bite * (number - 1))
    return out


def room(random: Random, signal: Signal, tau: float, share: float) -> Signal:
    """The signal in a small warm room: `share` of its energy comes again as a dark, dying tail."""
    tail = filtered(noise(random, 4.0 * tau) * decay(4.0 * tau, tau), 2600.0, 0.7, "low")
    tail[: samples(0.011)] = 0.0
    wet = convolve(signal, tail)[: len(signal)]
    scale = math.sqrt(share * float(np.sum(signal**2)) / float(np.sum(wet**2)))
    return np.asarray(signal + scale * wet)


def loudness(signal: Signal) -> float:
    """The level of the loudest 100 ms as the ear weighs it: LKFS of ITU-R BS.1770, whose own blocks of 400 ms
    are too long for a card. About as long the ear needs to hear a sound in full, so that a shorter one counts
    for less, as it should. Of rows, left and right, the mean: a sound of one row is played on both sides."""
    window = samples(0.1)
    size = quick(signal.shape[-1] + window)
    back = np.exp(-2j * math.pi * np.fft.rfftfreq(size, 1.0 / RATE) / 48_000.0)  # one sample at 48 kHz
    head = (1.53512485958697 - 2.69169618940638 * back + 1.19839281085285 * back**2) / (
        1.0 - 1.69065929318241 * back + 0.73248077421585 * back**2
    )
    bass = (1.0 - back) ** 2 / (1.0 - 1.99004745483398 * back + 0.99007225036621 * back**2)
    power = np.fft.irfft(np.fft.rfft(signal, size) * head * bass, size) ** 2
    total = np.concatenate(([0.0], np.cumsum(power.reshape(-1, size).mean(axis=0))))
    return -0.691 + 10.0 * math.log10(float(np.max(total[window:] - total[:-window])) / window)


def finished(signal: Signal, level: float, fade: float) -> NDArray[np.int16]:
    """The signal at a level of loudness(), free of DC, faded in over 0.5 ms and out over `fade`, as 16 bits.

    Raises ValueError if that level would clip.
    """
    frame = np.ones(len(signal))
    rise, fall = samples(0.0005), samples(fade)
    frame[:rise] = np.arange(rise) / rise
    frame[-fall:] = 0.5 + 0.5 * np.cos(math.pi * np.arange(1, fall + 1) / fall)
    out = signal * frame
    hann = frame * np.sin(math.pi * np.arange(len(signal)) / len(signal)) ** 2
    out = out - hann * (out.sum() / hann.sum())
    out = out * ratio(level - loudness(out))
    peak = float(np.max(np.abs(out)))
    if peak > ratio(-1.0):
        raise ValueError(f"peak {20.0 * math.log10(peak):.1f} dB at loudness {level} dB")
    return np.asarray(np.rint(out * 32767.0), dtype=np.int16)
