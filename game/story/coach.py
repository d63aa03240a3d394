"""What a seat could have laid on the shared table in a round, and what became of it."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from game.core.cards import Card
from game.core.rules import Rules
from game.core.state import PLAYING, State
from game.core.table import Move
from game.story.match_story import Round, RoundStory
from game.story.seen import Seen

MOST = 5
"""The most moments told of a round."""
MISSED, SEEN = 750_000, 400_000
"""Microseconds for which a card could go before it counts as missed, and before it counts as turned past or
covered: hardly anybody sees it sooner."""

Fate = Literal["laid", "taken", "beaten", "turned", "covered", "left"]
"""The card was laid; another seat laid its like, before this one threw it or just before; the seat turned its
hand, or put another card on top; the round ended."""


class Moment(NamedTuple):
    """A time in which a card of the seat could go to the shared table. Times are microseconds from the start
    of the round."""

    at: int
    state: State
    """The match when it began."""
    move: Move
    """How the card could be laid."""
    card: Card
    points: int
    """What that was worth: what it takes off the 13-pile counts, too."""
    ended: int
    """When the card was pressed, or could go no more."""
    fate: Fate = "left"
    by: int | None = None
    """The seat whose card was laid, or that ended the round."""
    lead: int = 0
    """How much earlier the seat pressed that has beaten this one."""

    @property
    def waited(self) -> int:
        """How long the card could go."""
        return max(0, self.ended - self.at)


def moments(seen: Seen, rules: Rules, seat: int) -> list[Moment]:
    """Those of the seat that cost most, in order of time; at most one for each card.

    Cards that never came to the table cost their points and come first; the others cost time."""
    every = chances(seen, rules, seat)
    laid = {each.card for each in every if each.fate == "laid"}
    least = {"beaten": 0, "turned": SEEN, "covered": SEEN}

    def cost(each: Moment) -> tuple[int, int]:
        return 0 if each.card in laid else each.points, each.points * each.waited

    told = (each for each in every if each.waited >= least.get(each.fate, MISSED))
    worst = {each.card: each for each in sorted(told, key=cost)}
    return sorted(sorted(worst.values(), key=cost)[-MOST:], key=lambda each: each.at)


def chances(seen: Seen, rules: Rules, seat: int) -> list[Moment]:
    """Every moment of the seat, in the order in which they ended."""
    told, roles = Round(seen, rules), [spot.role for spot in rules.spots(len(seen.opening.totals))]
    story, starts, found = told.story, told.starts, list[Moment]()
    for _, card, at, state, move, end, after in (each for each in told.windows if each.seat == seat):
        points = told.worth(state.table, seat, move)
        moment = Moment(at - starts, state, move, card, points, max(0, end - starts))
        found.append(_became(moment, story, roles, after))
    return found


def _became(moment: Moment, story: RoundStory, roles: Sequence[str], after: State) -> Moment:
    """The moment with its fate, up to the press, if there was one."""
    card, alike = moment.card, moment.card[:2]
    landed = [each for each in story.landings if (each.at, each.card[:2]) == (moment.ended, alike)]
    for landing in sorted(landed, key=lambda each: each.card != card):
        if landing.card == card:
            return moment._replace(ended=landing.press, fate="laid", by=landing.seat)
        for won, lost, lead, _ in story.contests:
            if (won, lost.cards[0]) == (landing, card):
                pressed = lost.at - (moment.state.starts or 0)
                return moment._replace(ended=pressed, fate="beaten", by=landing.seat, lead=lead)
        return moment._replace(fate="taken", by=landing.seat)
    if after.phase != PLAYING:
        return moment._replace(by=after.knocker)
    built = [pile.cards for role, pile in zip(roles, after.table.piles, strict=True) if role == "build"]
    return moment._replace(fate="covered" if any(card in cards for cards in built) else "turned")
