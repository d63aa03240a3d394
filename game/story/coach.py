"""What a seat could have laid on the shared table in a round, and what became of it."""

from collections.abc import Sequence

from game.core.state import PAUSED, PLAYING
from game.story.match_story import Moment, Round, RoundStory

MOST = 5
"""The most moments told of a round."""
MISSED, SEEN = 750_000, 400_000
"""Microseconds for which a card could go before it counts as missed, and before it counts as turned past or
covered: hardly anybody sees it sooner."""


def moments(told: Round, seat: int) -> list[Moment]:
    """Those of the seat that cost most, in order of time; at most one for each card.

    Cards that never came to the table cost their points and come first; the others cost time."""
    every = chances(told, seat)
    laid = {each.card for each in every if each.fate == "laid"}
    least = {"beaten": 0, "turned": SEEN, "covered": SEEN}

    def cost(each: Moment) -> tuple[int, int]:
        return 0 if each.card in laid else each.points, each.points * each.waited

    worthy = (each for each in every if each.waited >= least.get(each.fate, MISSED))
    worst = {each.card: each for each in sorted(worthy, key=cost)}
    return sorted(sorted(worst.values(), key=cost)[-MOST:], key=lambda each: each.at)


def chances(told: Round, seat: int) -> list[Moment]:
    """Every moment of the seat, in the order in which they ended."""
    roles = [spot.role for spot in told.spots]
    found = [each._replace(points=told.worth(*each[:3])) for each in told.moments if each.seat == seat]
    return [_became(each, told.story, roles) for each in found]


def _became(moment: Moment, story: RoundStory, roles: Sequence[str]) -> Moment:
    """The moment with its fate, up to the press, if there was one."""
    card, alike, after = moment.card, moment.card[:2], moment.after
    landed = [each for each in story.landings if (each.at, each.card[:2]) == (moment.ended, alike)]
    for landing in sorted(landed, key=lambda each: each.card != card):
        if landing.card == card:
            return moment._replace(ended=landing.press, fate="laid", by=landing.seat)
        for won, lost, lead, _ in story.contests:
            if (won, lost.cards[0]) == (landing, card):
                pressed = lost.at - moment.state.began
                return moment._replace(ended=pressed, fate="beaten", by=landing.seat, lead=lead)
        return moment._replace(fate="taken", by=landing.seat)
    if after.phase not in (PLAYING, PAUSED):
        return moment._replace(by=after.knocker)
    built = [pile.cards for role, pile in zip(roles, after.table.piles, strict=True) if role == "build"]
    return moment._replace(fate="covered" if any(card in cards for cards in built) else "turned")
