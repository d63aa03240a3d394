"""A row for a table on the network."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from game.i18n import _
from game.lan.known_hosts import Standing
from game.net.wire.packet import TableInfo
from game.ui.engine import text, theme
from game.ui.engine.theme import Color
from game.ui.lobby.addresses import short
from game.ui.lobby.host_mark import host_mark
from game.ui.lobby.sitters import Back, draw_sitters
from game.ui.widgets.rows import Button

if TYPE_CHECKING:
    from game.net.discovery.finder import Found

_SMALL = 20
"""Height of the second line's letters in units; the first line's are those of any row."""
_OWN = ("127.0.0.1", "::1")


class TableRow(Button):
    """Name and seats; below them who sits there; below that its address, its state and what a click does."""

    rows = 2.0

    def __init__(
        self, found: "Found", standing: Standing, visit: "Callable[[Found], None]", back: Back
    ) -> None:
        """`standing`: whether the host is known from before, or has taken the name of one that is. `back`:
        pictures of card backs."""
        super().__init__(found.info.name, lambda: visit(self.found))
        self._back = back
        self.found, self.standing = found, standing
        self.help = _explained(found.info, standing)

    def update(self, found: "Found", standing: Standing) -> None:
        """Show what has changed."""
        if (found, standing) != (self.found, self.standing):
            self.found, self.standing, self.dirty = found, standing, True
            self.label, self.help = found.info.name, _explained(found.info, standing)

    def draw_inside(self, surface: Surface) -> None:
        u, rect, info = self.u, self.rect, self.found.info
        left, right = rect.x + 16 * u, rect.right - 16 * u
        upper, lower = rect.y + rect.h * 0.22, rect.y + rect.h * 0.82
        line = partial(text.draw, surface, max_height=0.32 * rect.h)
        seats = line(f"{info.taken}/{info.seats}", self.size, theme.IVORY, midright=(right, upper))
        end = seats.x - 10 * u
        if info.code:
            lock = _lock(round(20 * u), theme.MIST)
            end = surface.blit(lock, lock.get_rect(midright=(round(end), round(upper)))).x - 10 * u
        if self.standing != "new":
            mark = host_mark(self.standing, round(20 * u))
            begin = left + mark.width + 8 * u
            surface.blit(mark, mark.get_rect(midleft=(round(left), round(upper))))
        else:
            begin = left
        line(self.label, self.size, theme.IVORY, max_width=end - begin, midleft=(begin, upper))
        middle = Rect(round(left), round(rect.y + rect.h * 0.36), round(right - left), round(rect.h * 0.3))
        draw_sitters(surface, middle, info, self._back, u)
        does = _("Watch") if _watches(info) else _("Sit down")
        color = theme.GOLD if self.focused else theme.MIST
        end = line(does, _SMALL * u, color, midright=(right, lower)).x - 12 * u
        address = self.found.address
        where = _("this computer") if address[0] in _OWN else short(address)
        state = _("another computer than before") if self.standing == "changed" else _state(info)
        says = f"{state} · {where}"
        line(says, _SMALL * u, theme.MIST, max_width=end - left, midleft=(left, lower))


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
