"""Playback of a match as a session, so that the same scenes show it, at any speed."""

from collections.abc import Callable, Iterator, Mapping

from game.core.hand import Hand
from game.core.state import (
    SCORED,
    Dealt,
    Event,
    Knock,
    Request,
    Scored,
    Started,
    State,
    Thrown,
    fold_match,
    mask_match,
    opening,
    private_to,
)
from game.core.table import Move
from game.names.line import line
from game.net.client.round_verdict import RoundVerdict
from game.sessions.clocks import Pausing, PlaybackClock
from game.sessions.session import MatchSeat, Player
from game.storage.match_replay import MatchReplay

COUNTING = 12_000_000
"""Microseconds that a counted round is shown before the next one is dealt."""


class MatchPlayback(Pausing):
    """Plays back a match as the first seat sees it; requests are ignored."""

    seat = 0
    here: tuple[MatchSeat, ...] = ()
    plays = False
    played: tuple[Player, ...] = ()
    hands: Mapping[int, Hand] = {}
    """A replay has none."""

    def __init__(self, replay: MatchReplay, clock: Callable[[], float]) -> None:
        """`clock` is monotonic, in seconds."""
        self.clock: PlaybackClock = PlaybackClock(clock)
        head = replay.header
        self.rules, self.seats, self.target = replay.match().rules, head.seats, head.target
        self.names, self.backs = tuple(map(line, head.names)), head.backs
        self.state = _opening(replay)
        self._timeline = timeline(replay)
        dealt = sum(isinstance(event, Dealt) for _, event in self._timeline)
        self.rounds = self.state.round + dealt
        self._next = 0

    def wear_back(self, back: int) -> None:
        """A recorded match keeps its card backs."""

    @property
    def now(self) -> int:
        """The match's own clock in microseconds."""
        return round(self.clock.now)

    def skip(self) -> None:
        """Skip to the end of the round, or to the next one."""
        goal = Dealt if self.state.phase == SCORED else Scored
        for time, event in self._timeline[self._next :]:
            self.clock.now = float(time)
            if isinstance(event, goal):
                break

    def poll(self) -> list[Event]:
        """Advance to the present and return the events since the last call."""
        self.clock.advance()
        events: list[Event] = []
        while self._next < len(self._timeline) and self._timeline[self._next][0] <= self.clock.now:
            event = self._timeline[self._next][1]
            self.state = fold_match(self.state, event)
            events.append(event)
            self._next += 1
        return events

    def ask(self, request: Request) -> None:
        """A knock goes on to the next round; a viewer asks for nothing else."""
        if isinstance(request, Knock):
            self.skip()

    def verdict(self, number: int) -> RoundVerdict | None:
        """None: `check` proves a replay."""
        return None

    def moment(self, seconds: float) -> int:
        """The current time: nothing is pressed in a playback."""
        return self.now

    def play(self, move: Move, press: int | None = None) -> None:
        """Ignored: a viewer does not play."""

    def point(self, hand: Hand | None) -> None:
        """Ignored: a viewer has no hand at the table."""

    def close(self) -> None:
        """Nothing to leave."""


def _opening(replay: MatchReplay) -> State:
    """The state before the first event, as all see it."""
    if not replay.header.known:
        return opening(replay.header.seats)
    state = replay.match().state
    return state._replace(table=state.table.view())


def timeline(replay: MatchReplay) -> list[tuple[int, Event]]:
    """The masked events of a replay in order, each with its time in microseconds.

    It stops at the first line that does not fit the match.
    """
    return sorted(_timed(replay), key=lambda timed: timed[0])


def _timed(replay: MatchReplay) -> Iterator[tuple[int, Event]]:
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
