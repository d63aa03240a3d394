"""What covers a table: its menu, a question, a message."""

import math
from collections.abc import Sequence
from typing import NamedTuple, Protocol, Self, TypeVar, Unpack

import pygame
from pygame import Rect, Surface

from game.i18n import _
from game.ui.engine import requests
from game.ui.engine.scene import Context, Scene
from game.ui.view.boxes import Column, How
from game.ui.view.leaves import BODY, NOTE, TITLE, Button, Text
from game.ui.view.node import Action, Control, Node
from game.ui.view.screen import Screen

T = TypeVar("T")
_SLIDES, _FAR = 0.22, 0.1
"""Seconds in which a sheet slides in, and how far from below, in heights of the window."""
WISHED = "wished"
"""The name of a choice in a table's menu that somebody waits for: it has the focus."""
_LOOK = 0.05
"""Seconds between steps of a table that is not paused."""


class PausableTable(Protocol):
    """What a scene that covers a table needs to know of it."""

    hides: bool
    """Whether its cards are hidden while it is covered, so that nobody can think while the clock stands."""

    @property
    def stands(self) -> bool:
        """Whether the table is paused while it is covered."""

    def pump(self, now: float) -> object:
        """Process what has happened."""


class Cover(Screen[T]):
    """Covers a table; or, without one, any scene that needs no steps meanwhile."""

    _slide: "_Slide | None" = None
    fills = False
    """Whether it fills the window."""

    def __init__(self, table: PausableTable | None = None) -> None:
        self._covered = table
        self.overlay = not (self.fills or (table and table.hides))

    def enter(self, ctx: Context) -> None:
        """Its sheet slides in."""
        super().enter(ctx)
        if not self.fills:
            ctx.sounds.play("paper", 0.8)

    def step(self, now: float) -> None:
        """Keep a table up to date that goes on."""
        if self._covered and not self._covered.stands:
            self._covered.pump(now)
        super().step(now)

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """Its sheet comes from below; what changes on it meanwhile is drawn once it is there."""
        if self._slide and self._slide.moves and not full:
            self.renew()
            return self._slide.draw(surface, now)
        drawn = super().draw(surface, now, alpha, full)
        if self._slide:
            self._slide.moves = False
        elif full and self.overlay and not self.ctx.settings.reduced_motion:
            self._slide = _Slide(surface, *self.tree.covered, now)
            self._slide.draw(surface, now)
        return drawn

    def rest(self, now: float) -> float:
        """Nothing moves here once its sheet has come."""
        if self._slide and self._slide.moves:
            return 0.0
        return _LOOK if self._covered and not self._covered.stands else math.inf

    def show_help(self) -> None:
        """The help of the table beneath, if there is one."""
        if isinstance(table := self._covered, Scene):
            table.show_help()
        else:
            super().show_help()

    def sheet(self, *children: Node | None, **how: Unpack[How]) -> Node:
        """A sheet of paper over the darkened scene, or on the bare table."""
        how["ground"] = "sheet"
        return Column(*children, **how)


class _Slide:
    """A sheet as it slides in from below."""

    def __init__(self, surface: Surface, box: Rect, beneath: Surface, now: float) -> None:
        """`box`: where it has just been drawn, at this time; `beneath`: what was there."""
        self._box, self._begun, self._far = box, now, round(_FAR * surface.get_height())
        self._area = box.union(box.move(0, self._far)).clip(surface.get_rect())
        self._sheet, self._beneath = surface.subsurface(box).copy(), surface.subsurface(self._area).copy()
        self._beneath.blit(beneath, (0, 0))
        self.moves = True

    def draw(self, surface: Surface, now: float) -> Sequence[Rect]:
        """Draw it as far as it has come; returns where."""
        left = max(0.0, 1 - (now - self._begun) / _SLIDES)
        self.moves = left > 0
        surface.blit(self._beneath, self._area)
        surface.blit(self._sheet, self._box.move(0, round(self._far * left**3)))
        return [self._area]


class Above(Cover[None]):
    """Lies over a scene that goes on as if it were not covered."""

    def step(self, now: float) -> None:
        """Let the scene beneath go on."""
        self._beneath.step(now)
        super().step(now)

    def rest(self, now: float) -> float:
        """As the scene beneath."""
        return self._beneath.rest(now)

    @property
    def _beneath(self) -> Scene:
        return self.ctx.stack[self.ctx.stack.index(self) - 1]


class Menu(NamedTuple):
    """What a table offers in its menu."""

    heading: str
    rows: Sequence[Control]
    """Choices besides continuing and reading the help."""
    line: str = ""
    """Text below the heading."""


class HasMenu(PausableTable, Protocol):
    """A table with a menu."""

    def menu(self) -> Menu:
        """What the menu offers now."""

    def show_help(self) -> None:
        """Open the help."""


class PauseScene(Cover[None]):
    """Pauses the table if it can be paused."""

    first = WISHED

    def __init__(self, table: HasMenu) -> None:
        super().__init__(table)
        self.table = table

    def view(self) -> Node:
        menu = self.table.menu()
        rows = [
            Button(_("Continue"), self.back, keys=(pygame.K_ESCAPE, pygame.K_p)),
            Button(_("Keys and rules"), self.table.show_help),
            Button(_("Settings"), lambda: self.ctx.open(requests.Settings(self.table)), name="settings"),
            *menu.rows,
        ]
        return self.sheet(
            Text(menu.heading, TITLE),
            Text(menu.line, NOTE) if menu.line else None,
            Column(*rows, pad=(0, 4)),
            wide=520 if menu.line else 460 if len(rows) > 3 else 360,
            pad=(30, 18),
        )


class AskScene(Cover[None]):
    """A text with a button for the action in question, which answers; without one it is only to be read. The
    harmless choice has the focus."""

    def __init__(
        self,
        words: str,
        label: str = "",
        table: PausableTable | None = None,
        keys: Sequence[int] = (),
        plays: bool = False,
    ) -> None:
        """`label`: of the action; `table`: the table beneath, if it goes on; `keys`: answer yes, too;
        `plays`: without the action, the game goes on."""
        super().__init__(table)
        self.words, self._label, self._keys = words, label, keys
        self._stays = _("Keep playing") if plays else _("Cancel")

    def if_so(self, do: Action) -> Self:
        """Have this done if the answer is yes, once the question has gone."""
        return self.then(lambda _: do())

    def view(self) -> Node:
        return self.sheet(
            Text(self.words, BODY, wraps=True),
            Column(
                Button(self._stays if self._label else _("OK"), self.back),
                Button(self._label, lambda: self.answer(None), name="answer", keys=self._keys)
                if self._label
                else None,
            ),
            wide=520,
            pad=(30, 30),
            gap=22,
        )
