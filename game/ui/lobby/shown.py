"""The table before the match as a room sees it on a TV: who is there, what is played, and how to come."""

from collections.abc import Sequence
from typing import NamedTuple

from game.i18n import _, ngettext
from game.net.wire.messages import Room
from game.ui.engine import text
from game.ui.lobby import room as rooms
from game.ui.lobby.invite import code_picture, invitation
from game.ui.view.boxes import Column, Fitting, Row
from game.ui.view.leaves import Gap, Icon, Style, Text
from game.ui.view.node import Node
from game.ui.view.page import panel
from game.ui.widgets.house_rules import MatchRules

_KIND, _GOAL, _WAITS, _WAY = Style(44, 50), Style(25, 32, "mist"), Style(27, 36), Style(22, 28)
_LETTERS = 50, 43, 36, 29, 22
"""The heights of letters of which the largest that fit are those of the address."""
_CODE, _PICTURE, _LESS, _ROOMY = Style(38, 46, "gold"), 200, 60, 330
"""The picture's width in units beside what else is told, how much less it is where text is twice as large,
and the width alone."""


class Way(NamedTuple):
    """How others come to a table."""

    addresses: Sequence[str]
    """The likeliest to work first."""
    mark: bytes
    """The fingerprint of the host's key."""
    code: str
    """Empty: the table is open to all."""


def goal_of(house: MatchRules) -> str:
    """How far a match goes."""
    if house.race:
        return ngettext("{n} deal", "{n} deals", house.rounds).format(n=house.rounds) if house.rounds else ""
    if house.target:
        return _("goal {target}").format(target=house.target)
    return ngettext("{n} round", "{n} rounds", house.rounds).format(n=house.rounds)


def shown(room: Room, way: Way | None, kind: str, goal: str, keys: str, more: Node | None) -> Node:
    """`kind`: what is played; `goal`: how far; `keys`: those that do something here; `more`: what else there
    is to tell."""
    seats = [rooms.seat(room, number, False, [], None) for number in range(len(room.places))]
    game = Column(Text(kind, _KIND), Text(goal, _GOAL) if goal else None, gap=0, pad=(24, 10), ground="sheet")
    waits = rooms.awaited(room, any(place.ready for place in room.places if place.kind == "person"))
    words = Row(Text(waits, _WAITS), pad=(18, 0), pack="middle", ground="plate", high=44)
    left = Column(
        rooms.table(room, None, seats, game),
        words if waits else Gap(high=44),
        Row(rooms.watchers(room), Row(Text(keys, _WAY), pad=(18, 0), ground="plate"), gap=18, high=46),
        gap=10,
        wide=rooms.TABLE,
    )
    right = Column(_coming(way, not more) if way else None, more, gap=10, grow=1)
    return Column(
        rooms.header(room.name.strip() or _("The table"), [], "", None, True),
        Row(left, right, gap=16, grow=1),
        gap=10,
        pad=(0, 8),
        wide=1256,
        high=720,
    )


def _coming(way: Way, roomy: bool) -> Node:
    """Who may come, and how; `roomy`: there is nothing else to tell."""
    wide = _ROOMY if roomy else _PICTURE - _LESS * max(0.0, text.letters.scale - 1)
    first, *others = way.addresses
    content = invitation(first, way.mark)
    code = Text(_("code {code}").format(code=way.code), _CODE) if way.code else None
    return panel(
        _("Play along"),
        Gap(grow=1),
        Text(_("The others enter this address:"), _WAY),
        Fitting(*(Text(first, Style(size, size + 6, "gold")) for size in _LETTERS)),
        Text(_("or {address}").format(address=others[0]), _WAY) if others and roomy else None,
        code or Text(_("No code is needed."), _WAY),
        Gap(high=6),
        Icon(content, lambda rect, u: code_picture(content, rect.w), wide=wide, high=wide, align="middle"),
        Gap(grow=1),
        grow=1,
    )
