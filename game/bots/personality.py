"""The bots' personalities: what each likes to do, whatever its level; one can learn them."""

from typing import NamedTuple

from game.bots.choose import Profile
from game.bots.names import BOT_NAMES


class Personality(NamedTuple):
    """What a bot adds to the values of its level."""

    lay: int = 0
    """Of cards to the table."""
    put: int = 0
    """Of cards to its own build piles."""
    extra: int = 0
    """How many more cards it lays, with an empty 13-pile, before it knocks."""
    waits: int = 1
    """How many times as long it takes to knock."""


PLAIN = Personality()
GREEDY = Personality(lay=30, extra=2)
"""For the table: whatever can be laid is laid first."""
HOARDER = Personality(put=30)
"""It builds at home before it lays a card on the table."""
LATE = Personality(extra=8, waits=3)
"""It knocks late: one more card, and one more."""
PERSONALITIES = dict(
    zip(BOT_NAMES, (GREEDY, HOARDER, LATE, PLAIN, HOARDER, GREEDY, PLAIN, LATE), strict=True)
)
"""The personality of each bot."""


def personality_of(name: str) -> Personality:
    """The personality of a bot, by its name."""
    return PERSONALITIES.get(name, PLAIN)


def adjusted(profile: Profile, personality: Personality) -> Profile:
    """The profile of a bot of this personality; what it never considers it does not consider now either."""
    a, b, c = (value and value + personality.lay for value in profile.lay)
    d, e, f = (value and value + personality.put for value in profile.put)
    return profile._replace(lay=(a, b, c), put=(d, e, f), extra=profile.extra + personality.extra)
