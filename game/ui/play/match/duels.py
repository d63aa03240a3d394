"""Duels for a place on the shared table: who was first to lay a card there, and by how much."""

from collections import deque
from typing import NamedTuple

from game.core.cards import Pile
from game.core.match import TIE
from game.core.rules import Rules
from game.core.state import FLIGHT, Dealt, Event, Returned, Thrown
from game.core.table import Move, Moved, Table

LATE = 1_500_000
"""The most microseconds from a landing to a press that it has beaten."""
_KEPT = 64


class Duel(NamedTuple):
    """A card of the loser's came too late at a pile."""

    winner: int
    loser: int
    pile: int
    lead: int | None
    """Microseconds between the presses; None: not known."""

    @property
    def tie(self) -> bool:
        """Whether the clocks cannot tell who was first."""
        return self.lead is not None and self.lead <= TIE


class Duels:
    """Finds the duels of a round. All times are the host's."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._flying: dict[int, Thrown] = {}
        """By seat, the card on its way to the shared table."""
        self._laid: deque[Thrown] = deque(maxlen=_KEPT)
        """The throws that have landed, the latest first."""
        self._found: set[tuple[int, Thrown]] = set()
        """Who has lost to which throw: that counts once."""

    def follow(self, event: Event) -> Thrown | None:
        """The throw that has landed by this event, if one has."""
        match event:
            case Dealt():
                self._flying.clear()
                self._laid.clear()
                self._found.clear()
            case Thrown(seat, move) if move.count:
                self._flying[seat] = event
            case Moved(seat, src, dst):
                thrown = self._flying.get(seat)
                if thrown and thrown.move[:2] == (src, dst):
                    del self._flying[seat]
                    self._laid.appendleft(thrown)
                    return thrown
        return None

    def returned(self, event: Returned, table: Table) -> Duel | None:
        """The duel that a card has lost which comes back."""
        (src, dst, _count), lost = event.move, self._flying.get(event.seat)
        if not event.thrown or (lost and lost.move != event.move):
            return None
        if event.faster is None:
            duel = self.refused(event.seat, src, lost.at, table) if lost else None
        else:
            won = next(
                (each for each in self._laid if (each.seat, each.move.dst) == (event.faster, dst)), None
            )
            duel = Duel(event.faster, event.seat, dst, None)
            if won and lost:
                duel = self._duel(won, event.seat, lost.at)
        self._flying.pop(event.seat, None)
        return duel

    def refused(self, seat: int, src: int, press: int, table: Table) -> Duel | None:
        """The duel that the top card of `src` has lost, if a pile would have taken it shortly before this
        press, or before its throw."""
        lost = self._flying.get(seat)
        if lost and lost.move.src == src:
            press = lost.at
        else:
            lost = None
        for won in self._laid:
            if press - won.at - FLIGHT > LATE or won.seat == seat or (seat, won) in self._found:
                continue
            if (not lost or lost.move.dst == won.move.dst) and self._fitted(seat, src, won, table):
                return self._duel(won, seat, press)
        return None

    def _duel(self, won: Thrown, loser: int, press: int) -> Duel:
        self._found.add((loser, won))
        lead = press - won.at
        return Duel(won.seat, loser, won.move.dst, max(0, lead) if lead >= -TIE else None)

    def _fitted(self, seat: int, src: int, won: Thrown, table: Table) -> bool:
        """Whether the top card of `src` fitted where this card has been laid. A full pile has been put aside
        since."""
        piles, dst = list(table.piles), won.move.dst
        held = next((pile.cards for pile in piles if won.cards[0] in pile.cards), ())
        below = held[: held.index(won.cards[0])] if held else ()
        piles[dst] = Pile(below, len(below))
        return Move(src, dst) in self._rules.moves(table._replace(piles=tuple(piles)), seat)
