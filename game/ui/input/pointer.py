"""A pointer at a hand's piles: clicking sends cards, dragging carries them. Two fingers turn the hand."""

from collections.abc import Mapping, Sequence
from math import hypot

import pygame
from pygame.event import Event as Input

from game.core.table import Move
from game.ui.cards.layout import Box
from game.ui.cards.motion import EFFECTS, Pose
from game.ui.cards.sprite import Sprite
from game.ui.cards.stage import Stage
from game.ui.engine.devices import TWO_FINGERS
from game.ui.input.hand import Hand
from game.ui.input.picker import Refusal

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
            across = (0.5 + _MARGIN) * w + 1
            down = across + (h - w) / 2
            for index in range(len(sprites) - 1, -1, -1):
                rest = sprites[index].rest
                if not (-across <= x - rest.x <= across and -down <= y - rest.y <= down):
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


_CLICK = 6
"""A press that moves less than this many units is a click, otherwise a drag."""


class Pointer:
    """One pointer at the piles of one hand. Times are seconds of the stage."""

    def __init__(self, hand: Hand) -> None:
        self.hand, self._stage = hand, hand.stage
        self._drag = Drag(hand.stage)
        self._pressed: tuple[int, int, tuple[int, int]] | None = None
        """Which card of which pile was pressed, and where the pointer was."""

    def handle(self, event: Input, now: float) -> Refusal | None:
        """Handle an input, if it is the pointer's; returns why the move is refused, or None."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._press(event, now)
        if event.type == pygame.MOUSEMOTION:
            self._move(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT:
            return self._release(now)
        return None

    def under(self, pos: tuple[int, int]) -> tuple[int, int] | None:
        """The own pile under the pointer, and the index of the first card that a press would take."""
        hit = None if self._drag.holding else self.hit(pos)
        first = self.hand.picker.pointed(*hit) if hit else None
        return (hit[0], first) if hit and first is not None else None

    def hit(self, pos: tuple[int, int]) -> tuple[int, int] | None:
        """The own pile at a point and the index of the card there, -1 for an empty place."""
        hit = self._drag.hit(pos)
        return hit if hit and self._stage.owners[hit[0]] == self.hand.session.seat else None

    def _press(self, event: Input, now: float) -> Refusal | None:
        """A button went down."""
        if self._drag.holding or not (hit := self.hit(event.pos)):
            return None
        pile, index = hit
        if event.button in (pygame.BUTTON_LEFT, pygame.BUTTON_RIGHT):
            self.hand.source = None
        if event.button == pygame.BUTTON_RIGHT:
            if not self.hand.session.rules.penalty:
                return self.hand.lay(pile, now)
            return self.hand.send(pile, 1, now) if index >= 0 else None
        if event.button == pygame.BUTTON_LEFT:
            if self._stage.roles[pile] == "stock":
                return self.hand.turn(now)
            if index >= 0:
                self._pressed = pile, index, event.pos
            elif self._stage.roles[pile] == "reserve":
                self.hand.knock(now)
        return None

    def _move(self, pos: tuple[int, int]) -> None:
        """The pointer moved."""
        if self._drag.holding:
            self._drag.move(pos)
        elif self._pressed:
            pile, index, start = self._pressed
            away = max(abs(pos[0] - start[0]), abs(pos[1] - start[1]))
            if away < _CLICK * self._stage.layout.unit:
                return
            sprites, count = self._stage.piles[pile], self.hand.picker.taken(pile, index)
            if 0 < count <= len(sprites) and not sprites[-count].aloft:
                self._drag.start(pile, len(sprites) - count, start)
                self._drag.move(pos)

    def _release(self, now: float) -> Refusal | None:
        """The left button came up."""
        pressed, self._pressed = self._pressed, None
        if not pressed:
            return None
        picker, (pile, index, _) = self.hand.picker, pressed
        if not self._drag.holding:
            count = picker.taken(pile, index) if index < len(self._stage.piles[pile]) else 0
            return self.hand.send(pile, count, now)
        count = picker.taken(pile, index)
        groups = picker.reaches(pile, count)
        target = self._drag.target(groups)
        self._drag.drop(now)
        if target is None or target == pile or not any(target in group for group in groups):
            return None
        return self.hand.carry(Move(pile, target, count), now)

    @property
    def fits(self) -> set[int]:
        """Where the carried cards fit now."""
        if not self._drag.holding or not self._pressed:
            return set()
        pile, index, _ = self._pressed
        return self.hand.picker.fits(pile, self.hand.picker.taken(pile, index))

    def let_go(self, now: float) -> None:
        """Put back the carried cards, as when the table is covered."""
        self._pressed = None
        self._drag.drop(now)

    def forget(self) -> None:
        """Forget what was pressed: the whole table has changed."""
        self._pressed = None


class TouchGestures:
    """The gestures of a touch screen, for one hand."""

    def __init__(self, hand: Hand, alone: bool = True) -> None:
        """`alone`: no other hand plays at this screen, so that a gesture anywhere is its own."""
        self._hand, layout = hand, hand.stage.layout
        own = [area.box for area in layout.areas if area.seat == hand.session.seat and not alone]
        self._area = own[0] if own else Box(0, 0, *layout.size)

    def handle(self, event: Input, now: float) -> Refusal | None:
        """Handle an input, if it is a gesture; returns why the move is refused, or None."""
        if event.type != TWO_FINGERS or not self._area.holds(*event.pos):
            return None
        return self._hand.turn(now)
