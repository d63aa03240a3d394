"""What stands on the plates, trays and papers at a match's table: functions of what is known of it."""

from collections.abc import Sequence
from typing import NamedTuple

from game.core.portraits import Expression, Portrait
from game.i18n import _
from game.rules.haisty import RESERVE_SIZE
from game.sessions.session import Session
from game.ui.cards.labels import figure
from game.ui.cards.overlay import Named
from game.ui.engine import theme
from game.ui.input.keys import Caps, Legend
from game.ui.play.match.handicap import tag
from game.ui.play.match.knock import Knockers, knocked
from game.ui.play.match.layout import HEAD, lines
from game.ui.view.boxes import Column, Excerpt, Fitting, Row
from game.ui.view.leaves import HEADING, NOTE, SMALL, Artwork, Button, Cameo, Gap, Plate, Style, Text
from game.ui.view.node import Node


class Look(NamedTuple):
    """How the plate of a seat looks."""

    r: float
    """Of the face there, from its middle to its rim, in units."""
    name: Style
    total: Style
    line: Style
    """Of a remark, or of the round."""


OF_TRAY = Look(25, Style(26, 30), Style(44, 46), Style(17, 19, "mist"))
OF_STRIP = Look(21, Style(23, 24), Style(32, 34), Style(16, 18, "mist"))
_FIRST, _FURTHER, _ADVICE = Style(22, 25, "gold"), Style(17, 21, "mist"), Style(20, 22, "gold")
_ONE = Style(19, 21, "gold")
_ROUND, _LEAD = Style(19, 24), Style(16, 20, "mist")
PAPER, _MENU = (216, 56), 34
"""The size of the strip of paper on which the round is told, and how wide the button on it is, in units."""
_FAR_ROUND, _FAR_NAME, _FAR_LEAD = Style(29, 36), Style(24, 30), Style(22, 28, "mist")
"""The same where a room reads it, and the latest contest below it."""
_FAR_R = 24
"""Of the face of who was first in that, from its middle to its rim, in units."""
_HEAD, _STRIP_BUTTON = 56, 150
"""Height above the buttons beside the piles, and width of a button above them, in units."""
WIDEST = 744
"""The prompt, in units."""


def look_of(tall: float) -> Look:
    """How a plate of another seat looks that is so many units high."""
    high = tall / lines()
    name, total = Style(0.41 * high, 0.44 * high), Style(0.52 * high, 0.54 * high, "gold")
    return Look(0.46 * min(tall, HEAD), name, total, Style(0.3 * high, 0.34 * high, "gold"))


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


def other_plate(look: Look, seat: SeatView) -> Node:
    """The face and the name of another seat, and its points below it."""
    total = _total(seat, look.total)
    below: Node = Row(total, Gap(grow=1))
    if seat.mark:
        mark = Text(seat.mark, look.line, at="end", grow=1, firm=True)
        below = Fitting(Row(total, mark, gap=6), mark.replaced(at="start"))
    below = _with_tag(below, seat, 0.7 * look.name.size)
    names = Column(_named(seat, look.name), below, gap=0, grow=1, pack="middle")
    return Row(_face(seat, look.r), names, Gap(wide=0), gap=8, pad=(4, 0))


def own_plate(look: Look, seat: SeatView, words: str) -> Node:
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
    head = own_plate(OF_TRAY, seat, own.round).replaced(high=_HEAD)
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
        own_plate(OF_STRIP, own.seat, own.round).replaced(grow=1),
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
