"""What is drawn on the stage: lying cards, travelling cards, and tags such as text and marks."""

from collections.abc import Sequence
from operator import attrgetter

import pygame

from game.ui.cards.deck import Deck
from game.ui.cards.layout import SHARED, Layout
from game.ui.cards.motion import Pose
from game.ui.cards.painter import Item, Painter
from game.ui.cards.sprite import Sprite
from game.ui.engine.description import Description

UNDER, OVER, VEIL, AIR = range(4)
"""Levels of tags: under the cards, over lying cards, over everything that lies still, over everything."""
SEEN = 3
"""The most cards drawn of a pile without a fan where they lie askew or travel together."""


_LEVEL = attrgetter("level")


class Tag:
    """A picture that is not a card."""

    __slots__ = ("at", "item", "level", "rect", "surface")

    def __init__(self, level: int, surface: pygame.Surface, at: tuple[int, int]) -> None:
        self.level, self.surface, self.at = level, surface, at
        self.item, self.rect = (surface, at), surface.get_rect(topleft=at)


class Canvas:
    """Knows what can be seen of each pile and redraws only what has changed."""

    def __init__(self, layout: Layout, deck: Deck, base: pygame.Surface, piles: list[list[Sprite]]) -> None:
        self._layout, self.deck, self._piles = layout, deck, piles
        self.askew = [layout.areas[place.area].kind == SHARED for place in layout.places]
        self.flying: list[Sprite] = []
        """Travelling sprites, in the order they set out."""
        self._painter = Painter(base)
        self.tags: dict[str, Tag] = {}
        """Pictures other than cards, by name; see `tag`."""
        self._changed = set(range(len(piles)))
        """The piles of which something else can be seen than what is drawn."""
        self._lying: list[list[Item]] = [[] for _ in piles]
        self._bounds = [pygame.Rect(0, 0, 0, 0) for _ in piles]
        """What of each pile lies still and can be seen, and the rectangle around it."""

    def tag(
        self, key: str, surface: pygame.Surface | None, at: tuple[int, int] = (0, 0), level: int = OVER
    ) -> None:
        """Put a picture here under this name, replace it, or remove it."""
        old = self.tags.get(key)
        if old and surface is old.surface and at == old.at and level == old.level:
            return
        if old and old.level != AIR:
            self._painter.damage(old.rect)
        if surface:
            self.tags[key] = tag = Tag(level, surface, at)
            if level != AIR:
                self._painter.damage(tag.rect)
        elif old:
            del self.tags[key]

    def card(self, pile: int, index: int = -1) -> pygame.Rect:
        """Where a card of a pile rests; of an empty pile its place."""
        box, sprites = pygame.Rect(self._layout.places[pile].box), self._piles[pile]
        if sprites:
            rest = sprites[max(index, -len(sprites))].rest
            box.topleft = round(rest.x - box.w / 2), round(rest.y - box.h / 2)
        return box

    def cards(self, pile: int, index: int = 0) -> pygame.Rect:
        """Where the cards of a pile from an index on rest; of an empty pile its place."""
        return self.card(pile, index).union(self.card(pile))

    def describe(self, page: Description) -> None:
        """Describe the tags, and whether cards are moving."""
        page.still = not self.flying
        for tag in self.tags.values():
            page.read(tag.surface, tag.at)

    def touch(self, number: int) -> None:
        """The cards of a pile have changed or moved."""
        self._changed.add(number)

    def set_out(self, sprite: Sprite) -> None:
        """Draw this sprite as travelling from now on, above all others."""
        if sprite in self.flying:
            self.flying.remove(sprite)
            self.flying.append(sprite)
        else:
            self.flying.append(sprite)
            self.touch(sprite.pile)

    def redraw(self, surface: pygame.Surface, now: float) -> None:
        """Draw everything from the background up, without the cached layer; `draw` is checked against it."""
        self._look_again()
        surface.blit(self._painter.base, (0, 0))
        surface.fblits(self._still(surface.get_rect()))
        surface.fblits(self._under_way(now)[0])

    def draw(self, surface: pygame.Surface, now: float, full: bool) -> list[pygame.Rect]:
        """Bring the surface up to date; returns the rectangles that have changed."""
        for sprite in [sprite for sprite in self.flying if sprite.still(now)]:
            self.flying.remove(sprite)
            sprite.tween, sprite.item, sprite.ghost = None, None, False
            self.touch(sprite.pile)
        self._look_again()
        moving, largest = self._under_way(now)
        return self._painter.paint(surface, self._still, moving, largest, full)

    def _under_way(self, now: float) -> tuple[list[Item], list[Item]]:
        """What is drawn above everything that lies still, and those of it that cover all the rest."""
        deck, queued = self.deck, None
        items: list[Item] = []
        largest: list[Item] = []
        for sprite in self.flying:
            if sprite.queued(now):
                queued = sprite
            elif not sprite.ghost:
                item = sprite.travelling(deck, now)
                items.append(item)
                largest.append(item)
                if sprite.corner and (corner := sprite.corner_on(item, deck)):
                    items.append(corner)
        if queued:  # of the cards waiting in one pile to set out, one is enough to show the pile
            item = queued.travelling(deck, now)
            items.insert(0, item)
            largest.append(item)
        tags = [tag.item for tag in self.tags.values() if tag.level == AIR]
        return items + tags, largest + tags

    def _still(self, rect: pygame.Rect) -> list[Item]:
        """Everything still that crosses the rectangle, lowest first."""
        tags = sorted(rect.collideobjectsall([*self.tags.values()]), key=_LEVEL)
        items = [tag.item for tag in tags if tag.level == UNDER]
        for number in rect.collidelistall(self._bounds):
            items += self._lying[number]
        return items + [tag.item for tag in tags if UNDER < tag.level < AIR]

    def _look_again(self) -> None:
        """See what lies in the piles that have changed."""
        for number in self._changed:
            items = self._seen(number)
            area = bounds(items)
            self._painter.damage(self._bounds[number])
            self._painter.damage(area)
            self._lying[number], self._bounds[number] = items, area
        self._changed.clear()

    def _seen(self, number: int) -> list[Item]:
        """What can be seen of a pile at rest."""
        place = self._layout.places[number]
        if not place.shown:
            return []
        heap = self.askew[number] and not place.fan
        away = set(self.flying)
        lying: list[Sprite] = []
        items: list[Item] = []
        above: Pose | None = None
        for sprite in reversed(self._piles[number]):
            if sprite in away:
                continue
            if heap and len(lying) == SEEN:
                break
            if heap or above is None or sprite.rest[:2] != above[:2]:
                if above is None and (corner := sprite.lying_corner(self.deck)):
                    items.append(corner)
                items.append(sprite.lying(self.deck))
                lying.append(sprite)
            above = sprite.rest
        for sprite in self._piles[number]:
            if sprite.item and sprite not in lying:
                sprite.item = None  # covered: its picture need not be kept
        return items[::-1]


def bounds(items: Sequence[Item]) -> pygame.Rect:
    """The rectangle around the pictures."""
    if not items:
        return pygame.Rect(0, 0, 0, 0)
    rects = [surface.get_rect(topleft=at) for surface, at in items]
    return rects[0].unionall(rects[1:])
