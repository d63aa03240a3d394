"""One deal of a race on the network: what has been seen of it, the own run, and those of the others."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from game.challenges.challenge import run_options
from game.challenges.level_files import named
from game.core.race import Race, seats_of
from game.core.solo import Act, Solo
from game.core.state import HAND, PLAYING, WAITING, Resumed
from game.core.table import Move, Standing
from game.lan.table import RemoteTable
from game.net.wire.messages import RunDeal
from game.sessions.live_run import LiveRun
from game.sessions.solo import May, SoloSession
from game.system import here

_AT_ONCE: Final = 16
"""Acts of the others played again in a frame: some two milliseconds."""


class RaceRound:
    """A deal, as far as it has been seen here, whoever's table is shown."""

    def __init__(self, lan: RemoteTable, deal: RunDeal) -> None:
        self.lan, self.number, self.level = lan, deal.round, named(deal.challenge)
        self.rules = self.level.variant()
        self.cards = self.rules.progress(self.rules.deal(deal.seed, 1))[1]
        self._race = lan.rules if isinstance(lan.rules, Race) else Race(self.cards)
        self._replayed: dict[int, Solo] = {}
        """By seat, the others' runs as far as they have been played again here."""
        self._proved: dict[int, int] = {}
        """By seat, when those came out."""
        self._latest = -1

    @property
    def clock(self) -> int:
        """What the clock of the runs shows in microseconds; below 0 before they begin. It stops with them."""
        with self.lan.client.at_table() as (table, now):
            raced = table.run_clock(now)
        self._latest = max(self._latest, -1 if raced is None else raced)
        return self._latest

    @property
    def seats(self) -> int:
        """How many race; another may have sat down since."""
        return seats_of(self.lan.state.table)

    def goes_on(self, seat: int) -> bool:
        """Whether this seat still plays."""
        state = self.lan.state
        return state.phase in (WAITING, PLAYING) and self._race.goes_on(state.table, seat)

    def standing(self, seat: int) -> Standing:
        """How far it has come."""
        return self.lan.state.table.standing(seat)

    @property
    def left(self) -> int | None:
        """Microseconds that are left to those who still race; None: as many as the challenge gives."""
        told = self.lan.client.table.runs.end
        ends = told.at if told and told.round == self.number else None
        return None if ends is None else max(0, ends - self.clock)

    def replay(self, most: int = _AT_ONCE) -> None:
        """Play more of the others' runs again by the rules, as far as they have been told of: so many acts at
        most."""
        with self.lan.client.at_table() as (table, _now):
            deal, told = table.runs.deal, [(seat, [*acts]) for seat, acts in table.runs.told.items()]
        for seat, acts in told if deal and deal.round == self.number else ():
            solo = self._replayed.get(seat)
            if solo is None or solo.log != acts[: len(solo.log)]:
                solo = self._replayed[seat] = Solo(self.rules, self.level.seed)
            played = len(solo.log)
            with suppress(ValueError):  # a host may tell anything
                solo.replay(acts[played : played + most])
            most -= len(solo.log) - played
            if solo.won:
                self._proved[seat] = solo.log[-1].at + solo.penalty

    def is_final(self, seat: int, time: int) -> bool:
        """Whether a seat's run, played again here, came out at this time; of the own one the host is taken at
        its word."""
        return (self.lan.plays and seat == self.lan.seat) or self._proved.get(seat) == time


class RaceRun(LiveRun):
    """The own run. Its clock starts with everyone's and cannot be stopped, and nothing can be begun again.

    What it tells the host has the times of everyone's clock. Where the host counts another run, that is
    shown and played on, and nothing of it counts for this program.
    """

    def __init__(self, race: RaceRound, solver: Any) -> None:
        """`solver`: what searches for hints."""
        lan, level = race.lan, race.level
        house = lan.room.terms.house if lan.room else {}
        self._race = race
        may = May(pause=False, undo=house.get("undo", True), hint=house.get("hints", True))
        self._told = 0
        """How many acts the host has been told of."""
        self._zero: float | None = None
        """What the own clock read, in seconds, when that of the runs showed 0."""
        self._ended: int | None = None
        back, solver = lan.backs[lan.seat], solver if may.hint else None
        super().__init__(
            race.rules,
            level.seed,
            here().clock.seconds,
            back=back,
            solver=solver,
            may=may,
            **run_options(level),
        )

    @property
    def begun(self) -> bool:
        return self._zero is not None

    @property
    def opens(self) -> bool:  # type: ignore[override]  # read-only here
        """Not before the start, nor after the end."""
        return self.begun and not self.over

    @property
    def now(self) -> int:
        """No act counts earlier than a hand does it after the one before."""
        free = self.solo.log[-1].at + HAND if self.solo.log else 0
        return max(free, self._played) if self._ended is None else self._ended

    @property
    def _played(self) -> int:
        """Microseconds by the own clock since the runs began, whatever the host's shows."""
        return 0 if self._zero is None else round((self._clock() - self._zero) * 1e6)

    def _look_at_the_clock(self) -> None:
        if self._zero is None and (raced := self._race.clock) >= 0:
            self._zero = self._clock() - raced / 1e6
        super()._look_at_the_clock()

    def _advance(self) -> None:
        client = self._race.lan.client
        with client.at_table() as (table, _now):  # what is told before it is looked at does not count
            acts, table.runs.own.replaced = table.runs.own.replaced, None
        if acts is not None and _whats(acts) != _whats(self.solo.log):
            self._correct(acts)
        super()._advance()
        if len(self.solo.log) > self._told:
            ahead = self._race.clock - self._played
            told = [Act(max(0, at + ahead), what) for at, what in self.solo.log[self._told :]]
            with client.at_table() as (table, now):
                table.tell(told, now)
            self._told = len(self.solo.log)

    def _correct(self, acts: Sequence[Act]) -> None:
        """Go on from the run as the host counts it: the own one as far as that goes, or one whose acts may be
        impossible."""
        own = self.solo.log[: len(acts)]
        if _whats(own) == _whats(acts):
            acts = own
        else:
            self.may = self.may._replace(record=False)
        self._deal()
        self._ended = None
        with suppress(ValueError):  # a host may tell anything: what is possible is shown
            self._play_again(acts)
        self._told = len(self.solo.log)
        self._take([Resumed(self._state)])

    def _open(self) -> bool:
        return super()._open() and self.begun

    def _end(self) -> None:
        self._ended = self.solo.log[-1].at if self.won else self.now
        super()._end()


def _whats(acts: Sequence[Act]) -> list[Move | str]:
    return [act.what for act in acts]


class WatchedRun(SoloSession):
    """The run of another, for those who watch or whose own has ended."""

    def __init__(self, race: RaceRound, seat: int) -> None:
        """`seat`: whose run is shown first."""
        self._race, self.watched = race, seat
        super().__init__(
            race.rules, race.level.seed, race.lan.backs[seat], race.level.id, May(play=False, pause=False)
        )

    @property
    def begun(self) -> bool:
        return self._race.clock >= 0

    @property
    def now(self) -> int:
        return self.solo.log[-1].at if self.won else max(0, self._race.clock)

    def watch(self, seat: int) -> None:
        """Show the run of this seat from now on, as it stands."""
        self.watched, self.backs = seat, (self._race.lan.backs[seat],)
        self.restart()

    def restart(self) -> None:
        self._deal()
        self._advance()
        self._events = [Resumed(self._state)]

    def _advance(self) -> None:
        acts = tuple(self._race.lan.client.table.runs.told.get(self.watched, ()))
        if self.solo.log != list(acts[: len(self.solo.log)]):
            self._deal()
        with suppress(ValueError):  # what follows an act that cannot be is not shown
            for act in acts[len(self.solo.log) :]:
                self._events += self._repeat(act)

    def close(self) -> None:
        """Nothing to leave."""
