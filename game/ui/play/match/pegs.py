"""The board on which a peg for each seat shows how far its 13-pile has come."""

from collections.abc import Sequence
from math import isnan, nan
from typing import NamedTuple

from pygame import Rect, Surface, Vector2

from game.core.portraits import Portrait
from game.core.rules import Outcome
from game.rules.haisty import RESERVE_SIZE, Haisty
from game.sessions.session import Session
from game.ui.cards.layout import TRAY
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.assets import cameo
from game.ui.engine.description import Description
from game.ui.engine.scene import Context
from game.ui.play.match.layout import PEGS
from game.ui.view.leaves import Style, Text
from game.ui.view.node import AT_REST, Drawn, Node, State

_PEG, _HOLE, _RIM = 16.5, 4.5, 50.0
"""The radius of a peg and of a hole, and from the board's ends to the first and the last hole, in units."""
_SLIDE = 0.22
"""Seconds in which a peg slides to another hole."""
_TOLD = 10, 5, 1
"""The holes that bear their number."""
_DIGITS = Style(16, 16)


class _Peg(NamedTuple):
    """Where a seat's peg is."""

    portrait: Portrait
    back: int
    left: int
    own: bool
    place: int
    """Among those in one hole."""
    of: int
    """How many are there."""


class _Board(Node):
    """The board with its holes, the last one beside the block; `turned`: that is at its left end."""

    turned: bool

    def pictures(self, rect: Rect, u: float, state: State = AT_REST) -> Drawn:
        maple = theme.ground("maple")
        ground = theme.laid(rect.size, u, maple._replace(radius=7, depth=3)).copy()
        holes = [(at.x, at.y) for at in _holes(Rect((0, 0), rect.size), u, self.turned)]
        shapes = [theme.dot(each, _HOLE * u, maple.ivory) for each in holes]
        shapes.append(theme.dot(holes[0], 2.1 * _HOLE * u, theme.RED, 0.5 * _HOLE * u))
        ground.blit(theme.sketch(rect.size, *shapes), (0, 0))
        found: list[tuple[Surface, tuple[int, int]]] = [(ground, rect.topleft)]
        for left in _TOLD:
            box = Rect(0, 0, round(3 * _PEG * u), round(_DIGITS.line * u))
            box.midbottom = rect.x + round(holes[left][0]), rect.bottom - round(u)
            found += Text(f"{left}", _DIGITS, color=maple.ivory).pictures(box, u)
        return found


class _PegTop(Node):
    """A peg with the face of its seat; the own one has a red ring."""

    portrait: Portrait
    back: int
    own: bool

    def pictures(self, rect: Rect, u: float, state: State = AT_REST) -> Drawn:
        face = cameo(self.portrait, self.back, "calm", rect.w)
        if self.own:
            face, wide = face.copy(), 2.4 * u
            ring = theme.dot((rect.w / 2, rect.w / 2), rect.w / 2, theme.RED, wide)
            face.blit(theme.sketch(face.get_size(), ring), (0, 0))
        return [(face, rect.topleft)]


def _holes(board: Rect, u: float, turned: bool) -> list[Vector2]:
    """Where the holes are, by the cards left in a 13-pile."""
    begin, end = board.x + _RIM * u, board.right - _RIM * u
    if turned:
        begin, end = end, begin
    y = board.y + 0.4 * board.h
    return [Vector2(end + (begin - end) * left / RESERVE_SIZE, y) for left in range(RESERVE_SIZE + 1)]


class PegBoard:
    """How far every seat's 13-pile has come, from 13 to the hole beside the block, where no card lies."""

    def __init__(self, stage: Stage, session: Session, ctx: Context) -> None:
        self._stage, self._session, self._ctx = stage, session, ctx
        self._shown: dict[int, _Peg] = {}
        self._ways: dict[int, tuple[Rect, float]] = {}
        """Where the pegs come from that slide, and when they set out, nan until the next step."""
        layout, u = stage.layout, stage.layout.unit
        trays = [Rect(area.box) for area in layout.areas if area.kind == TRAY]
        self._box = Rect(0, 0, 0, 0)
        if trays:
            left, right = trays[0].x, trays[-1].right
            if not trays[1:] and layout.mirrored:
                left = layout.panel.x + layout.panel.w + round(14 * u)
            elif not trays[1:]:
                right = layout.panel.x - round(14 * u)
            high = round(PEGS * u)
            self._box = Rect(left, trays[0].y - high, right - left, high)
        self._holes = _holes(self._box, u, layout.mirrored)
        self._reserves = [stage.find("reserve", seat) for seat in range(session.seats if trays else 0)]
        self._facts: object = None
        """What the pegs were placed by."""

    def toggle(self) -> None:
        """Show it, or hide it, from now on."""
        self._ctx.settings.race = not self._ctx.settings.race
        self.refresh()

    def refresh(self) -> None:
        """Put the pegs where they belong; those that have not moved are left as they are."""
        session, piles = self._session, self._session.state.table.piles
        shows = self._ctx.settings.race and self._box.w and len(piles) == len(self._stage.piles)
        left = tuple([len(piles[pile].cards) for pile in self._reserves]) if shows else ()
        facts = (session.portraits, session.backs, session.local_seats, left) if shows else None
        if facts == self._facts:
            return
        before, self._facts, self._shown = self._shown, facts, self._standing(left)
        overlay = self._stage.overlay
        overlay.show("pegs", _Board(self._stage.layout.mirrored) if self._shown else None, self._box)
        for seat in range(session.seats):
            peg, was = self._shown.get(seat), before.get(seat)
            box = self._where(peg) if peg else self._box
            if peg and was and not self._stage.calm and (at := self._where(was)) != box:
                self._ways[seat], box = (at, nan), at
            overlay.renew(f"peg {seat}", peg, self._top, box)

    def step(self, now: float) -> None:
        """Let pegs slide to their new holes, until this time in seconds of the stage."""
        for seat, (start, since) in [*self._ways.items()]:
            begun = now if isnan(since) else since
            left, peg = max(0.0, 1 - (now - begun) / _SLIDE), self._shown.get(seat)
            self._ways[seat] = start, begun
            if not left or not peg:
                del self._ways[seat]
            if peg:
                goal = self._where(peg)
                box = goal.move(round(left**3 * (start.x - goal.x)), 0)
                self._stage.overlay.renew(f"peg {seat}", peg, self._top, box)

    def describe(self, page: Description) -> None:
        """Describe what is shown of each seat."""
        session, scores = self._session, tuple[int, ...]()
        if self._shown and isinstance(session.rules, Haisty):
            outcome = Outcome("", None, session.rules.scores(session.state.table))
            scores = outcome.without(session.state.out).scores
        shown = zip(self._shown.items(), scores, strict=False)
        page.race = [{"seat": seat, "left": peg.left, "score": score} for (seat, peg), score in shown]

    def _standing(self, left: Sequence[int]) -> dict[int, _Peg]:
        """Every seat's peg, as everyone can see it stand; nothing before the deal."""
        session = self._session
        here, found = {seat.seat for seat in session.local_seats}, {}
        for seat, count in enumerate(left):
            others = [other for other, its in enumerate(left) if its == count]
            place = others.index(seat), len(others)
            found[seat] = _Peg(session.portraits[seat], session.backs[seat], count, seat in here, *place)
        return found

    def _where(self, peg: _Peg) -> Rect:
        """Pegs in one hole overlap by half, or as far as they have to before the next hole."""
        u, hole = self._stage.layout.unit, self._holes[peg.left]
        apart = min(_PEG, 2 * (_RIM - _PEG) / peg.of) * u
        box = Rect(0, 0, round(2 * _PEG * u), round(2 * _PEG * u))
        box.center = round(hole.x + (peg.place - (peg.of - 1) / 2) * apart), self._box.centery
        return box

    def _top(self, peg: _Peg | None) -> Node | None:
        return _PegTop(peg.portrait, peg.back, peg.own) if peg else None
