"""What the title shows when nobody has touched anything for a while: bots at play, until any key ends it."""

import pygame
from pygame import Rect
from pygame.event import Event as Input

from game.core.state import Scored
from game.i18n import _
from game.ui.cards.overlay import Overlay
from game.ui.engine.pads import PAD_PRESS
from game.ui.engine.scene import Context
from game.ui.table.scene import TableScene
from game.ui.view.boxes import Row
from game.ui.view.leaves import Gap, Style, Text

_TOUCHES = (
    pygame.KEYDOWN,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEMOTION,
    pygame.MOUSEWHEEL,
    PAD_PRESS,
)
_EDGE = 24
"""Left and right of the words, in units."""
_NAME, _KEY = Style(48, 50, "GOLD"), Style(27, 29)


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
        u = self.stage.layout.unit
        words = Row(Text("Haisty", _NAME), Gap(grow=1), Text(_("Press any key"), _KEY), pad=(_EDGE, 0))
        self._line = Overlay(self.stage.canvas, u)
        self._line.show("attract", words, Rect(0, round(4 * u), size[0], round(self.head * u)))
