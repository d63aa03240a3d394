"""What is written at the seats of a match, as trees of nodes made of values."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from game.i18n import _
from game.sessions.session import Session
from game.ui.cards.deck import Deck, Look
from game.ui.cards.labels import figure
from game.ui.cards.overlay import Named, TableButton
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.input.keys import AT_THE_TABLE, Caps, Legend, pile_keys
from game.ui.play.match.commands import CALL, KNOCK
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import Gap, Icon, Style, Text
from game.ui.view.node import Align, Node

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


def tray(own: OwnView, buttons: Sequence[TableButton]) -> Node:
    """The panel beside the own piles."""
    seat = own.seat
    line = Text(own.round, _LINE, at="start")
    mark = Text(seat.mark, _LINE, color="gold", at="end") if not own.caps else None
    head = Row(
        Column(_named(seat, _NAME, 30), line, gap=2, grow=1),
        Column(_total(seat, _TOTAL), mark, gap=0),
        gap=12,
        high=_HEAD,
    )
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


def strip(own: OwnView, buttons: Sequence[TableButton]) -> Node:
    """The line above the own piles where two seats lie side by side."""
    seat = own.seat
    line = Text(seat.mark or own.round, _STRIP_LINE, color="gold" if seat.mark else "", at="start", high=18)
    knock, call, *_shouts = _looks(own, buttons)
    call = call.replaced(label=_("Waiting …") if own.called else _("Speltorka"))
    pair = (each.replaced(wide=_STRIP_BUTTON) for each in (knock, call))
    names = Column(_named(seat, _STRIP_NAME, 25), line, gap=0, grow=1, pack="middle")
    return Row(names, _total(seat, _STRIP_TOTAL), Row(*pair, gap=8, high=35, align="middle"), gap=13)


def _looks(own: OwnView, buttons: Sequence[TableButton]) -> list[TableButton]:
    """The buttons of its hand, as they look now."""
    knock, call, *more = buttons
    ink = theme.colors.ivory if own.may_knock else None
    return [knock.replaced(ink=ink), call.replaced(wanted=bool(own.advice), lit=own.called), *more]


def advice_board(words: str) -> Node | None:
    """What a player who cannot move may do."""
    board = Column(Text(words, _ADVICE, at="start", wraps=True), pad=(9, 7), ground="note")
    return Column(board, pack="end") if words else None


def one_card_note(turned: bool) -> Node | None:
    """That everyone turns one card at a time."""
    return Text(_("one card at a time"), _ONE, at="start") if turned else None
