"""A race that has been recorded: of each deal the runs of all seats, and how far they had come when."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple

from game.core.portraits import Portrait, portrait_of
from game.core.race import Race
from game.core.state import Started, fold_match
from game.core.table import Standing, Table
from game.names.line import line
from game.storage.match_replay import MatchReplay
from game.storage.run_replay import RunReplay
from game.story.seen import Seen, rounds


class RecordedDeal(NamedTuple):
    """One deal of it. Times are microseconds on the clock of the runs."""

    number: int
    runs: Sequence[RunReplay]
    """By seat."""
    times: Sequence[int]
    """When a standing was told, and the table with it; before the first nobody has come anywhere."""
    tables: Sequence[Table]

    @property
    def lasts(self) -> int:
        """Until the last standing, or the last act."""
        acts = (run.acts[-1].at for run in self.runs if run.acts)
        return max((*self.times[-1:], *acts), default=0)

    def table(self, time: int) -> Table:
        """How far all had come then."""
        return self.tables[bisect_right(self.times, time)]


class RacePlayback:
    """The deals of which all runs are known."""

    def __init__(self, replay: MatchReplay, clock: Callable[[], float]) -> None:
        """`clock` is monotonic, in seconds."""
        self.clock = clock
        head = replay.header
        rules = replay.match().rules
        assert isinstance(rules, Race)
        self.rules = rules
        self.names, self.backs = tuple(map(line, head.names)), head.backs
        self.portraits: tuple[Portrait, ...] = head.portraits or tuple(map(portrait_of, self.names))
        seen = ((each, replay.runs.get(each.opening.round, ())) for each in rounds(replay))
        self.deals = [_recorded(each, runs) for each, runs in seen if runs]


def _recorded(seen: Seen, runs: Sequence[RunReplay]) -> RecordedDeal:
    state, starts, times = seen.opening, seen.opening.starts or 0, list[int]()
    tables = [state.table]
    for at, event in seen.events:
        state = fold_match(state, event)
        if isinstance(event, Started):
            starts = event.at
        if isinstance(event, Standing):
            times.append(at - starts)
            tables.append(state.table)
    return RecordedDeal(seen.opening.round, runs, times, tables)
