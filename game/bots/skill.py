"""The bots: their names and personalities, and how good each is, by level or by a strength between levels."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from game.bots.choose import PROFILES, Profile
from game.bots.pace import PACES, Delay, Pace
from game.core.portraits import BOT_NAMES

ADAPTIVE = "adaptive"
"""The level whose strength changes from round to round."""
WEAKEST, STRONGEST = -0.5, 2.5
"""Bounds of a strength: 0 is easy, 0.5 medium, 1 hard, and 2 hard at twice its speed."""
FIRST = 0.1
"""The strength against people about whom nothing is known."""
_SLOWER = 1.2
"""How much slower than easy the strength -1 would be."""
STEP, MOST = 0.016, 0.3
"""How much stronger bots become for each point by which people are ahead, and at most from round to round."""
BRISK = 0.8
"""In what share of a person's time such bots do the same: they err more."""


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


class Skill(NamedTuple):
    """What a bot notices and values, and how long it takes."""

    profile: Profile
    pace: Pace


def skill_of(level: str, strength: float = FIRST) -> Skill:
    """The skill of a level; `strength` counts for the adaptive one. Raises KeyError for an unknown level."""
    return between(strength) if level == ADAPTIVE else Skill(PROFILES[level], PACES[level])


def between(strength: float) -> Skill:
    """The skill of a strength: what is noticed and how long it takes lie between those of the levels beside
    it; below easy only the time grows, above hard it shrinks."""
    strength = max(WEAKEST, min(STRONGEST, strength))
    if strength < 0:
        return _paced("easy", 1 - _SLOWER * strength)
    if strength > 1:
        return _paced("hard", 1 / strength)
    low, high = ("easy", "medium") if strength < 0.5 else ("medium", "hard")
    share = (strength if strength < 0.5 else strength - 0.5) / 0.5
    one, two = PROFILES[low], PROFILES[high]
    profile = (one if share < 0.5 else two)._replace(
        sees_lay=_mixed(one.sees_lay, two.sees_lay, share),
        sees_put=_mixed(one.sees_put, two.sees_put, share),
        slips=round(one.slips + (two.slips - one.slips) * share),
    )
    delays = (
        Delay(tuple(round(a * (b / a) ** share) for a, b in zip(slow.quantiles, fast.quantiles, strict=True)))
        for slow, fast in zip(PACES[low], PACES[high], strict=True)
    )
    return Skill(profile, Pace(*delays))


def _paced(level: str, times: float) -> Skill:
    """The skill of a level that takes so many times as long."""
    return Skill(PROFILES[level], Pace(*(_slowed(delay, times) for delay in PACES[level])))


def _slowed(delay: Delay, times: float) -> Delay:
    a, b, c, d, e, f, g = (round(times * each) for each in delay.quantiles)
    return Delay((a, b, c, d, e, f, g))


def _mixed(one: Sequence[int], two: Sequence[int], share: float) -> tuple[int, int, int]:
    a, b, c = (round(x + (y - x) * share) for x, y in zip(one, two, strict=True))
    return a, b, c


def strength_of(time: float) -> float:
    """The strength whose hand takes about so many microseconds from one card to the next."""
    steps = (WEAKEST + n / 10 for n in range(round(10 * (STRONGEST - WEAKEST)) + 1))
    return min(steps, key=lambda strength: abs(_card_to_card(between(strength).pace) - time))


def _card_to_card(pace: Pace) -> int:
    return 1000 * (pace.after_play.median + pace.reach.median)


class Adaptation:
    """The strength of adaptive bots. Where nothing is known of the people it follows, after one round, from
    the time that their hands take; from then on it goes with how far they are ahead in the match."""

    def __init__(self, strength: float | None = None) -> None:
        """None: nothing is known of the people."""
        self.known = strength is not None
        self.strength = FIRST if strength is None else strength
        self.begin()

    def begin(self) -> None:
        """A match begins: nobody is ahead."""
        self._people = 0.0
        self._rivals = Counter[int]()
        """The points so far: of the people, on average, and by seat of the adaptive bots."""
        self._met = 0.0
        """The lead of the people that the strength has met."""

    def glimpse(self, time: float) -> float:
        """The strength by the people's time to a card in a part of their first round."""
        return strength_of(BRISK * time)

    def learn(self, people: Sequence[int], rivals: Mapping[int, int], time: float | None) -> None:
        """After a round: the points of the people, and by seat of the adaptive bots; and the median of the
        people's time to a card, in microseconds, if they played any.

        It grows with the lead that people have, on average, over the best of the bots in the match, so that
        the totals stay close and not only one round; by MOST a round, the rest of it later.
        """
        if not (people and rivals):
            return
        if not self.known and time:
            self.known, self.strength = True, strength_of(BRISK * time)
        self._people += fmean(people)
        self._rivals.update(rivals)
        if self.known:
            lead = self._people - max(self._rivals[seat] for seat in rivals)
            more = max(-MOST, min(MOST, STEP * (lead - self._met)))
            self._met += more / STEP
            self.strength = max(WEAKEST, min(STRONGEST, self.strength + more))
