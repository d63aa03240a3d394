"""One deal of a race as it is seen here."""

import time
from contextlib import suppress

from game.challenges.level import SECOND, Challenge, LevelError
from game.challenges.level_files import named
from game.core.race import Race, done
from game.core.state import PLAYING
from game.lan.table import RemoteTable
from game.net.wire.messages import RaceDeal
from game.rules.options import rules_from
from game.sessions.race_run import RaceRun, WatchedRun
from game.solve.hints.process import SolverClient


class RaceRound:
    """One deal of a race, as far as it has been seen here, whoever's table is shown."""

    def __init__(self, lan: RemoteTable, deal: RaceDeal) -> None:
        """Raises ValueError if there is no such deal."""
        self.lan, self.deal = lan, deal
        self.rules = rules_from(deal.game, deal.rules)
        self.level = self._known()
        """The challenge, if it is the same here."""
        self.cards = self.rules.progress(self.rules.deal(deal.seed, 1))[1]
        self.times: dict[int, int] = {}
        """By seat, when it came out, penalties included."""
        self.first: int | None = None
        """Who came out first; the others have only LAST then, until `ends`."""
        self.ends = 0

    def _known(self) -> Challenge | None:
        with suppress(LevelError):
            level = named(self.deal.challenge)
            if (level.variant(), level.seed) == (self.rules, self.deal.seed):
                return level
        return None

    def goes_on(self, seat: int) -> bool:
        """Whether this seat still plays."""
        rules, state = self.lan.rules, self.lan.state
        return isinstance(rules, Race) and state.phase == PLAYING and rules.goes_on(state.table, seat)

    def placed(self, seat: int) -> int:
        """How many cards it has placed, as far as the markers tell."""
        race, markers = self.lan.rules, done(self.lan.state.table, seat)
        return markers * self.cards // race.markers if isinstance(race, Race) else 0

    def own_run(self) -> RaceRun:
        """The own run, from its first move."""
        lan, level, house = self.lan, self.level, self.lan.room.house if self.lan.room else {}
        undo, hints = house.get("undo", True), house.get("hints", True)
        return RaceRun(
            lan,
            undo,
            hints,
            self.rules,
            self.deal.seed,
            time.perf_counter,
            back=lan.backs[lan.seat],
            name=self.deal.challenge,
            limit=level.limit * SECOND if level else None,
            medals=level.medals if level else (),
            solution=level.line() if level and hints else (),
            solver=SolverClient() if hints else None,
        )

    def watched_run(self, seat: int) -> WatchedRun:
        """The run of a seat, for those who watch."""
        return WatchedRun(
            self.lan, seat, self.rules, self.deal.seed, self.lan.backs[seat], self.deal.challenge
        )

    def time_of(self, seat: int) -> int | None:
        """When a seat came out, penalties included; None: it did not, or that was not seen."""
        line = self.lan.state.table.piles[-1].cards
        return self.times.get(seat) if any(flag.pack == seat for flag in line) else None
