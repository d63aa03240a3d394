"""A scene that is a value: it says what it shows, and a tree of nodes does the rest."""

import math
from collections.abc import Callable, Sequence
from typing import Generic, Self, TypeVar

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.engine import requests
from game.ui.engine.description import Description
from game.ui.engine.scene import Context, Scene
from game.ui.engine.tabletop import tabletop
from game.ui.view.leaves import Field
from game.ui.view.node import Node
from game.ui.view.tree import Tree

T = TypeVar("T")


class Screen(Scene, Generic[T]):
    """Shows what `view` returns over the bare table; an `overlay` over the scene beneath, which is darkened.

    A screen that asks something returns a T to whoever has opened it: `push(Which(...).then(take))`.
    """

    first = ""
    """The name of the control that has the focus at first; by default the first one."""

    _take: Callable[[T], object] | None = None
    _fresh = False
    """Whether the placed tree is up to date."""

    def view(self) -> Node:
        """What it shows now."""
        raise NotImplementedError

    def then(self, take: Callable[[T], object]) -> Self:
        """Have this called with the answer, once the screen has gone."""
        self._take = take
        return self

    def answer(self, answer: T) -> None:
        """Close the screen, and return this."""
        self.back()
        if self._take:
            self._take(answer)

    def enter(self, ctx: Context) -> None:
        """Nothing is placed yet."""
        super().enter(ctx)
        self.tree = Tree(self.first, self.renew, self.ground)

    def suspend(self) -> None:
        """Keys repeat no more."""
        self.tree.rest()

    def leave(self) -> None:
        """Keys repeat no more."""
        self.tree.rest()

    def close(self) -> None:
        """What Esc does."""
        self.back()

    def rest(self, now: float) -> float:
        """Nothing moves."""
        return math.inf

    def step(self, now: float) -> None:
        """Show what has changed meanwhile."""
        self.renew()

    def renew(self) -> None:
        """Place what is to be shown now."""
        if self in self.ctx.stack:
            self._fresh = True
            self.tree.place(self.view(), self.ctx.window.size)
            if self.overlay and self.tree.outgrown:
                self.ctx.redraw()

    def handle(self, event: Event, now: float) -> None:
        """Esc closes it, unless a control has that key; anything else is for the controls."""
        if not self.tree.controls:
            self.renew()
        if event.type == pygame.KEYDOWN:
            self.key(event)
        elif not self.tree.point(event):
            self._fresh = True
            return
        self.renew()

    def key(self, event: Event) -> bool:
        """Take a key. Returns whether it was used."""
        here = self.tree.here
        if here and isinstance(here.node, Field) and event.key == pygame.K_RETURN and hasattr(event, "pad"):
            self.ctx.open(requests.OnScreenKeyboard(self, here.name))
            return True
        if self.tree.key(event):
            return True
        if event.key == pygame.K_ESCAPE:
            self.close()
            return True
        return self.tree.walk(event)

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """Draw what is not equal to before."""
        if full or not self._fresh:
            self.renew()
        self._fresh = False
        touched = self.beneath(surface, now, full)
        return [*touched, *self.tree.draw(surface, full, self.overlay, touched=touched)]

    def beneath(self, surface: Surface, now: float, full: bool) -> Sequence[Rect]:
        """Draw what lies beneath if `full`, or what moves there; returns where."""
        if full and not self.overlay:
            self.ground(surface, surface.get_rect())
        return ()

    def ground(self, surface: Surface, rect: Rect) -> None:
        """Draw again a part of what lies beneath."""
        surface.blit(tabletop(surface.get_size()), rect, rect)

    def describe(self, page: Description) -> None:
        """The controls; text is described by itself."""
        self.renew()
        self._fresh = False  # what comes after this look belongs in the next picture
        self.tree.describe(page)
