"""The sound files: written by their script, and shaped as they were meant."""

import math
import os
import subprocess
import sys
import wave
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from game.ui.engine.sound import VARIANTS

Signal = NDArray[np.float64]

FOLDER = Path(__file__).parents[2] / "sounds"
RATE = 44_100
SECONDS = {
    "knock": (0.2, 0.35),
    "dud": (0.1, 0.25),
    "lift": (0.05, 0.12),
    "fly": (0.1, 0.2),
    "land": (0.08, 0.2),
    "turn": (0.15, 0.35),
    "shuffle": (0.8, 1.0),
    "return": (0.25, 0.45),
    "shove": (0.4, 0.5),
    "count": (0.1, 0.3),
    "flip": (0.08, 0.2),
    "chime": (0.3, 0.5),
    "wrong": (0.2, 0.4),
    "tick": (0.02, 0.08),
    "heart": (0.3, 0.45),
    "gracious": (2.2, 2.8),
    "gloating": (2.7, 3.3),
}
SECONDS |= {
    f"{name}-{number}": SECONDS[name] for name, many in VARIANTS.items() for number in range(2, many + 1)
}
SHORT = sorted(SECONDS.keys() - {"gracious", "gloating"})


def read(path: Path) -> Signal:
    """The samples of a file, -1 to 1."""
    with wave.open(str(path), "rb") as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (RATE, 1, 2)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768.0


def sound(name: str) -> Signal:
    return read(FOLDER / f"{name}.wav")


def level(signal: Signal) -> float:
    """The loudest 50 ms, dB below full scale."""
    window = np.ones(RATE // 20) / (RATE // 20)
    return 10.0 * math.log10(float(np.convolve(signal**2, window).max()))


def spectrum(signal: Signal) -> tuple[Signal, Signal]:
    """Frequencies, about 0.7 Hz apart, and the power at each."""
    power = np.abs(np.fft.rfft(signal, 1 << 16)) ** 2
    return np.asarray(np.fft.rfftfreq(1 << 16, 1.0 / RATE), dtype=np.float64), power


def centroid(signal: Signal) -> float:
    frequencies, power = spectrum(signal)
    return float(np.sum(frequencies * power) / np.sum(power))


def peak_near(signal: Signal, frequency: float) -> float:
    """The strongest frequency within a fifth of `frequency`."""
    frequencies, power = spectrum(signal)
    near = np.abs(frequencies - frequency) < frequency / 5.0
    return float(frequencies[near][np.argmax(power[near])])


def test_script_writes_the_committed_files(tmp_path: Path) -> None:
    subprocess.run([sys.executable, FOLDER / "make_sounds.py", tmp_path], check=True)
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in FOLDER.glob("*.wav")}
    for path in tmp_path.iterdir():
        written, committed = read(path), read(FOLDER / path.name)
        assert len(written) == len(committed)
        # The last bit of a sine differs between processors, and with it the last bit of a sample.
        assert np.max(np.abs(written - committed)) <= 1.0 / 32768.0, path.name


def test_every_sound_has_a_file() -> None:
    assert {path.stem for path in FOLDER.glob("*.wav")} == SECONDS.keys()


@pytest.mark.parametrize("name", SECONDS)
def test_sound_is_clean(name: str) -> None:
    signal = sound(name)
    peak = float(np.max(np.abs(signal)))
    shortest, longest = SECONDS[name]
    assert shortest <= len(signal) / RATE <= longest
    assert peak <= 10.0 ** (-1.0 / 20.0), "less than 1 dB of headroom"
    assert abs(float(np.mean(signal))) < 2.0 / 32768.0, "DC"
    assert int(np.argmax(np.abs(signal) > 0.01 * peak)) <= RATE // 1000, "it starts late"
    assert abs(signal[0]) < 0.01 * peak, "it starts with a click"
    assert float(np.max(np.abs(signal[-RATE // 500 :]))) < 0.01 * peak, "it ends with a click"


@pytest.mark.parametrize("name", ["knock", "dud", "land", "count"])
def test_blow_strikes_at_once(name: str) -> None:
    signal = np.abs(sound(name))
    assert int(np.argmax(signal > 0.1 * signal.max())) <= RATE // 1000


def test_knock_dies_in_a_tenth_of_a_second() -> None:
    signal = sound("knock")
    window = np.ones(RATE // 200) / (RATE // 200)
    power = np.convolve(signal**2, window, "same")
    fallen = np.flatnonzero(power > 0.01 * power.max())[-1] / RATE
    assert 0.085 <= fallen <= 0.115


@pytest.mark.parametrize("mode", [105.0, 420.0, 420.0 * 1.58, 420.0 * 2.24])
def test_knock_rings_in_its_modes(mode: float) -> None:
    assert peak_near(sound("knock"), mode) == pytest.approx(mode, rel=0.04)


def test_knock_thumps_and_rings() -> None:
    frequencies, power = spectrum(sound("knock"))
    low = float(power[frequencies < 250.0].sum())
    wood = float(power[(frequencies > 350.0) & (frequencies < 2000.0)].sum())
    assert 0.3 < wood / low < 3.0


def test_dud_is_duller_and_softer_than_the_knock() -> None:
    knock, dud = sound("knock"), sound("dud")
    assert centroid(dud) < 0.6 * centroid(knock)
    assert level(dud) < level(knock) - 6.0
    frequencies, power = spectrum(dud)
    assert power[frequencies > 350.0].sum() < 0.01 * power.sum()


def test_knock_is_the_loudest_of_the_short_ones() -> None:
    levels = {name: level(sound(name)) for name in SHORT}
    assert all(levels[name] < levels["knock"] - 3.0 for name in SHORT if not name.startswith("knock"))


def test_what_happens_all_the_time_stays_below_the_landing() -> None:
    assert max(level(sound(name)) for name in ("lift", "fly", "count")) < level(sound("land")) - 3.0


def test_gloating_outdoes_gracious() -> None:
    assert level(sound("gloating")) > level(sound("gracious")) + 1.0
    assert centroid(sound("gloating")) > 1.5 * centroid(sound("gracious"))


def test_return_falls() -> None:
    signal = sound("return")
    first, second = signal[: RATE // 12], signal[RATE // 7 : RATE // 5]
    assert peak_near(first, 390.0) > 1.15 * peak_near(second, 310.0)


PLAY = """
import os, sys, time
from pygame import mixer
for name in sys.argv[1:]:
    os.environ["SDL_DISKAUDIOFILE"] = f"{name}.raw"
    mixer.init(44100, -16, 2, 512, allowedchanges=0)
    channel = mixer.Sound(f"{name}.wav").play()
    while channel.get_busy():
        time.sleep(0.002)
    mixer.quit()
"""


def test_mixer_plays_every_sound_whole(tmp_path: Path) -> None:
    # The disk driver writes what a sound card would have got; it waits this long (ms) for each buffer.
    disk = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIODELAY": "1"}
    for name in SECONDS:
        (tmp_path / f"{name}.wav").write_bytes((FOLDER / f"{name}.wav").read_bytes())
    command = [sys.executable, "-c", PLAY, *SECONDS]
    subprocess.run(command, cwd=tmp_path, env=os.environ | disk, check=True, capture_output=True)
    for name in SECONDS:
        stereo = np.fromfile(tmp_path / f"{name}.raw", "<i2").reshape(-1, 2)
        heard = np.flatnonzero(stereo[:, 0])
        played = stereo[heard[0] : heard[-1] + 1, 0]
        signal = np.rint(sound(name) * 32768.0)
        assert np.array_equal(np.trim_zeros(signal), played), name
        assert np.array_equal(stereo[:, 0], stereo[:, 1]), name
