"""The table as the scenes above it see it: the count of a round, and the end of a match."""

from collections.abc import Sequence
from typing import Protocol

from pygame import Rect, Surface
from pygame.event import Event

from game.core.state import Cheered
from game.sessions.session import Session
from game.ui.cards.stage import Stage
from game.ui.engine.clock import PausableClock
from game.ui.input.keys import Legend
from game.ui.table.knocks import Knockers


class TableBeneath(Protocol):
    """The match, its cards, and the player's choices. Times are seconds of time.perf_counter()."""

    session: Session
    legend: Legend
    stage: Stage | None
    """The stage; None until the next drawing."""
    clock: PausableClock
    knockers: Knockers
    """Who plays here, and knocks for a round."""
    cheered: Cheered | None
    """The winner's fanfare, once it has been received."""

    def pump(self, now: float) -> None:
        """Process what has happened and show it."""

    def tick(self, now: float) -> None:
        """Process events, play wishes that are due, update what is shown for a moment."""

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """Draw the table, as a scene does."""

    def shared_key(self, event: Event) -> bool:
        """Handle a key that works during the round and after it; returns whether it was one."""

    def show_help(self) -> None:
        """Open the help."""

    def resume(self) -> None:
        """Resume the time: the covering scene has gone."""

    def seat_point(self, seat: int) -> tuple[int, int]:
        """Where a seat's points are counted up."""

    def show_totals(self, totals: Sequence[int] | None) -> None:
        """Show these totals instead of the match's; None: the match's."""

    @property
    def may_again(self) -> bool:
        """Whether this player may start another match."""

    @property
    def closed(self) -> str:
        """Why the table has closed; empty: it is open."""

    def way_out(self, of_all: bool = False) -> str:
        """The label for leaving; `of_all`: the match is over."""

    def again(self) -> None:
        """Play another match."""

    def leave_table(self) -> None:
        """Leave the match."""
