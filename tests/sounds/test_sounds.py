"""The sound files: written by their script, and shaped as they were meant."""

import os
import subprocess
import sys
import wave
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from game.ui.engine.sound import BAR, MOODS, MUSIC, VARIANTS

Signal = NDArray[np.float64]

FOLDER = Path(__file__).parents[2] / "sounds"
RATE = 44_100
LOUD, MIDDLE, SOFT, FAINT = -17.5, -22.5, -28.5, -32.5
ROLES = {
    LOUD: {"knock", "shove", "gold", "gracious", "gloating"},
    MIDDLE: {
        *("land", "count", "chime", "dud", "heart", "shuffle", "return", "wrong"),
        *("go", "king", "last", "beaten", "bronze", "silver"),
    },
    SOFT: {"lift", "turn", "flip", "paper", "tick"},
    FAINT: {"fly"},
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
    "shove": (0.5, 0.7),
    "paper": (0.2, 0.35),
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
    with wave.open(str(path), "rb") as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (RATE, 1, 2)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768.0


def sound(name: str) -> Signal:
    return read(FOLDER / f"{name}.wav")


@cache
def music(name: str, folder: Path = FOLDER) -> Signal:
    """A piece as it is heard, left and right a row each."""
    heard, rate = soundfile.read(folder / f"{name}.ogg")
    assert rate == RATE
    return np.asarray(heard.T)


# The two filters of ITU-R BS.1770-4, tables 1 and 2, at 48 kHz: what is fed in, what is fed back.
HEAD = (1.53512485958697, -2.69169618940638, 1.19839281085285), (1.0, -1.69065929318241, 0.73248077421585)
BASS = (1.0, -2.0, 1.0), (1.0, -1.99004745483398, 0.99007225036621)


def level(signal: Signal) -> float:
    """The loudest 100 ms in LKFS; of rows, left and right, the mean."""
    window = RATE // 10
    after = -(signal.shape[-1] + 2 * window) % (1 << 16)  # a transform is quick with a size of small factors
    signal = np.pad(np.atleast_2d(signal), ((0, 0), (window, window + after)))
    z = np.exp(2j * np.pi * np.fft.rfftfreq(signal.shape[1], 1.0 / RATE) / 48_000.0)
    spectrum = np.fft.rfft(signal)
    for fed_in, fed_back in (HEAD, BASS):
        spectrum = spectrum * np.polyval(fed_in, z) / np.polyval(fed_back, z)
    total = np.cumsum((np.fft.irfft(spectrum, signal.shape[1]) ** 2).mean(axis=0))
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
    kept = {path.name for kind in ("ogg", "wav") for path in FOLDER.glob(f"*.{kind}")}
    assert {path.name for path in tmp_path.iterdir()} == kept
    for name in MUSIC:  # encoders differ a little, too
        score = music(name)
        assert np.sum((music(name, tmp_path) - score) ** 2) < 0.001 * np.sum(score**2), name
    for path in tmp_path.glob("*.wav"):
        written, committed = read(path), read(FOLDER / path.name)
        assert len(written) == len(committed)
        # The last bit of a sine differs between processors, and with it the last bit of a sample.
        assert np.max(np.abs(written - committed)) <= 1.0 / 32768.0, path.name


def test_every_sound_has_a_file() -> None:
    assert {path.stem for path in FOLDER.glob("*.wav")} == {*SECONDS}
    assert {path.stem for path in FOLDER.glob("*.ogg")} == {*MUSIC}
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
    assert sum(path.stat().st_size for path in FOLDER.glob("*.ogg")) < 4_500_000


def test_medals_outdo_each_other() -> None:
    bronze, silver, gold = (level(sound(name)) for name in ("bronze", "silver", "gold"))
    assert bronze < silver < gold


def test_gloating_outdoes_gracious() -> None:
    assert level(sound("gloating")) > level(sound("gracious"))
    assert centroid(sound("gloating")) > 1.5 * centroid(sound("gracious"))


def test_a_landing_is_clearly_above_its_flight() -> None:
    assert min(level(sound(name)) for name in SECONDS if name.startswith("land")) > level(sound("fly")) + 9.0


def test_a_king_pushed_aside_is_among_the_fattest_sounds() -> None:
    def low(name: str) -> float:
        frequencies, power = spectrum(sound(name))
        return float(power[frequencies < 400.0].sum())

    fattest = sorted(SECONDS, key=low)[-7:]
    assert "shove" in fattest, "beside knocks and fanfares"


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


def test_there_are_six_pieces_of_a_minute_of_which_those_of_a_match_are_of_one_length() -> None:
    lengths = {name: music(name).shape[1] for name in MUSIC}
    assert lengths == {name: seconds * RATE for name, seconds in MUSIC.items()}
    assert len(lengths) >= 6 and min(lengths.values()) >= 60 * RATE
    assert len({lengths[name] for name in MOODS}) == 1
    assert MUSIC[MOODS[0]] * 1_000_000 % BAR == 0


@pytest.mark.parametrize("name", MUSIC)
def test_music_has_no_seam(name: str) -> None:
    twice = np.tile(music(name), 2)
    bends, seam = np.abs(np.diff(twice, 2)).max(axis=0), twice.shape[1] // 2
    assert bends[seam - 20 : seam + 20].max() <= np.percentile(bends, 99.9), "it clicks"


@pytest.mark.parametrize("name", MOODS)
def test_music_of_a_match_rests_where_it_changes(name: str) -> None:
    signal, bar, rest = music(name), BAR * RATE // 1_000_000, RATE * 3 // 100
    rests = signal.reshape(2, -1, bar)[:, :, :rest]
    assert np.max(np.mean(rests**2, axis=(0, 2))) < 10.0**-0.7 * np.mean(signal**2)


def test_music_of_a_match_thickens_and_lies_beneath_all_sounds() -> None:
    signals = [music(name) for name in MOODS]
    levels = [level(signal) for signal in signals]
    assert levels == sorted(levels)
    assert levels[-1] < SOFT - 1.5
    powers = [float(np.mean(signal**2)) for signal in signals]
    assert powers == sorted(powers)
    assert level(music("patience")) < SOFT - 1.5
    assert max(level(music(name)) for name in MUSIC) < MIDDLE - 2.5, "also where little else is heard"


STREAM = """
import os, sys, time
from pygame import mixer
mixer.init(44100, -16, 2, 512, allowedchanges=0)
mixer.music.load(sys.argv[1])
mixer.music.set_volume(1.0)
mixer.music.play(-1, start=float(sys.argv[2]))
while os.path.getsize(os.environ["SDL_DISKAUDIOFILE"]) < 5 * 44100 * 4:
    time.sleep(0.01)
"""


@pytest.mark.real
@pytest.mark.parametrize("name", MUSIC)
def test_mixer_streams_a_loop_to_the_sample(name: str, tmp_path: Path) -> None:
    out = tmp_path / "out.raw"
    disk = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIODELAY": "1", "SDL_DISKAUDIOFILE": str(out)}
    start = MUSIC[name] - 2
    command = [sys.executable, "-c", STREAM, str(FOLDER / f"{name}.ogg"), str(start)]
    subprocess.run(command, env=os.environ | disk, check=True, capture_output=True)
    heard = np.fromfile(out, "<i2").reshape(-1, 2).T
    heard = heard[:, int(np.argmax(heard.any(axis=0))) :][:, : 4 * RATE]
    assert heard.shape[1] == 4 * RATE
    loop = np.rint(music(name) * 32767.0)
    due = np.concatenate((loop[:, -2 * RATE :], loop[:, : 2 * RATE]), axis=1)
    due = due[:, int(np.argmax(due.any(axis=0))) :]
    assert np.max(np.abs(heard[:, : due.shape[1]] - due[:, : heard.shape[1]])) <= 2.0
