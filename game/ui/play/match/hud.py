"""All that is written at a match's table: names, counts, keys, buttons and frames at its seats; the pegs of
all 13-piles; and what is said there for a moment: shouts, notes, duels, streaks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from math import ceil, isnan, nan
from typing import NamedTuple

from pygame import Rect, Surface, Vector2

from game.core.cards import KING
from game.core.portraits import EXPRESSIONS, Expression, Portrait
from game.core.rules import Outcome
from game.core.state import PLAYING, WAITING
from game.i18n import _
from game.rules.haisty import RESERVE_SIZE, Haisty
from game.sessions.session import Session
from game.system import here
from game.ui.cards.canvas import OVER, UNDER
from game.ui.cards.frames import Frames
from game.ui.cards.labels import Toward, brass, bubble, burst, figure, label
from game.ui.cards.layout import PLATES, SHARED, TRAY, Area
from game.ui.cards.moments import FLASHES, SLAMS, SPREADS, At, AtPile
from game.ui.cards.overlay import Named
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.assets import cameo
from game.ui.engine.description import Description
from game.ui.engine.scene import Context
from game.ui.input.keys import AT_THE_TABLE, Caps, Legend, pile_keys
from game.ui.play.match.commands import CALL, KNOCK, SHOUTS
from game.ui.play.match.handicap import of_seat, tag
from game.ui.play.match.knock import Knockers, knocked
from game.ui.play.match.layout import EDGE, HEAD, PEGS, lines
from game.ui.play.match.words import advice, at_match_point, called, one_by_one
from game.ui.view.boxes import Column, Excerpt, Fitting, Row, Stack
from game.ui.view.leaves import HEADING, NOTE, SMALL, Artwork, Button, Cameo, Gap, KeyCap, Plate, Style, Text
from game.ui.view.node import AT_REST, Drawn, Node, State

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


class _Look(NamedTuple):
    """How the plate of a seat looks."""

    r: float
    """Of the face there, from its middle to its rim, in units."""
    name: Style
    total: Style
    line: Style
    """Of a remark, or of the round."""


_TRAY = _Look(25, Style(26, 30), Style(44, 46), Style(17, 19, "mist"))
_STRIP = _Look(21, Style(23, 24), Style(32, 34), Style(16, 18, "mist"))
_FIRST, _FURTHER, _ADVICE = Style(22, 25, "gold"), Style(17, 21, "mist"), Style(20, 22, "gold")
_ONE = Style(19, 21, "gold")
_ROUND, _LEAD = Style(19, 24), Style(16, 20, "mist")
_PAPER, _MENU = (216, 56), 34
"""The size of the strip of paper on which the round is told, and how wide the button on it is, in units."""
_FAR_ROUND, _FAR_NAME, _FAR_LEAD = Style(29, 36), Style(24, 30), Style(22, 28, "mist")
"""The same where a room reads it, and the latest contest below it."""
_FAR_R = 24
"""Of the face of who was first in that, from its middle to its rim, in units."""
_HEAD, _STRIP_BUTTON = 56, 150
"""Height above the buttons beside the piles, and width of a button above them, in units."""
_HEARD = 150
"""The room for the longest shout at the upper side, in units."""


def round_line(session: Session) -> str:
    """Which round it is, of how many if known (a tie has one more), and the points needed to win, if any."""
    number, rounds, target = max(1, session.state.round), session.rounds, session.target
    line = _("Round {number} of {rounds}") if number <= rounds else _("Round {number}")
    if target:
        line += " · " + _("goal {target}")
    return line.format(number=number, rounds=rounds, target=target)


class Met(NamedTuple):
    """A contest for a shared pile, as a room is told of it."""

    seat: int
    """Who was first."""
    words: str


def _ahead(session: Session, totals: Sequence[int]) -> str:
    """Who is ahead by these totals, if anybody is."""
    first, second = sorted(totals, reverse=True)[:2]
    words = _("Ahead: {name}, by {n}").format(name=session.names[totals.index(first)], n=first - second)
    return words if first > second else ""


def round_paper(session: Session, totals: Sequence[int], menu: Button | None) -> Node:
    """A strip of paper: which round it is, and who is ahead by these totals, if anybody is; and beside it the
    button of the menu."""
    lead = Text(words, _LEAD) if (words := _ahead(session, totals)) else None
    told = Column(Text(round_line(session), _ROUND), lead, gap=0, pad=(8, 5), ground="sheet", grow=1)
    sign = menu.replaced(inside=Artwork("icons/list", 18, "ivory"), wide=_MENU) if menu else None
    return Column(Row(told, sign, gap=4))


def room_paper(session: Session, totals: Sequence[int], met: Met | None) -> Node:
    """The same for a room, on two papers; on the second the latest contest."""
    number, *goal = round_line(session).split(" · ")
    lines = Text(number, _FAR_ROUND), *(Text(each, _FAR_LEAD) for each in goal)
    lead = Text(words, _FAR_LEAD, wraps=True) if (words := _ahead(session, totals)) else None
    papers: list[Node] = [Column(*lines, lead, gap=0, pad=(10, 8), ground="sheet")]
    if met and met.seat < len(session.names):
        seat = met.seat
        face = Cameo(session.portraits[seat], session.backs[seat], _FAR_R)
        name = Text(session.names[seat], _FAR_NAME, at="start")
        told = Column(name, Text(met.words, _FAR_LEAD, at="start", wraps=True), gap=0, grow=1, pack="middle")
        papers.append(Row(face, told, gap=8, pad=(10, 8), ground="sheet"))
    return Column(*papers, gap=12, pack="middle")


def caps_of(stage: Stage, seat: int, legend: Legend) -> Caps:
    """What stands on the keys of a seat, or on its pad."""
    keys = pile_keys(stage.roles, stage.owners, seat)
    own = {pile: legend(key) for pile, key in keys.items() if stage.owners[pile] is not None}
    return Caps(own, *map(legend, (AT_THE_TABLE["foundation"], KNOCK.cap, CALL.cap)))


def look_of(tall: float) -> _Look:
    """How a plate of another seat looks that is so many units high."""
    high = tall / lines()
    name, total = Style(0.41 * high, 0.44 * high), Style(0.52 * high, 0.54 * high, "gold")
    return _Look(0.46 * min(tall, HEAD), name, total, Style(0.3 * high, 0.34 * high, "gold"))


class SeatView(NamedTuple):
    """What everyone sees of a seat."""

    seat: int
    name: str
    back: int
    total: int
    mark: str
    """What it has agreed to, or whether its player is away."""
    portrait: Portrait = "star"
    expression: Expression = "calm"
    point: bool = False
    """Whether it may win the match in this round."""
    handicap: int = RESERVE_SIZE
    """How many cards its 13-pile was dealt."""


class OwnView(NamedTuple):
    """What else is shown at an own seat, or to a watcher at the seat shown large."""

    seat: SeatView
    round: str
    """Which round it is, where no strip of paper tells it."""
    caps: Caps | None
    """None: a watcher's."""
    when: object
    """What its buttons depend on besides."""
    may_knock: bool
    knocked: bool
    called: bool
    advice: str
    lines: tuple[str, ...]
    """What a watcher is told, the first line larger."""


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


def _named(seat: SeatView, style: Style, high: float | None = None) -> Node:
    return Named(f"name {seat.seat}", Text(seat.name, style, at="start", high=high))


def _face(seat: SeatView, r: float) -> Node:
    face = Cameo(seat.portrait, seat.back, r, seat.expression, seat.point)
    return Named(f"face {seat.seat}", face, align="middle")


def _total(seat: SeatView, style: Style) -> Node:
    return Named(f"total {seat.seat}", Text(figure(seat.total), style, at="end", firm=True))


def _with_tag(below: Node, seat: SeatView, size: float) -> Node:
    """What is below the name, and at its end how many cards the 13-pile was dealt, if fewer than usual, in
    letters of this size."""
    fewer = tag(seat.handicap, size)
    return Row(below.replaced(grow=1.0), fewer, gap=4) if fewer else below


def other_plate(look: _Look, seat: SeatView) -> Node:
    """The face and the name of another seat, and its points below it."""
    total = _total(seat, look.total)
    below: Node = Row(total, Gap(grow=1))
    if seat.mark:
        mark = Text(seat.mark, look.line, at="end", grow=1, firm=True)
        below = Fitting(Row(total, mark, gap=6), mark.replaced(at="start"))
    below = _with_tag(below, seat, 0.7 * look.name.size)
    names = Column(_named(seat, look.name), below, gap=0, grow=1, pack="middle")
    return Row(_face(seat, look.r), names, gap=8, pad=(4, 0))


def own_plate(look: _Look, seat: SeatView, words: str) -> Node:
    """The face, the name and the points of an own seat; below the name its remark, or else these words, or
    room for what it says."""
    line = Text(seat.mark or words, look.line, color="gold" if seat.mark else "", at="start")
    below = _with_tag(line if line.words else Gap(high=look.line.line), seat, 0.85 * look.line.size)
    name = _named(seat, look.name, look.name.line)
    names = Column(name, below, gap=0, grow=1, pack="middle")
    return Row(_face(seat, look.r), names, _total(seat, look.total), gap=9, ground="plate", pad=(8, 0))


def tray(own: OwnView, buttons: Sequence[Button]) -> Node:
    """The panel beside the own piles."""
    seat = own.seat._replace(mark="") if own.caps else own.seat
    head = own_plate(_TRAY, seat, own.round).replaced(high=_HEAD)
    if not own.caps:
        first = (Text(words, _FIRST, at="start", high=28) for words in own.lines[:1])
        others = (Text(words, _FURTHER, at="start", wraps=True) for words in own.lines[1:])
        told = Excerpt(*first, *others, gap=0, pad=(12, 4), ground="plate", grow=1)
        return Column(head, Gap(high=6), told if own.lines else Gap(grow=1), gap=0)
    knock, *tags = _looks(own, buttons)
    tags = [each.replaced(grow=0.3, icon=icon) for each, icon in zip(tags, ("stuck", "call"), strict=False)]
    return Column(knock.replaced(grow=1.0, size=36.0), *tags, Gap(high=2), head)


def ring(shouts: Sequence[Button]) -> Node:
    """Six shouts round a middle."""
    one, two, three, four, five, six = (each.replaced(wide=104, high=40) for each in shouts)
    middle = Artwork("icons/call", 40, "gold", wide=56, align="middle")
    ground = Plate((*theme.colors.plate, 236), theme.GOLD, radius=84, line=1.5)
    rows = Row(one, two), Row(six, middle, three), Row(five, four)
    return Column(*(row.replaced(pack="middle") for row in rows), gap=8, pad=(18, 18), ground=ground)


def strip(own: OwnView, buttons: Sequence[Button]) -> Node:
    """The line above the own piles where two seats lie side by side."""
    pair: list[Button] = []
    if own.caps:
        knock, call, *_shouts = _looks(own, buttons)
        call = call.replaced(label=_("Waiting …") if own.called else _("Speltorka"))
        pair = [each.replaced(wide=_STRIP_BUTTON) for each in (knock, call)]
    return Row(
        own_plate(_STRIP, own.seat, own.round).replaced(grow=1),
        Row(*pair, gap=8, align="middle", high=38),
        gap=13,
    )


def _looks(own: OwnView, buttons: Sequence[Button]) -> list[Button]:
    """The buttons of its hand, as they look now."""
    knock, call, *more = buttons
    sleeve = theme.BACKS[own.seat.back]
    knock = knock.replaced(wanted=own.may_knock, knocked=own.knocked, word=True, sleeve=sleeve, align="fill")
    return [knock, call.replaced(wanted=bool(own.advice), waits=own.called), *more]


def advice_board(words: str) -> Node | None:
    """What a player who cannot move may do."""
    board = Column(Text(words, _ADVICE, at="start", wraps=True), pad=(9, 7), ground="note")
    return Column(board, pack="end") if words else None


def one_card_note(turned: bool) -> Node | None:
    """That everyone turns one card at a time."""
    return Text(_("one card at a time"), _ONE, at="start") if turned else None


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
        radii |= {each.seat: (_TRAY if each.make is tray else _STRIP).r for each in self.own}
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
        corner = Rect(round(EDGE * u), upper, *(round(each * u) for each in _PAPER))
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

    def knock(self, seat: int, now: float, rings: bool = True) -> None:
        """The seat knocks: its block lies lower for a moment, and `rings` run out from where it knocks."""
        self._shows["knocked", seat] = now + _LOWER
        self.refresh()
        if rings:
            ends = (own.end for own in self.own if own.seat == seat and own.caps)
            block = self.buttons.get(KNOCK.name + next(ends, "no"))
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
            advice(session, own.seat, caps.call) if caps else "",
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


_BUBBLE, _NOTE, _DUEL, _STREAK, _FLASH = 1.8, 1.6, 1.5, 0.9, 0.24
"""Seconds that a shout, a note, a duel, a streak and the flash of a pile stay."""
_LOUD, _TOLD_DUEL = 60, Style(22, 28)
"""The largest letters of a streak, in units, and those of a duel."""
_DARK = (3, 16, 11, 222)
WIDEST = 744
"""The prompt, in units."""


def shout(stage: Stage, hud: Hud, seat: int, words: str, color: theme.Color, now: float) -> None:
    """A seat calls something out."""
    at, toward, room = hud.voice(seat)
    stage.overlay.say(f"bubble{seat}", bubble(words, color, toward), at, until=now + _BUBBLE, room=room)


def note(stage: Stage, words: str, pile: int, now: float) -> None:
    """A small note above one of the own piles, not at another's."""
    layout = stage.layout
    seat = layout.areas[layout.places[pile].area].box
    above = AtPile(pile, -0.02, 0, "midbottom", Rect(seat.x, 0, seat.w, layout.size[1]))
    stage.overlay.say("note", label(words), above, until=now + _NOTE)


def duel(
    stage: Stage, words: str, pile: int, color: theme.Color, now: float, won: bool | None = None
) -> None:
    """Who was faster at a shared pile: it flashes in this colour, and a strip of paper says so; `won`: by a
    player here, or not; None: by nobody."""
    overlay, u, card = stage.overlay, stage.layout.unit, stage.card(pile)
    overlay.frame("duel pile", pile, color, width=0.06, until=now + _DUEL)
    flash = Plate(color, radius=0.07 * card.w / u, wide=card.w / u, high=card.h / u)
    overlay.say("duel flash", flash, AtPile(pile), until=now + _FLASH, enters=FLASHES)
    sign = None if won is None else Artwork(f"sign/{'tick' if won else 'cross'}", 24, color, wide=24)
    paper = Row(sign, Text(words, _TOLD_DUEL), gap=9, pad=(13, 6), ground="sheet")
    overlay.say("duel", paper, AtPile(pile, 0.84), until=now + _DUEL, enters=SLAMS)


def streak(
    stage: Stage, seat: int, count: int, pile: int, now: float, color: theme.Color | None = None
) -> None:
    """The cards that a seat has laid one after the other without a pause, counted on the latest. `color`: of
    another's, which leaves the corners of the card to be read; None: an own one."""
    largest, down = (0.26, 0.5) if color else (0.42, 0.36)
    size = min(_LOUD, 24 + 3.0 * count, largest * stage.card(pile).w / stage.layout.unit)
    words = burst(f"×{count}", size, _DARK, color or theme.GOLD)
    stage.overlay.say(f"streak{seat}", words, AtPile(pile, down), until=now + _STREAK, enters=SLAMS)


def invitation(session: Session, knockers: Knockers, legend: Legend) -> Node:
    """The buttons to begin, and below them what a newcomer has to know; or that others have yet to."""
    knocks, faces = knockers.buttons(session, _("Knock to begin")), knocked(session)
    if not knocks:
        waits = Text(_("Waiting for the others …"), HEADING)
        return Row(*faces, waits, ground="plate", pad=(22, 22), gap=14)
    aim = _("Empty your 13-pile first. Everyone plays at once, card by card, onto the shared table.")
    return Column(
        Row(*faces, *knocks, gap=14, pack="middle"),
        Text(aim, NOTE, color="ivory"),
        Text(_first_steps(session, legend), SMALL, color="ivory"),
        ground="plate",
        pad=(22, 19),
        gap=2,
    )


def _first_steps(session: Session, legend: Legend) -> str:
    """The least to know about the device in use."""
    if legend.make:
        words = _("{send}: send a card · {lift}: pick it up · {turn}: turn the hand · {pause}: pause")
        return words.format(send=legend("send"), lift=legend("lift"), turn=legend("V"), pause=legend("P"))
    if session.local_seats[1:]:
        return _("Each plays with half of the keyboard: the keys are shown on the piles · F1: help")
    words = _("Click or drag a card · Right click: to the table · {turn}: turn the hand · {help}: help")
    return words.format(turn=legend("V"), help=legend("F1"))
