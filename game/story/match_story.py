"""The story of a match: who laid which card when, how quick each hand was, and who beat whom to a pile.

Everything follows from what was seen of its rounds, or from its replay. Times are microseconds of the host's
clock, counted from the round's start.
"""

from itertools import groupby
from typing import NamedTuple

from game.core.cards import Card
from game.core.match import TIE
from game.core.rules import Rules
from game.core.state import PLAYING, Event, Resumed, Returned, Scored, Started, State, Thrown, fold_match
from game.core.table import Moved, Turned
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


class Contest(NamedTuple):
    """Two seats went for one place; the lead is how much earlier the winner pressed."""

    landing: Landing
    lost: Thrown
    lead: int

    @property
    def loser(self) -> int:
        """The seat that came second."""
        return self.lost.seat

    @property
    def tie(self) -> bool:
        """Whether the lot decided, since the clocks agree no better."""
        return self.lead <= TIE


class RoundStory(NamedTuple):
    """One round. It has not ended if there is no `scored`."""

    number: int
    landings: tuple[Landing, ...]
    contests: tuple[Contest, ...]
    duration: int
    scored: Scored | None

    @property
    def streak(self) -> tuple[int, int] | None:
        """The seat that laid the most cards with none of another between them, and how many."""
        runs = [(seat, len(list(run))) for seat, run in groupby(landing.seat for landing in self.landings)]
        return max(runs, key=lambda run: run[1], default=None)

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
    told = _Round(seen.opening, rules)
    for at, event in seen.events:
        told.follow(at, event)
        if told.scored:
            break
    return told.story()


class _Round:
    """A round that is gone through again."""

    def __init__(self, state: State, rules: Rules) -> None:
        self._state, self._rules, self._seats = state, rules, range(len(state.totals))
        self._owners = [spot.seat for spot in rules.spots(len(self._seats))]
        self._starts = self._end = state.starts or 0
        self.scored: Scored | None = None
        self._landings: list[Landing] = []
        self._contests: list[Contest] = []
        self._flying = {thrown.seat: thrown for thrown in state.air}
        """By seat, its card on the way to the shared table."""
        self._playable: list[dict[Card, int]] = [{} for _ in self._seats]
        """By seat, since when each of its cards could have been laid on the shared table."""
        self._look(None, at=self._starts)

    def follow(self, at: int, event: Event) -> None:
        """This comes next."""
        if isinstance(event, Moved):
            self._land(event, at)
        self._state = fold_match(self._state, event)
        match event:
            case Thrown(seat, move) if move.count:
                self._flying[seat] = event
            case Moved(_, src, dst):
                self._look(self._owners[src], self._owners[dst], at=at)
            case Turned(pile):
                self._look(self._owners[pile], at=at)
            case Started(starts):
                self._starts = starts
                self._look(None, at=starts)
            case Resumed():
                self._look(None, at=at)
            case Returned(seat, _, faster, thrown=True):
                lost = self._flying.pop(seat, None)
                if lost and faster is not None:
                    self._lose(lost, faster)
            case Scored():
                self.scored, self._end = event, at

    def _land(self, event: Moved, at: int) -> None:
        """Perhaps a card lands on the shared table."""
        seat, src, dst, cards, *_ = event
        thrown = self._flying.get(seat)
        if thrown and thrown.move[:2] == (src, dst):
            waited = max(0, thrown.at - self._playable[seat].get(cards[-1], thrown.at))
            landed, press = at - self._starts, thrown.at - self._starts
            on = self._state.table.piles[dst].exposed
            self._end = at
            self._landings.append(Landing(landed, seat, dst, cards[-1], press, waited, src, on))
            del self._flying[seat]

    def _lose(self, lost: Thrown, faster: int) -> None:
        """The place was taken by this seat while the card was on its way."""
        press = lost.at - self._starts
        for won in self._landings:
            if (won.seat, won.pile) == (faster, lost.move.dst) and won.at > press:
                self._contests.append(Contest(won, lost, max(0, press - won.press)))
                break

    def _look(self, *owners: int | None, at: int) -> None:
        """Note which cards of these seats, None: of all, can be laid on the shared table now."""
        rules, table = self._rules, self._state.table
        if self._state.phase != PLAYING:
            return
        for seat in [seat for seat in self._seats if None in owners or seat in owners]:
            before, after = self._playable[seat], dict[Card, int]()
            for move in rules.moves(table, seat):
                if move.count and rules.flies(table, seat, move) and (card := table.piles[move.src].exposed):
                    after[card] = before.get(card, at)
            self._playable[seat] = after

    def story(self) -> RoundStory:
        """What has been followed."""
        told = tuple(self._landings), tuple(self._contests)
        return RoundStory(self._state.round, *told, self._end - self._starts, self.scored)
