"""The player of sounds, on SDL's own drivers: one that plays to nobody, one to a file, and none at all."""

import json
import math
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from pygame import mixer

from game.system import here
from game.ui.engine.sound import MOODS, VARIANTS, Sounds

ROOT = Path(__file__).parents[3]
SOUNDS = ROOT / "sounds"
SILENCE = 1000
"""As many samples of nothing lie only between sounds."""


@pytest.fixture(autouse=True)
def card(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A sound card that nobody hears; when the test is over, the device is closed."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    mixer.quit()
    yield
    mixer.quit()


@pytest.fixture
def no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nonexistent")


def ringing() -> int:
    """On how many channels something is played."""
    return sum(mixer.Channel(number).get_busy() for number in range(mixer.get_num_channels()))


def rest() -> None:
    """Wait until all sounds are over."""
    while mixer.get_busy():
        time.sleep(0.002)


Record = Callable[[Callable[[], object]], NDArray[np.float64]]


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Record:
    """What a sound card would have got, left and right, without the silence before and after."""
    raw = tmp_path / "out.raw"
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(raw))
    monkeypatch.setenv("SDL_DISKAUDIODELAY", "1")

    def recorded(play: Callable[[], object]) -> NDArray[np.float64]:
        play()
        rest()
        mixer.quit()
        stereo = np.fromfile(raw, "<i2").reshape(-1, 2).astype(np.float64)
        heard = np.flatnonzero(np.any(stereo != 0.0, axis=1))
        return stereo[heard[0] : heard[-1] + 1]

    return recorded


def more(tmp_path: Path, seconds: float) -> None:
    """Wait until so much more has been recorded."""
    raw = tmp_path / "out.raw"
    size = raw.stat().st_size
    while raw.stat().st_size < size + seconds * 44_100 * 4:
        time.sleep(0.002)


def copied(tmp_path: Path) -> Path:
    """A folder of sounds of one's own to damage."""
    return Path(shutil.copytree(SOUNDS, tmp_path / "sounds", ignore=shutil.ignore_patterns("*.py", "__*")))


def test_device_opens_at_the_first_sound() -> None:
    sounds = Sounds()
    assert mixer.get_init() is None
    sounds.play("knock")
    assert mixer.get_init() == (44_100, -16, 2)
    assert sounds.problem is None


def test_warm_up_opens_and_reads_everything(tmp_path: Path) -> None:
    sounds = Sounds(folder=copied(tmp_path))
    sounds.warm_up()
    assert mixer.get_init()
    shutil.rmtree(tmp_path / "sounds")
    for name in VARIANTS:
        sounds.play(name)
    assert ringing() == len(VARIANTS)
    assert sounds.problem is None


def test_muted_or_at_volume_nought_leaves_the_device_alone() -> None:
    for sounds in (Sounds(0.0), Sounds(1.0, True)):
        sounds.warm_up()
        sounds.play("knock")
    assert mixer.get_init() is None


def test_muting_ends_what_rings_and_unmuting_brings_sound_back() -> None:
    sounds = Sounds()
    sounds.play("gloating")
    assert ringing() == 1
    sounds.set_volume(1.0, True)
    sounds.play("knock")
    assert ringing() == 0
    sounds.set_volume(0.5, False)
    sounds.play("knock")
    assert ringing() == 1


def test_no_sound_card_means_silence_and_no_complaint(no_card: None) -> None:
    sounds = Sounds()
    sounds.warm_up()
    for name in VARIANTS:
        sounds.play(name, 0.5, -0.3, 3)
    sounds.set_volume(0.0, True)
    for _ in range(3):
        Sounds().play_music("brisk")
    assert mixer.get_init() is None
    assert sounds.problem is None


def test_more_sounds_than_channels_are_left_out() -> None:
    sounds = Sounds()
    for _ in range(100):
        sounds.play("gracious")
    assert ringing() == 32


def test_no_two_sounds_in_a_row_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    sounds, played = Sounds(), list[str]()
    monkeypatch.setattr(sounds, "_sound", lambda name, _steps: played.append(name))
    for _ in range(200):
        sounds.play("land", 0.1)
    assert played[0] == "land"
    assert set(played) == {"land", "land-2", "land-3", "land-4"}
    assert all(one != two for one, two in pairwise(played))


def test_a_crowd_of_hands_does_not_become_noise() -> None:
    sounds = Sounds()
    sounds.warm_up()
    for _ in range(8):
        sounds.play("gloating", 0.5, others=True)
    assert ringing() == 1
    for _ in range(8):
        here().clock.pause(0.02)
        sounds.play("gloating", 0.5, others=True)
    assert ringing() == 3
    sounds.play("gloating")
    assert ringing() == 4, "the own hand is always heard"


def test_bad_file_is_silent_and_told_in_one_line(tmp_path: Path) -> None:
    data = (SOUNDS / "land.wav").read_bytes()
    stereo = data[:22] + b"\2" + data[23:]
    for number, fault in enumerate((b"", b"not a sound " * 9, data[:-1000], stereo, "missing", "folder")):
        folder = copied(tmp_path / str(number))
        path = folder / "land.wav"
        path.unlink()
        if fault == "folder":
            path.mkdir()
        elif isinstance(fault, bytes):
            path.write_bytes(fault)
        sounds = Sounds(folder=folder)
        for _ in range(2):
            sounds.play("land")
            assert sounds.problem == "The sound sounds/land.wav is missing or damaged."
        assert ringing() <= 1, "of two variants"
        sounds.play("knock")
        assert ringing() >= 1
        mixer.stop()


def test_empty_folder_still_gives_one_line(tmp_path: Path) -> None:
    sounds = Sounds(folder=tmp_path)
    sounds.warm_up()
    assert sounds.problem and "\n" not in sounds.problem


@pytest.mark.real
def test_volumes_gain_and_pan_multiply_and_nothing_clips(record: Record) -> None:
    def loud(
        sounds: Sounds, name: str = "knock", gain: float = 1.0, pan: float = 0.0, others: bool = False
    ) -> NDArray[np.float64]:
        heard = record(lambda: sounds.play(name, gain, pan, others=others))
        top: NDArray[np.float64] = np.max(np.abs(heard), axis=0)
        return top

    def apart() -> Sounds:
        sounds = Sounds()
        sounds.set_volume(1.0, False, 0.5, 0.25)
        return sounds

    full = loud(Sounds())
    assert full[0] == full[1]
    assert loud(Sounds(0.5), "knock", 0.5) / full == pytest.approx([0.25, 0.25], rel=0.03)
    assert np.max(loud(Sounds(9.0), "knock", 9.0)) < 32767
    for pan, left, right in ((-1.0, 1.0, 0.0), (1.0, 0.0, 1.0), (0.5, 0.5, 1.0)):
        assert loud(Sounds(), "knock", 1.0, pan) / full == pytest.approx([left, right], abs=0.02)
    assert loud(apart(), others=True) / full == pytest.approx([0.5, 0.5], rel=0.03)
    fanfares = loud(apart(), "gracious") / loud(Sounds(), "gracious")
    assert fanfares == pytest.approx([0.25, 0.25], rel=0.03)

    sounds = Sounds()

    def both() -> None:
        sounds.play("land", 0.1, pan=-1.0)
        rest()
        sounds.play("land")

    left, right = np.max(np.abs(record(both)), axis=0)
    assert left == right, "the pan of one does not stick to the next"


@pytest.mark.real
def test_pitch_rises_by_semitones(record: Record, tmp_path: Path) -> None:
    steps = (-12, 0, 1, 7, 12, 24, 99)

    def scale() -> None:
        for step in steps:
            Sounds().play("count", pitch_steps=step)
            rest()
            more(tmp_path, 0.1)

    heard = record(scale)[:, 0]
    sounding = np.flatnonzero(heard)
    tones = np.split(sounding, np.flatnonzero(np.diff(sounding) > SILENCE) + 1)
    assert len(tones) == len(steps)
    for step, tone in zip(steps, tones, strict=True):
        power = np.abs(np.fft.rfft(heard[tone[0] : tone[-1]], 1 << 17))
        pitch = float(np.argmax(power)) * 44_100 / (1 << 17)
        g5 = 440.0 * 2.0 ** (10 / 12)
        assert 12.0 * math.log2(pitch / g5) == pytest.approx(min(24, step), abs=0.1)


@pytest.mark.real
def test_player_needs_no_numpy_and_no_standard_error() -> None:
    code = """
import json, os, sys
from game.ui.engine.sound import Sounds
told = []
def play(driver):
    os.environ["SDL_AUDIODRIVER"] = driver
    sounds = Sounds()
    sounds.warm_up()
    sounds.play("count", pitch_steps=3)
    told.append(sounds.problem)
    if sounds._audible:
        sounds._audible = __import__("pygame").mixer.quit()
kept = sys.stderr
sys.stderr = None
play("dummy")
sys.stderr = kept
kept.close()
play("dummy")
os.open(os.devnull, os.O_WRONLY)
os.close(2)
play("nonsense")
print(json.dumps([told, "numpy" in sys.modules]))
"""
    said = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        check=True,
        stdout=subprocess.PIPE,
    )
    assert json.loads(said.stdout) == [[None] * 3, False]


def with_music(folder: Path = SOUNDS) -> Sounds:
    """A player that has read its loops."""
    sounds = Sounds(folder=folder)
    sounds.play_music("calm")
    assert sounds._reader
    sounds._reader.join()
    sounds.play_music("")
    mixer.stop()
    return sounds


def test_music_is_read_beside_the_frames_and_begins_a_moment_later() -> None:
    sounds = Sounds()
    for _frame in range(3):
        sounds.play_music("tense")
        assert (ringing(), sounds._loaded) == (0, {})
    here().clock.pause(0.01)
    sounds.play_music("tense")
    assert ringing() == 1
    assert {name for name, _steps in sounds._loaded} == {*MOODS}


def test_music_goes_on_and_changes_its_mood() -> None:
    sounds, found = with_music(), list[int]()
    for mood in ("calm", "calm", "tense", "tense", ""):
        sounds.play_music(mood)
        found.append(ringing())
    assert found == [1, 1, 2, 2, 2], "the last mood fades away meanwhile"


def test_muting_ends_music_and_unmuting_brings_it_back() -> None:
    sounds, found = with_music(), list[int]()
    for volume in (1.0, 0.0, 0.5):
        sounds.set_volume(volume, False)
        sounds.play_music("calm")
        found.append(ringing())
    assert found == [1, 0, 1]


def test_music_without_its_file_is_silent_and_told(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / "brisk.wav").unlink()
    sounds = with_music(folder)
    sounds.play_music("brisk")
    assert (ringing(), sounds.problem) == (0, "The sound sounds/brisk.wav is missing or damaged.")


@pytest.mark.real
def test_a_knock_is_heard_above_music_which_fades_away_and_then_begins_anew() -> None:
    sounds = with_music()
    sounds.play_music("tense")
    assert sounds._music
    channel = sounds._music[0]
    assert channel.get_volume() == pytest.approx(1.0, abs=0.02)
    sounds.play("knock")
    assert channel.get_volume() <= 0.26
    rest()
    sounds.play_music("tense")
    assert ringing() == 1


@pytest.mark.real
def test_music_is_played_again_and_again_without_a_gap(record: Record, tmp_path: Path) -> None:
    def play() -> None:
        with_music().play_music("tense")
        more(tmp_path, 8)
        mixer.stop()

    heard = record(play)[:, 0]
    loop = 44_100 * 10 // 3
    once, again = heard[-2 * loop : -loop], heard[-loop:]  # by now it is as loud as it gets
    assert np.max(np.abs(once - again)) <= 1.0
