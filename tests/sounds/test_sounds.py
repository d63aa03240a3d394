"""The sound files: written by their script, and shaped as they were meant."""

import os
import subprocess
import sys
import wave
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from game.ui.engine.sound import MOODS, VARIANTS

Signal = NDArray[np.float64]

FOLDER = Path(__file__).parents[2] / "sounds"
RATE, LOOP_RATE = 44_100, 11_025
LOUD, MIDDLE, SOFT = -17.5, -22.5, -28.5
ROLES = {
    LOUD: {"knock", "gold", "gracious", "gloating"},
    MIDDLE: {
        *("land", "count", "chime", "dud", "heart", "shuffle", "return", "wrong"),
        *("go", "king", "last", "beaten", "bronze", "silver"),
    },
    SOFT: {"fly", "lift", "turn", "flip", "shove", "tick"},
}
"""How loud each sound is, in LKFS of its loudest 100 ms."""
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
    "go": (0.3, 0.5),
    "king": (0.3, 0.5),
    "last": (0.4, 0.6),
    "beaten": (0.25, 0.45),
    "bronze": (0.5, 0.8),
    "silver": (0.6, 0.9),
    "gold": (1.0, 1.4),
    "gracious": (2.2, 2.8),
    "gloating": (2.7, 3.3),
}
SECONDS |= {
    f"{name}-{number}": SECONDS[name] for name, many in VARIANTS.items() for number in range(2, many + 1)
}


def read(path: Path) -> Signal:
    """The samples of a file, -1 to 1."""
    rate = LOOP_RATE if path.stem in MOODS else RATE
    with wave.open(str(path), "rb") as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (rate, 1, 2)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768.0


def sound(name: str) -> Signal:
    return read(FOLDER / f"{name}.wav")


# The two filters of ITU-R BS.1770-4, tables 1 and 2, at 48 kHz: what is fed in, what is fed back.
HEAD = (1.53512485958697, -2.69169618940638, 1.19839281085285), (1.0, -1.69065929318241, 0.73248077421585)
BASS = (1.0, -2.0, 1.0), (1.0, -1.99004745483398, 0.99007225036621)


def level(signal: Signal) -> float:
    """The loudest 100 ms in LKFS."""
    signal, window = np.pad(signal, RATE // 10), RATE // 10
    z = np.exp(2j * np.pi * np.fft.rfftfreq(len(signal), 1.0 / RATE) / 48_000.0)
    spectrum = np.fft.rfft(signal)
    for fed_in, fed_back in (HEAD, BASS):
        spectrum = spectrum * np.polyval(fed_in, z) / np.polyval(fed_back, z)
    total = np.cumsum(np.fft.irfft(spectrum, len(signal)) ** 2)
    return float(-0.691 + 10.0 * np.log10(np.max(total[window:] - total[:-window]) / window))


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


@pytest.mark.real
def test_script_writes_the_committed_files(tmp_path: Path) -> None:
    subprocess.run([sys.executable, FOLDER / "make_sounds.py", tmp_path], check=True)
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in FOLDER.glob("*.wav")}
    for path in tmp_path.iterdir():
        written, committed = read(path), read(FOLDER / path.name)
        assert len(written) == len(committed)
        # The last bit of a sine differs between processors, and with it the last bit of a sample.
        assert np.max(np.abs(written - committed)) <= 1.0 / 32768.0, path.name


def test_every_sound_has_a_file() -> None:
    assert {path.stem for path in FOLDER.glob("*.wav")} == {*SECONDS, *MOODS}
    assert set.union(*ROLES.values()) == set(VARIANTS)


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


@pytest.mark.parametrize("name", ["knock", "dud", "land", "count", "king", "go"])
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


def test_dud_is_duller_than_the_knock() -> None:
    knock, dud = sound("knock"), sound("dud")
    assert centroid(dud) < 0.6 * centroid(knock)
    frequencies, power = spectrum(dud)
    assert power[frequencies > 350.0].sum() < 0.01 * power.sum()


def test_meter_reads_what_the_standard_says() -> None:
    t = np.arange(RATE) / RATE
    assert level(np.sin(2 * np.pi * 997.0 * t)) == pytest.approx(-3.01, abs=0.05)
    assert level(0.1 * np.sin(2 * np.pi * 997.0 * t)) == pytest.approx(-23.01, abs=0.05)
    assert level(np.sin(2 * np.pi * 60.0 * t)) < -5.0 < 0.0 < level(np.sin(2 * np.pi * 5000.0 * t))


@pytest.mark.parametrize("name", SECONDS)
def test_sound_is_as_loud_as_its_role(name: str) -> None:
    kind = name.rstrip("-234")
    (target,) = (level for level, names in ROLES.items() if kind in names)
    assert level(sound(name)) == pytest.approx(target, abs=1.5)


@pytest.mark.parametrize("name", [name for name, many in VARIANTS.items() if many > 1])
def test_takes_of_a_sound_differ(name: str) -> None:
    takes = [sound(name), *(sound(f"{name}-{number}") for number in range(2, VARIANTS[name] + 1))]
    for number, take in enumerate(takes):
        for other in takes[:number]:
            alike = np.corrcoef(take[: len(other)], other[: len(take)])[0, 1]
            assert abs(alike) < 0.95


def test_files_take_little_space() -> None:
    assert sum(path.stat().st_size for path in FOLDER.glob("*.wav")) < 1_900_000


def test_medals_outdo_each_other() -> None:
    bronze, silver, gold = (level(sound(name)) for name in ("bronze", "silver", "gold"))
    assert bronze < silver < gold


def test_gloating_outdoes_gracious() -> None:
    assert level(sound("gloating")) > level(sound("gracious"))
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


@pytest.mark.real
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


def looped(name: str) -> Signal:
    """A loop as the mixer has it, twice in a row, -1 to 1."""
    code = "import sys; from pygame import mixer; mixer.init(44100, -16, 2, 512, allowedchanges=0); "
    code += f"sys.stdout.buffer.write(mixer.Sound({str(FOLDER / name)!r} + '.wav').get_raw())"
    quiet = {"SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    command = [sys.executable, "-c", code]
    raw = subprocess.run(command, env=os.environ | quiet, check=True, capture_output=True).stdout
    return np.tile(np.frombuffer(raw, "<i2").reshape(-1, 2)[:, 0] / 32768.0, 2)


@pytest.mark.real
@pytest.mark.parametrize("name", MOODS)
def test_music_has_no_seam(name: str) -> None:
    twice = looped(name)
    bends, seam = np.abs(np.diff(twice, 2)), len(twice) // 2
    assert bends[seam - 20 : seam + 20].max() <= np.percentile(bends, 99.9), "it clicks"


@pytest.mark.real
def test_music_quickens_and_lies_beneath_all_sounds() -> None:
    moods = [read(FOLDER / f"{name}.wav") for name in MOODS]
    lengths = [len(mood) / LOOP_RATE for mood in moods]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths == pytest.approx([8 * 60 / tempo for tempo in (80, 108, 144)], abs=1e-4)
    levels = [level(looped(name)) for name in MOODS]
    assert levels == sorted(levels)
    assert levels[-1] < SOFT - 1.5
