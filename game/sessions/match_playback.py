"""A replay as a session: the same scenes show it, at any speed."""

from collections.abc import Callable, Iterator

from game.core.state import (
    SCORED,
    Dealt,
    Event,
    Scored,
    Started,
    State,
    Thrown,
    fold_match,
    mask_match,
    opening,
    private_to,
)
from game.sessions.playback import Playback
from game.storage.match_replay import Replay

COUNTING = 12_000_000
"""Microseconds given to the counting of a round before the next one is dealt."""


class MatchPlayback(Playback):
    """Watches a replay from the first seat; what it would ask of the host goes nowhere."""

    seat = 0

    def __init__(self, replay: Replay, clock: Callable[[], float]) -> None:
        """`clock` gives seconds that only ever grow."""
        super().__init__(clock)
        head = replay.header
        self.rules, self.seats, self.target = replay.match().rules, head.seats, head.target
        self.names, self.backs = head.names, head.backs
        self.state: State = opening(head.seats)
        self._timeline = timeline(replay)
        self.rounds = sum(isinstance(event, Dealt) for _, event in self._timeline)
        self._next = 0

    def skip(self) -> None:
        """Go to the end of the round, or on to the next one."""
        goal = Dealt if self.state.phase == SCORED else Scored
        for time, event in self._timeline[self._next :]:
            self._now = float(time)
            if isinstance(event, goal):
                break

    def poll(self) -> list[Event]:
        """Play on to the present; what has happened since the last call."""
        self._advance()
        events: list[Event] = []
        while self._next < len(self._timeline) and self._timeline[self._next][0] <= self._now:
            event = self._timeline[self._next][1]
            self.state = fold_match(self.state, event)
            events.append(event)
            self._next += 1
        return events

    def ready(self) -> None:
        """On to the next round."""
        self.skip()


def timeline(replay: Replay) -> list[tuple[int, Event]]:
    """The masked events of a replay in order, each with its time in microseconds.

    It breaks off at a line that has no place in the match.
    """
    return sorted(_timed(replay), key=lambda timed: timed[0])


def _timed(replay: Replay) -> Iterator[tuple[int, Event]]:
    match = replay.match()
    for event in match.start():
        yield 0, mask_match(event)
    shift = 0
    for entry in replay.entries:
        move, table = entry.move, match.state.table
        judged = match.redo(entry)
        if not judged:
            return
        if move and match.rules.flies(table, entry.seat, move):
            cards = table.piles[move.src].cards[-1:] if move.count else ()
            yield from _seen(shift + entry.press, [Thrown(entry.seat, move, cards, shift + entry.press)])
        events = [
            event._replace(at=event.at + shift) if isinstance(event, Started) else event for event in judged
        ]
        yield from _seen(shift + entry.at, events)
        if any(isinstance(event, Scored) for event in events):
            shift += COUNTING


def _seen(time: int, events: list[Event]) -> Iterator[tuple[int, Event]]:
    for event in events:
        if private_to(event) in (None, MatchPlayback.seat):
            yield time, mask_match(event)
