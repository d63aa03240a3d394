"""What the overlays at the table have in common: the match stands still beneath a dark cloth."""

import time
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from game.ui.engine import theme
from game.ui.engine.scene import Context, Scene

if TYPE_CHECKING:
    from game.ui.table.scene import TableScene


class Cover(Scene):
    """An overlay of the table. Where the match cannot stand still it goes on beneath."""

    overlay = True

    def __init__(self, table: "TableScene") -> None:
        self.table = table
        self._stopped_here = False

    def enter(self, ctx: Context) -> None:
        """Stop the time, if this session allows and it does not stand already."""
        super().enter(ctx)
        session = self.table.session
        if session.can_pause and not session.paused:
            session.paused = self._stopped_here = True
            self.table.clock.stop(time.perf_counter())
            if self.table.stage:
                self.table.deck.forget()

    def leave(self) -> None:
        """Let the time go on."""
        if self._stopped_here:
            self.table.session.paused = False
            self.table.clock.start(time.perf_counter())

    def step(self, now: float) -> None:
        """Keep up with a match that does not wait."""
        if not self.table.session.paused:
            self.table.pump(now)

    def rest(self, now: float) -> float:
        """Nothing moves here."""
        return super().rest(now) if self.table.session.paused else 0.05

    def sheet(self, surface: Surface, size: tuple[float, float]) -> tuple[Rect, float]:
        """Darken everything and draw a panel of `size` units in the middle; its rectangle and the unit."""
        return theme.sheet(surface, size)
