"""Cards under the pointer: hit testing, picking up, carrying, dropping."""

from collections.abc import Mapping, Sequence
from math import hypot

from game.ui.cards.effects import EFFECTS
from game.ui.cards.layout import Box
from game.ui.cards.sprite import Sprite
from game.ui.cards.stage import Stage
from game.ui.cards.tween import Pose

_MARGIN = 0.18
"""How far beside a card a hit still counts, relative to its width."""
_LEAN = 3.0
"""Degrees by which a carried card leans."""


class Drag:
    """The cards that one pointer carries."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._held: list[tuple[Sprite, float, float]] = []

    @property
    def holding(self) -> bool:
        """Whether cards are being carried."""
        return bool(self._held)

    def hit(self, pos: tuple[int, int]) -> tuple[int, int] | None:
        """The pile at a point and the index of the card there, -1 for an empty place; the nearest wins."""
        x, y = pos
        hits: list[tuple[float, int, int]] = []
        for number, place in enumerate(self._stage.layout.places):
            sprites, (_, _, w, h) = self._stage.piles[number], place.box
            if not sprites:
                if place.box.holds(x, y, _MARGIN * w):
                    hits.append((_away(place.box, x, y), number, -1))
                continue
            for index in range(len(sprites) - 1, -1, -1):
                rest = sprites[index].rest
                if abs(x - rest.x) > w or abs(y - rest.y) > h:
                    continue  # skip what is far off: most piles are
                box = Box(round(rest.x - w / 2), round(rest.y - h / 2), w, h)
                if box.holds(x, y, 0 if index < len(sprites) - 1 else _MARGIN * w):
                    hits.append((away := _away(box, x, y), number, index))
                    if not away:
                        break  # a point beside the top card may lie on the one beneath it
        if not hits:
            return None
        _, number, index = min(hits)
        return number, index

    def start(self, pile: int, index: int, pos: tuple[int, int]) -> None:
        """Pick up the cards of a pile from `index` on."""
        self._held = [
            (sprite, sprite.rest.x - pos[0], sprite.rest.y - pos[1])
            for sprite in self._stage.piles[pile][index:]
        ]
        for sprite, _, _ in self._held:
            self._stage.canvas.set_out(sprite)
        self.move(pos)

    def move(self, pos: tuple[int, int]) -> None:
        """Move the carried cards to the pointer."""
        lean = _LEAN if len(self._held) == 1 else 0.0
        for sprite, dx, dy in self._held:
            sprite.held = Pose(pos[0] + dx, pos[1] + dy, sprite.rest.w, lean, 1.0)

    def target(self, groups: Sequence[Mapping[int, float]]) -> int | None:
        """The pile that the carried cards are on; else the nearest of the first group with one within reach:
        each pile's value is how many card widths away it may be.

        An empty foundation is like the others, and helps to one where the cards fit."""
        if not self._held or (pose := self._held[0][0].held) is None:
            return None
        piles, roles = self._stage.piles, self._stage.roles
        columns = [self._column(number) for number in range(len(piles))]
        for number, column in enumerate(columns):
            if column.holds(pose.x, pose.y) and (piles[number] or roles[number] != "foundation"):
                return number
        for group in groups:
            best: list[tuple[float, int]] = []
            for number, reach in group.items():
                (_, _, w, h), column = self._stage.layout.places[number].box, columns[number]
                away = _away(column, pose.x, pose.y) / w
                if away <= reach:
                    aside = hypot(pose.x - column.x - w / 2, pose.y - column.y - column.h + h / 2)
                    best.append((away + 0.01 * aside / w, number))
            if best:
                return min(best)[1]
        return None

    def _column(self, number: int) -> Box:
        """From a pile's place to its top card."""
        (x, y, w, h), sprites = self._stage.layout.places[number].box, self._stage.piles[number]
        right = max([x, *(round(sprite.rest.x - w / 2) for sprite in sprites[-1:])])
        low = max([y, *(round(sprite.rest.y - h / 2) for sprite in sprites[-1:])])
        return Box(x, y, right + w - x, low + h - y)

    def drop(self, now: float) -> None:
        """Drop: the cards fly back, unless the table's events send them elsewhere."""
        for sprite, _, _ in self._held:
            if sprite.held:
                self._stage.travel(sprite, EFFECTS["build"].motion, now, start=sprite.held)
        self._held = []


def _away(box: Box, x: float, y: float) -> float:
    """Distance in pixels from a point to the box."""
    return hypot(max(box.x - x, 0, x - box.x - box.w), max(box.y - y, 0, y - box.y - box.h))
