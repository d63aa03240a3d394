"""Draws only what changes: a cached layer of everything still, and what moves above it."""

from collections.abc import Callable, Sequence

import pygame

Item = tuple[pygame.Surface, tuple[int, int]]
"""A picture and its top left corner."""

_GRID, _ALIGNED = 16, 4
"""Alignment, in pixels, of the columns of rectangles; rows that begin on a multiple of _ALIGNED are copied
past the processor's cache."""
_CACHED = 1_500_000
"""This number of pixels restored in a frame stays in the processor's cache until moving items are drawn on
them, which is then twice as fast; with more, the first are evicted before the last are written."""
_FEW = 24
"""The most rectangles that are checked for overlaps."""


class Painter:
    """The still layer for one window size, and the rectangles of the screen that differ from it."""

    def __init__(self, base: pygame.Surface) -> None:
        """`base` is the bare background, as large as the window."""
        self.base = base
        self.layer = pygame.Surface(base.get_size())
        self._bounds = base.get_rect()
        self._damage: list[pygame.Rect] = [self._bounds]
        self._above: list[pygame.Rect] = []
        self._moving: list[Item] = []

    def damage(self, rect: pygame.Rect) -> None:
        """Something still inside the rectangle has changed."""
        if rect:
            self._damage.append(rect)

    def paint(
        self,
        target: pygame.Surface,
        still: Callable[[pygame.Rect], Sequence[Item]],
        moving: list[Item],
        largest: list[Item],
        full: bool = False,
    ) -> list[pygame.Rect]:
        """Bring the target up to date; returns the rectangles that differ from the last frame.

        `still(rect)`: everything still that crosses the rectangle, lowest first. `largest`: those of `moving`
        within whose rectangles the rest lie.
        """
        repaired = self._repair(still)
        if full:
            target.blit(self.layer, (0, 0))
        else:
            if not repaired and self._moving == moving:
                return []
            for rect in repaired:
                target.blit(self.layer, rect, rect)
            target.blits([(self.layer, old, old) for old in self._above], doreturn=False)
            # Repairing one moving item may have erased its neighbour: all of them are redrawn.
        target.fblits(moving)
        self._moving = list(moving)
        area = sum([surface.width * surface.height for surface, _ in largest])
        fit = self._aligned if area > _CACHED else self._unaligned
        grown = [fit(surface.get_rect(topleft=at)) for surface, at in largest]
        changed = [self._bounds] if full else repaired + self._above + grown
        self._above = grown
        return _joined(changed) if len(changed) <= _FEW else changed

    def _repair(self, still: Callable[[pygame.Rect], Sequence[Item]]) -> list[pygame.Rect]:
        """Repaint the damaged parts of the layer."""
        if not self._damage:
            return []
        rects = [rect for each in _merged(self._damage) if (rect := self._unaligned(each))]
        self._damage = []
        for rect in rects:
            self.layer.set_clip(rect)
            self.layer.blit(self.base, rect, rect)
            self.layer.fblits(still(rect))
        self.layer.set_clip(None)
        return rects

    def _unaligned(self, rect: pygame.Rect) -> pygame.Rect:
        """A rectangle around it that is copied through the cache."""
        left = rect.left - (rect.left % _ALIGNED == 0)
        return pygame.Rect(left, rect.top, rect.right - left, rect.height).clip(self._bounds)

    def _aligned(self, rect: pygame.Rect) -> pygame.Rect:
        """A rectangle around it that is copied past the cache."""
        left = rect.left // _GRID * _GRID
        right = -(-rect.right // _GRID) * _GRID
        return pygame.Rect(left, rect.top, right - left, rect.height).clip(self._bounds)


def _merged(rects: list[pygame.Rect]) -> list[pygame.Rect]:
    """Rectangles that cover the same area without overlapping."""
    done: list[pygame.Rect] = []
    for rect in rects:
        if not rect.w or not rect.h:
            continue
        new = rect.copy()
        while (hit := new.collidelist(done)) >= 0:
            new.union_ip(done.pop(hit))
        done.append(new)
    return done


def _joined(rects: list[pygame.Rect]) -> list[pygame.Rect]:
    """Rectangles that cover the same area, or slightly more where that takes fewer pixels."""
    done: list[pygame.Rect] = []
    for rect in rects:
        new = rect
        while (hit := new.collidelist(done)) >= 0:
            both = new.union(done[hit])
            if both.w * both.h > new.w * new.h + done[hit].w * done[hit].h:
                break
            new = both
            del done[hit]
        done.append(new)
    return done
