"""What a program has seen of a round, be it a host's, a guest's or a playback's: how it began, and each event
with its time."""

from collections.abc import Iterable, Iterator, Sequence
from operator import sub
from typing import NamedTuple

from game.core.log import LogEntry
from game.core.match import Match
from game.core.rules import Rules
from game.core.shuffle import Seed, derive
from game.core.state import (
    FLIGHT,
    PAUSED,
    WAITING,
    Dealt,
    Event,
    Ready,
    Resumed,
    Sat,
    Scored,
    Started,
    State,
    Thrown,
    fold_match,
    later,
    mask_match,
    private_to,
)
from game.core.table import Moved
from game.storage.match_replay import MatchReplay

COUNTING = 16_000_000
"""Microseconds that a counted round of a replay is shown before the next one is dealt."""
VIEWER = 0
"""The seat that a replay is seen from."""
Timed = tuple[int, Event]


class Seen(NamedTuple):
    """A round. Times are microseconds of the host's clock."""

    opening: State
    """The state after the deal, or from which on the round was seen."""
    events: tuple[Timed, ...] = ()
    """In the order in which they were seen; that of the deal may be the first. Where a part was missed, or a
    shown move did not count, there is a Resumed."""

    def state(self, until: int) -> State:
        """The state at this time."""
        state = self.opening
        for at, event in self.events:
            if at > until:
                break
            state = fold_match(state, event)
        return state


class Recorder:
    """Records the round that is being played."""

    def __init__(self, state: State) -> None:
        self._opening = self._state = self._known = state
        self._events: list[Timed] = []

    @property
    def seen(self) -> Seen:
        """The round as far as it has been seen."""
        return Seen(self._opening, tuple(self._events))

    def follow(self, events: Sequence[Event], now: int, state: State) -> None:
        """These events have come, perhaps none, and the state is this one now."""
        for event in events:
            at = now
            if isinstance(event, Moved):
                way = event[:3]
                flights = (each.at for each in self._state.air if (each.seat, *each.move[:2]) == way)
                at = min(now, next(flights, now) + FLIGHT)
            self._note(at, event)
        if state is not self._known:
            self._known = state
            for thrown in state.air:
                self._correct(thrown)
            if self._state.table != state.table:
                self._note(now, Resumed(state))

    def _correct(self, thrown: Thrown) -> None:
        """An own throw may count from another press than it was shown with at first."""
        for shown in self._state.air:
            if shown[:2] == thrown[:2] and shown.at != thrown.at:
                air = tuple(thrown if each == shown else each for each in self._state.air)
                self._state = self._state._replace(air=air)
                self._events = [(at, thrown if event == shown else event) for at, event in self._events]

    def _note(self, at: int, event: Event) -> None:
        before, self._state = self._state, fold_match(self._state, event)
        if isinstance(event, Started) and before.phase == PAUSED and before.asks:
            self._shift(event.at - before.asks.at)
        self._events.append((max(at, self._events[-1][0]) if self._events else at, event))
        if self._state.round != before.round:
            self._opening, self._events = self._state, []

    def _shift(self, stood: int) -> None:
        """What came before a pause is told as if it had been there that much later."""
        opening = later(Resumed(self._opening), stood)
        assert isinstance(opening, Resumed)
        self._opening = opening.state
        came = [each for each in self._events if not isinstance(each[1], Ready)]
        self._events = [(at + stood, later(event, stood)) for at, event in came]


def told_round(rules: Rules, ended: State, seed: Seed, entries: Sequence[LogEntry]) -> tuple[Seen, ...]:
    """The round that has ended like this as all see it, from its log and the seed of its deal, unless they
    give another end. Raises IndexError or ValueError for a log of another game."""
    before = tuple(map(sub, ended.totals, ended.scores))  # who has sat down since has no score
    table, start = (
        rules.next_deal(derive(seed, ended.round), before, ended.handicaps),
        Started(ended.began, ended.out, ended.delay),
    )
    begun = State(WAITING, ended.round, table, before, handicaps=ended.handicaps)
    match = Match(rules, len(before), seed)
    match.resume(fold_match(begun, start), start.at)
    events = sorted([(start.at, start), *_timed(match, entries)], key=lambda timed: timed[0])
    seen = Seen(begun._replace(table=table.view()), tuple(events))
    return (seen,) if [result.scores for result in match.results] == [ended.scores] else ()


def rounds(replay: MatchReplay) -> tuple[Seen, ...]:
    """The rounds of a replay as all see them. A second round begins COUNTING after the first has ended.

    They stop at the first line that does not fit the match.
    """
    return tuple(_rounds(replay))


def _rounds(replay: MatchReplay) -> Iterator[Seen]:
    state = replay.match().state
    begun = state = state._replace(table=state.table.view())
    events = list[Timed]()
    match = replay.match()
    timed = [(0, mask_match(event)) for event in match.start()]
    for at, event in sorted([*timed, *_timed(match, replay.entries)], key=lambda timed: timed[0]):
        if isinstance(event, Dealt | Sat | Scored):  # a deal leaves nothing else of what was before
            state = fold_match(state, event)
        if isinstance(event, Dealt):
            if events:
                yield Seen(begun, tuple(events))
            begun, events = state, []
        events.append((at, event))
    yield Seen(begun, tuple(events))


def _timed(match: Match, entries: Iterable[LogEntry]) -> Iterator[Timed]:
    """What comes of these entries, up to the first that does not fit the match, as if there were no pause."""
    shift = last = 0
    for entry in entries:
        move, table, before = entry.move, match.state.table, match.state
        judged = match.redo(entry)
        if not judged:
            return
        if not move and PAUSED in (before.phase, match.state.phase):
            if match.state.phase != PAUSED and before.asks:
                shift -= (match.state.starts or 0) - before.asks.at
            continue
        if move and match.rules.flies(table, entry.seat, move):
            cards = table.piles[move.src].cards[-1:] if move.count else ()
            yield from _masked(shift + entry.press, [Thrown(entry.seat, move, cards, shift + entry.press)])
        events = [
            event._replace(at=event.at + shift) if isinstance(event, Started) else event for event in judged
        ]
        last = max(last, shift + entry.at)
        yield from _masked(last, events)
        if any(isinstance(event, Scored) for event in events):
            shift += COUNTING


def _masked(time: int, events: list[Event]) -> Iterator[Timed]:
    for event in events:
        if private_to(event) in (None, VIEWER):
            yield time, mask_match(event)
