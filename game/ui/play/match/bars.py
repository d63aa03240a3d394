"""The race: all 13-piles against each other, and the score as it stands, for whoever wants to see it."""

from functools import partial
from operator import itemgetter
from typing import NamedTuple

from pygame import Rect, Surface

from game.core.rules import Outcome
from game.rules.haisty import RESERVE_SIZE, Haisty
from game.sessions.session import Session
from game.ui.cards.deck import Look
from game.ui.cards.labels import figure
from game.ui.cards.layout import RATIO, TRAY
from game.ui.cards.stage import Stage
from game.ui.engine import text, theme
from game.ui.engine.description import Description
from game.ui.engine.scene import Context
from game.ui.view.leaves import Icon
from game.ui.view.node import Node

_LEAST, _MOST = 18, 26
"""The heights of a lane, in units; where there is no room for the least, two lanes lie side by side."""
_HEAD, _FOOT, _GAP = 27, 9, 6
"""Above the lanes, where the hand's count is; below them; and between two side by side; in units."""
_NUMBER, _SMALLEST = 17, 9
"""The height of the numbers where the lane is high enough, and the least, in units."""
_WIDEST = "13", "−26"
"""What the columns of the numbers have to hold."""
_COUNTED = "reserve", "foundation", "finished"
"""The piles that a score depends on."""
_FEW = 3
"""With so few cards left a seat is about to win."""


class _Runner(NamedTuple):
    """What a lane shows of a seat."""

    back: int
    left: int
    score: int
    own: bool


class Bars:
    """A lane for each seat, the own one first, below the hand in the own tray: no card ever lies there."""

    def __init__(self, stage: Stage, session: Session, ctx: Context) -> None:
        self._stage, self._session, self._ctx = stage, session, ctx
        self.covered = False
        """Whether something else has to be said where it is."""
        self._shown: dict[int, _Runner] = {}
        own = next((area.seat for area in stage.layout.areas if area.kind == TRAY), None)
        seats = sorted(range(session.seats), key=lambda seat: (seat - (own or 0)) % session.seats)
        self._lanes = dict(zip(seats, _lanes(stage, own, session.seats), strict=False))
        self._reserves = {seat: stage.find("reserve", seat) for seat in self._lanes}
        self._counted = itemgetter(*[pile for pile, role in enumerate(stage.roles) if role in _COUNTED])
        self._facts: object = None
        """What the lanes were made of."""

    def toggle(self) -> None:
        """Show it, or hide it, from now on."""
        self._ctx.settings.race = not self._ctx.settings.race
        self.refresh()

    def refresh(self) -> None:
        """Bring the lanes up to date; those that have not changed are left as they are."""
        session, piles = self._session, self._session.state.table.piles
        shows = self._ctx.settings.race and not self.covered and len(piles) == len(self._stage.piles)
        facts = (session.backs, session.here, self._counted(piles)) if shows else None
        if facts == self._facts:
            return
        self._facts, self._shown = facts, self._standing() if shows else {}
        for seat, lane in self._lanes.items():
            self._stage.overlay.renew(f"race {seat}", self._shown.get(seat), self._lane, lane)

    def describe(self, page: Description) -> None:
        """Describe what is shown of each seat."""
        page.race = [
            {"seat": seat, "left": runner.left, "score": runner.score} for seat, runner in self._shown.items()
        ]

    def _standing(self) -> dict[int, _Runner]:
        """Every seat with a lane, as everyone can see it stand; nothing before the deal."""
        session, table = self._session, self._session.state.table
        if not isinstance(session.rules, Haisty):
            return {}
        scores, here = session.rules.scores(table), {seat.seat for seat in session.here}
        scores = Outcome("", None, scores).without(session.state.out).scores
        return {
            seat: _Runner(session.backs[seat], len(table.piles[pile].cards), scores[seat], seat in here)
            for seat, pile in self._reserves.items()
        }

    def _lane(self, runner: _Runner | None) -> Node | None:
        return Icon(runner, partial(self._drawn, runner)) if runner else None

    def _drawn(self, runner: _Runner, rect: Rect, u: float) -> Surface:
        """The way of the 13-pile from the left to the finish, its number, and the score."""
        wide, high = rect.size
        ground = theme.colors.raised if runner.own else (0, 0, 0, 40)
        plate = theme.rounded(rect.size, round(5 * u), ground).copy()
        letters = next((n for n in range(_NUMBER, _SMALLEST, -1) if text.size(n * u) <= high), _SMALLEST) * u
        left, score = (
            text.width(words, letters) + gap * u for words, gap in zip(_WIDEST, (7, 15), strict=True)
        )
        card = round(min(high - 3 * u, 20 * u) / RATIO)
        begin, end = round(3 * u) + card // 2, round(wide - left - score - 4 * u) - card // 2
        at = begin + round((end - begin) * (1 - runner.left / RESERVE_SIZE))
        thick, middle = max(2, round(3 * u)), high // 2
        for start, stop, color in (
            (begin, end, theme.colors.raised_hover),
            (begin, at, theme.GOLD if runner.own else theme.colors.mist),
        ):
            if stop > start:
                plate.fill(color, (start, middle - thick // 2, stop - start, thick))
        plate.fill(theme.colors.ivory, (end + card // 2, round(4 * u), max(1, round(u)), high - round(8 * u)))
        back = self._stage.canvas.deck.picture(Look(str(runner.back), card))
        plate.blit(back, back.get_rect(center=(at, middle)))
        color = theme.GOLD if runner.left <= _FEW else theme.colors.ivory
        text.draw(plate, str(runner.left), letters, color, midright=(wide - score, middle))
        words = figure(runner.score, sign=True)
        text.draw(plate, words, letters, theme.colors.mist, midright=(wide - 5 * u, middle))
        return plate


def _lanes(stage: Stage, own: int | None, seats: int) -> list[Rect]:
    """A rectangle for each seat, from the top down, below the own stock and waste; none without a tray."""
    layout = stage.layout
    if own is None:
        return []
    tray = next(Rect(area.box) for area in layout.areas if area.seat == own)
    places = [layout.places[stage.find(role, own)] for role in ("stock", "waste")]
    u, boxes = layout.unit, [Rect(place.box) for place in places]
    for place, box in zip(places, boxes, strict=True):
        box.w += place.room if place.fan == "right" else 0
    left, right = min(box.x for box in boxes), min(max(box.right for box in boxes), tray.right - round(8 * u))
    top, bottom = max(box.bottom for box in boxes) + _HEAD * u, tray.bottom - _FOOT * u
    columns = 1 if (bottom - top) / seats >= _LEAST * u else 2
    rows = -(-seats // columns)
    high = min(_MOST * u, (bottom - top) / rows)
    gap = round(_GAP * u)
    wide = (right - left - gap * (columns - 1)) // columns
    return [
        Rect(left + column * (wide + gap), round(top + row * high), wide, round(high - 2 * u))
        for column in range(columns)
        for row in range(rows)
    ]
