"""What the title shows when nobody has touched anything for a while: bots at play, until any key ends it."""

import pygame
from pygame.event import Event as Input

from game.core.state import Scored
from game.i18n import _
from game.ui.cards.pen import Pen
from game.ui.engine import theme
from game.ui.engine.pads import PAD_PRESS
from game.ui.engine.scene import Context
from game.ui.table.scene import TableScene

_TOUCHES = (
    pygame.KEYDOWN,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEMOTION,
    pygame.MOUSEWHEEL,
    PAD_PRESS,
)
_EDGE = 24
"""Left and right of the words, in units."""


class AttractScene(TableScene):
    """A match of bots, without a sound; nothing is counted, one round follows another."""

    head, fingers = 58, "press"

    def enter(self, ctx: Context) -> None:
        """Watch, and be quiet."""
        super().enter(ctx)
        self._show.thrills = False
        ctx.sounds.set_volume(0, True)

    def leave(self) -> None:
        """Let sounds be heard again."""
        super().leave()
        self.ctx.apply_settings()

    def handle(self, event: Input, now: float) -> None:
        """Whatever the player touches ends it."""
        if event.type in _TOUCHES:
            self.back()

    def show_help(self) -> None:
        """As any key."""
        self.back()

    def end_round(self, scored: Scored) -> None:
        """The bots knock for the next one."""

    def _lay_out(self, size: tuple[int, int], now: float) -> None:
        super()._lay_out(size, now)
        assert self.stage
        self._hud.warns = False
        u, pen = theme.unit(size), Pen(self.stage)
        y, edge = self.head * u / 2 + 4 * u, _EDGE * u
        pen.text("attract name", "Haisty", 48, theme.GOLD, midleft=(edge, y))
        pen.text("attract key", _("Press any key"), 27, theme.IVORY, midright=(size[0] - edge, y))
