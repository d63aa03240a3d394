"""What the title shows when nobody has touched anything for a while: bots at play, until any key ends it."""

import pygame
from pygame import Rect
from pygame.event import Event as Input

from game.i18n import _
from game.ui.cards.overlay import Overlay
from game.ui.cards.stage import Stage
from game.ui.engine.pads import PAD_PRESS
from game.ui.play.scene import Extra
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
_NAME, _KEY = Style(48, 50, "gold"), Style(27, 29)


class Attract(Extra):
    """A match of bots, without a sound; nothing is counted, one round follows another."""

    kind, head, quiet, fingers = "attract", 58, True, "press"

    def enter(self) -> None:
        self.table.ctx.sounds.set_volume(0, True)

    def leave(self) -> None:
        """Let sounds be heard again."""
        self.table.ctx.apply_settings()

    def take(self, event: Input) -> bool:
        """Whatever the player touches ends it."""
        if event.type in _TOUCHES:
            self.table.back()
        return True

    def over(self) -> bool:
        """The bots knock for the next round."""
        return True

    def lay_out(self, stage: Stage) -> None:
        layout = stage.layout
        words = Row(Text("Haisty", _NAME), Gap(grow=1), Text(_("Press any key"), _KEY), pad=(_EDGE, 0))
        box = Rect(0, round(4 * layout.unit), layout.size[0], round(self.head * layout.unit))
        Overlay(stage.canvas, layout.unit).show("attract", words, box)
