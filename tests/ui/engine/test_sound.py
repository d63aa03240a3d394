"""The player of sounds, on SDL's own drivers: one that plays to nobody, one to a file, and none at all."""

import json
import math
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray
from pygame import mixer

from game.system import Clock, System, here, on
from game.ui.engine.sound import BAR, MOODS, MUSIC, VARIANTS, Sounds

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


class Hand:
    """A clock that a test moves on by hand."""

    def __init__(self) -> None:
        self.now = 5_000_000

    def seconds(self) -> float:
        return self.now / 1e6

    def microseconds(self) -> int:
        return self.now


class Player:
    """What the mixer was told of music, and when."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock, self.told, self.sounds = Hand(), list[tuple[object, ...]](), Sounds()
        self.sounds._open()
        for name in ("load", "play", "fadeout"):
            monkeypatch.setattr(mixer.music, name, partial(self._tell, name, getattr(mixer.music, name)))

    def _tell(self, name: str, do: Callable[..., object], *what: object) -> None:
        self.told.append((name, *(each.name if isinstance(each, Path) else each for each in what)))
        do(*what)

    def turn(self, piece: str, microseconds: int = 0) -> None:
        """Let time pass, and then a turn of the loop."""
        self.clock.now += microseconds
        with on(System(clock=cast(Clock, self.clock))):
            self.sounds.play_music(piece)

    def due(self) -> int:
        """In how many microseconds it wants to be called again."""
        with on(System(clock=cast(Clock, self.clock))):
            return round(self.sounds.due * 1e6) - self.clock.now


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch) -> Player:
    return Player(monkeypatch)


def test_music_begins_at_once_and_goes_on(player: Player) -> None:
    for _turn in range(3):
        player.turn("title", 500_000)
    assert player.told == [("load", "title.ogg"), ("play", -1, 0.0, 0)]
    assert mixer.music.get_busy() and player.sounds.due == math.inf


def test_a_match_changes_its_music_as_the_bar_ends_and_goes_on_where_it_was(player: Player) -> None:
    player.turn("calm")
    player.turn("brisk", 2 * BAR + 300_000)
    assert player.due() == BAR - 300_000
    player.turn("tense", 1_000_000)
    player.turn("tense", BAR - 1_300_000 - 1)
    assert player.told[2:] == [], "the bar is not over"
    player.turn("tense", 1 + 12_000)
    assert player.told[2:] == [("load", "tense.ogg"), ("play", -1, (3 * BAR + 12_000) / 1e6, 20)]


def test_where_a_match_is_in_its_music_does_not_drift(player: Player) -> None:
    player.turn("calm")
    begun = player.clock.now
    for number in range(400):
        player.turn(MOODS[1 + number % 3], 1_234_567)
        player.turn(MOODS[1 + number % 3], max(0, player.due()) + number % 16_667)
        at = (player.clock.now - begun) % (MUSIC["calm"] * 1_000_000)
        assert player.told[-1][2] == at / 1e6
        assert at % BAR == number % 16_667, "as late as the turn was, and no later"


def test_a_change_that_is_taken_back_before_the_bar_ends_is_none(player: Player) -> None:
    player.turn("calm")
    player.turn("brisk", 100_000)
    player.turn("calm", 100_000)
    player.turn("calm", BAR)
    assert player.told[2:] == [] and player.sounds.due == math.inf


def test_other_music_begins_when_the_last_has_faded_away(player: Player) -> None:
    player.turn("title")
    player.turn("patience", 10_000_000)
    assert player.told[2:] == [("fadeout", 800)]
    player.turn("patience", 790_000)
    assert player.told[3:] == []
    player.turn("patience", player.due())
    assert player.told[3:] == [("load", "patience.ogg"), ("play", -1, 0.0, 0)]


def test_the_titles_music_goes_on_where_it_was_left(player: Player) -> None:
    player.turn("title")
    player.turn("", 75_000_000)
    player.turn("title", 3_000_000)
    assert player.told[-1] == ("play", -1, 3.0, 800)


def test_there_and_back_at_once_waits_for_no_fading(player: Player) -> None:
    begun = time.perf_counter()
    for piece in ("title", "calm", "title", "calm", "", "title"):
        player.turn(piece, 1_000)
    player.turn("title", 800_000)
    assert time.perf_counter() - begun < 0.4, "the mixer waits for what fades away before it loads"
    assert [told for told in player.told if told[0] == "load"] == [("load", "title.ogg")] * 2


def test_muting_ends_music_and_unmuting_brings_it_back(player: Player) -> None:
    for music, muted in ((1.0, False), (1.0, True), (0.0, False), (0.5, False)):
        player.sounds.set_volume(1.0, muted, music=music)
        player.turn("calm", 1_000_000)
        assert mixer.music.get_busy() is (music > 0 and not muted)
    assert mixer.music.get_volume() == pytest.approx(0.5, abs=0.01)


def test_muting_also_ends_music_that_fades_away(player: Player) -> None:
    player.turn("title")
    player.turn("", 1_000_000)
    assert mixer.music.get_busy()
    player.sounds.set_volume(1.0, True)
    assert not mixer.music.get_busy()


def test_music_and_sounds_have_volumes_apart(player: Player) -> None:
    player.sounds.set_volume(0.0, False, music=1.0)
    player.turn("calm")
    player.sounds.play("knock")
    assert mixer.music.get_busy() and ringing() == 0
    player.sounds.set_volume(1.0, False, music=0.0)
    player.sounds.play("knock")
    assert not mixer.music.get_busy() and ringing() == 1


def test_music_without_its_file_is_silent_and_told_once(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / "brisk.ogg").unlink()
    (folder / "calm.ogg").write_bytes(b"nonsense")
    for name in ("brisk", "calm"):
        sounds = Sounds(folder=folder)
        for _turn in range(3):
            sounds.play_music(name)
        assert not mixer.music.get_busy()
        assert sounds.problem == f"The sound sounds/{name}.ogg is missing or damaged."


def test_a_knock_is_heard_above_music_which_comes_back(player: Player) -> None:
    found = []
    player.turn("tense")
    with on(System(clock=cast(Clock, player.clock))):
        player.sounds.play("knock")
    assert 0 < player.due() <= 350_000
    for passed in (0, 250_000, 500_000, 500_000, 500_000):
        player.turn("tense", passed)
        found.append(mixer.music.get_volume())
    assert found[0] == found[1] == pytest.approx(0.25, abs=0.02)
    assert found[1] < found[2] < found[3] < found[4] == pytest.approx(1.0, abs=0.02)
    assert player.sounds.due == math.inf
