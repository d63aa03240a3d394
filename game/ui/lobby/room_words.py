"""What is said of a table before the match: who sits there, what the match waits for, why to knock again."""

from collections import Counter

from game.core.limits import LEVEL_NAMES
from game.i18n import _, ngettext
from game.lan.table import names_of
from game.net.wire.messages import Room, SeatInfo
from game.rules.haisty import Haisty
from game.rules.options import choices
from game.ui.table.advice import few
from game.ui.widgets.house_rules import MatchRules


def detail(room: Room, place: SeatInfo, here: bool) -> str:
    """What kind of player sits there; `here`: at this screen."""
    if place.kind == "bot" and place.level:
        return _("bot") + " · " + _(LEVEL_NAMES[place.level])
    if place.kind == "away":
        if place.level:
            return _("gone · a bot plays")
        return _("gone · the seat is kept") if place.member is not None else _("has left")
    words = [_("you")] if here else []
    if place.member is not None and place.member == room.owner:
        words.append(_("host"))
    return " · ".join(words)


def standing(room: Room, own: SeatInfo | None) -> str:
    """What the match is waiting for."""
    if own is None:
        if any(place.kind == "empty" for place in room.places):
            return _("You are watching. There is a seat for you if you want to play.")
        return _("You are watching. All seats are taken.")
    if taken(room) < 2:
        return _("The match begins when at least two are seated and everyone has knocked.")
    if not own.ready:
        return _("The match begins when everyone has knocked.")
    people = zip(names_of(room), room.places, strict=True)
    names = [name for name, place in people if place.kind == "person" and not place.ready]
    return _("Waiting for {names} …").format(names=few(names)) if names else ""


def knock_again(before: Room, room: Room) -> str:
    """Why a player who had knocked in the room as it was before must knock again; empty: for no reason that
    is left."""
    there, arrived = _people(room), Counter(room.watchers) - Counter(before.watchers)
    gone: list[str] = []
    watching: list[str] = []
    for name, place in zip(names_of(before), before.places, strict=True):
        if place.kind == "person" and place.member is not None and place.member not in there:
            (watching if arrived[place.name] else gone).append(name)
    if gone:
        return _("Gone: {names}. Knock again.").format(names=few(gone))
    if watching:
        words = ngettext(
            "{names} is watching now. Knock again.", "{names} are watching now. Knock again.", len(watching)
        )
        return words.format(names=few(watching))
    if match_rules_of(room) != match_rules_of(before):
        return _("The house rules have changed. Knock again.")
    return ""


def taken(room: Room) -> int:
    """How many seats are taken."""
    return sum(place.kind != "empty" for place in room.places)


def ready(room: Room) -> set[int]:
    """The members who have knocked."""
    return {place.member for place in room.places if place.ready and place.member is not None}


def match_rules_of(room: Room) -> MatchRules:
    """What the table is played by; house rules that this version does not know are left out."""
    known = {name: room.house[name] for name in choices(Haisty()) if name in room.house}
    return MatchRules(Haisty(**known), room.target, room.rounds)


def _people(room: Room) -> set[int | None]:
    return {place.member for place in room.places if place.kind == "person"}
