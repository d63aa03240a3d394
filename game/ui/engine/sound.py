"""The sounds of the table: opened late, played at once, silent without a sound card."""

import io
import math
import os
import sys
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import pygame
from pygame import mixer

from game.i18n import _
from game.program import files
from game.system import here

FOLDER: Final = files("sounds")
FANFARES: Final = frozenset({"gracious", "gloating", "bronze", "silver", "gold"})
VARIANTS: Final = Counter(path.stem.partition("-")[0] for path in sorted(FOLDER.glob("*.wav")))
"""How many recordings there are of each sound: several of those heard most; no two in a row are the same."""
MOODS: Final = ("calm", "brisk", "tense", "point")
"""The music of a match by its tension: variations of one length, each of which goes on where another was."""
MUSIC: Final = {"title": 72, "patience": 80, **dict.fromkeys(MOODS, 64), "podium": 64, "medal": 72}
"""All music, each a loop, and how many seconds it takes."""
PATIENCES: Final = ("patience", "medal")
"""Music at games for one."""
BAR: Final = 2_000_000
"""Microseconds of a bar in a match, where its music changes; in its file each begins a little early."""
RATE: Final = 44_100
_AGAIN: Final = ("title", "patience")
"""Music that goes on where it was left; other music begins anew."""
_SECOND = 1_000_000
"""In microseconds, as all times of music are."""
_FADE, _JOIN = 8 * _SECOND // 10, _SECOND // 50
"""How long it fades away or comes back, and how long a change in a match takes."""
_BENEATH, _RISE = 0.25, _SECOND
"""How loud it is under a knock or a fanfare, and how long it takes to be as loud as before."""
CHANNELS: Final = 32
"""Simultaneous sounds: eight hands and those that still ring; when all channels are in use, a sound is
skipped."""

CROWD: Final = 3
"""How many sounds of one name other hands may make at once: more would be noise."""
_APART = 0.012
"""Seconds between two sounds of one name by other hands: closer ones would be heard as one, only louder."""

SCALE: Final = (0, 2, 4, 7, 9, 12, 14, 16, 19, 21, 24)
"""Semitones of a rising chime: a pentatonic scale, so that no two notes clash."""


class Heard(NamedTuple):
    """A sound that was due: its name, when, in seconds of the clock, and whether another hand made
    it."""

    name: str
    at: float
    others: bool


_HEARD = 8


def _file(name: str, variant: int) -> str:
    """The name of the file with this variant of a sound."""
    return f"{name}-{variant + 1}" if variant else name


class Sounds:
    """Plays the sound files of a folder. It never raises, whatever the device and the files are like.

    The device is opened by warm_up(), or else by the first audible sound. Both happen in the caller's thread:
    pygame holds the interpreter lock while it opens a device (0.1 s if there is none), so another thread
    would stall the frame just as long.
    """

    def __init__(
        self, volume: float = 1.0, muted: bool = False, buffer: int = 512, folder: Path = FOLDER
    ) -> None:
        """Volume 0 to 1; `buffer` in samples: more if the sound crackles, fewer for less delay."""
        self.problem: str | None = None
        """One line for the player if a file was missing or damaged."""
        self._buffer = buffer
        self._folder = folder
        self._audible: bool | None = None  # None: not tried yet
        self._lost = False
        """Whether the device was taken away: unplugged, or its driver ended."""
        self._loaded: dict[tuple[str, int], mixer.Sound | None] = {}
        self._choice = Random(here().entropy.draw(8))
        self._last: dict[str, int] = {}
        """The variant played last of each sound."""
        self._crowd: dict[str, list[tuple[float, mixer.Channel, mixer.Sound]]] = {}
        """What other hands have started: when, and where it rings."""
        self._wanted = self._piece = ""
        """The music asked for last, and what is played of it; empty: none."""
        self._zero = 0
        """When the beginning of the piece was, or would have been."""
        self._turn: int | None = None
        """When the piece that is wanted begins."""
        self._faded = self._ducked = 0
        """Until when the last piece fades away, and until when music is low."""
        self._places: dict[str, int] = {}
        """Where music was left."""
        self.heard: deque[Heard] = deque(maxlen=_HEARD)
        """The latest sounds, muted ones included, for captions."""
        self.set_volume(volume, muted)

    def set_volume(
        self, volume: float, muted: bool, others: float = 1.0, fanfares: float = 1.0, music: float = 1.0
    ) -> None:
        """Set the volume, 0 to 1, of sounds started from now on, and that of music; muting also stops what is
        heard. `others`, `fanfares`: of other hands and of fanfares, relative to the volume of sounds."""
        self._volume = 0.0 if muted else min(1.0, max(0.0, volume))
        self._music = 0.0 if muted else min(1.0, max(0.0, music))
        self._others, self._fanfares = others, fanfares
        if not self._audible:
            return
        self._level(here().clock.microseconds())
        if not self._volume:
            mixer.stop()
        if not self._music:
            self._leave()
            mixer.music.stop()

    def warm_up(self) -> None:
        """Open the device and read the files, so that no sound is late: call it after the first frame."""
        if self._volume and self._open():
            for name, many in VARIANTS.items():
                for variant in range(many):
                    self._sound(_file(name, variant), 0)

    def device_gone(self) -> None:
        """Wait for another device: the one in use was taken away, and there is no other."""
        self._lost = True

    def device_there(self) -> None:
        """Go on with a device that has come, if the last one is gone."""
        if self._lost:
            mixer.quit()
            self._lost, self._audible, self._piece, self._faded = False, None, "", 0
            self._loaded.clear()
            self._crowd.clear()
            self.warm_up()

    def play(
        self, name: str, gain: float = 1.0, pan: float = 0.0, pitch_steps: int = 0, others: bool = False
    ) -> None:
        """Start the sound of this name, at `gain` 0 to 1 beside the volume, raised by semitones.

        Pan is -1 (left) to 1 (right): it lowers the far side and leaves the near one. The pitch changes by
        two octaves at most. `others`: another hand makes it, one of many.
        """
        now = here().clock.seconds()
        self.heard.append(Heard(name, now, others))
        kind = self._others if others else self._fanfares if name in FANFARES else 1.0
        loudness = min(1.0, max(0.0, gain)) * self._volume * kind
        if not loudness or not self._open() or (others and self._crowded(name, now)):
            return
        sound = self._sound(_file(name, self._variant(name)), pitch_steps)
        channel = mixer.find_channel()
        if sound and channel:  # volume first: set after the start, it would miss the first samples
            channel.set_volume(
                loudness * min(1.0, max(0.0, 1.0 - pan)), loudness * min(1.0, max(0.0, 1.0 + pan))
            )
            channel.play(sound)
            if name == "knock" or name in FANFARES:
                self._duck(sound.get_length())
            if others:
                self._crowd.setdefault(name, []).append((now, channel, sound))

    @property
    def due(self) -> float:
        """When play_music is to be called again at the latest, in seconds of the clock."""
        times = [self._turn] if self._turn is not None else []
        if self._ducked and self._piece:
            times.append(max(self._ducked - _RISE, here().clock.microseconds() + _JOIN))
        return min(times) / _SECOND if times and self._audible else math.inf

    def play_music(self, piece: str) -> None:
        """Go on playing this piece, or change to it; empty: none. Call it at each turn of the loop.

        In a match music changes as a bar ends; else it fades away before other music begins.
        """
        now = here().clock.microseconds()
        if piece != self._wanted:
            self._wanted, self._turn = piece, None
            if piece in MOODS:
                self.heard.append(Heard(piece, now / _SECOND, others=False))
        if piece == self._piece or not (self._music or self._piece) or not self._open():
            self._turn = None
        elif self._turn is None:
            self._turn = self._next_bar(now) if self._joins(piece) else self._fade(now)
        if self._turn is not None and now >= self._turn:
            self._begin(piece, now)
        if self._ducked:
            self._level(now)

    def _joins(self, piece: str) -> bool:
        """Whether it goes on where the present one is."""
        return piece in MOODS and self._piece in MOODS

    def _next_bar(self, now: int) -> int:
        return now + BAR - (now - self._zero) % BAR

    def _leave(self) -> None:
        """Remember where the piece is left."""
        if self._piece in _AGAIN:
            self._places[self._piece] = here().clock.microseconds() - self._zero
        self._piece = ""

    def _fade(self, now: int) -> int:
        """Let the piece fade away, if there is any; returns when that is done."""
        if self._piece:
            self._leave()
            mixer.music.fadeout(_FADE // 1000)
            self._faded = now + _FADE
        return max(now, self._faded)

    def _begin(self, piece: str, now: int) -> None:
        """Play it from where it was left, or from where the present one is."""
        self._turn = None
        if not piece or not self._music:
            return
        joins = self._joins(piece)
        at = (now - self._zero if joins else self._places.get(piece, 0)) % (MUSIC[piece] * _SECOND)
        self._piece, self._zero = piece, now - at
        path = self._folder / f"{piece}.ogg"
        try:
            mixer.music.stop()  # else what still fades away would be waited for
            mixer.music.load(path)
            self._level(now)
            mixer.music.play(-1, at / _SECOND, (_JOIN if joins else _FADE if at else 0) // 1000)
        except (OSError, pygame.error):
            self._tell(path)

    def _duck(self, seconds: float) -> None:
        """Have music low for as long as a sound is to be heard above it."""
        now = here().clock.microseconds()
        self._ducked = now + round(seconds * _SECOND) + _RISE
        self._level(now)

    def _level(self, now: int) -> None:
        """Have music as loud as it is to be now."""
        left = max(0, self._ducked - now)
        self._ducked = self._ducked if left else 0
        mixer.music.set_volume(self._music * (1.0 - (1.0 - _BENEATH) * min(1.0, left / _RISE)))

    def _variant(self, name: str) -> int:
        """The first variant, and then always another one than the last."""
        many, last = VARIANTS.get(name, 1), self._last.get(name)
        step = 0 if last is None or many == 1 else 1 + self._choice.randrange(many - 1)
        self._last[name] = ((last or 0) + step) % many
        return self._last[name]

    def _crowded(self, name: str, now: float) -> bool:
        """Whether other hands already make enough of this sound."""
        ringing = [each for each in self._crowd.get(name, ()) if _rings(*each[1:])]
        self._crowd[name] = ringing
        return len(ringing) >= CROWD or any(now - since < _APART for since, _, _ in ringing)

    def _open(self) -> bool:
        """Whether there is a working device; the first call opens it."""
        if self._audible is None:
            try:
                with _without_stderr():
                    mixer.init(RATE, -16, 2, self._buffer, allowedchanges=0)
                mixer.set_num_channels(CHANNELS)
                self._audible = True
            except (pygame.error, NotImplementedError):  # no device; a pygame built without its mixer
                self._audible = False
        return self._audible

    def _sound(self, name: str, pitch_steps: int) -> mixer.Sound | None:
        """The sound at that pitch, read once; None, with a line in `problem`, if its file is bad."""
        steps = min(24, max(-24, pitch_steps))
        key = name, steps
        if key not in self._loaded:
            path = self._folder / f"{name}.wav"
            try:
                self._loaded[key] = mixer.Sound(file=io.BytesIO(_pitched(path.read_bytes(), steps)))
            except (OSError, ValueError, pygame.error):
                self._loaded[key] = None
                self._tell(path)
        return self._loaded[key]

    def _tell(self, path: Path) -> None:
        """Note that a file was missing or damaged."""
        self.problem = self.problem or _("The sound {file} is missing or damaged.").format(
            file=f"{path.parent.name}/{path.name}"
        )


def _rings(channel: mixer.Channel, sound: mixer.Sound) -> bool:
    """Whether the sound still rings there."""
    return channel.get_sound() is sound


@contextmanager
def _without_stderr() -> Iterator[None]:
    """Keep the sound library's messages about a missing card from the terminal."""
    with suppress(AttributeError, ValueError, OSError):
        sys.stderr.flush()
    try:
        kept = os.dup(2)
    except OSError:
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _pitched(data: bytes, steps: int) -> bytes:
    """The WAV file with its rate raised by semitones: the mixer then resamples it as it reads.

    Raises ValueError if it is not a whole 16-bit mono file.
    """
    import wave  # noqa: PLC0415 - kept out of the first frame

    raised = io.BytesIO()
    try:
        with wave.open(io.BytesIO(data)) as file:
            form, samples = file.getparams(), file.readframes(file.getnframes())
    except (wave.Error, EOFError) as error:
        raise ValueError from error
    if form[:2] != (1, 2) or form.framerate != RATE or len(samples) != 2 * form.nframes:
        raise ValueError("cut short, or not a sound of this game")
    with wave.open(raised, "wb") as file:
        file.setparams(form._replace(framerate=round(form.framerate * 2.0 ** (steps / 12.0))))
        file.writeframes(samples)
    return raised.getvalue()
