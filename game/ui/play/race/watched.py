"""A race that has been recorded: one table of a deal at a time, and above it how far all had come."""

from collections.abc import Iterator
from typing import Final

from pygame import Rect

from game.i18n import _
from game.sessions.race_playback import RacePlayback
from game.sessions.run_playback import RunPlayback
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.description import Description
from game.ui.input.commands import Command, by_name
from game.ui.input.keys import Slot
from game.ui.play.patience.game import SoloTable, solo_table
from game.ui.play.race.above import Stands, described, head_of, seat_bars, stand
from game.ui.play.scene import Extra
from game.ui.play.time_line import HEAD, Tick, TimeLine

_SLOTS: Final = by_name(Slot("other seat", "N", pad="x"), Slot("next deal", "M", pad="b"))


def watched_race(
    race: RacePlayback, deal: int = 0, seat: int = 0, session: RunPlayback | None = None
) -> SoloTable:
    """The table of a seat in a deal, counted from 0; `session`: shows that of another seat so far."""
    recorded = race.deals[deal]
    shown = RunPlayback(recorded.runs[seat], race.clock, race.backs[seat])
    if session:
        shown.clock = session.clock
        shown.seek(round(session.clock.now))
    ticks = [
        Tick(each.out, theme.BACKS[race.backs[each.seat]])
        for each in recorded.tables[-1].standings
        if each.out is not None
    ]
    line = TimeLine(shown, recorded.lasts, ticks, ("lt", "rt"))
    return solo_table(shown, extras=[line, WatchedRace(shown, race, deal, seat)])


class WatchedRace(Extra):
    """Goes from one seat to another, and from one deal to the next."""

    kind, slots = "race", _SLOTS

    def __init__(self, session: RunPlayback, race: RacePlayback, deal: int, seat: int) -> None:
        self._session, self._race, self._number, self._seat = session, race, deal, seat
        self._deal = race.deals[deal]
        self._shown: list[Stands] = []
        self.head = HEAD + head_of(self._seats)

    @property
    def _seats(self) -> int:
        return len(self._deal.runs)

    @property
    def _now(self) -> int:
        """The time on the clock of the runs, which goes on when the one that is shown has ended."""
        return round(self._session.clock.now)

    def enter(self) -> None:
        words = _("Deal {n} of {of}")
        self.table.game.round = words.format(n=self._deal.number, of=self._race.deals[-1].number)

    def lay_out(self, stage: Stage) -> None:
        u, wide = stage.layout.unit, stage.layout.size[0]
        high = round((self.head - HEAD - 8) * u)
        self._box = Rect(round(8 * u), round((HEAD + 4) * u), wide - round(16 * u), high)
        self._shown = []

    def step(self, at: float) -> None:
        """Show how far all had come."""
        table, cards = self._deal.table(self._now), self._race.rules.cards
        stands = [stand(table, seat, table.standing(seat).placed, cards) for seat in range(self._seats)]
        if stands != self._shown:
            self._shown = stands
            bar = seat_bars(self._race, stands, {self._seat: theme.GOLD}, cards)
            self.stage.overlay.show("race", bar, self._box)

    def show_end(self) -> bool:
        """Show another who still plays; then the next deal."""
        if others := self._playing():
            self._watch(self._number, others[0])
        elif self._after:
            self._watch(self._after, self._seat)
        return True

    @property
    def _after(self) -> int:
        """The next deal; 0: this is the last one."""
        return (self._number + 1) % len(self._race.deals)

    def _playing(self) -> list[int]:
        table = self._deal.table(self._now)
        return [seat for seat in self._race.rules.racing(table) if seat != self._seat]

    def _watch(self, deal: int, seat: int) -> None:
        session = self._session if deal == self._number else None
        self.table.ctx.replace(self.table, watched_race(self._race, deal, seat, session))

    def commands(self) -> Iterator[Command]:
        following = (self._seat + 1) % self._seats
        name = self._race.names[following]
        words = _("another player’s table")
        yield Command(_SLOTS["other seat"], lambda _at: self._watch(self._number, following), words, name)
        if after := self._after:
            yield Command(_SLOTS["next deal"], lambda _at: self._watch(after, self._seat), "", _("Next deal"))

    def describe(self, page: Description) -> None:
        """Describe what is shown of each seat."""
        page.race = described(self._race.names, self._shown)
