"""What a seat could have laid on the shared table in a round, and what became of it."""

from collections.abc import Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from game.core.cards import Card
from game.core.rules import Rules, play
from game.core.state import PLAYING, Event, Scored, State, fold_match
from game.core.table import Move, Moved, Table
from game.story.match_story import RoundStory, round_story
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
    state, found, begun = seen.opening, list[Moment](), dict[Card, Moment]()
    roles = [spot.role for spot in rules.spots(len(state.totals))]
    for at, timed in groupby(seen.events, key=lambda each: each[0]):
        ended: dict[Card, Moment] = {}
        for _, event in timed:
            for card, moment in begun.items():
                end = _end(moment, event, state.table, roles, seat)
                if end and (card not in ended or end.fate == "laid"):
                    ended[card] = end
            state = fold_match(state, event)
        can, now = _can(state, rules, seat), max(0, at - (state.starts or 0))
        found += [ended[card]._replace(ended=now) for card in begun if card in ended and card not in can]
        begun = {
            card: begun.get(card) or Moment(now, state, move, card, 1, now) for card, move in can.items()
        }
    story = round_story(seen, rules)
    return [_as_pressed(each._replace(points=_worth(each, rules, roles, seat)), story) for each in found]


def _can(state: State, rules: Rules, seat: int) -> dict[Card, Move]:
    """What can be laid now."""
    table, can = state.table, dict[Card, Move]()
    for move in rules.moves(table, seat) if state.phase == PLAYING else ():
        if move.count and rules.flies(table, seat, move):
            can.setdefault(table.piles[move.src].cards[-1], move)
    return can


def _end(moment: Moment, event: Event, table: Table, roles: Sequence[str], own: int) -> Moment | None:
    """The moment, if this event has ended it."""
    card = moment.card
    match event:
        case Scored(_, seat):
            return moment._replace(by=seat)
        case Moved(seat, _, dst, cards) if roles[dst] == "foundation" and cards[-1][:2] == card[:2]:
            return moment._replace(fate="laid" if seat == own else "taken", by=seat)
        case Moved(seat, src, dst) if seat == own:
            turned = "stock" in (roles[src], roles[dst])
            if table.piles[src if roles[dst] == "stock" else dst].exposed == card:
                return moment._replace(fate="turned" if turned else "covered")
    return None


def _worth(moment: Moment, rules: Rules, roles: Sequence[str], seat: int) -> int:
    """What laying the card was worth."""
    events = play(rules, moment.state.table, seat, moment.move)
    return 1 + 2 * sum(isinstance(event, Moved) and roles[event.src] == "reserve" for event in events)


def _as_pressed(moment: Moment, story: RoundStory) -> Moment:
    """The moment up to the press, if there was one: the card has landed, or its place has just been taken."""
    for landing in story.landings if moment.fate == "laid" else ():
        if landing.card == moment.card:
            return moment._replace(ended=landing.press)
    for landing, lost, lead in story.contests if moment.fate == "taken" else ():
        if (landing.at, landing.seat, lost.cards[0]) == (moment.ended, moment.by, moment.card):
            return moment._replace(fate="beaten", ended=lost.at - (moment.state.starts or 0), lead=lead)
    return moment
