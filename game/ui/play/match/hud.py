"""All that is written at a match's table as long as it holds: names, counts, keys, buttons and frames."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from math import ceil
from typing import NamedTuple

from pygame import Rect

from game.core.cards import KING
from game.core.portraits import EXPRESSIONS, Expression
from game.core.state import PLAYING, WAITING
from game.i18n import _
from game.sessions.session import Session
from game.system import here
from game.ui.cards.canvas import OVER, UNDER
from game.ui.cards.frames import Frames
from game.ui.cards.labels import Toward, brass
from game.ui.cards.layout import PLATES, SHARED, TRAY, Area
from game.ui.cards.moments import SPREADS, At
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.assets import cameo
from game.ui.engine.description import Description
from game.ui.input.keys import AT_THE_TABLE, Caps, Legend, pile_keys
from game.ui.play.match.commands import CALL, KNOCK, SHOUTS
from game.ui.play.match.handicap import of_seat
from game.ui.play.match.layout import EDGE
from game.ui.play.match.pegs import PegBoard
from game.ui.play.match.plates import (
    OF_STRIP,
    OF_TRAY,
    PAPER,
    Met,
    OwnView,
    SeatView,
    advice_board,
    look_of,
    one_card_note,
    other_plate,
    ring,
    room_paper,
    round_line,
    round_paper,
    strip,
    tray,
)
from game.ui.play.match.words import advice, at_match_point, called, one_by_one
from game.ui.view.boxes import Stack
from game.ui.view.leaves import Artwork, Button, Gap, KeyCap, Plate, Style, Text
from game.ui.view.node import Node

_SULKS = 1.4
"""Seconds that a face shows a lost contest: so no expression is shown more than three times in 4 s."""
_LOWER, _SPREAD, _RINGS = 0.15, 0.5, 260
"""Seconds that a block lies lower after a knock in play, and in which the rings spread; and how
wide these are in the end, in units."""
LOW = 3
"""A 13-pile with at most this many cards glows."""
_BEATS = 10
_HEART, _BEAT = 8, 2
"""A low 13-pile's number beats once in so many beats of its glow, and is larger for so many of them."""
_LARGER, _GROWN = 1.12, 1.2
"""How much larger its disc is then, and with so few cards at all."""
_ABOVE = 4
"""How far a line reaches above and below its letters, in units."""
_ASIDE = 0.72
"""How much of the width of the own stock the number of its cards needs at one side."""
_CALL = Style(24, 26)
_OWN, _OTHERS, _KINGS, _ALONE, _FAR = (25.0, 18.0), (17.0, 12.0), 14.0, 20.0, 1.25
"""The radii of the discs with the numbers of cards in a 13-pile and in a hand, of that of the kings, and of
that of a 13-pile that is shown alone, in units; and how much larger they are where a room reads them."""
_HEARD = 150
"""The room for the longest shout at the upper side, in units."""


def caps_of(stage: Stage, seat: int, legend: Legend) -> Caps:
    """What stands on the keys of a seat, or on its pad."""
    keys = pile_keys(stage.roles, stage.owners, seat)
    own = {pile: legend(key) for pile, key in keys.items() if stage.owners[pile] is not None}
    return Caps(own, *map(legend, (AT_THE_TABLE["foundation"], KNOCK.cap, CALL.cap)))


class TableView(NamedTuple):
    """All that is written beside the cards of a match, made once for the events of one moment."""

    seats: tuple[SeatView, ...] = ()
    own: tuple[OwnView, ...] = ()
    counts: tuple[int, ...] = ()
    """The number of cards in each pile that shows it."""
    low: frozenset[int] = frozenset()
    """The 13-piles that glow."""
    one_by_one: bool = False
    """Whether everyone turns one card at a time."""
    round: object = None
    """What the strip of paper depends on."""


class OwnSeat:
    """A seat played at this screen; for a watcher the one shown large."""

    def __init__(self, stage: Stage, area: Area, caps: Caps | None, number: int, alone: bool) -> None:
        """`caps`: what stands on its player's keys; None: a watcher's. `alone`: no other lies beside it."""
        self.seat, self.caps, self.number, self.end = area.seat or 0, caps, number, " 2" if number else ""
        self.make = tray if alone else strip
        self.panel, self.tray = panel, edge = Rect(area.panel), Rect(area.box)
        layout, u = stage.layout, stage.layout.unit
        above = round(_ABOVE * u)
        self.written = Rect(panel.x, panel.y - above, panel.w, panel.h + above * (1 if alone else 2))
        """Where the seat's text and buttons are."""
        self.reserve = stage.find("reserve", self.seat)
        stock, waste = (Rect(layout.places[stage.find(role, self.seat)].box) for role in ("stock", "waste"))
        left, right = float(stock.x), edge.right - 14 * u
        if panel.bottom >= stock.y:
            left, right = (panel.right + 14 * u, stock.right) if layout.mirrored else (left, panel.x - 14 * u)
        foot = round(edge.bottom - 7 * u)
        self.advised = Rect(round(left), waste.bottom, ceil(right - left), foot - waste.bottom)
        """What a stuck player may do is said at its foot: below the own hand, where that player looks."""
        aside = _ASIDE * stock.w
        left, right = (left, right - aside) if layout.mirrored else (left + aside, right)
        self.noted = Rect(round(left), round(waste.bottom + 5 * u), ceil(right - left), round(21 * u))
        """How the hand is turned is said here."""


class _Counted(NamedTuple):
    """A pile the number of whose cards is shown, on a disc of brass."""

    pile: int
    radius: float
    few: int
    """With at most this many the disc is larger and has a red ring."""
    middle: tuple[float, float]
    each: int = 1
    """How many cards are counted as one: of none, no disc is shown."""

    def disc(self, shown: tuple[int, bool]) -> Node | None:
        """The number; larger while it beats."""
        number, beats = shown
        if self.each > 1 and not number:
            return None
        radius = self.radius * (_GROWN if number <= self.few else 1.0) * (_LARGER if beats else 1.0)
        disc = brass(number, radius)
        if number > self.few:
            return disc
        ring = Plate((0, 0, 0, 0), theme.RED, radius=radius, line=3, wide=2 * radius, high=2 * radius)
        side = 2.28 * radius
        return Stack(disc, ring.replaced(align="middle"), wide=side, high=side)

    def box(self, shown: tuple[int, bool], u: float) -> Rect:
        """Where the disc is."""
        node = self.disc(shown) or Gap()
        box = Rect(0, 0, round(node.width(u)), round(node.height(u, 0)))
        box.center = round(self.middle[0]), round(self.middle[1])
        return box


class Hud:
    """Shows a view of the match as tags on the stage."""

    def __init__(
        self,
        stage: Stage,
        session: Session,
        caps: Sequence[Caps],
        faces: Callable[[int], Sequence[Button]],
        pegs: PegBoard,
    ) -> None:
        """`caps`: what stands on the keys of each own seat; `faces`: the buttons of its hand, by its
        number."""
        self.pegs, self._faces = pegs, faces
        self._stage, self.session, self._layout = stage, session, stage.layout
        self._overlay, self._frames = stage.overlay, Frames(stage.overlay)
        self.frame = self._frames.frame
        trays = [area for area in stage.layout.areas if area.kind == TRAY]
        self.for_room = not trays
        """Whether all seats are alike, for a room that watches."""
        each = enumerate(zip_longest(trays, caps))
        self.own = [OwnSeat(stage, area, cap, number, len(trays) == 1) for number, (area, cap) in each]
        self._heads, self._paper = self._laid_out(), self._corner()
        self._looks = {seat: look_of(box.h / stage.layout.unit) for seat, box in self._heads.items()}
        self._counted = [
            *(each for own in self.own for each in self._counts(own.seat, _OWN)),
            *(each for seat in self._heads for each in self._counts(seat, _OTHERS)),
            *self._kings(),
        ]
        self.view = TableView()
        """What is shown."""
        self._shows: dict[tuple[str, int], float] = {}
        """Until when it is seen of a seat that it has been "beaten" in a contest, or has "knocked"."""
        self._discs: dict[int, tuple[int, bool]] = {}
        """What the disc of each pile shows: the number, and whether it beats."""
        self._pulse: object = None
        """What pulses, and how bright it is."""
        self._beats = False
        """Whether the numbers of low 13-piles are larger for a moment."""
        self.warns = True
        """Whether low 13-piles glow."""
        self.menu: Button | None = None
        """The button that opens it, if there is one."""
        self.met: Met | None = None
        """The latest contest, where a room is told of it."""
        self.totals: Sequence[int] | None = None
        """Totals shown instead of the match's while the count runs."""
        self.marks: Mapping[int, str] = {}
        """By seat, a remark shown beside its name."""
        self.lines: Sequence[str] = ()
        """What a watcher is told, or in practice its player: there are no buttons then."""
        self.buttons = self._overlay.buttons
        self._write_keys()
        here().jobs.start(self._draw_faces)

    def _draw_faces(self) -> None:
        """Draw every expression at the seats before it is needed: those of eight take 28 ms at 4K."""
        radii = {seat: look.r for seat, look in self._looks.items()}
        radii |= {each.seat: (OF_TRAY if each.make is tray else OF_STRIP).r for each in self.own}
        for seat, looks in enumerate(zip(self.session.portraits, self.session.backs, strict=True)):
            for expression in EXPRESSIONS:
                cameo(*looks, expression, round(2 * radii[seat] * self._layout.unit))

    def _laid_out(self) -> dict[int, Rect]:
        """Where the line above each other seat's cards is."""
        return {area.seat or 0: Rect(area.panel) for area in self._layout.areas if area.kind == PLATES}

    def _corner(self) -> Rect | None:
        """Where the round is told: the upper left corner, if nobody sits there; to a room beside the mat."""
        u, areas = self._layout.unit, self._layout.areas
        if self.for_room:
            return Rect(self._layout.panel)
        upper = min((area.box.y for area in areas), default=0)
        corner = Rect(round(EDGE * u), upper, *(round(each * u) for each in PAPER))
        return None if corner.collideobjects(areas, key=lambda area: area.box) else corner

    def _counts(self, seat: int, radii: tuple[float, float]) -> Iterator[_Counted]:
        """A seat's 13-pile and its hand, at the lower right corners of the piles, but within the window; of a
        13-pile that is shown alone beside it."""
        layout, larger = self._layout, _FAR if self.for_room else 1.0
        for role, size, few in zip(("reserve", "stock"), radii, (LOW, -1), strict=True):
            radius = size * larger
            pile = self._stage.find(role, seat)
            x, y, w, h = layout.places[pile].box
            if not layout.places[self._stage.find("stock", seat)].shown:
                yield _Counted(pile, _ALONE, few, (x + w, y + h / 2))
                return
            inside = 0.3 * radius * layout.unit
            right = x + w + 3 * inside < layout.size[0]
            middle = x + (w - inside if right else inside), y + h - 1.3 * radius * layout.unit
            yield _Counted(pile, radius, few, middle)

    def _kings(self) -> Iterator[_Counted]:
        """The full piles that lie aside: their kings are counted."""
        for pile, role in enumerate(self._stage.roles):
            if role == "finished":
                x, y, _w, h = self._layout.places[pile].box
                middle = x + 0.1 * _KINGS * self._layout.unit, y + h - 0.2 * _KINGS * self._layout.unit
                yield _Counted(pile, _KINGS, -1, middle, KING)

    # -- what is shown

    def _now(self) -> TableView:
        """What is to be shown now."""
        session, state, piles = self.session, self.session.state, self._stage.piles
        playing, waiting = state.phase == PLAYING, state.phase == WAITING
        ready, calls = state.ready if waiting else 0, state.table.calls if playing else 0
        marks = [
            self.marks.get(seat)
            or (_("sits out") if playing and state.sits_out(seat) else "")
            or (_("ready") if ready >> seat & 1 else _("Speltorka") if calls >> seat & 1 else "")
            for seat in range(session.seats)
        ]
        shown = self.totals or ()
        totals = *shown, *state.totals[len(shown) :]  # a seat may have been added since
        points = at_match_point(session) if waiting or playing else []
        everyone = range(session.seats)
        dealt = [of_seat(state.handicaps, seat) for seat in everyone]
        faces = session.portraits, self._expressions(), [seat in points for seat in everyone], dealt
        told = session.names, session.backs, totals, marks
        seats = tuple(map(SeatView, everyone, *told, *faces))
        low = [
            each.pile
            for each in self._counted
            if 0 < len(piles[each.pile]) <= each.few and self.warns and playing
        ]
        return TableView(
            seats,
            tuple([self._own(own, seats[own.seat]) for own in self.own]),
            tuple([len(piles[each.pile]) // each.each for each in self._counted]),
            frozenset(low),
            one_by_one(session),
            (state.round, session.rounds, session.target, session.names, totals, self.met),
        )

    def _expressions(self) -> list[Expression]:
        """How each seat looks: who has just lost a contest, and who sees another about to win."""
        owners, playing = self._stage.owners, self.session.state.phase == PLAYING
        near = {
            owners[each.pile]
            for each in self._counted
            if playing and each.few == LOW and len(self._stage.piles[each.pile]) <= LOW
        }
        return [
            "beaten" if ("beaten", seat) in self._shows else "hurried" if near - {seat} else "calm"
            for seat in range(self.session.seats)
        ]

    def beat(self, seat: int, now: float) -> None:
        """The seat has lost a contest: for a while its face shows it."""
        self._shows["beaten", seat] = now + _SULKS
        self.refresh()

    def block(self, seat: int) -> Rect | None:
        """Where the seat knocks, if it is played here."""
        ends = (own.end for own in self.own if own.seat == seat and own.caps)
        return self.buttons.get(KNOCK.name + next(ends, "no"))

    def knock(self, seat: int, now: float, rings: bool = True) -> None:
        """The seat knocks: its block lies lower for a moment, and `rings` run out from where it knocks."""
        self._shows["knocked", seat] = now + _LOWER
        self.refresh()
        if rings:
            block = self.block(seat)
            anywhere = Rect(0, 0, *self._layout.size).inflate(self._layout.size)
            middle = At("center", (block or self._overlay.places[f"face {seat}"]).center, anywhere)
            sent = Artwork("sign/rings", _RINGS, theme.CREAM, wide=_RINGS, high=_RINGS)
            self._overlay.say(f"rings{seat}", sent, middle, until=now + _SPREAD, enters=SPREADS)

    def _own(self, own: OwnSeat, seat: SeatView) -> OwnView:
        session, state, lines = self.session, self.session.state, self.lines
        if own.caps and state.phase == PLAYING and state.sits_out(own.seat):
            lines = _("You sit this round out"), _("The others play on. Knock for the next round.")
        caps = None if lines else own.caps
        may_knock = caps is not None and state.phase == PLAYING and not self._stage.piles[own.reserve]
        return OwnView(
            seat,
            "" if self._paper else round_line(session),
            caps,
            (state.phase, state.ready >> own.seat & 1),
            may_knock,
            self._knocked(own.seat),
            called(session, own.seat),
            advice(session, own.seat, caps.call, self.marks) if caps else "",
            tuple(lines),
        )

    def _knocked(self, seat: int) -> bool:
        """Whether the seat has knocked, for the start or to end the round."""
        state = self.session.state
        if state.phase == PLAYING:
            air = (each.seat for each in state.air if not each.move.count)
            return ("knocked", seat) in self._shows or seat in air
        return bool(state.ready >> seat & 1) or (state.phase != WAITING and state.knocker == seat)

    @property
    def may_knock(self) -> bool:
        """Whether an own 13-pile is empty and the round goes on."""
        return any(own.may_knock for own in self.view.own)

    # -- showing it

    def refresh(self) -> None:
        """Show what has changed."""
        before, self.view = self.view, self._now()
        view, show = self.view, self._overlay.renew
        for seat, box in self._heads.items() if view.seats != before.seats else ():
            show(f"seat {seat}", view.seats[seat], partial(other_plate, self._looks[seat]), box)
        if self._paper and view.round != before.round:
            session, totals = self.session, [seat.total for seat in view.seats]
            told = (
                room_paper(session, totals, self.met)
                if self.for_room
                else round_paper(session, totals, self.menu)
            )
            self._overlay.show("round", told, self._paper)
        if (view.counts, view.low) != (before.counts, before.low):
            self._count()
        for own, shown in zip(self.own, view.own, strict=True):
            show(f"seat {own.seat}", shown, partial(self._written, own), own.written)
            if own.caps:
                show("advice" + own.end, shown.advice, advice_board, own.advised)
                show("one by one" + own.end, view.one_by_one, one_card_note, own.noted)
        self.pegs.refresh()

    def _count(self) -> None:
        """Show the number of cards in each pile that shows it."""
        for counted, number in zip(self._counted, self.view.counts, strict=True):
            shown = number, self._beats and counted.pile in self.view.low
            if self._discs.get(counted.pile) != shown:
                self._discs[counted.pile] = shown
                box = counted.box(shown, self._layout.unit)
                self._overlay.renew(f"count{counted.pile}", shown, counted.disc, box, OVER)

    def _written(self, own: OwnSeat, shown: OwnView) -> Node:
        return own.make(shown, self._faces(own.number) if shown.caps else ())

    def _write_keys(self) -> None:
        u, layout = self._layout.unit, self._layout
        own = [own for own in self.own if own.caps]
        for each in own:
            for pile, key in each.caps.piles.items() if each.caps else ():
                box = Rect(layout.places[pile].box)
                self._cap(f"key{pile}", key, (box.centerx, box.y - 3 * u))
        for area in layout.areas:
            if area.kind == SHARED:
                x, y, w, h = area.box
                sides = max(10 * u, x - 14 * u), min(layout.size[0] - 10 * u, x + w + 14 * u)
                for number, (at, each) in enumerate(zip(sides, own, strict=False)):
                    self._cap(f"table {number}", each.caps.table if each.caps else "", (at, y + h / 2))

    def _cap(self, area: str, key: str, center: tuple[float, float]) -> None:
        self._overlay.say(area, KeyCap(key) if key else None, At("center", center), level=OVER)

    def shout(self, shouts: Sequence[Button]) -> None:
        """Show these round the tag that is for them; none: nothing."""
        tag = self.buttons.get(SHOUTS.name)
        edge = round(EDGE * self._layout.unit)
        within = Rect(0, 0, *self._layout.size).inflate(-2 * edge, -2 * edge)
        at = At("center", tag.center if tag else (0, 0), within)
        self._overlay.say("shouts", ring(shouts) if shouts and tag else None, at)

    def renew_keys(self, caps: Sequence[Caps]) -> None:
        """Show these on the keys of each own seat from now on."""
        for own, each in zip(self.own, caps, strict=False):
            own.caps = each
        self._write_keys()

    def before_draw(self, now: float) -> None:
        """Pulse the frames and the numbers of low 13-piles; an empty own one calls for the knock."""
        self.pegs.step(now)
        if over := [each for each, until in self._shows.items() if until <= now]:
            for each in over:
                del self._shows[each]
            self.refresh()
        view, level = self.view, self._stage.pulse(now, _BEATS)
        beat = 0 if self._stage.calm else int(now * _BEATS)
        beats = bool(view.low) and beat % _HEART >= _HEART - _BEAT
        pulse = (view, level, beats) if view.low or self.may_knock else None
        if pulse == self._pulse:
            return
        self._pulse = pulse
        if beats != self._beats:
            self._beats = beats
            self._count()
        for counted in self._counted:
            if counted.few == LOW:
                low = counted.pile if counted.pile in view.low else None
                self._overlay.frame(f"glow{counted.pile}", low, (*theme.GOLD, 70 + 22 * level), UNDER)
        for own, shown in zip(self.own, view.own, strict=True):
            if shown.caps:
                self._call(own, level if shown.may_knock else None)

    def _call(self, own: OwnSeat, level: int | None) -> None:
        """Call for the knock at this level of the pulse."""
        box = Rect(self._layout.places[own.reserve].box)
        radius = 0.07 * box.w / self._layout.unit
        patch = None if level is None else Plate((*theme.GOLD, 16 + 18 * level), radius=radius)
        self._overlay.show(f"call place{own.end}", patch, box)
        words = None if level is None else Text(_("Knock!"), _CALL)
        self._overlay.show("call" + own.end, words, box.inflate(-0.06 * box.w, 0))

    # -- what others ask

    def describe(self, page: Description) -> None:
        """Describe who sits where, the keys on the piles, and the buttons."""
        session = self.session
        page.seat = session.local_seats[0].seat if session.local_seats else None
        for caps in [own.caps for own in self.own if own.caps][::-1]:
            shared = (pile for pile, role in enumerate(self._stage.roles) if role == "foundation")
            keys = dict(caps.piles) | dict.fromkeys(shared, caps.table)
            page.keys |= {pile: key for pile, key in keys.items() if key}
        tables = {own.seat: own.caps.table for own in self.own if own.caps}
        page.seats = [
            {
                "seat": seat.seat,
                "name": seat.name,
                "total": seat.total,
                "mark": seat.mark,
                "handicap": seat.handicap,
                "key": tables.get(seat.seat, ""),
            }
            for seat in self.view.seats
        ]
        self._frames.describe(page)
        self.pegs.describe(page)

    def voice(self, seat: int) -> tuple[At, Toward, float]:
        """Where a seat's shouts appear: over no name, no number and no pile; where its face is from
        there; and the most units that they may be wide."""
        u, places = self._layout.unit, self._overlay.places
        face, head = places[f"face {seat}"], self._heads.get(seat)
        if head is None:
            end = places[f"total {seat}"].x - 6 * u
            return (
                At("midleft", (face.right, places[f"name {seat}"].bottom + 11 * u)),
                "left",
                (end - face.right) / u,
            )
        pile = Rect(self._layout.places[self._stage.find("reserve", seat)].box)
        if self.for_room and pile.y >= head.bottom:
            own = next(Rect(area.box) for area in self._layout.areas if area.seat == seat)
            return At("midleft", (head.right + 2 * u, face.centery)), "left", (own.right - head.right) / u - 4
        if pile.x >= head.right and not self.for_room:
            beside = [Rect(area.box) for area in self._layout.areas if area.box.y < face.y]
            beside += [self._paper] if self._paper else []
            own = next(box for box in beside if box.contains(head))
            start = max([box.right for box in beside if box.right <= head.x], default=0)
            end = min([box.x for box in beside if box.x >= own.right], default=self._layout.size[0])
            if (room := (head.x - start) / u - 4) < _HEARD < (further := (end - own.right) / u - 4):
                return At("midleft", (own.right + 2 * u, face.centery)), "left", further
            return At("midright", (head.x - 2 * u, face.centery)), "right", room
        end = pile.x if pile.x > face.right else head.right
        return At("topleft", (face.x, head.bottom)), "up", (end - face.x) / u - 4

    def seat_point(self, seat: int) -> tuple[int, int]:
        """Where a seat's points are counted up: in the middle of its cards, or beside its name."""
        for own in self.own:
            if own.seat == seat:
                return own.panel.centerx, own.panel.y if self.own[1:] else own.tray.y
        areas = (area.box for area in self._layout.areas if area.seat == seat)
        return Rect(next(areas, (0, 0, *self._layout.size))).center
