"""The story of a match: who laid which card when, how quick each hand was, and who beat whom to a pile.

Everything follows from the replay alone, so that all who have it are told the same. Times are microseconds of
the host's clock, counted from the round's start.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from game.core.cards import Card
from game.core.match import TIE, LogEntry, Match
from game.core.state import PLAYING, Event, Returned, Scored
from game.core.table import Moved
from game.storage.match_replay import MatchReplay


class Landing(NamedTuple):
    """A card that has come to lie on the shared table, when it was pressed, and how long it could have been
    pressed before."""

    at: int
    seat: int
    pile: int
    card: Card
    press: int
    waited: int


class Contest(NamedTuple):
    """Two seats went for one place; the lead is how much earlier the winner pressed."""

    landing: Landing
    loser: int
    lead: int

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
    return tuple(_rounds(replay))


def _rounds(replay: MatchReplay) -> Iterator[RoundStory]:
    match = replay.match()
    match.start()
    told: _Round | None = None
    for entry in replay.entries:
        state, known = match.state, len(match.log)
        if state.phase == PLAYING and (told is None or told.number != state.round):
            told = _Round(match)
        events = match.redo(entry)
        if len(match.log) == known:
            break
        if told and state.phase == PLAYING:
            told.follow(entry, events)
        if told and match.state.phase != PLAYING and state.phase == PLAYING:
            yield told.story(entry.at)
            told = None
    if told and told.landings:
        yield told.story(told.landings[-1].at + told.starts)


class _Round:
    """A round that is being replayed."""

    def __init__(self, match: Match) -> None:
        self._match, self.number = match, match.state.round
        self.starts = match.state.starts or 0
        self.landings: list[Landing] = []
        self._contests: list[Contest] = []
        self._scored: Scored | None = None
        self._playable: list[dict[Card, int]] = [{} for _ in range(match.seats)]
        """By seat, since when each of its cards could have been laid on the shared table."""
        self._look(range(match.seats), self.starts)

    def follow(self, entry: LogEntry, events: Sequence[Event]) -> None:
        """The line of the log has been judged, with these events."""
        flew = False
        for event in events:
            match event:
                case Moved(seat, src, dst, cards) if entry.move and (src, dst) == entry.move[:2]:
                    flew = self._match.rules.flies(self._match.state.table, seat, entry.move)
                    if flew:
                        since = self._playable[seat].get(cards[-1], entry.press)
                        waited = max(0, entry.press - since)
                        at, press = entry.at - self.starts, entry.press - self.starts
                        self.landings.append(Landing(at, seat, dst, cards[-1], press, waited))
                case Returned(seat, move, faster) if faster is not None:
                    press = entry.press - self.starts
                    first = (
                        landing
                        for landing in self.landings
                        if (landing.seat, landing.pile) == (faster, move.dst) and landing.at > press
                    )
                    if winner := next(first, None):
                        self._contests.append(Contest(winner, seat, max(0, press - winner.press)))
                case Scored():
                    self._scored = event
        if not self._scored:
            self._look(range(self._match.seats) if flew else (entry.seat,), entry.at)

    def _look(self, seats: Sequence[int], now: int) -> None:
        """Note which cards of these seats can be laid on the shared table now."""
        rules, table = self._match.rules, self._match.state.table
        for seat in seats:
            before, after = self._playable[seat], dict[Card, int]()
            for move in rules.moves(table, seat):
                if move.count and rules.flies(table, seat, move) and (card := table.piles[move.src].exposed):
                    after[card] = before.get(card, now)
            self._playable[seat] = after

    def story(self, end: int) -> RoundStory:
        """What has been followed, up to this time."""
        return RoundStory(
            self.number, tuple(self.landings), tuple(self._contests), end - self.starts, self._scored
        )
