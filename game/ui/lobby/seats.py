"""The seats at a table before the match: who sits there, who is ready, and what the match is waiting for."""

from collections.abc import Callable

from pygame import Rect, Surface

from game.core.limits import LEVEL_NAMES
from game.i18n import _
from game.lan.table import names_of
from game.net.wire.messages import Room, SeatInfo
from game.ui.engine import text, theme
from game.ui.table.advice import few

_GAP, _DETAIL, _WIDEST = 14, 240, 58
"""Padding around a card back, where the second column of a low row begins, and the widest card back, in
units."""
_TWO_LINES = 64
"""Rows at least this high show name and details in two lines."""
_EMPTY = (0, 0, 0, 40)
LIT = (92, 74, 20, 255)
"""The fill of the badge of a ready player."""


def detail(room: Room, place: SeatInfo, own: bool) -> str:
    """What kind of player sits there."""
    if place.kind == "bot" and place.level:
        return _("bot") + " · " + _(LEVEL_NAMES[place.level])
    if place.kind == "away":
        if place.level:
            return _("gone · a bot plays")
        return _("gone · the seat is kept") if place.member is not None else _("has left")
    words = [_("you")] if own else []
    if place.member is not None and place.member == room.owner:
        words.append(_("host"))
    return " · ".join(words)


def standing(room: Room, own: SeatInfo | None) -> str:
    """What the match is waiting for."""
    if own is None:
        if any(place.kind == "empty" for place in room.places):
            return _("You are watching. There is a seat for you if you want to play.")
        return _("You are watching. All seats are taken.")
    if sum(place.kind != "empty" for place in room.places) < 2:
        return _("The match begins when at least two are seated and everyone has knocked.")
    if not own.ready:
        return _("The match begins when everyone has knocked.")
    people = zip(names_of(room), room.places, strict=True)
    names = [name for name, place in people if place.kind == "person" and not place.ready]
    return _("Waiting for {names} …").format(names=few(names)) if names else ""


def draw_seat(
    surface: Surface,
    box: Rect,
    room: Room,
    number: int,
    own: bool,
    back: Callable[[int, int], Surface],
    buttons: int,
    u: float,
) -> None:
    """One row. `back` paints a card back; `buttons` pixels at the right end are kept free for buttons."""
    place, middle = room.places[number], box.centery
    radius, line = round(8 * u), max(1, round(u))
    wide = round(min(_WIDEST * u, (box.h - 10 * u) / 1.4))
    left = box.x + wide + 2 * _GAP * u
    if place.kind == "empty":
        surface.blit(theme.rounded(box.size, radius, _EMPTY, theme.TRAY_EDGE, line), box)
        text.draw(surface, _("empty"), 22 * u, theme.MIST, midleft=(left, middle))
        return
    edge = (*theme.IVORY, 150) if own else None
    surface.blit(theme.rounded(box.size, radius, theme.RAISED, edge, line), box)
    card = back(place.back, wide)
    surface.blit(card, card.get_rect(midleft=(round(box.x + _GAP * u), middle)))
    there = place.kind != "away"
    right = box.right - buttons - round(12 * u)
    if there and place.member is not None and place.ready:
        right = _draw_ready(surface, right, middle, u) - round(12 * u)
    name, words = names_of(room)[number], "" if buttons and place.member is None else detail(room, place, own)
    color = theme.IVORY if there else theme.MIST
    if box.h >= _TWO_LINES * u:
        above = middle - (14 * u if words else 0)
        text.draw(surface, name, 29 * u, color, max_width=right - left, midleft=(left, above))
        text.draw(surface, words, 20 * u, theme.MIST, max_width=right - left, midleft=(left, middle + 17 * u))
        return
    second = box.x + _DETAIL * u
    text.draw(surface, name, 25 * u, color, max_width=second - left - 12 * u, midleft=(left, middle))
    text.draw(surface, words, 20 * u, theme.MIST, max_width=max(1, right - second), midleft=(second, middle))


def _draw_ready(surface: Surface, right: int, middle: int, u: float) -> int:
    """The badge of a ready player; returns its left edge."""
    words = text.render(_("ready"), 20 * u, theme.GOLD)
    plate = theme.rounded(
        (words.width + round(22 * u), round(28 * u)), round(14 * u), LIT, theme.GOLD, max(1, round(u))
    )
    rect = plate.get_rect(midright=(right, middle))
    surface.blit(plate, rect)
    text.blit(surface, words, words.get_rect(center=rect.center).topleft)
    return rect.x
