"""The count-in: numerals that slam onto the table and shrink to the joint knocks, then GO, as the felt lights
up."""

from functools import lru_cache

import pygame
from pygame import Rect, Surface, Vector2

from game.core.state import PLAYING, WAITING
from game.i18n import _
from game.sessions.session import Session
from game.ui.cards.labels import label
from game.ui.cards.layout import SHARED, SOLO
from game.ui.cards.moments import At, Life, Look
from game.ui.cards.overlay import Pictures
from game.ui.cards.stage import Stage
from game.ui.engine import text, theme
from game.ui.engine.description import Description
from game.ui.engine.tabletop import light
from game.ui.play.scene import Extra
from game.ui.view.node import Node, State

BEAT = 600_000
"""Microseconds between two joint knocks."""
BEATS = 3
_GO = 450_000
"""Microseconds that GO is shown."""
_GAINS = {"3": 0.5, "2": 0.7, "1": 1.0}
"""How loud each knock is."""
_HIGH, _GO_HIGH, _DRAWN = 0.5, 0.36, 0.64
"""The height of numerals and of GO in heights of the window; that of the line drawn, in heights of these."""
_ASIDE = 0.3
"""How far beside the middle it says what for, in heights of the window; alone it is said below."""
_RIM = 0.035
"""The dark rim of the letters, in their heights."""
_FROM, _TO, _BURST, _CALM = 1.35, 0.7, 1.15, 0.72
"""How large words are when they come down, and in the end a numeral and GO; with reduced motion they stay at
one size."""
_SLAM, _FADE = 0.17, 0.2
"""The parts of their time in which words come down and in which a numeral fades."""
_LIGHTS = 130, 95, 58, 26
"""How bright the felt is lit, step by step."""


class CountIn(Extra):
    """Counts a round in, by the clock of the session."""

    _done: int | None = -1
    """The start that has been counted in, or has passed before it could be."""
    _sounded = ""
    """The words last sounded: a new stage shows them again, in silence."""

    def __init__(self, match: Session | None = None) -> None:
        """`match`: whose rounds are counted in, if not those of the table's own session."""
        self._match = match

    def lay_out(self, stage: Stage) -> None:
        self._words = ""
        felt = next(area for area in stage.layout.areas if area.kind in (SHARED, SOLO))
        self._felt, self._alone = Rect(felt.box), felt.kind == SOLO

    def step(self, at: float) -> None:
        """Show how long it is to the start."""
        session: Session = self._match or self.session
        state = session.state
        if state.starts == self._done:
            return
        left = state.starts - session.now if state.phase == PLAYING and state.starts else -_GO
        if left <= -_GO:
            self._done = state.starts
            self._end()
        elif left <= 0:
            self._show(_("GO!"), -left, at)
        elif left <= BEATS * BEAT:
            beat = -(-left // BEAT)
            self._show(str(beat), beat * BEAT - left, at)
        if left > BEATS * BEAT or state.phase == WAITING:
            self._prepare(str(BEATS))

    def _show(self, words: str, age: int, at: float) -> None:
        """Show these words, which have been shown for so many microseconds."""
        counts, overlay = words.isdecimal(), self.stage.overlay
        if words != self._words:
            self._begin(words, counts)
            middle, life = At("center", self._felt.center), _COUNTS if counts else _GOES
            overlay.say("count", self._word(words), middle, enters=life, since=at - age / 1e6)
        elif counts and age > BEAT / 2:
            self._prepare(str(int(words) - 1) if words > "1" else _("GO!"))
        if not (counts or self.stage.calm):
            felt = self._felt.inflate(0.3 * self._felt.w, 0.7 * self._felt.h)
            overlay.show("felt", _Light(_LIGHTS[age * len(_LIGHTS) // _GO]), felt)

    def _begin(self, words: str, counts: bool) -> None:
        """Sound the new words; below a numeral it says what it is for."""
        before = words if self.table.among[0] else self._sounded  # of two tables the first sounds
        self._words = self._sounded = words
        if counts:
            if words != before:
                self.table.ctx.sounds.play("knock", _GAINS[words])
            far = round(_ASIDE * self.stage.layout.size[1])
            at = At("midleft", self._felt.move(far, 0).center, stands=True)
            if self._alone:
                at = At("midbottom", self._felt.move(0, -far // 5).midbottom, stands=True)
            self.stage.overlay.say("get ready", label(_("Get ready"), 24), at)
        else:
            self.stage.overlay.end("get ready")
            if before in _GAINS:
                self.table.gameplay.play_sound("go")

    def _end(self) -> None:
        self._words, self._sounded = "", ""
        _drawn.cache_clear()
        for name in ("count", "get ready", "felt"):
            self.stage.overlay.end(name)

    def _word(self, words: str) -> "_Large":
        return _Large(words, self.stage.layout.size[1])

    def _prepare(self, words: str) -> None:
        """Draw what is shown next."""
        _drawn(words, self.stage.layout.size[1])

    def describe(self, page: Description) -> None:
        """What is said; its picture is enlarged."""
        if self._words:
            word = _word(self._words, self.stage.layout.size[1])
            page.read(word, word.get_rect(center=self._felt.center).topleft)


class _Large(Node):
    """Words for a window of this height."""

    words: str
    window: int

    def natural_width(self, u: float) -> float:
        return _drawn(self.words, self.window).width

    def natural_height(self, u: float, room: float) -> float:
        return _drawn(self.words, self.window).height

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        surface.blit(_drawn(self.words, self.window), rect)


class _Light(Node):
    """Light on the felt."""

    alpha: int

    def pictures(self, rect: Rect, u: float) -> Pictures:
        lit = light(theme.PAPER, (*theme.PAPER, 0), rect.size, 0.9)
        lit.set_alpha(self.alpha)
        return [(lit, rect.topleft)]


def _look(share: float, counts: bool) -> Look:
    """How words look after this share of their time. GO does not shrink but bursts."""
    if share < _SLAM:
        down = 1 - (1 - share / _SLAM) ** 2
        return Look(_FROM + (1 - _FROM) * down, round(120 + 135 * down))
    rest = (share - _SLAM) / (1 - _SLAM)
    if counts:
        return Look(1 + (_TO - 1) * rest, round(255 * min(1, (1 - rest) / _FADE)))
    return Look(1 + (_BURST - 1) * rest, round(255 * (1 - rest)))


def _life(time: float, counts: bool) -> Life:
    """That of words which are shown for so many microseconds."""
    return Life(lambda age, _left: _look(min(1.0, age * 1e6 / time), counts), time / 1e6, Look(_CALM))


_COUNTS, _GOES = _life(BEAT, True), _life(_GO, False)


def _tall(words: str, high: int) -> float:
    """The height of the letters in a window of this height."""
    return high * (_HIGH if words.isdecimal() else _GO_HIGH)


def _word(words: str, high: int) -> Surface:
    """The letters before they are enlarged: so large ones need not be kept."""
    return text.lettering(words, _DRAWN * _tall(words, high), theme.GOLD)


@lru_cache(maxsize=BEATS + 1)
def _drawn(words: str, high: int) -> Surface:
    """The words for a window of this height, with a dark rim."""
    word = _word(words, high)
    ink = word.get_bounding_rect()
    word, rim = word.subsurface(ink), round(_RIM * ink.h)
    dark = word.copy()
    dark.fill((*theme.INK, 255), special_flags=pygame.BLEND_RGBA_MULT)
    picture = Surface((ink.w + 2 * rim, ink.h + 2 * rim), pygame.SRCALPHA)
    for turn in range(0, 360, 30):
        picture.blit(dark, Vector2(rim) + Vector2(rim, 0).rotate(turn))
    picture.blit(word, (rim, rim))
    return pygame.transform.smoothscale_by(picture, _tall(words, high) / ink.h)
