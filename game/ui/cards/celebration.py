"""The winner's cards, thrown up and fluttering down: a calm fountain, or the volleys of a gloating winner."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

import pygame
from pygame import Rect, Surface

from game.ui.cards.painter import Item
from game.ui.engine import theme
from game.ui.engine.assets import RATIO, CardImages

COURTS: Final = ("h12", "s13", "d11", "c13")
"""The faces of the cards, in turn; the other side is the winner's card back."""
WIDTH: Final = 46
"""A card's width in units."""

_STEP = 1 / 60
_TILTS, _EDGES = 18, 5
"""Pictures of a half turn in the plane (courts and backs look the same upside down), and of a quarter
turn out of it."""
_SHADE = 0.55
"""What is left of the light on a card seen edge-on."""


class Manner(NamedTuple):
    """How cards are thrown. Places and speeds in units, times in seconds, angles in degrees."""

    volleys: tuple[tuple[float, float, int], ...]
    """When each volley begins, how long it lasts, how many cards it has."""
    mouths: tuple[tuple[float, float], ...]
    """Where the cards come from, in turn: from the middle, and the share of the window's height."""
    up: tuple[float, float]
    """The lowest and the highest upward speed."""
    out: float
    """The highest sideways speed."""
    fall: float
    """The terminal speed of a falling card."""
    sway: float
    """How hard the air pushes it from side to side."""
    spin: float
    tumble: float


GRACIOUS_MANNER: Final = Manner(((0.0, 1.1, 26),), ((0, 0.4),), (800, 1120), 620, 250, 420, 50, 200)
GLOATING_MANNER: Final = Manner(
    ((0.0, 0.25, 18), (0.6, 0.2, 18), (1.2, 0.3, 24)),
    ((0, 0.4), (-600, 1.02), (600, 1.02)),
    (1000, 1900),
    1300,
    360,
    900,
    260,
    560,
)


@dataclass(slots=True)
class _Flyer:
    """A card in the air: its pose now, its pose one step before, and how it moves."""

    start: int
    face: str
    x: float
    y: float
    vx: float
    vy: float
    spin: float
    tumble: float
    tilt: float
    turn: float
    beat: float
    before: tuple[float, float, float, float] = (0, 0, 0, 0)


class Celebration:
    """Cards in the air, in units: x from the window's middle, y from its upper edge."""

    def __init__(self, manner: Manner, high: float) -> None:
        """`high`: the window's height in units."""
        self.high = high
        self._manner, self._steps = manner, 0
        chance = Random(1)
        self._flyers: list[_Flyer] = []
        for begin, length, count in manner.volleys:
            for i in range(count):
                start = round((begin + length * i / count) / _STEP)
                self._flyers.append(_thrown(manner, high, start, len(self._flyers), chance))

    @property
    def over(self) -> bool:
        """Whether all cards have left the window."""
        return not self._flyers

    def step(self) -> None:
        """Advance by a sixtieth of a second."""
        self._steps += 1
        for flyer in self._flyers:
            if flyer.start <= self._steps:
                self._move(flyer)
        self._flyers = [flyer for flyer in self._flyers if flyer.y < self.high + WIDTH or flyer.vy < 0]

    def _move(self, flyer: _Flyer) -> None:
        flyer.before = flyer.x, flyer.y, flyer.tilt, flyer.turn
        manner = self._manner
        # The faster a card falls, the more the air carries it: it slides to and fro, and its fall varies with
        # it.
        fall = max(0.0, flyer.vy) / manner.fall
        flyer.beat += _STEP * 2 * math.pi * 0.9
        push = manner.sway * math.sin(flyer.beat) * fall
        weight = manner.fall * 2.6 * (1 + 0.25 * fall * math.cos(2 * flyer.beat))
        flyer.vx += (push - 1.1 * flyer.vx) * _STEP
        flyer.vy += (weight - 2.6 * flyer.vy) * _STEP
        flyer.x += flyer.vx * _STEP
        flyer.y += flyer.vy * _STEP
        flyer.tilt += flyer.spin * _STEP
        flyer.turn += flyer.tumble * _STEP

    def items(self, pictures: "Pictures", size: tuple[int, int], alpha: float) -> list[Item]:
        """The pictures in a window of this size, `alpha` of a step after the last one."""
        unit = size[1] / self.high
        items: list[Item] = []
        for flyer in self._flyers:
            if flyer.start > self._steps:
                continue
            now = flyer.x, flyer.y, flyer.tilt, flyer.turn
            x, y, tilt, turn = (a + (b - a) * alpha for a, b in zip(flyer.before, now, strict=True))
            picture = pictures.of(flyer.face, tilt, turn)
            left, top = size[0] / 2 + x * unit - picture.width / 2, y * unit - picture.height / 2
            if top < size[1]:
                items.append((picture, (math.floor(left), math.floor(top))))
        return items


def _thrown(manner: Manner, high: float, start: int, number: int, chance: Random) -> _Flyer:
    """A card as it leaves the hand; one from the side flies towards the middle."""
    x, share = manner.mouths[number % len(manner.mouths)]
    out = chance.uniform(-1, 1) * manner.out
    if x:
        out = -math.copysign(abs(out), x)
    flyer = _Flyer(
        start,
        COURTS[number % len(COURTS)],
        x,
        share * high,
        out,
        -chance.uniform(*manner.up),
        chance.uniform(-1, 1) * manner.spin,
        chance.uniform(0.5, 1) * manner.tumble,
        chance.uniform(0, 180),
        chance.uniform(0, 360),
        chance.uniform(0, 2 * math.pi),
    )
    flyer.before = flyer.x, flyer.y, flyer.tilt, flyer.turn
    return flyer


class Pictures:
    """The thrown cards at every tilt and turn in use, each made when first needed."""

    def __init__(self, cards: CardImages, back: int, unit: float) -> None:
        """`back`: the winner's card back; `unit` in pixels."""
        self._cards, self._back, self._width = cards, back, max(8, round(WIDTH * unit))
        self._kept: dict[tuple[str, int, int], Surface] = {}

    def of(self, face: str, tilt: float, turn: float) -> Surface:
        """Angles in degrees; a turn of 180 shows the back."""
        flat = math.cos(math.radians(turn))
        side = f"faces/{face}" if flat > 0 else f"backs/{self._back}"
        look = side, round(tilt / 180 * _TILTS) % _TILTS, round(abs(flat) * _EDGES)
        if look not in self._kept:
            self._kept[look] = self._make(*look)
        return self._kept[look]

    def _make(self, side: str, tilt: int, edge: int) -> Surface:
        art = self._cards.image(side, self._width)
        part = max(0.1, edge / _EDGES)
        size = max(2, round(self._width * part)), round(self._width * RATIO)
        framed = Surface((size[0] + 4, size[1] + 4), pygame.SRCALPHA)  # keeps the turned edge smooth
        framed.blit(pygame.transform.smoothscale(art, size), (2, 2))
        light = round(255 * (_SHADE + (1 - _SHADE) * part))
        framed.fill((light, light, light, 255), special_flags=pygame.BLEND_RGBA_MULT)
        return pygame.transform.rotozoom(framed, tilt * 180 / _TILTS, 1)


class Shower:
    """A celebration over a picture that stands still."""

    def __init__(self, cards: CardImages, back: int, manner: Manner, size: tuple[int, int]) -> None:
        """`back`: the winner's card back; `size`: of the window."""
        self._cards, self._back, self._stepped = cards, back, -math.inf
        self._celebration = Celebration(manner, size[1] / theme.unit(size))
        self._pictures = Pictures(cards, back, theme.unit(size))
        self._above: list[Rect] = []
        """Where cards fly."""

    @property
    def over(self) -> bool:
        """Whether the last card has left, and is no longer to be seen."""
        return self._celebration.over and not self._above

    def step(self, now: float) -> None:
        """Let the cards fly on; a step that comes too soon is left out, as those of network events."""
        if now - self._stepped > _STEP / 2:
            self._stepped = now
            self._celebration.step()

    def fit(self, size: tuple[int, int]) -> None:
        """Fly in a window of this size."""
        self._celebration.high = size[1] / theme.unit(size)
        self._pictures = Pictures(self._cards, self._back, theme.unit(size))

    def draw(self, surface: Surface, still: Surface, changed: Sequence[Rect], alpha: float) -> list[Rect]:
        """Draw the cards `alpha` of a step after the last one, and what has changed beneath them; returns
        where."""
        beneath = [*changed, *self._above]
        for rect in beneath:
            surface.blit(still, rect, rect)
        flying = self._celebration.items(self._pictures, surface.get_size(), alpha)
        surface.fblits(flying)
        self._above = [picture.get_rect(topleft=at).clip(surface.get_rect()) for picture, at in flying]
        return [*beneath, *self._above]
