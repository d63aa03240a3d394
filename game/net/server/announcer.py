"""Whom the host tells of a card in the air, and when: nobody who could still claim an earlier press."""

from collections.abc import Iterable, Iterator, Mapping

from game.core.match import TIE
from game.core.state import State, Thrown

WATCHER = -1
"""Stands for the seat of a watcher."""
EARLY = 18_000
"""Microseconds from a press until seats are told of it that have committed while others have not: longer
than a quick line takes to answer (see game.net.server.line), so that no accomplice tells in time."""


class Announcer:
    """Keeps who has been told of each card in the air. Times in microseconds of the host's clock."""

    def __init__(self) -> None:
        self._told: dict[Thrown, set[int]] = {}

    def due(
        self, air: Iterable[Thrown], seats: int, watermarks: Mapping[int, int], now: int
    ) -> Iterator[tuple[Thrown, frozenset[int]]]:
        """The cards in the air that somebody may be told of now, each with those seats; WATCHER among them.

        A seat may know of a throw once its own watermark has passed all that could be a tie with the press;
        watchers, and whoever hears of it within EARLY, once all watermarks have. Seats without a watermark
        claim nothing in the past.
        """
        self._told = {thrown: self._told.get(thrown, {thrown.seat}) for thrown in air if thrown.move.count}
        for thrown, told in self._told.items():
            behind = {seat for seat, watermark in watermarks.items() if watermark <= thrown.at + TIE}
            if behind and now < thrown.at + EARLY:
                continue
            may = {*range(seats)} - behind if behind else {*range(seats), WATCHER}
            if new := may - told:
                told.update(new)
                yield thrown, frozenset(new)

    def next_time(self, now: int) -> int | None:
        """When somebody may next be told whatever the watermarks."""
        return min((thrown.at + EARLY for thrown in self._told if thrown.at + EARLY > now), default=None)

    def seen_by(self, seat: int, state: State) -> State:
        """The state with only those cards in the air that the seat, or WATCHER, has been told of."""
        air = (thrown for thrown in state.air if seat in self._told.get(thrown, (thrown.seat,)))
        return state._replace(air=tuple(air))
