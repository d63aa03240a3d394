"""Tonight: what all who sat at the same tables on the network have played in the last twelve hours."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from game.storage.result import MatchResult

HOURS = 12
"""How long a night is."""


class Guest(NamedTuple):
    """Somebody who played tonight: matches, races and duels together."""

    name: str
    """By which they played last; empty: the player here."""
    key: str
    """The fingerprint of their machine's key; empty if it is not known."""
    played: int
    won: int
    points: int
    fastest: int
    """The shortest round of Haisty that they ended by knocking, in microseconds; 0: none."""


class _Place(NamedTuple):
    """A seat of a match, of a person."""

    who: tuple[str, str]
    """The key of the machine; and the name, where the key does not tell two from each other."""
    name: str
    won: bool
    points: int
    fastest: int


def since(now: float) -> int:
    """When the night began, in seconds since 1970."""
    return int(now) - HOURS * 3600


def tonight(matches: Iterable[MatchResult], watched: Iterable[MatchResult] = ()) -> list[Guest]:
    """All who played in these, the latest last: who has won most comes first. `watched`: those in which the
    player here had no part."""
    played: dict[tuple[str, str], list[_Place]] = {}
    own = (_people(match) for match in matches if match.lan)
    for places in (*own, *map(_others, watched)):
        for place in places:
            played.setdefault(place.who, []).append(place)
    guests = [_guest(key, places) for (key, _name), places in played.items()]
    return sorted(guests, key=lambda each: (-each.won, -each.points, each.name))


def against(matches: Iterable[MatchResult], name: str, key: str) -> tuple[int, int]:
    """How many of these matches this one has won, and how many the player here, where both played."""
    won = Counter[bool]()
    for match in matches:
        own, *others = _people(match)
        for other in others:
            if other.who[0] == key and other.who[1] in ("", name):
                won.update([True] * other.won + [False] * own.won)
    return won[True], won[False]


def _people(match: MatchResult) -> Iterator[_Place]:
    """The seats of people, the own one first."""
    yield _Place(("", ""), "", match.won, match.points, match.fastest)
    yield from _others(match)


def _others(match: MatchResult) -> Iterator[_Place]:
    """The seats of other people."""
    people = [each for each in match.opponents if not each.level]
    best = max((each.points for each in match.opponents), default=match.points)
    keys = Counter(each.key for each in people)
    for each in people:
        who = each.key, each.name if keys[each.key] > 1 or not each.key else ""
        yield _Place(who, each.name, not match.won and each.points == best, each.points, each.fastest)


def _guest(key: str, places: Sequence[_Place]) -> Guest:
    fastest = min((each.fastest for each in places if each.fastest), default=0)
    won, points = sum(each.won for each in places), sum(each.points for each in places)
    return Guest(places[-1].name, key, len(places), won, points, fastest)
