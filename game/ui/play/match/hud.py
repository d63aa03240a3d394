"""All that is written at a match's table: names, counts, keys, buttons and frames at its seats; the bars of
all 13-piles; and what is said there for a moment: shouts, notes, duels, streaks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from math import ceil
from operator import itemgetter
from typing import NamedTuple

from pygame import Rect, Surface

from game.core.rules import Outcome
from game.core.state import PLAYING, WAITING
from game.i18n import _
from game.rules.haisty import RESERVE_SIZE, Haisty
from game.sessions.session import Session
from game.ui.cards.canvas import UNDER
from game.ui.cards.deck import Deck, Look
from game.ui.cards.frames import Frames
from game.ui.cards.labels import bubble, burst, figure, label
from game.ui.cards.layout import PLATES, RATIO, SHARED, TRAY, Area
from game.ui.cards.moments import FLASHES, SLAMS, At, AtPile
from game.ui.cards.overlay import Named
from game.ui.cards.stage import Stage
from game.ui.engine import text, theme
from game.ui.engine.description import Description
from game.ui.engine.scene import Context
from game.ui.input.keys import AT_THE_TABLE, Caps, Legend, pile_keys
from game.ui.play.match.commands import CALL, KNOCK
from game.ui.play.match.knock import Knockers
from game.ui.play.match.words import advice, called, one_by_one
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import HEADING, NOTE, SMALL, Button, Gap, Icon, KeyCap, Plate, Style, Text
from game.ui.view.node import Align, Node

LOW = 3
"""A 13-pile with at most this many cards glows."""
_BEATS = 10
_HEART, _BEAT = 8, 2
"""A low 13-pile's number beats once in so many beats of its glow, and is larger for so many of them."""
_LARGER = 1.35
"""How much larger it is then."""
_STAKE = 34
"""The most height of the number of another seat's 13-pile, in units: it is what the round is about."""
_PLATE_HEAD = 30
"""Height of the line above another seat's cards, in units."""
_ABOVE = 4
"""How far a line reaches above and below its letters, in units."""
_ASIDE = 0.72
"""How much of the width of the own stock the number of its cards needs at one side."""
_CALL = Style(24, 26)
_OWN = Style(30, 30, "gold"), Style(17, 17, "mist")
_WATCHED = Style(30, 30), Style(17, 17, "mist")
_OTHERS = Style(20, 20), Style(15, 15, "mist")
"""The numbers of cards in a 13-pile and in a hand."""


_PLATE, _MARK = Style(21, 23), Style(16, 18, "gold")
_NAME, _TOTAL, _LINE = Style(26, 30), Style(44, 46), Style(17, 19, "mist")
_STRIP_NAME, _STRIP_TOTAL, _STRIP_LINE = Style(23, 24), Style(32, 34), Style(16, 18, "mist")
_FIRST, _FURTHER, _ADVICE = Style(24, 28, "gold"), Style(19, 24, "mist"), Style(20, 22, "gold")
_ONE = Style(19, 21, "gold")
_HEAD, _STRIP_BUTTON = 56, 150
"""Height above the buttons beside the piles, and width of a button above them, in units."""


def round_line(session: Session) -> str:
    """Which round it is, of how many if known (a tie has one more), and the points needed to win, if any."""
    number, rounds, target = max(1, session.state.round), session.rounds, session.target
    line = _("Round {number} of {rounds}") if number <= rounds else _("Round {number}")
    if target:
        line += " · " + _("goal {target}")
    return line.format(number=number, rounds=rounds, target=target)


def caps_of(stage: Stage, seat: int, legend: Legend) -> Caps:
    """What stands on the keys of a seat, or on its pad."""
    keys = pile_keys(stage.roles, stage.owners, seat)
    own = {pile: legend(key) for pile, key in keys.items() if stage.owners[pile] is not None}
    return Caps(own, *map(legend, (AT_THE_TABLE["foundation"], KNOCK.cap, CALL.cap)))


class SeatView(NamedTuple):
    """What everyone sees of a seat."""

    seat: int
    name: str
    back: int
    total: int
    mark: str
    """What it has agreed to, or whether its player is away."""


class OwnView(NamedTuple):
    """What else is shown at an own seat, or to a watcher at the seat shown large."""

    seat: SeatView
    round: str
    caps: Caps | None
    """None: a watcher's."""
    when: object
    """What its buttons depend on besides."""
    may_knock: bool
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


def _named(seat: SeatView, style: Style, high: float | None, align: Align = "start") -> Node:
    return Named(f"name {seat.seat}", Text(seat.name, style, at="start", high=high), align=align)


def _total(seat: SeatView, style: Style) -> Node:
    return Named(f"total {seat.seat}", Text(figure(seat.total), style, at="end", firm=True))


def plate(seat: SeatView, deck: Deck) -> Node:
    """The line above another seat's cards."""
    back = Icon(("back", seat.back), lambda rect, u: deck.picture(Look(str(seat.back), rect.w)))
    mark = Text(seat.mark, _MARK, firm=True) if seat.mark else None
    return Row(
        back.replaced(wide=12, high=18, align="middle"),
        _named(seat, _PLATE, None, "middle"),
        mark,
        Gap(grow=1),
        _total(seat, _PLATE),
        gap=6,
        pad=(11, 0),
    )


def tray(own: OwnView, buttons: Sequence[Button]) -> Node:
    """The panel beside the own piles."""
    seat = own.seat
    mark = "" if own.caps else seat.mark
    line = Text(mark or own.round, _LINE, color="gold" if mark else "", at="start")
    names = Column(_named(seat, _NAME, 30), line, gap=2, grow=1)
    head = Row(names, _total(seat, _TOTAL), gap=12, high=_HEAD)
    if not own.caps:
        first = (Text(words, _FIRST, at="start", high=28) for words in own.lines[:1])
        others = (Text(words, _FURTHER, at="start", wraps=True) for words in own.lines[1:])
        return Column(head, Gap(high=14), *first, *others, gap=0)
    knock, call, *more = _looks(own, buttons)
    shouts, half = [each.replaced(cap=None, size=17, grow=1) for each in more], ceil(len(more) / 2)
    return Column(
        head,
        knock.replaced(grow=46.0, size=32),
        call.replaced(grow=26.0),
        Row(*shouts[:half], grow=16),
        Row(*shouts[half:], grow=16),
    )


def strip(own: OwnView, buttons: Sequence[Button]) -> Node:
    """The line above the own piles where two seats lie side by side."""
    seat = own.seat
    line = Text(seat.mark or own.round, _STRIP_LINE, color="gold" if seat.mark else "", at="start", high=18)
    knock, call, *_shouts = _looks(own, buttons)
    call = call.replaced(label=_("Waiting …") if own.called else _("Speltorka"))
    pair = (each.replaced(wide=_STRIP_BUTTON) for each in (knock, call))
    names = Column(_named(seat, _STRIP_NAME, 25), line, gap=0, grow=1, pack="middle")
    return Row(names, _total(seat, _STRIP_TOTAL), Row(*pair, gap=8, high=35, align="middle"), gap=13)


def _looks(own: OwnView, buttons: Sequence[Button]) -> list[Button]:
    """The buttons of its hand, as they look now."""
    knock, call, *more = buttons
    ink = theme.colors.ivory if own.may_knock else None
    return [knock.replaced(ink=ink), call.replaced(wanted=bool(own.advice), waits=own.called), *more]


def advice_board(words: str) -> Node | None:
    """What a player who cannot move may do."""
    board = Column(Text(words, _ADVICE, at="start", wraps=True), pad=(9, 7), ground="note")
    return Column(board, pack="end") if words else None


def one_card_note(turned: bool) -> Node | None:
    """That everyone turns one card at a time."""
    return Text(_("one card at a time"), _ONE, at="start") if turned else None


_LEAST, _MOST = 18, 26
"""The heights of a lane, in units; where there is no room for the least, two lanes lie side by side."""
_BARS_HEAD, _FOOT, _GAP = 27, 9, 6
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
        facts = (session.backs, session.local_seats, self._counted(piles)) if shows else None
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
        scores, here = session.rules.scores(table), {seat.seat for seat in session.local_seats}
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
        ground = (255, 246, 226, 40) if runner.own else (0, 0, 0, 40)
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
            (begin, end, theme.colors.rule),
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
    top, bottom = max(box.bottom for box in boxes) + _BARS_HEAD * u, tray.bottom - _FOOT * u
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
    """A pile the number of whose cards is shown."""

    pile: int
    style: Style
    few: int
    """At most this many are shown in gold."""
    box: Rect

    def text(self, shown: tuple[int, bool]) -> Text:
        """The number; larger while it beats."""
        number, beats = shown
        style, color = self.style, "gold" if number <= self.few else ""
        return Text(str(number), style._replace(size=_LARGER * style.size) if beats else style, color=color)


class Hud:
    """Shows a view of the match as tags on the stage."""

    def __init__(
        self,
        stage: Stage,
        session: Session,
        caps: Sequence[Caps],
        faces: Callable[[int], Sequence[Button]],
        race: Bars | None = None,
    ) -> None:
        """`caps`: what stands on the keys of each own seat; `faces`: the buttons of its hand, by its
        number."""
        self.race, self._faces = race, faces
        self._stage, self.session, self._layout = stage, session, stage.layout
        self._overlay, self._frames = stage.overlay, Frames(stage.overlay)
        self.frame = self._frames.frame
        trays = [area for area in stage.layout.areas if area.kind == TRAY]
        each = enumerate(zip_longest(trays, caps))
        self.own = [OwnSeat(stage, area, cap, number, len(trays) == 1) for number, (area, cap) in each]
        self._heads = self._laid_out()
        self._counted = [
            *(each for own in self.own for each in self._counts(own.seat, _OWN if own.caps else _WATCHED)),
            *(each for seat in self._heads for each in self._counts(seat, _OTHERS)),
        ]
        self.view = TableView()
        """What is shown."""
        self._pulse: object = None
        """What pulses, and how bright it is."""
        self._beats = False
        """Whether the numbers of low 13-piles are larger for a moment."""
        self.warns = True
        """Whether low 13-piles glow."""
        self.totals: Sequence[int] | None = None
        """Totals shown instead of the match's while the count runs."""
        self.marks: Mapping[int, str] = {}
        """By seat, a remark shown beside its name."""
        self.lines: Sequence[str] = ()
        """What a watcher is told, or in practice its player: there are no buttons then."""
        self.buttons = self._overlay.buttons
        self._write_keys()

    def _laid_out(self) -> dict[int, Rect]:
        """Where the line above each other seat's cards is."""
        high, above = (round(part * self._layout.unit) for part in (_PLATE_HEAD + 2 * _ABOVE, _ABOVE))
        areas = (area for area in self._layout.areas if area.kind == PLATES)
        return {area.seat or 0: Rect(area.box.x, area.box.y - above, area.box.w, high) for area in areas}

    def _counts(self, seat: int, styles: tuple[Style, Style]) -> Iterator[_Counted]:
        """A seat's 13-pile and its hand."""
        layout, u = self._layout, self._layout.unit
        for role, least, few in zip(("reserve", "stock"), styles, (LOW, -1), strict=True):
            pile, style = self._stage.find(role, seat), least
            x, y, w, h = layout.places[pile].box
            high = round(Text("0", least).height(u, w))
            if least is _OTHERS[0]:
                plate = Rect(layout.areas[layout.places[pile].area].box)
                high = max(high, round(min(_STAKE * u, plate.bottom - y - h - 4 * u)))
                style = Style(high / u, high / u)
            yield _Counted(pile, style, few, Rect(x, round(y + h + 2 * u), w, high))

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
        seats = tuple(map(SeatView, range(session.seats), session.names, session.backs, totals, marks))
        low = [
            each.pile
            for each in self._counted
            if 0 < len(piles[each.pile]) <= each.few and self.warns and playing
        ]
        return TableView(
            seats,
            tuple([self._own(own, seats[own.seat]) for own in self.own]),
            tuple([len(piles[each.pile]) for each in self._counted]),
            frozenset(low),
            one_by_one(session),
        )

    def _own(self, own: OwnSeat, seat: SeatView) -> OwnView:
        session, state, lines = self.session, self.session.state, self.lines
        if own.caps and state.phase == PLAYING and state.sits_out(own.seat):
            lines = _("You sit this round out"), _("The others play on. Knock for the next round.")
        caps = None if lines else own.caps
        may_knock = caps is not None and state.phase == PLAYING and not self._stage.piles[own.reserve]
        return OwnView(
            seat,
            round_line(session),
            caps,
            (state.phase, state.ready >> own.seat & 1),
            may_knock,
            called(session, own.seat),
            advice(session, own.seat, caps.call) if caps else "",
            tuple(lines),
        )

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
            show(f"seat {seat}", view.seats[seat], self._plate, box)
        if (view.counts, view.low) != (before.counts, before.low):
            self._count()
        for own, shown in zip(self.own, view.own, strict=True):
            show(f"seat {own.seat}", shown, partial(self._written, own), own.written)
            if own.caps:
                show("advice" + own.end, shown.advice, advice_board, own.advised)
                show("one by one" + own.end, view.one_by_one, one_card_note, own.noted)
        if self.race:
            self.race.covered = any(own.advice for own in view.own)
            self.race.refresh()

    def _count(self) -> None:
        """Show the number of cards in each pile that shows it."""
        for counted, number in zip(self._counted, self.view.counts, strict=True):
            beats = self._beats and counted.pile in self.view.low
            box = counted.box.inflate(0, (_LARGER - 1) * counted.box.h) if beats else counted.box
            self._overlay.renew(f"count{counted.pile}", (number, beats), counted.text, box)

    def _written(self, own: OwnSeat, shown: OwnView) -> Node:
        return own.make(shown, self._faces(own.number) if shown.caps else ())

    def _plate(self, seat: SeatView) -> Node:
        return plate(seat, self._stage.canvas.deck)

    def _write_keys(self) -> None:
        u, layout = self._layout.unit, self._layout
        own = [own for own in self.own if own.caps]
        for each in own:
            for pile, key in each.caps.piles.items() if each.caps else ():
                box = Rect(layout.places[pile].box)
                self._cap(f"key{pile}", key, (box.centerx, box.y - 13 * u))
        for area in layout.areas:
            if area.kind == SHARED:
                x, y, w, h = area.box
                sides = max(10 * u, x - 14 * u), min(layout.size[0] - 10 * u, x + w + 14 * u)
                for number, (at, each) in enumerate(zip(sides, own, strict=False)):
                    self._cap(f"table {number}", each.caps.table if each.caps else "", (at, y + h / 2))

    def _cap(self, area: str, key: str, center: tuple[float, float]) -> None:
        self._overlay.show(area, KeyCap(key) if key else None, At("center", center))

    def renew_keys(self, caps: Sequence[Caps]) -> None:
        """Show these on the keys of each own seat from now on."""
        for own, each in zip(self.own, caps, strict=False):
            own.caps = each
        self._write_keys()

    def before_draw(self, now: float) -> None:
        """Pulse the frames and the numbers of low 13-piles; an empty own one calls for the knock, as does the
        button."""
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
        for name, rect, radius in (
            ("button", self.buttons[KNOCK.name + own.end], 7),
            ("place", box, 0.07 * box.w / self._layout.unit),
        ):
            patch = None if level is None else Plate((*theme.GOLD, 16 + 18 * level), radius=radius)
            self._overlay.show(f"call {name}{own.end}", patch, rect)
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
                "key": tables.get(seat.seat, ""),
            }
            for seat in self.view.seats
        ]
        self._frames.describe(page)
        if self.race:
            self.race.describe(page)

    def voice(self, seat: int) -> tuple[int, int, int]:
        """Where a seat's shouts appear: beside its name, from this x, at this y, and as far as its total. No
        card lies there."""
        name, total = (self._overlay.places[f"{part} {seat}"] for part in ("name", "total"))
        u = self._layout.unit
        return round(name.right + 4 * u), name.centery, round(total.x - 6 * u)

    def seat_point(self, seat: int) -> tuple[int, int]:
        """Where a seat's points are counted up: in the middle of its cards, or beside its name."""
        for own in self.own:
            if own.seat == seat:
                return own.panel.centerx, own.panel.y if self.own[1:] else own.tray.y
        areas = (area.box for area in self._layout.areas if area.seat == seat)
        return Rect(next(areas, (0, 0, *self._layout.size))).center


_BUBBLE, _NOTE, _DUEL, _STREAK, _FLASH = 1.8, 1.6, 1.5, 0.9, 0.24
"""Seconds that a shout, a note, a duel, a streak and the flash of a pile stay."""
_LOUD, _WORDS = 60, 38
"""The largest letters of a streak, and those of a duel, in units."""
_DARK = (3, 16, 11, 222)
WIDEST = 744
"""The prompt, in units."""


def shout(stage: Stage, hud: Hud, seat: int, words: str, color: theme.Color, now: float) -> None:
    """A seat calls something out."""
    x, y, end = hud.voice(seat)
    at = At("midleft", (x, y), Rect(0, 0, end, stage.layout.size[1]))
    stage.overlay.say(f"bubble{seat}", bubble(words, color), at, until=now + _BUBBLE)


def note(stage: Stage, words: str, pile: int, now: float) -> None:
    """A small note above one of the own piles, not at another's."""
    layout = stage.layout
    seat = layout.areas[layout.places[pile].area].box
    above = AtPile(pile, -0.02, 0, "midbottom", Rect(seat.x, 0, seat.w, layout.size[1]))
    stage.overlay.say("note", label(words), above, until=now + _NOTE)


def duel(stage: Stage, words: str, pile: int, color: theme.Color, now: float) -> None:
    """Who was faster at a shared pile: it flashes in this colour and says so."""
    overlay, u, card = stage.overlay, stage.layout.unit, stage.card(pile)
    overlay.frame("duel pile", pile, color, width=0.06, until=now + _DUEL)
    flash = Plate(color, radius=0.07 * card.w / u, wide=card.w / u, high=card.h / u)
    overlay.say("duel flash", flash, AtPile(pile), until=now + _FLASH, enters=FLASHES)
    overlay.say("duel", burst(words, _WORDS, color), AtPile(pile, 0.84), until=now + _DUEL, enters=SLAMS)


def streak(stage: Stage, seat: int, count: int, pile: int, now: float) -> None:
    """The cards that an own seat has laid one after the other without a pause, counted on the latest."""
    size = min(_LOUD, 24 + 3.0 * count, 0.42 * stage.card(pile).w / stage.layout.unit)
    words = burst(f"×{count}", size, _DARK, theme.GOLD)
    stage.overlay.say(f"streak{seat}", words, AtPile(pile, 0.36), until=now + _STREAK, enters=SLAMS)


def invitation(session: Session, knockers: Knockers, legend: Legend) -> Node:
    """The buttons to begin, and below them what a newcomer has to know; or that others have yet to."""
    knocks = knockers.buttons(session, _("Knock to begin"))
    if not knocks:
        return Column(Text(_("Waiting for the others …"), HEADING), ground="plate", pad=(22, 22))
    aim = _("Empty your 13-pile first. Everyone plays at once, card by card, onto the shared table.")
    return Column(
        Row(*knocks, gap=14, pack="middle"),
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
        return _("Each plays with half of the keyboard: its keys stand on the piles · F1: help")
    words = _("Click or drag a card · Right click: to the table · {turn}: turn the hand · {help}: help")
    return words.format(turn=legend("V"), help=legend("F1"))
