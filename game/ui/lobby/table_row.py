"""A row for a table on the network."""

from typing import TYPE_CHECKING, NamedTuple

from game.i18n import _, ngettext
from game.lan.known_hosts import Standing
from game.net.wire.packet import TableInfo
from game.ui.engine import theme
from game.ui.engine.assets import RATIO, CardImages
from game.ui.lobby.addresses import short
from game.ui.view.boxes import Column, Fitting, Row
from game.ui.view.leaves import SMALL, Artwork, Gap, Icon, Plate, Style, Text
from game.ui.view.node import Node

if TYPE_CHECKING:
    from game.net.discovery.finder import Found

_NAME = Style(25, 32)
_ICONS = {"known": "on", "changed": "gold", "lock": "mist", "bot": "mist"}
"""The colours of the signs."""
_OWN = ("127.0.0.1", "::1")


def table_lines(
    found: "Found", standing: Standing, kept: bool, cards: CardImages, card: float, focused: bool
) -> Node:
    """Name and seats; below them who sits there; below that its address, its state and what a click does.

    `card`: the width of the card backs."""
    info = found.info
    state, does, _words = offer(info, standing, kept)
    where = _("this computer") if found.address[0] in _OWN else short(found.address)
    return Column(
        Row(
            _sign(standing, 20, 22) if standing != "new" else None,
            Text(info.name, _NAME, at="start", grow=1),
            _sign("lock", 20, 18) if info.code else None,
            Text(f"{info.taken}/{info.seats}", _NAME, at="end"),
            grow=1.2,
        ),
        Fitting(players(info, cards, card, beside=True), players(info, cards, card, beside=False), grow=1),
        Row(
            Text(f"{state} · {where}", SMALL, at="start", grow=1),
            Text(does, SMALL, at="end", color="gold" if focused else ""),
            grow=1,
        ),
        pad=(16, 4),
        gap=1,
    )


def players(info: TableInfo, cards: CardImages, card: float, beside: bool) -> Node:
    """All seats from left to right: those taken, then the empty ones. Of a host that does not tell who sits
    there, only how many seats are taken is known.

    The names stand `beside` their card backs, or all of them after the seats."""
    parts: list[Node] = []
    for number in range(info.seats):
        if number >= len(info.sitters):
            parts.append(_seat(card, number < info.taken))
            continue
        sitter = info.sitters[number]
        parts.append(back_picture(sitter.back, card, cards))
        if beside:
            color = "mist" if sitter.bot else "ivory"
            parts += [_sign("bot", 14, 14)] if sitter.bot else []
            parts += [Text(sitter.name, SMALL, color=color, at="start"), Gap(wide=5)]
    if not beside:
        people = [each.name for each in info.sitters if each.name and not each.bot]
        if bots := sum(each.bot for each in info.sitters):
            people.append(ngettext("{n} bot", "{n} bots", bots).format(n=bots))
        parts += [Gap(wide=5), Text(", ".join(people), SMALL, color="ivory", at="start", grow=1)]
    return Row(*parts, gap=5)


def _seat(card: float, taken: bool) -> Node:
    """A seat of which no more is known."""
    fill, edge = (
        (theme.colors.raised_hover, theme.colors.mist)
        if taken
        else ((*theme.colors.ivory[:3], 14), theme.colors.tray_edge)
    )
    return Plate(fill, edge, 2, wide=card, high=card * RATIO, align="middle")


class Offer(NamedTuple):
    """What a table offers a player who joins now."""

    state: str
    does: str
    """What a click does."""
    words: str
    """Who opened the table, and what happens then."""


def offer(info: TableInfo, standing: Standing, kept: bool) -> Offer:
    """In words. `standing`: whether the host is known from before, or has taken the name of one that is.
    `kept`: whether one of the seats is the player's."""
    if kept and standing != "changed":
        return Offer(_("your seat is kept"), _("Sit down"), _("Your seat is kept: play on."))
    full = info.taken == info.seats
    does = _("Watch") if info.playing or full else _("Sit down")
    if standing == "changed":
        words = _("This name belonged to another computer when you last played there.")
        return Offer(_("another computer than before"), does, words)
    state = _("playing") if info.playing else _("all seats taken") if full else _("waiting for players")
    if full:
        words = _("All seats are taken: watch, and have a seat as soon as one is free.")
    elif info.playing:
        words = _("A match is being played: watch, and sit down when the next round begins.")
    elif info.code:
        words = _("There is a seat for you, if you know the code of the table.")
    else:
        words = _("There is a seat for you.")
    known = _("You have played with this host before.") + " " if standing == "known" else ""
    return Offer(state, does, known + words)


def back_picture(back: int, wide: float, cards: CardImages) -> Icon:
    """A card back, `wide` in units."""
    return Icon(("back", back), lambda rect, u: cards.back(back, rect.w), wide=wide)


def _sign(name: str, high: int, wide: float) -> Artwork:
    """A sign, `high` and `wide` in units."""
    return Artwork(f"sign/{name}", high, getattr(theme.colors, _ICONS[name]), wide=wide)
