"""Shown while a solvable deal is being searched for."""

from collections.abc import Callable, Sequence
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.rules import Rules
from game.i18n import _
from game.solve.hints.process import FoundDeal, SolverClient
from game.ui.engine import text, theme
from game.ui.engine.scene import Context, Scene
from game.ui.engine.tabletop import tabletop
from game.ui.rulebook.page import RulePage
from game.ui.widgets.group import GAP, ROW, Group, place_column
from game.ui.widgets.rows import Button, Widget

_EACH: Final = 1.0
"""Seconds after which an unsolved deal is skipped."""
_LOOK: Final = 0.05
_AFTER: Final = 0.3
"""Seconds after which a message says that it takes a while."""


class DealingScene(Scene):
    """Waits for the search; an impatient player can take the deal as it comes."""

    def __init__(
        self, rules: Rules, seed: int, solver: SolverClient, dealt: Callable[[Scene, FoundDeal], None]
    ) -> None:
        """`seed`: where to begin. `dealt` creates the scene that replaces this one from what was found; that
        scene then owns the solver."""
        self._rules, self._seed, self._solver, self._dealt = rules, seed, solver, dealt
        self._handed = self._shown = False

    def enter(self, ctx: Context) -> None:
        """Start the search."""
        super().enter(ctx)
        self._solver.find(self._rules, self._seed, _EACH)
        self._rows: list[Widget] = [
            Button(_("Cancel"), self.back),
            Button(_("Deal without searching"), lambda: self._deal(FoundDeal(self._seed, ()))),
        ]
        self.group = Group(self._rows)

    def leave(self) -> None:
        """Stop the search."""
        if not self._handed:
            self._solver.close()

    def show_help(self) -> None:
        """The rules of the game."""
        self.ctx.push(RulePage(self._rules))

    def step(self, now: float) -> None:
        """Deal what was found."""
        if found := self._solver.found():
            self._deal(found if found.moves else FoundDeal(self._seed, ()))
        elif not self._shown and self.visible_since is not None and now >= self.visible_since + _AFTER:
            self._shown = True
            self.ctx.redraw()

    def _deal(self, deal: FoundDeal) -> None:
        self._handed = True
        self._dealt(self, deal)

    def rest(self, now: float) -> float:
        """As often as the search is polled."""
        return _LOOK

    def handle(self, event: Event, now: float) -> None:
        """Esc goes back."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.back()
        elif self._shown:
            self.group.handle(event)

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The bare felt; after a moment, what is going on."""
        if full:
            surface.blit(tabletop(surface.get_size()), (0, 0))
        if not self._shown:
            return []
        if full:
            rect, u = theme.middle_panel(surface, (560, 132 + len(self._rows) * (ROW + GAP)))
            title, words = _(self._rules.title), _("Looking for a deal that comes out …")
            wide = rect.w - 60 * u
            middle = rect.centerx
            text.draw(surface, title, 34 * u, theme.IVORY, max_width=wide, center=(middle, rect.y + 40 * u))
            text.draw(surface, words, 24 * u, theme.MIST, max_width=wide, center=(middle, rect.y + 82 * u))
            place_column(self._rows, rect.x + 60 * u, rect.y + 112 * u, rect.w - 120 * u, u)
        return self.group.draw(surface, full)
