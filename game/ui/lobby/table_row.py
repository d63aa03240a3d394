"""A row for a table on the network."""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from game.i18n import _
from game.lan.known_hosts import Standing
from game.net.wire.packet import TableInfo
from game.ui.engine import theme
from game.ui.engine.theme import Color
from game.ui.lobby.addresses import short
from game.ui.lobby.host_mark import host_mark_picture
from game.ui.lobby.sitters import Back, draw_sitters
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import SMALL, Button, Picture, Style, Text

if TYPE_CHECKING:
    from game.net.discovery.finder import Found

_NAME = Style(25, 32)
_OWN = ("127.0.0.1", "::1")


def table_row(
    found: "Found",
    standing: Standing,
    focused: str,
    visit: "Callable[[Found], None]",
    back: Back,
    rows: float,
) -> Button:
    """Name and seats; below them who sits there; below that its address, its state and what a click does.

    `standing`: whether the host is known from before, or has taken the name of one that is. `focused`: the
    control in focus. `back`: pictures of card backs. `rows`: its height in rows."""
    info, name = found.info, f"table {found.info.id.hex()}"
    does = _("Watch") if _watches(info) else _("Sit down")
    where = _("this computer") if found.address[0] in _OWN else short(found.address)
    state = _("another computer than before") if standing == "changed" else _state(info)
    known = host_mark_picture(standing) if standing != "new" else None
    inside = Column(
        Row(
            known,
            Text(info.name, _NAME, at="start", grow=1),
            Picture("lock", _draw_lock, wide=18) if info.code else None,
            Text(f"{info.taken}/{info.seats}", _NAME, at="end"),
            grow=1.2,
        ),
        Picture(info, lambda surface, rect, u: draw_sitters(surface, rect, info, back, u), grow=1),
        Row(
            Text(f"{state} · {where}", SMALL, at="start", grow=1),
            Text(does, SMALL, at="end", color="GOLD" if focused == name else ""),
            grow=1,
        ),
        pad=(16, 4),
        gap=1,
    )
    return Button(
        info.name,
        lambda: visit(found),
        name=name,
        inside=inside,
        rows=rows,
        help=_explained(info, standing),
    )


def _draw_lock(surface: Surface, rect: Rect, u: float) -> None:
    lock = _lock(round(20 * u), theme.MIST)
    surface.blit(lock, lock.get_rect(center=rect.center))


def _watches(info: TableInfo) -> bool:
    """Whether a player who joins now must watch first."""
    return info.playing or info.taken == info.seats


def _state(info: TableInfo) -> str:
    if info.playing:
        return _("playing")
    return _("all seats taken") if info.taken == info.seats else _("waiting for players")


def _explained(info: TableInfo, standing: Standing) -> str:
    """Who opened the table, and what happens to a player who joins now."""
    if standing == "changed":
        return _("This name belonged to another computer when you last played there.")
    if standing == "known":
        return _("You have played with this host before.") + " " + _joining(info)
    return _joining(info)


def _joining(info: TableInfo) -> str:
    if info.taken == info.seats:
        return _("All seats are taken: watch, and have a seat as soon as one is free.")
    if info.playing:
        return _("A match is being played: watch, and sit down when the next round begins.")
    if info.code:
        return _("There is a seat for you, if you know the code of the table.")
    return _("There is a seat for you.")


@lru_cache(maxsize=8)
def _lock(high: int, color: Color) -> Surface:
    """A smooth padlock of this height."""
    k, wide = 4, round(high * 0.8)
    big = Surface((wide * k, high * k), pygame.SRCALPHA, 32)
    big.fill((*color[:3], 0))
    body = Rect(0, round(high * k * 0.44), wide * k, round(high * k * 0.56))
    stroke = max(k, high * k // 8)
    bow = Rect(0, stroke // 2, round(wide * k * 0.64), round(high * k * 0.8))
    bow.centerx = body.centerx
    pygame.draw.rect(big, color, bow, stroke, bow.w // 2)
    pygame.draw.rect(big, color, body, 0, high * k // 8)
    return pygame.transform.smoothscale(big, (wide, high)).convert_alpha()
