"""A session on the screen: what a match and a game for one have in common, and what may be added to them."""

import math
from collections.abc import Callable, Container, Mapping, Sequence

from pygame import Rect, Surface
from pygame.event import Event as Input

from game.core.rules import Spot
from game.sessions.session import TableSession
from game.ui.cards.deck import Deck
from game.ui.cards.labels import backdrop
from game.ui.cards.layout import Layout, lowered
from game.ui.cards.stage import Hear, Stage
from game.ui.engine import theme
from game.ui.engine.clock import PausableClock
from game.ui.engine.page import Page
from game.ui.engine.scene import Context, Scene
from game.ui.engine.touch import Fingers
from game.ui.input.keys import Legend
from game.ui.widgets.toasts import NoticeToasts

_PICTURES = 5
"""Bytes of card pictures to cache for each pixel of the window."""


class Extra:
    """Follows what happens at a table and shows something of its own. Times are seconds of the stage."""

    kind = ""
    """What the table is called in descriptions, if not by its own name."""
    head = 0.0
    """Height to leave free above the table, in units."""
    quiet = False
    """Whether the game does not count, and nothing else asks for attention."""
    fingers: Fingers | None = None
    """What fingers on a touch screen mean, if not what they mean at any table."""
    table: "PlayScene"

    def enter(self, table: "PlayScene") -> None:
        """The table has been entered."""
        self.table = table

    def leave(self) -> None:
        """The table has been left."""

    def lay_out(self) -> None:
        """The table has been laid out for another window, or for the first one."""

    def step(self, at: float) -> None:
        """The session has advanced."""

    def glow(self, at: float) -> None:
        """The stage is about to be drawn."""

    def take(self, event: Input) -> bool:
        """Take an input before the table; returns whether it was meant for this."""
        return False

    def over(self) -> bool:
        """The game has ended; returns whether this has shown so."""
        return False

    def rest(self) -> float:
        """Seconds until its next step is needed."""
        return math.inf

    def describe(self, page: Page) -> None:
        """Describe what it shows."""


class PlayScene(Scene):
    """Shows a session and lets its player play. Times of the stage are of a clock that can be paused."""

    fingers: Fingers = "table"
    takes_pads = True
    hides = False
    """Whether a cover hides the cards, so that nobody can think while the clock is stopped."""

    def __init__(self, session: TableSession, extras: Sequence[Extra] = ()) -> None:
        self._table, self.extras = session, extras
        self.stage: Stage | None = None
        self.clock = PausableClock()
        self.quiet = any(extra.quiet for extra in extras)
        """Whether it does not count, and nothing but an extra asks for attention."""
        self.head = max((extra.head for extra in extras), default=0.0)
        """Height to leave free above the table, in units."""
        self.kind = next((extra.kind for extra in extras if extra.kind), "")
        self.fingers = next((extra.fingers for extra in extras if extra.fingers), self.fingers)

    # -- what each kind of table does

    def make_legend(self) -> Legend:
        """The keys of this table."""
        raise NotImplementedError

    def pump(self, now: float) -> None:
        """Process what has happened and show it."""
        raise NotImplementedError

    def advance(self, now: float) -> None:
        """One step of a table that has been laid out."""
        raise NotImplementedError

    def lay_out(self, size: tuple[int, int], now: float) -> None:
        """Make the stage, and all that belongs to it, for a window of this size."""
        raise NotImplementedError

    def set_up(
        self,
        size: tuple[int, int],
        layout: Callable[[tuple[int, int]], Layout],
        spots: Sequence[Spot],
        backs: Sequence[int],
        hear: Hear,
        own: Container[int] = (),
    ) -> Stage:
        """Make the stage for a window of this size, with the pictures it needs; those for other sizes of
        cards are dropped. `layout`: where all lies in the part of the window that is left."""
        above = round(self.head * theme.unit(size))
        places = lowered(layout((size[0], size[1] - above)), above)
        cards, widths = self.ctx.cards, tuple({area.card for area in places.areas})
        cards.keep(*widths)
        deck = Deck(cards.image, widths, places.unit, _PICTURES * places.size[0] * places.size[1])
        cards.prepare(deck.sprites(backs))
        self.stage = stage = Stage(places, spots, deck, backs, backdrop(places), hear, own)
        stage.calm = self.ctx.settings.reduced_motion
        return stage

    def paint(self, surface: Surface, now: float, full: bool) -> Sequence[Rect]:
        """Draw the stage; returns what has changed."""
        raise NotImplementedError

    @property
    def buttons(self) -> Mapping[str, Rect]:
        """Where its buttons are, by name."""
        raise NotImplementedError

    # -- the scene

    @property
    def stands(self) -> bool:
        """Whether the session is paused while covered."""
        return self._table.paused

    def enter(self, ctx: Context) -> None:
        """Sit down."""
        super().enter(ctx)
        self.legend, self.notice_toasts = self.make_legend(), NoticeToasts(ctx)
        for extra in self.extras:
            extra.enter(self)

    def leave(self) -> None:
        """Leave the session."""
        self._table.close()
        for extra in self.extras:
            extra.leave()

    def step(self, now: float) -> None:
        """Advance the session and the extras."""
        if self.stage:
            self.advance(now)
        if self.stage:
            for extra in self.extras:
                extra.step(self.clock(now))

    def over(self) -> bool:
        """The game has ended; returns whether an extra has shown so."""
        return any(extra.over() for extra in self.extras)

    def describe(self, page: Page) -> None:
        """Describe the table and the extras."""
        for part in vars(self).values():
            if hasattr(part, "describe") and not isinstance(part, Scene):
                part.describe(page)
        for extra in self.extras:
            extra.describe(page)

    def receive(self, event: Input, now: float) -> None:
        """An input goes to the extras first."""
        if not any(extra.take(event) for extra in self.extras):
            super().receive(event, now)

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The stage, laid out for this window."""
        size = surface.get_size()
        if full and self.look_changed():
            self.stage = None
        if not (self.stage and self.stage.layout.suits(size, self.ctx.settings.left_handed)):
            self.lay_out(size, now)
            for extra in self.extras:
                extra.lay_out()
            full = True
        for extra in self.extras:
            extra.glow(self.clock(now))
        return self.paint(surface, now, full)
