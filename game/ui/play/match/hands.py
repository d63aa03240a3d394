"""The others' hands over the shared piles, as at a kitchen table."""

from collections.abc import Mapping
from math import hypot
from typing import NamedTuple

from pygame import Rect

from game.core.hand import Hand, SharedPiles
from game.core.state import PLAYING, Event, Scored
from game.sessions.session import Session
from game.ui.cards.canvas import AIR
from game.ui.cards.layout import SHARED
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.assets import art
from game.ui.engine.description import Description
from game.ui.play.scene import Extra

_GLIDE = 0.1
"""Seconds in which a hand moves on to where it was last seen: as often as it is told of."""
_HIGH, _TIP = 46, (10, 45)
"""The height of a hand, and where its finger points, in units."""
Point = tuple[float, float]


class _Way(NamedTuple):
    """A hand's way on the screen to where it was last seen."""

    hand: Hand
    start: Point
    goal: Point
    begun: float

    def at(self, now: float) -> Point:
        """Where it is at this time."""
        part = min(1.0, (now - self.begun) / _GLIDE)
        (x, y), (to_x, to_y) = self.start, self.goal
        return x + (to_x - x) * part, y + (to_y - y) * part


class OtherHands(Extra):
    """A small hand in the colour of its seat's back wherever somebody else reaches; the others are told of
    the pointer here. Neither with reduced motion."""

    session: Session

    def lay_out(self, stage: Stage) -> None:
        self._piles = SharedPiles(self.table.gameplay.spots)
        self._shared = next(area.box for area in stage.layout.areas if area.kind == SHARED)
        self._ways: dict[int, _Way] = {}

    def step(self, at: float) -> None:
        """Tell where the pointer is, and show the others."""
        session, wanted = self.session, self.table.ctx.settings.hands and not self.stage.calm
        on = wanted and session.state.phase == PLAYING
        session.point(self._pointed() if on else None)
        hands = session.hands if on else {}
        if hands or self._ways:
            self._show(hands, at)

    def follow(self, event: Event, at: float) -> None:
        """No hand stays over the table while a round is counted."""
        if isinstance(event, Scored):
            self._show({}, at)

    def describe(self, page: Description) -> None:
        page.hands = [
            {"seat": seat, "pile": self._under(way.goal)[0]} for seat, way in sorted(self._ways.items())
        ]

    def _pointed(self) -> Hand | None:
        """Where the player's pointer is, as it is told; one that two share is nobody's hand."""
        players = self.table.gameplay.players
        pos = players[0].pointer if len(players) == 1 else None
        if not pos or not self._shared.holds(*pos) or players[0].by_pad():
            return None
        pile, box = self._under(pos)
        across, down = (pos[0] - box.x) / box.w, (pos[1] - box.y) / box.h
        return self._piles.hand(pile, min(1.0, max(0.0, across)), min(1.0, max(0.0, down)))

    def _under(self, pos: Point) -> tuple[int, Rect]:
        """The nearest of the shared piles, and its place."""
        boxes = [(pile, Rect(self.stage.layout.places[pile].box)) for pile in self._piles]
        return min(boxes, key=lambda each: hypot(each[1].centerx - pos[0], each[1].centery - pos[1]))

    def _show(self, hands: Mapping[int, Hand], at: float) -> None:
        """Show these hands, but none of those who play here."""
        here = {each.seat for each in self.session.here}
        canvas, unit = self.stage.canvas, self.stage.layout.unit
        for seat in [seat for seat in self._ways if seat not in hands]:
            del self._ways[seat]
            canvas.tag(f"hand {seat}", None)
        for seat in hands.keys() - here & {*range(self.session.seats)}:
            hand, way = hands[seat], self._ways.get(seat)
            if way is None or way.hand != hand:
                goal = self._place(hand)
                way = self._ways[seat] = _Way(hand, way.at(at) if way else goal, goal, at)
            x, y = way.at(at)
            picture = art("sign/hand", round(_HIGH * unit), theme.BACKS[self.session.backs[seat]])
            canvas.tag(f"hand {seat}", picture, (round(x - _TIP[0] * unit), round(y - _TIP[1] * unit)), AIR)

    def _place(self, hand: Hand) -> Point:
        """Where a hand is on this screen."""
        pile, across, down = self._piles.at(hand)
        x, y, w, h = self.stage.layout.places[pile].box
        return x + across * w, y + down * h
