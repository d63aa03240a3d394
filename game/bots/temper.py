"""The bots' tempers: what each likes to do, whatever its level; one can learn them."""

from typing import NamedTuple

from game.bots.choose import Profile
from game.bots.names import BOT_NAMES


class Temper(NamedTuple):
    """What a bot adds to the values of its level."""

    lay: int = 0
    """Of cards to the table."""
    put: int = 0
    """Of cards to its own build piles."""
    extra: int = 0
    """How many more cards it lays, with an empty 13-pile, before it knocks."""
    waits: int = 1
    """How many times as long it takes to knock."""


PLAIN = Temper()
GREEDY = Temper(lay=30, extra=2)
"""For the table: whatever can be laid is laid first."""
HOARDER = Temper(put=30)
"""It builds at home before it lays a card on the table."""
LATE = Temper(extra=8, waits=3)
"""It knocks late: one more card, and one more."""
TEMPERS = dict(zip(BOT_NAMES, (GREEDY, HOARDER, LATE, PLAIN, HOARDER, GREEDY, PLAIN, LATE), strict=True))
"""The temper of each bot."""


def temper_of(name: str) -> Temper:
    """The temper of a bot, by its name."""
    return TEMPERS.get(name, PLAIN)


def tempered(profile: Profile, temper: Temper) -> Profile:
    """The profile of a bot of this temper; what it never considers it does not consider now either."""
    a, b, c = (value and value + temper.lay for value in profile.lay)
    d, e, f = (value and value + temper.put for value in profile.put)
    return profile._replace(lay=(a, b, c), put=(d, e, f), extra=profile.extra + temper.extra)
