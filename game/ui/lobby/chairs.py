"""The places at a table before the match: who sits there, and who has knocked."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from pygame import Rect, Surface

from game.core.limits import Level
from game.i18n import N_, _, ngettext
from game.lan.table import names_of
from game.net.wire.messages import Room, SeatInfo
from game.ui.engine import text, theme
from game.ui.table.advice import few
from game.ui.widgets.house_rules import house_of

LEVELS: dict[Level, str] = {"easy": N_("Easy"), "medium": N_("Medium"), "hard": N_("Hard")}
_GAP, _DETAIL, _WIDEST = 14, 240, 58
"""Room around a card's back, where the second column of a low row begins, and the widest back, in units."""
_TWO_LINES = 64
"""Rows at least so high say who and what in two lines."""
_EMPTY = (0, 0, 0, 40)
LIT = (92, 74, 20, 255)
"""Of what has been knocked for."""


def detail(room: Room, place: SeatInfo, own: bool) -> str:
    """What kind of player sits there."""
    if place.kind == "bot" and place.level:
        return _("bot") + " · " + _(LEVELS[place.level])
    if place.kind == "away":
        if place.level:
            return _("gone · a bot plays")
        return _("gone · the seat is kept") if place.member is not None else _("has left")
    words = [_("you")] if own else []
    if place.member is not None and place.member == room.owner:
        words.append(_("host"))
    return " · ".join(words)


def standing(room: Room, own: SeatInfo | None) -> str:
    """What is waited for before the match can begin."""
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


def has_knocked(room: Room, member: int | None) -> bool:
    """Whether a member has knocked."""
    return any(place.ready and place.member == member for place in room.places)


class Unready(NamedTuple):
    """Why one who had knocked has to knock again."""

    gone: tuple[tuple[int, str], ...] = ()
    watching: tuple[tuple[int, str], ...] = ()
    """The people who sat there and have gone, or only watch now: members and their names."""
    rules: bool = False
    """Whether something else is going to be played."""

    def words(self) -> str:
        """A sentence that says so; empty: there is no reason."""
        if self.gone:
            return _("Gone: {names}. Knock again.").format(names=few([name for _member, name in self.gone]))
        if names := [name for _member, name in self.watching]:
            words = ngettext(
                "{names} is watching now. Knock again.", "{names} are watching now. Knock again.", len(names)
            )
            return words.format(names=few(names))
        return _("The house rules have changed. Knock again.") if self.rules else ""

    def but_for(self, room: Room) -> "Unready":
        """The same without those who sit there again."""
        there = _people(room)
        gone, watching = (
            tuple(one for one in those if one[0] not in there) for those in (self.gone, self.watching)
        )
        return Unready(gone, watching, self.rules)


def unready(before: Room, room: Room) -> Unready:
    """What has changed so that all have to knock again."""
    there, arrived = _people(room), Counter(room.watchers) - Counter(before.watchers)
    gone: list[tuple[int, str]] = []
    watching: list[tuple[int, str]] = []
    for name, place in zip(names_of(before), before.places, strict=True):
        if place.kind == "person" and place.member is not None and place.member not in there:
            (watching if arrived[place.name] else gone).append((place.member, name))
    return Unready(tuple(gone), tuple(watching), house_of(room) != house_of(before))


def _people(room: Room) -> set[int | None]:
    return {place.member for place in room.places if place.kind == "person"}


def somebody_knocked(before: Room, room: Room) -> bool:
    """Whether somebody has knocked in between."""
    ready = {place.member for place in before.places if place.ready}
    knocked = {place.member for place in room.places if place.ready} - {None}
    return bool(knocked - ready)


def draw_chair(
    surface: Surface,
    box: Rect,
    room: Room,
    number: int,
    own: bool,
    back: Callable[[int, int], Surface],
    buttons: int,
    u: float,
) -> None:
    """One row. `back` paints a card's back; `buttons` pixels at the right end are kept free for those."""
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
    """The sign of a knock; its left end."""
    words = text.render(_("ready"), 20 * u, theme.GOLD)
    plate = theme.rounded(
        (words.width + round(22 * u), round(28 * u)), round(14 * u), LIT, theme.GOLD, max(1, round(u))
    )
    rect = plate.get_rect(midright=(right, middle))
    surface.blit(plate, rect)
    text.blit(surface, words, words.get_rect(center=rect.center).topleft)
    return rect.x
