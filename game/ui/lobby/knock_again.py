"""Why players who had knocked must knock again: what has changed at the table since."""

from collections import Counter
from typing import NamedTuple

from game.i18n import _, ngettext
from game.lan.table import names_of
from game.net.wire.messages import Room
from game.rules.haisty import Haisty
from game.rules.options import choices
from game.ui.table.advice import few
from game.ui.widgets.house_rules import MatchRules


class KnockAgain(NamedTuple):
    """Why a player who had knocked must knock again."""

    gone: tuple[tuple[int, str], ...] = ()
    watching: tuple[tuple[int, str], ...] = ()
    """Players who have left or only watch now: members and their names."""
    rules: bool = False
    """Whether the rules have changed."""

    def words(self) -> str:
        """A sentence that explains it; empty: there is no reason."""
        if self.gone:
            return _("Gone: {names}. Knock again.").format(names=few([name for _member, name in self.gone]))
        if names := [name for _member, name in self.watching]:
            words = ngettext(
                "{names} is watching now. Knock again.", "{names} are watching now. Knock again.", len(names)
            )
            return words.format(names=few(names))
        return _("The house rules have changed. Knock again.") if self.rules else ""

    def but_for(self, room: Room) -> "KnockAgain":
        """The same without those who have sat down again."""
        there = _people(room)
        gone, watching = (
            tuple(one for one in those if one[0] not in there) for those in (self.gone, self.watching)
        )
        return KnockAgain(gone, watching, self.rules)


def knock_again(before: Room, room: Room) -> KnockAgain:
    """What has changed that makes everyone knock again."""
    there, arrived = _people(room), Counter(room.watchers) - Counter(before.watchers)
    gone: list[tuple[int, str]] = []
    watching: list[tuple[int, str]] = []
    for name, place in zip(names_of(before), before.places, strict=True):
        if place.kind == "person" and place.member is not None and place.member not in there:
            (watching if arrived[place.name] else gone).append((place.member, name))
    return KnockAgain(tuple(gone), tuple(watching), match_rules_of(room) != match_rules_of(before))


def _people(room: Room) -> set[int | None]:
    return {place.member for place in room.places if place.kind == "person"}


def somebody_knocked(before: Room, room: Room) -> bool:
    """Whether somebody has knocked in the meantime."""
    ready = {place.member for place in before.places if place.ready}
    knocked = {place.member for place in room.places if place.ready} - {None}
    return bool(knocked - ready)


def has_knocked(room: Room, member: int | None) -> bool:
    """Whether a member has knocked."""
    return any(place.ready and place.member == member for place in room.places)


def match_rules_of(room: Room) -> MatchRules:
    """What the table is played by; house rules that this version does not know are left out."""
    known = {name: room.house[name] for name in choices(Haisty()) if name in room.house}
    return MatchRules(Haisty(**known), room.target, room.rounds)
