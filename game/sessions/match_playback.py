"""Playback of a match as a session, so that the same scenes show it, at any speed."""

from bisect import bisect_right
from collections.abc import Callable, Mapping

from game.core.hand import Hand
from game.core.limits import Handicap
from game.core.portraits import Portrait, portrait_of
from game.core.state import SCORED, Dealt, Event, Knock, Request, Scored, fold_match
from game.core.table import Move
from game.names.line import line
from game.net.client.deal_verdict import DealVerdict
from game.sessions.clocks import Pausing, PlaybackClock
from game.sessions.session import MatchSeat, Player
from game.storage.match_replay import MatchReplay
from game.story.seen import VIEWER, Timed, rounds


class MatchPlayback(Pausing):
    """Plays back a match as the first seat sees it; requests are ignored."""

    seat = VIEWER
    local_seats: tuple[MatchSeat, ...] = ()
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
        self.portraits: tuple[Portrait, ...] = head.portraits or tuple(map(portrait_of, self.names))
        self.seen = rounds(replay)
        """The rounds of the match."""
        self.timeline: list[Timed] = [timed for seen in self.seen for timed in seen.events]
        self.state, self.rounds = self.seen[0].opening, self.seen[-1].opening.round
        self._next = 0

    def appear(self, back: int, portrait: Portrait) -> None:
        """Those of a recorded match keep theirs."""

    def seek(self, time: int) -> None:
        """Go to this time at once, forwards or backwards."""
        self.clock.now = float(time)
        self._next = bisect_right(self.timeline, time, key=lambda timed: timed[0])
        begun = [seen for seen in self.seen if seen.events and seen.events[0][0] <= time]
        seen = [*self.seen[:1], *begun][-1]
        self.state, self.seats = seen.state(time), len(seen.opening.totals)

    def skip(self) -> None:
        """Skip to the end of the round, or to the next one."""
        goal = Dealt if self.state.phase == SCORED else Scored
        for time, event in self.timeline[self._next :]:
            self.clock.now = float(time)
            if isinstance(event, goal):
                break

    def poll(self) -> list[Event]:
        """Advance to the present and return the events since the last call."""
        self.clock.advance()
        events: list[Event] = []
        while self._next < len(self.timeline) and self.timeline[self._next][0] <= self.clock.now:
            event = self.timeline[self._next][1]
            self.state = fold_match(self.state, event)
            if isinstance(event, Dealt):
                self.seats = len(self.state.totals)  # somebody may have sat down
            events.append(event)
            self._next += 1
        return events

    def ask(self, request: Request) -> None:
        """A knock goes on to the next round; a viewer asks for nothing else."""
        if isinstance(request, Knock):
            self.skip()

    @property
    def handicaps(self) -> tuple[int, ...]:
        """Those of now."""
        return self.state.handicaps

    def may_handicap(self, seat: int) -> bool:
        """Nothing of a replay changes."""
        return False

    def handicap(self, seat: int, cards: Handicap) -> None:
        """Ignored."""

    def verdict(self, number: int) -> DealVerdict | None:
        """None: `check` looks at the deals of a replay."""
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
