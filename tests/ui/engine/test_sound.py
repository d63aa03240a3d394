"""The player of sounds, on SDL's own drivers: one that plays to nobody, one to a file, and none at all."""

import json
import math
import os
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

pytestmark = pytest.mark.real

ROOT = Path(__file__).parents[3]
SOUNDS = ROOT / "sounds"
SILENCE = 1000
"""As many samples of nothing lie only between sounds."""
START = """
import json, os, sys, time
from pathlib import Path
from pygame import mixer
from game.ui.engine.sound import VARIANTS, Sounds
def rest():
    while mixer.get_busy():
        time.sleep(0.002)
def write(seconds):
    size = os.path.getsize(os.environ["SDL_DISKAUDIOFILE"])
    while os.path.getsize(os.environ["SDL_DISKAUDIOFILE"]) < size + seconds * 44100 * 4:
        time.sleep(0.002)
"""


def run(code: str, driver: str, **more: str) -> str:
    """What the code prints in a process of its own with that audio driver."""
    environment = os.environ | {"SDL_AUDIODRIVER": driver, "PYGAME_HIDE_SUPPORT_PROMPT": "1"} | more
    done = subprocess.run(
        [sys.executable, "-c", START + code],
        cwd=ROOT,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def recorded(code: str, tmp_path: Path) -> NDArray[np.float64]:
    """What a sound card would have got, left and right, without the silence before and after."""
    raw = tmp_path / "out.raw"
    run(code + "\nrest(); mixer.quit()", "disk", SDL_DISKAUDIOFILE=str(raw), SDL_DISKAUDIODELAY="1")
    stereo = np.fromfile(raw, "<i2").reshape(-1, 2).astype(np.float64)
    heard = np.flatnonzero(np.any(stereo != 0.0, axis=1))
    return stereo[heard[0] : heard[-1] + 1] if len(heard) else stereo[:0]


def copied(tmp_path: Path) -> Path:
    """A folder of sounds of one's own to damage."""
    return Path(shutil.copytree(SOUNDS, tmp_path / "sounds", ignore=shutil.ignore_patterns("*.py", "__*")))


def test_device_opens_at_the_first_sound() -> None:
    code = """
sounds = Sounds()
before = mixer.get_init()
sounds.play("knock")
print(json.dumps([before, mixer.get_init(), sounds.problem]))
"""
    assert json.loads(run(code, "dummy")) == [None, [44100, -16, 2], None]


def test_warm_up_opens_and_reads_everything(tmp_path: Path) -> None:
    code = """
sounds = Sounds(folder=Path(folder))
sounds.warm_up()
opened = bool(mixer.get_init())
shutil.rmtree(folder)
for name in VARIANTS:
    sounds.play(name)
playing = sum(mixer.Channel(i).get_busy() for i in range(mixer.get_num_channels()))
print(json.dumps([opened, playing == len(VARIANTS), sounds.problem]))
"""
    code = f"import shutil\nfolder = {str(copied(tmp_path))!r}\n{code}"
    assert json.loads(run(code, "dummy")) == [True, True, None]


def test_muted_or_at_volume_nought_leaves_the_device_alone() -> None:
    code = """
for sounds in (Sounds(0.0), Sounds(1.0, True)):
    sounds.warm_up()
    sounds.play("knock")
print(mixer.get_init())
"""
    assert run(code, "dummy") == "None\n"


def test_muting_ends_what_rings_and_unmuting_brings_sound_back() -> None:
    code = """
sounds = Sounds()
sounds.play("gloating")
busy = [mixer.get_busy()]
sounds.set_volume(1.0, True)
busy.append(mixer.get_busy())
sounds.play("knock")
busy.append(mixer.get_busy())
sounds.set_volume(0.5, False)
sounds.play("knock")
busy.append(mixer.get_busy())
print(json.dumps(busy))
"""
    assert json.loads(run(code, "dummy")) == [True, False, False, True]


def test_no_sound_card_means_silence_and_no_complaint() -> None:
    code = """
sounds = Sounds()
sounds.warm_up()
for name in VARIANTS:
    sounds.play(name, 0.5, -0.3, 3)
sounds.set_volume(0.0, True)
print(json.dumps([mixer.get_init(), sounds.problem]))
"""
    assert json.loads(run(code, "nonexistent")) == [None, None]


def test_more_sounds_than_channels_are_left_out() -> None:
    code = """
sounds = Sounds()
for _ in range(100):
    sounds.play("gracious")
print(sum(mixer.Channel(i).get_busy() for i in range(mixer.get_num_channels())))
"""
    assert run(code, "dummy") == "32\n"


def test_no_two_sounds_in_a_row_are_the_same() -> None:
    code = """
sounds, played = Sounds(), []
read = sounds._sound
sounds._sound = lambda name, steps: played.append(name) or read(name, steps)
for _ in range(200):
    sounds.play("land", 0.1)
print(json.dumps(played))
"""
    played = json.loads(run(code, "dummy"))
    assert played[0] == "land"
    assert set(played) == {"land", "land-2", "land-3", "land-4"}
    assert all(one != two for one, two in pairwise(played))


def test_a_crowd_of_hands_does_not_become_noise() -> None:
    code = """
now = 0.0
time.perf_counter = lambda: now
sounds = Sounds()
sounds.warm_up()
count = lambda: sum(mixer.Channel(i).get_busy() for i in range(mixer.get_num_channels()))
for _ in range(8):
    sounds.play("gloating", 0.5, others=True)
at_once = count()
for _ in range(8):
    now += 0.02
    sounds.play("gloating", 0.5, others=True)
crowd = count()
sounds.play("gloating")
print(json.dumps([at_once, crowd, count()]))
"""
    assert json.loads(run(code, "dummy")) == [1, 3, 4], "the own hand is always heard"


def test_other_hands_and_fanfares_have_volumes_of_their_own(tmp_path: Path) -> None:
    begin = "sounds = Sounds(); sounds.set_volume(1.0, False, 0.5, 0.25); "
    own = recorded(begin + "sounds.play('knock', 0.8)", tmp_path)
    other = recorded(begin + "sounds.play('knock', 0.8, others=True)", tmp_path)
    assert np.max(np.abs(other)) / np.max(np.abs(own)) == pytest.approx(0.5, rel=0.03)
    full = recorded("Sounds().play('gracious')", tmp_path)
    soft = recorded(begin + "sounds.play('gracious')", tmp_path)
    assert np.max(np.abs(soft)) / np.max(np.abs(full)) == pytest.approx(0.25, rel=0.03)


def test_bad_file_is_silent_and_told_in_one_line(tmp_path: Path) -> None:
    data = (SOUNDS / "land.wav").read_bytes()
    stereo = data[:22] + b"\2" + data[23:]
    for number, fault in enumerate((b"", b"not a sound " * 9, data[:-1000], stereo, "missing", "folder")):
        path = copied(tmp_path / str(number)) / "land.wav"
        path.unlink()
        if fault == "folder":
            path.mkdir()
        elif isinstance(fault, bytes):
            path.write_bytes(fault)
    code = f"""
for folder in Path({str(tmp_path)!r}).glob("*/sounds"):
    sounds = Sounds(folder=folder)
    sounds.play("land")
    silent = not mixer.get_busy()
    sounds.play("land")
    line = sounds.problem
    sounds.play("knock")
    print(json.dumps([silent, mixer.get_busy(), line, sounds.problem]))
    mixer.stop()
"""
    told = [json.loads(line) for line in run(code, "dummy").splitlines()]
    line = "The sound sounds/land.wav is missing or damaged."
    assert told == [[True, True, line, line]] * 6


def test_empty_folder_still_gives_one_line(tmp_path: Path) -> None:
    code = f"sounds = Sounds(folder=Path({str(tmp_path)!r}))\nsounds.warm_up()\nprint(sounds.problem)"
    assert len(run(code, "dummy").splitlines()) == 1


def test_volume_and_gain_multiply(tmp_path: Path) -> None:
    full = recorded("Sounds(1.0).play('knock')", tmp_path)
    part = recorded("Sounds(0.5).play('knock', 0.5)", tmp_path)
    assert np.max(np.abs(part)) / np.max(np.abs(full)) == pytest.approx(0.25, rel=0.03)
    assert np.array_equal(full[:, 0], full[:, 1])


def test_too_much_gain_does_not_clip(tmp_path: Path) -> None:
    assert np.max(np.abs(recorded("Sounds(9.0).play('knock', 9.0)", tmp_path))) < 32767


@pytest.mark.parametrize(("pan", "left", "right"), [(-1.0, 1.0, 0.0), (1.0, 0.0, 1.0), (0.5, 0.5, 1.0)])
def test_pan_takes_from_the_far_side_from_the_first_sample(
    pan: float, left: float, right: float, tmp_path: Path
) -> None:
    middle = np.max(np.abs(recorded("Sounds().play('knock')", tmp_path)))
    heard = np.max(np.abs(recorded(f"Sounds().play('knock', pan={pan})", tmp_path)), axis=0) / middle
    assert heard == pytest.approx([left, right], abs=0.02)


def test_pan_of_one_sound_does_not_stick_to_the_next(tmp_path: Path) -> None:
    heard = recorded("s = Sounds(); s.play('land', 0.1, pan=-1.0); rest(); s.play('land'); rest()", tmp_path)
    assert np.max(np.abs(heard[:, 1])) == pytest.approx(np.max(np.abs(heard[:, 0])))


def test_pitch_rises_by_semitones(tmp_path: Path) -> None:
    steps = (-12, 0, 1, 7, 12, 24, 99)
    code = f"for steps in {steps}: Sounds().play('count', pitch_steps=steps); rest(); write(0.1)"
    heard = recorded(code, tmp_path)[:, 0]
    sounding = np.flatnonzero(heard)
    tones = np.split(sounding, np.flatnonzero(np.diff(sounding) > SILENCE) + 1)
    assert len(tones) == len(steps)
    for step, tone in zip(steps, tones, strict=True):
        power = np.abs(np.fft.rfft(heard[tone[0] : tone[-1]], 1 << 17))
        pitch = float(np.argmax(power)) * 44_100 / (1 << 17)
        g5 = 440.0 * 2.0 ** (10 / 12)
        assert 12.0 * math.log2(pitch / g5) == pytest.approx(min(24, step), abs=0.1)


def test_player_needs_no_numpy() -> None:
    code = "s = Sounds(); s.warm_up(); s.play('count', pitch_steps=3); print('numpy' in sys.modules)"
    assert run(code, "dummy") == "False\n"


@pytest.mark.parametrize(
    ("lost", "driver"),
    [("sys.stderr = None", "dummy"), ("os.close(2)", "nonsense"), ("sys.stderr.close()", "dummy")],
)
def test_without_standard_error_it_plays_or_is_silent(lost: str, driver: str) -> None:
    code = (
        f"import os\n{lost}\nsounds = Sounds()\nsounds.warm_up()\nsounds.play('knock')\nprint(sounds.problem)"
    )
    assert run(code, driver).strip() == "None"


MUSIC = """
sounds.play_music("calm")
if sounds._reader:
    sounds._reader.join()
sounds.play_music("")
def busy():
    return sum(mixer.Channel(i).get_busy() for i in range(mixer.get_num_channels()))
def quiet():
    while busy():
        time.sleep(0.05)
    return busy()
if mixer.get_init():
    quiet()
"""


def with_music(code: str, folder: Path = SOUNDS) -> str:
    """The code, once the loops have been read."""
    return f"sounds = Sounds(folder=Path({str(folder)!r}))\n{MUSIC}\n{code}"


def test_music_goes_on_changes_its_mood_and_ends() -> None:
    code = """
found = []
for mood in ("calm", "calm", "tense", "tense", ""):
    sounds.play_music(mood)
    found.append(busy())
found.append(quiet())
print(json.dumps(found))
"""
    assert json.loads(run(with_music(code), "dummy")) == [1, 1, 2, 2, 2, 0], (
        "the last mood fades away meanwhile"
    )


def test_a_knock_is_heard_above_music_which_then_begins_anew() -> None:
    code = """
sounds.play_music("tense")
channel = sounds._music[0]
before = channel.get_volume()
sounds.play("knock")
under = channel.get_volume()
gone = quiet()
sounds.play_music("tense")
print(json.dumps([before, under, gone, busy()]))
"""
    before, under, gone, again = json.loads(run(with_music(code), "dummy"))
    assert before == pytest.approx(1.0, abs=0.02)
    assert under <= 0.26
    assert (gone, again) == (0, 1)


def test_muting_ends_music_and_unmuting_brings_it_back() -> None:
    code = """
found = []
for volume in (1.0, 0.0, 0.5):
    sounds.set_volume(volume, False)
    sounds.play_music("calm")
    found.append(busy())
print(json.dumps(found))
"""
    assert json.loads(run(with_music(code), "dummy")) == [1, 0, 1]


def test_music_is_silent_without_a_card_and_without_its_file(tmp_path: Path) -> None:
    code = "for _ in range(3): sounds.play_music('brisk')\nprint(sounds.problem)"
    assert run(with_music(code), "nonexistent") == "None\n"
    folder = copied(tmp_path)
    (folder / "brisk.wav").unlink()
    code = with_music("sounds.play_music('brisk'); print(busy(), sounds.problem)", folder)
    assert run(code, "dummy") == "0 The sound sounds/brisk.wav is missing or damaged.\n"


def test_music_is_read_beside_the_frames() -> None:
    code = """
sounds, frames = Sounds(), []
sounds.warm_up()
while not (sounds._music or len(frames) > 2000):
    begin = time.thread_time()
    sounds.play_music("tense")
    frames.append(time.thread_time() - begin)
    time.sleep(0.002)
print(json.dumps([len(frames), sorted(frames)[len(frames) * 9 // 10]]))
"""
    count, late = json.loads(run(code, "dummy"))
    assert 1 < count < 2000, "it begins a moment later"
    assert late < 0.005


def test_music_is_played_again_and_again_without_a_gap(tmp_path: Path) -> None:
    heard = recorded(with_music("sounds.play_music('tense'); write(8); mixer.stop()"), tmp_path)[:, 0]
    loop = 44_100 * 10 // 3
    once, again = heard[-2 * loop : -loop], heard[-loop:]  # by now it is as loud as it gets
    assert np.max(np.abs(once - again)) <= 1.0
