"""The story of a match: who laid which card when, how quick each hand was, and who beat whom to a pile.

Everything follows from what was seen of its rounds, or from its replay. Times are microseconds of the host's
clock, counted from the round's start.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from game.core.cards import Card
from game.core.rules import Rules
from game.core.state import (
    PAUSED,
    PLAYING,
    Event,
    Resumed,
    Returned,
    Scored,
    Started,
    State,
    Thrown,
    fold_match,
)
from game.core.streaks import LEAST, Streaks
from game.core.table import Move, Moved, Turned
from game.core.table_round import TIE
from game.storage.match_replay import MatchReplay
from game.story.seen import Seen, rounds


class Landing(NamedTuple):
    """A card that has come to lie on the shared table, when it was pressed, how long it could have been
    pressed before, and the card below it."""

    at: int
    seat: int
    pile: int
    card: Card
    press: int
    waited: int
    src: int
    on: Card | None
    points: int = 1
    """What it was worth to its seat."""


class Contest(NamedTuple):
    """Two seats went for one place; the lead is how much earlier the winner pressed."""

    landing: Landing
    lost: Thrown
    lead: int
    points: int = 1
    """What the lost card would have been worth."""

    @property
    def loser(self) -> int:
        """The seat that came second."""
        return self.lost.seat

    @property
    def tie(self) -> bool:
        """Whether the lot decided, since the clocks agree no better."""
        return self.lead <= TIE


Fate = Literal["laid", "taken", "beaten", "turned", "covered", "left"]
"""The card was laid; another seat laid its like, before this one threw it or just before; the seat turned its
hand, or put another card on top; the round ended."""


class Moment(NamedTuple):
    """A time in which a card of the seat could go to the shared table. Times are microseconds from the start
    of the round."""

    state: State
    """The match when it began."""
    seat: int
    move: Move
    """How the card could be laid."""
    card: Card
    at: int
    ended: int
    """When the card was pressed, or could go no more."""
    after: State
    """The match when it could go no more."""
    points: int = 1
    """What laying it was worth: what it takes off the 13-pile counts, too."""
    fate: Fate = "left"
    by: int | None = None
    """The seat whose card was laid, or that ended the round."""
    lead: int = 0
    """How much earlier the seat pressed that has beaten this one."""

    @property
    def waited(self) -> int:
        """How long the card could go."""
        return max(0, self.ended - self.at)


class RoundStory(NamedTuple):
    """One round. It has not ended if there is no `scored`."""

    number: int
    landings: tuple[Landing, ...]
    contests: tuple[Contest, ...]
    duration: int
    scored: Scored | None

    @property
    def streaks(self) -> list[tuple[int, int]]:
        """The seats that had a streak, and how many cards the longest of each had; the longest first."""
        streaks, longest = Streaks(), dict[int, int]()
        for card in self.landings:
            longest[card.seat] = max(longest.get(card.seat, LEAST - 1), streaks.lay(card.seat, card.press))
        told = (each for each in longest.items() if each[1] >= LEAST)
        return sorted(told, key=lambda each: (-each[1], each[0]))

    @property
    def decisive(self) -> Landing | Contest | None:
        """The last card without which the winner of the round would not have come first alone, if any:
        first of all one laid in a contest whose other outcome would have changed that."""
        scores = self.scored.scores if self.scored else ()
        best = max(scores, default=0)
        others = [score for score in scores if score < best]
        if scores.count(best) != 1 or not others:
            return None
        winner, second = scores.index(best), max(others)
        laid = [each for each in self.landings if each.seat == winner and best - each.points <= second]
        won = [each for each in self.contests if each.landing.seat == winner and not each.tie]
        swung = [each for each in won if best - each.landing.points <= scores[each.loser] + each.points]
        return [None, *laid, *swung][-1]

    @property
    def closest(self) -> Contest | None:
        """The contest with the smallest lead."""
        return min(self.contests, key=lambda contest: contest.lead, default=None)


def match_story(replay: MatchReplay) -> tuple[RoundStory, ...]:
    """The rounds in which anything happened, in order, up to the first line that does not fit the match."""
    rules = replay.match().rules
    told = (round_story(seen, rules) for seen in rounds(replay))
    return tuple(each for each in told if each.scored or each.landings)


def round_story(seen: Seen, rules: Rules) -> RoundStory:
    """What is told of this round."""
    return Round(seen, rules).story


class Round:
    """A round gone through again, up to its end."""

    def __init__(self, seen: Seen, rules: Rules) -> None:
        self._state, self._rules = seen.opening, rules
        self.spots = rules.spots(len(self._state.totals))
        self.starts = self._end = self._state.began
        self._scored: Scored | None = None
        self._landings: list[Landing] = []
        self._contests: list[Contest] = []
        self.moments: list[Moment] = []
        """Those that have ended, in that order."""
        self._flying = {thrown.seat: thrown for thrown in self._state.air}
        """By seat, its card on the way to the shared table."""
        self._playable: dict[int, dict[Card, Moment]] = {seat: {} for seat in range(len(self._state.totals))}
        for at, timed in groupby(seen.events, key=lambda each: each[0]):
            self._follow(at, [event for _, event in timed])
            if self._scored:
                break

    @property
    def story(self) -> RoundStory:
        """What is told of it."""
        told = tuple(self._landings), tuple(self._contests)
        return RoundStory(self._state.round, *told, self._end - self.starts, self._scored)

    def worth(self, state: State, seat: int, move: Move) -> int:
        """How many points it is worth to lay this card: what it takes off the 13-pile counts, too."""
        events = self._rules.effects(state.table, seat, move) if state.table.piles[move.src].cards else ()
        roles = (self.spots[event.src].role for event in events if isinstance(event, Moved))
        return 1 + 2 * sum(role == "reserve" for role in roles)

    def _follow(self, at: int, events: Sequence[Event]) -> None:
        """These come next, all at once."""
        touched, seen = set[int | None](), at
        for event in events:
            if isinstance(event, Moved) and self._land(event, at):
                seen = at + self._state.delay
            self._state = fold_match(self._state, event)
            match event:
                case Thrown(seat, move) if move.count:
                    self._flying[seat] = event
                case Moved(_, src, dst):
                    touched |= {self.spots[src].seat, self.spots[dst].seat}
                case Turned(pile):
                    touched.add(self.spots[pile].seat)
                case Started():
                    self.starts = self._state.began
                    touched.add(None)
                case Returned(seat, _, faster, thrown=True):
                    lost = self._flying.pop(seat, None)
                    if lost and faster is not None:
                        self._lose(lost, faster)
                case Scored():
                    self._scored, self._end = event, at
                    touched.add(None)
        missed = any(isinstance(event, Resumed) for event in events)
        for seat in [seat for seat in self._playable if missed or not touched.isdisjoint((None, seat))]:
            self._look(seat, seen, missed)

    def _land(self, event: Moved, at: int) -> bool:
        """Perhaps a card lands on the shared table; whether one does."""
        seat, src, dst, cards, *_ = event
        thrown = self._flying.get(seat)
        if thrown and thrown.move[:2] == (src, dst):
            landed, press = at - self.starts, thrown.at - self.starts
            moment = self._playable[seat].get(cards[-1])
            waited = max(0, press - moment.at) if moment else 0
            on = self._state.table.piles[dst].exposed
            self._end = at
            points = self.worth(self._state, seat, thrown.move)
            self._landings.append(Landing(landed, seat, dst, cards[-1], press, waited, src, on, points))
            del self._flying[seat]
            return True
        return False

    def _lose(self, lost: Thrown, faster: int) -> None:
        """The place was taken by this seat while the card was on its way."""
        press = lost.at - self.starts
        for won in self._landings:
            if (won.seat, won.pile) == (faster, lost.move.dst) and won.at > press:
                points = self.worth(self._state, lost.seat, lost.move)
                self._contests.append(Contest(won, lost, max(0, press - won.press), points))
                break

    def _look(self, seat: int, at: int, missed: bool) -> None:
        """Note which cards of the seat can be laid on the shared table now. `missed`: what became of the
        others is not known."""
        rules, state = self._rules, self._state
        before, after, now = self._playable[seat], dict[Card, Moment](), max(0, at - self.starts)
        for move in rules.moves(state.table, seat) if state.phase in (PLAYING, PAUSED) else ():
            card = state.table.piles[move.src].exposed
            if move.count and card and card not in after and rules.flies(state.table, seat, move):
                after[card] = before.get(card) or Moment(state, seat, move, card, now, now, state)
        if not missed:
            ended = (moment for card, moment in before.items() if card not in after)
            self.moments += [moment._replace(ended=now, after=state) for moment in ended]
        self._playable[seat] = after
