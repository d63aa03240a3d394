"""The table as the scenes above it know it: the count of a round, and the end of a match."""

from collections.abc import Sequence
from typing import Protocol

from pygame import Rect, Surface
from pygame.event import Event

from game.core.state import Cheered
from game.sessions.session import Session
from game.ui.cards.deck import Deck
from game.ui.cards.stage import Stage
from game.ui.engine.clock import PausableClock


class TableBeneath(Protocol):
    """What is played, its cards, and what one may do there. Times are seconds of time.perf_counter()."""

    session: Session
    stage: Stage | None
    """The cards; None until the next drawing."""
    clock: PausableClock
    cheered: Cheered | None
    """The winner's fanfare, once it has been heard."""

    @property
    def deck(self) -> Deck:
        """The pictures of the cards."""

    def pump(self, now: float) -> None:
        """Take in what has happened and show it."""

    def tick(self, now: float) -> None:
        """Take in events, play what was wished, renew what shows for a moment."""

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """Draw the cards, as a scene does."""

    def shared_key(self, event: Event) -> bool:
        """The keys that count during the round and after it; True if it was one."""

    def resume(self) -> None:
        """Let the time go on: what covered it has gone."""

    def seat_point(self, seat: int) -> tuple[int, int]:
        """Where a seat's points are counted."""

    def show_totals(self, totals: Sequence[int] | None) -> None:
        """Show other totals than the match's; None: the match's."""

    @property
    def may_again(self) -> bool:
        """Whether another match is this player's to begin."""

    @property
    def closed(self) -> str:
        """Why there is nothing more to come here; empty: the table is open."""

    def way_out(self, of_all: bool = False) -> str:
        """What leaving is called; `of_all`: where the match is over."""

    def again(self) -> None:
        """Play another match."""

    def get_up(self) -> None:
        """Leave the match."""
