"""A session at a table of bots in this process, for one person or for two at one screen."""

from collections.abc import Callable, Mapping

from game.bots.skill import Adaptation
from game.core.hand import Hand
from game.core.limits import Handicap
from game.core.match import Match
from game.core.portraits import Portrait, portrait_of
from game.core.rules import Rules
from game.core.state import SCORED, Event, Play, Request, Resumed, Scored, State
from game.core.table import Move
from game.net.client.deal_verdict import DealVerdict
from game.sessions.bot_table import BotTable
from game.sessions.clocks import AwakeClock, Pausing, Stopwatch
from game.sessions.session import MatchSeat, Player, SecondSeat


class LocalSession(Pausing):
    """People at a table of bots in this process; they have the first seats."""

    seat = 0
    plays = True
    seen = ()

    def __init__(
        self,
        match: Match,
        levels: dict[int, str],
        names: tuple[str, ...],
        backs: tuple[int, ...],
        clock: Callable[[], float],
        save: Callable[[], None],
        people: int = 1,
        adaptation: Adaptation | None = None,
        portraits: tuple[Portrait, ...] = (),
    ) -> None:
        """`clock` is monotonic, in seconds; `save` saves the match so far. `adaptation`: of adaptive bots.

        `portraits`: empty: those of bots, by their names.
        """
        self.rules, self.seats = match.rules, match.seats
        self.target, self.rounds = match.target, match.rounds
        self.names, self.backs = names, backs
        self.portraits = portraits or tuple(map(portrait_of, names))
        self._match = match
        self._table = BotTable(match, levels, people, names, adaptation)
        self._view = self._table.views[self.seat]
        self.state: State = self._view.state
        """The match as this seat sees it, as of the last `poll`."""
        self._clock, self._save = AwakeClock(clock), save
        self.clock: Stopwatch = Stopwatch(self._clock)
        self.clock.start()
        self.local_seats: tuple[MatchSeat, ...] = (self, *map(self._partner, range(1, people)))

    played: tuple[Player, ...] = ()
    """Nobody comes or goes."""

    def appear(self, back: int, portrait: Portrait) -> None:
        """Give the player this card back, whoever has it gets the player's, and this portrait."""
        swapped = {back: self.backs[self.seat], self.backs[self.seat]: back}
        self.backs = tuple(swapped.get(each, each) for each in self.backs)
        before, after = self.portraits[: self.seat], self.portraits[self.seat + 1 :]
        self.portraits = (*before, portrait, *after)

    @property
    def hands(self) -> Mapping[int, Hand]:
        """The bots' hands."""
        return self._table.hands

    @property
    def handicaps(self) -> tuple[int, ...]:
        """By seat, how many cards its 13-pile has from the next deal on."""
        known, state = self._match.handicaps, self._match.state
        return known.get(state.round + 1, state.handicaps) or self.rules.handicaps[:1] * self.seats

    def may_handicap(self, seat: int) -> bool:
        """Whoever plays may change everyone's, between two rounds."""
        return self.plays and self.state.phase == SCORED

    def handicap(self, seat: int, cards: Handicap) -> None:
        """Have the 13-pile of the seat dealt so many cards from the next deal on."""
        now = self.handicaps
        self._match.handicap(self._match.told_handicaps((*now[:seat], cards, *now[seat + 1 :])))

    def point(self, hand: Hand | None) -> None:
        """Nobody elsewhere sees it."""

    def verdict(self, number: int) -> DealVerdict | None:
        """None: it is all in this process."""
        return None

    def moment(self, seconds: float) -> int:
        """The value of `now` at a recent moment, given in seconds of the clock."""
        return self.now - round(1e6 * self._clock.ago(seconds))

    def play(self, move: Move, press: int | None = None) -> None:
        """Make a move, pressed at `press` on the host's clock; None: now."""
        self._press(self.seat, move, press)

    def ask(self, request: Request) -> None:
        """Make another of the player's requests: knock, call out, cheer."""
        self._ask(self.seat, request)

    def poll(self) -> list[Event]:
        """Advance the match to the present and return the events since the last call."""
        if not self.paused:
            self._table.advance(self.now)
        events = self._view.update(self.now)
        self.state = self._view.state
        if Scored in map(type, events):
            self._save()
        return events

    def close(self) -> None:
        """Leave the table and save the match."""
        self._save()

    def _partner(self, seat: int) -> SecondSeat:
        return SecondSeat(
            self,
            seat,
            lambda move, press: self._press(seat, move, press),
            lambda request: self._ask(seat, request),
        )

    def _press(self, seat: int, move: Move, press: int | None) -> None:
        self._ask(seat, Play(move, self.now if press is None else press))

    def _ask(self, seat: int, request: Request) -> None:
        if not self.paused:
            self._table.advance(self.now)
            self._table.ask(seat, request)


class BotsAlone(LocalSession):
    """A table that has only bots, seen from the first seat."""

    plays = False


class FromHere(LocalSession):
    """A table that begins in the middle of a round, where only one seat plays."""

    def __init__(
        self,
        rules: Rules,
        state: State,
        names: tuple[str, ...],
        backs: tuple[int, ...],
        clock: Callable[[], float],
        seat: int = 0,
    ) -> None:
        """What is hidden in `state` is dealt anew. `clock` is monotonic, in seconds."""
        match = Match(rules, len(state.totals), seed=1)
        match.resume(state, 0)
        self.seat = seat
        super().__init__(match, {}, names, backs, clock, lambda: None)
        for view in self._table.views:
            view.put(Resumed(match.state._replace(table=match.state.table.view())))
            view.update(0)
        self.state = self._view.state
