"""Marks among the cards of a solo game: keys, counts, what a pile needs next, hints, rising text."""

import math
from collections.abc import Sequence
from functools import lru_cache

from pygame import Rect, Surface

from game.core.table import Move
from game.sessions.solo import SoloSession
from game.solve.verdict import WON
from game.ui.cards.canvas import AIR, OVER, UNDER
from game.ui.cards.frames import Frames
from game.ui.cards.moments import At
from game.ui.cards.motion import Pose
from game.ui.cards.overlay import KeyCap
from game.ui.cards.stage import Stage
from game.ui.engine import text, theme
from game.ui.engine.assets import art
from game.ui.engine.page import Page
from game.ui.input.keys import Legend
from game.ui.view.leaves import Style, Text

RED = (238, 116, 98)
_RISE, _LASTS, _FADE = 46, 1.1, 0.45
"""How far text rises in units, how many seconds it stays, and how many of those it fades."""
_EDGE = 9
"""The least distance of keys and counts from the window's upper edge, in units: a high stock leaves little
room."""
_COUNT = Style(18, 20, "mist")
_BEATS = 12
"""Steps of the hint's pulse in a second."""


class Marks:
    """Keeps the tags over and under the cards in sync with the session."""

    def __init__(
        self, stage: Stage, session: SoloSession, keys: dict[int, str], legend: Legend, courts: str
    ) -> None:
        """`courts`: the letters of jack, queen and king."""
        self._legend, self._courts = legend, dict(zip("JQK", courts.split(), strict=True))
        self._stage, self._session, self._keys = stage, session, keys
        self.frames, self._overlay = Frames(stage.overlay), stage.overlay
        self._stocks = [pile for pile, role in enumerate(stage.roles) if role == "stock"]
        self._noted = set[int]()
        """The piles that say what they need next."""
        self._rising: dict[str, tuple[float, str, float, theme.Color, tuple[int, int]]] = {}
        self._flashes: dict[str, tuple[float, int, theme.Color, bool]] = {}
        self.renew_keys()

    def describe(self, page: Page) -> None:
        """Describe the keys on the piles and the cursor."""
        self.frames.describe(page)
        page.seat = 0
        page.keys |= self._legend.of_piles(self._keys)

    def renew_keys(self) -> None:
        """Show the keys as they are now."""
        shown = set()
        for pile, key in self._keys.items():
            if key not in shown:  # piles that share a key show it once
                self._write_key(pile, self._stage.layout.places[pile].box.y)
            shown.add(key)

    def _write_key(self, pile: int, top: float, right: float = math.inf) -> None:
        """A pile's key above its upper edge, and left of `right`."""
        box, u = self._stage.layout.places[pile].box, self._stage.layout.unit
        letter, x = self._legend(self._keys[pile]), min(box.x + box.w / 2, right - 12 * u)
        at = x, max(_EDGE * u, top - 14 * u)
        self._overlay.pin(f"key{pile}", KeyCap(letter) if letter else None, At("center", at))

    def refresh(self) -> None:
        """Update what can change: counts, what piles need next, whether the waste may be turned over."""
        session, stage = self._session, self._stage
        for pile in self._stocks:
            self._mark_stock(pile)
        notes = session.rules.notes(session.state.table)
        for pile in self._noted - notes.keys():
            stage.canvas.tag(f"note{pile}", None)
        self._noted = set(notes)
        for pile, rank in notes.items():
            self._note(pile, self._courts.get(rank, rank))
        run = whole_run(session, stage.roles)
        self._overlay.frame("whole", run.src if run else None, theme.GOLD, index=-run.count if run else -1)

    def _mark_stock(self, pile: int) -> None:
        """How many cards are left above it, and whether the waste may be turned over."""
        stage, u, sprites = self._stage, self._stage.layout.unit, self._stage.piles[pile]
        x, y, w, h = stage.layout.places[pile].box
        count = Text(str(len(sprites)), _COUNT) if sprites else None
        top = sprites[-1].rest if sprites else Pose(0, 0, 0)
        at = top.x + w / 2 - 3 * u, max(_EDGE * u, top.y - h / 2 - 13 * u)
        self._overlay.pin(f"count{pile}", count, At("midright", at))
        if pile in self._keys:
            left = at[0] - count.width(u) if count else math.inf
            self._write_key(pile, top.y - h / 2 if sprites else y, left)  # the stock rises above its place
        again = not sprites and any(move.dst == pile for move in self._session.moves)
        wide = round(w * 0.46)
        edge = (*theme.colors.place, 130)
        ring = theme.rounded(
            (wide, wide), wide // 2, (*theme.colors.place, 0), edge, max(2, round(w * 0.045))
        )
        middle = x + w // 2, y + h // 2
        stage.canvas.pin(f"again{pile}", ring if again else None, UNDER, center=middle)

    def _note(self, pile: int, words: str) -> None:
        """What a pile needs next, on the lower edge of its top card."""
        box, sprites = Rect(self._stage.layout.places[pile].box), self._stage.piles[pile]
        if sprites:
            box.center = round(sprites[-1].rest.x), round(sprites[-1].rest.y)
        picture = _plate(words, self._stage.layout.unit, theme.colors)
        foot = box.centerx, box.bottom - round(0.05 * box.w)
        self._stage.canvas.pin(f"note{pile}", picture, OVER, midbottom=foot)

    # -- what is shown for a moment

    @property
    def moving(self) -> bool:
        """Whether any mark is animated."""
        return bool(self._rising or self._flashes or self._session.advice)

    def rise(self, words: str, at: tuple[int, int], now: float, color: theme.Color, size: float = 34) -> None:
        """Let text rise from a point; it replaces text still rising there."""
        self._rising[f"rise{at}"] = now, words, size, color, at

    def rise_at(self, words: str, pile: int, now: float, color: theme.Color, size: float = 34) -> None:
        """Let text rise from a pile's top card."""
        box, sprites = Rect(self._stage.layout.places[pile].box), self._stage.piles[pile]
        at = (round(sprites[-1].rest.x), round(sprites[-1].rest.y)) if sprites else box.center
        self.rise(words, at, now, color, size)

    def flash(self, pile: int, now: float, color: theme.Color, wrong: bool = False) -> None:
        """Flash a frame around a pile; `wrong`: with a cross."""
        self._flashes[f"flash{pile}"] = now, pile, color, wrong

    def step(self, now: float) -> None:
        """Move what is shown for a moment and remove what has expired; pulse the hint."""
        for key, (start, words, size, color, (x, y)) in list(self._rising.items()):
            age = max(0.0, now - start)
            if age >= _LASTS:
                del self._rising[key]
                self._stage.canvas.tag(key, None)
                continue
            left = min(1.0, (_LASTS - age) / _FADE)
            u = self._stage.layout.unit
            alpha = max(1, round(6 * left)) * 42
            picture = _words(words, round(size * u), color, theme.colors.plate, alpha)
            up = _RISE * u * (1 - (0 if self._stage.calm else 1 - age / _LASTS) ** 2)
            rect = picture.get_rect(center=(x, round(y - up)))
            rect.clamp_ip((0, 0, *self._stage.layout.size))
            self._stage.canvas.tag(key, picture, rect.topleft, AIR)
        for key, (start, pile, color, wrong) in list(self._flashes.items()):
            part = max(0.0, now - start) / 0.3  # input is read slightly ahead of the steps
            if part >= 1:
                del self._flashes[key]
                self._overlay.frame(key, None, color)
                self._stage.canvas.tag(f"cross {key}", None)
                continue
            if wrong:
                box = Rect(self._stage.layout.places[pile].box)
                cross = art("sign/cross", round(0.5 * box.w), color)
                self._stage.canvas.pin(f"cross {key}", cross, AIR, center=box.center)
            bright = 7 if self._stage.calm else round(7 * (1 - part))
            self._overlay.frame(key, pile, (*color[:3], 40 + 30 * bright))
        self._hint(now)

    def _hint(self, now: float) -> None:
        advice = self._session.advice
        move = advice.move if advice else None
        tint = theme.GOLD if advice and advice.verdict == WON else theme.colors.ivory
        color = (*tint, 90 + 20 * self._stage.pulse(now, _BEATS))
        taken = -move.count if move and move.count else -1
        self._overlay.frame("hint from", move.src if move else None, color, index=taken)
        self._overlay.frame("hint to", move.dst if move and move.dst != move.src else None, color)


def whole_run(session: SoloSession, roles: Sequence[str]) -> Move | None:
    """The move of several cards at once onto a foundation, which the player must request; None: there is
    none."""
    if session.over or session.rules.reflex:
        return None
    whole = [move for move in session.moves if move.count > 1 and roles[move.dst] == "foundation"]
    return whole[0] if whole else None


@lru_cache(maxsize=64)
def _plate(words: str, unit: float, colors: theme.Palette) -> Surface:
    word = text.render(words, 30 * unit, colors.ivory)
    size = max(word.width + round(20 * unit), round(40 * unit)), round(32 * unit)
    edge = max(1, round(1.5 * unit))
    plate = theme.rounded(size, round(9 * unit), (*colors.plate, 226), theme.GOLD, edge).copy()
    text.blit(plate, word, word.get_rect(center=(size[0] // 2, size[1] // 2 + round(unit))).topleft)
    return plate


@lru_cache(maxsize=64)
def _words(words: str, px: int, color: theme.Color, plate_color: theme.Color, alpha: int) -> Surface:
    """Text on a dark plate, readable over cards too."""
    word = text.render(words, px, color[:3])
    size = word.width + round(0.8 * px), round(1.15 * px)
    plate = theme.rounded(size, size[1] // 2, (*plate_color, 205)).copy()
    text.blit(plate, word, word.get_rect(center=(size[0] // 2, size[1] // 2 + px // 20)).topleft)
    plate.set_alpha(min(255, alpha))
    return plate
