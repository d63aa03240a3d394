"""The state of a game, the events that change it, and the masked view of both."""

from typing import NamedTuple

from game.core.cards import HIDDEN, Card, Pile
from game.core.shuffle import Seed


class Standing(NamedTuple):
    """How far a seat has come in a patience of its own, which is judged apart."""

    seat: int
    placed: int = 0
    """Cards that have reached their goals."""
    penalty: int = 0
    """Microseconds that are added to its time so far."""
    out: int | None = None
    """The time, with them, at which it came out, by the clock of the runs."""
    gave_up: bool = False


class Table(NamedTuple):
    """All of a game's state.

    `passes` counts the passes through the stock; `mode` is a number whose meaning the game defines (0 at the
    deal); `calls` is the set of seats, one bit each, that have called; later shuffles draw from `seed`, which
    no seat may see; `standings` are the latest of each seat of which any was told, in that order.
    """

    piles: tuple[Pile, ...]
    passes: int = 0
    mode: int = 0
    calls: int = 0
    seed: Seed = 0
    standings: tuple[Standing, ...] = ()

    @property
    def agreed(self) -> bool:
        """Whether a seat has called or given up."""
        return bool(self.calls) or any(each.gave_up for each in self.standings)

    def standing(self, seat: int) -> Standing:
        """How far the seat has come."""
        return next((each for each in self.standings if each.seat == seat), Standing(seat))

    def view(self) -> "Table":
        """The table as every seat sees it: face-down cards are hidden, from their owner too."""
        return self._replace(piles=tuple(map(_seen, self.piles)), seed=0)


class Move(NamedTuple):
    """Take the top `count` cards of pile `src` to pile `dst`; count 0 is a gesture on a pile."""

    src: int
    dst: int
    count: int = 1  # type: ignore[assignment]  # shadows tuple.count, which is not used


class Moved(NamedTuple):
    """The top cards of `src` went to `dst`, where they lie as `cards`, face up or not.

    `under`: they went beneath the cards already there. A pile turned over lists its cards in the new order.
    """

    seat: int
    src: int
    dst: int
    cards: tuple[Card, ...]
    up: bool = True
    under: bool = False


class Turned(NamedTuple):
    """The top card of a pile was turned face up."""

    pile: int
    card: Card


class Called(NamedTuple):
    """A seat called: it agrees to what needs the agreement of all seats."""

    seat: int


class Mode(NamedTuple):
    """The game's mode changed, which cancels all calls."""

    mode: int


class Redealt(NamedTuple):
    """A new pass through the stock begins."""


TableEvent = Moved | Turned | Called | Mode | Redealt | Standing


def fold(table: Table, event: TableEvent) -> Table:
    """The table after the event. Masked events fold onto a view as plain ones onto the table."""
    match event:
        case Moved(_, src, dst, cards, up, under):
            count = len(cards)
            piles = list(table.piles)
            source = piles[src]
            piles[src] = Pile(source.cards[: len(source.cards) - count], max(0, source.up - count))
            target = piles[dst]
            if under:
                piles[dst] = Pile(cards + target.cards, target.up)
            else:
                piles[dst] = Pile(target.cards + cards, target.up + count if up else 0)
            return Table(tuple(piles), *table[1:])
        case Turned(number, card):
            piles = list(table.piles)
            pile = piles[number]
            piles[number] = Pile((*pile.cards[:-1], card), 1)
            return Table(tuple(piles), *table[1:])
        case Called(seat):
            return table._replace(calls=table.calls | 1 << seat)
        case Mode(mode):
            return table._replace(mode=mode, calls=0)
        case Redealt():
            return table._replace(passes=table.passes + 1)
        case Standing(seat):
            others = (each for each in table.standings if each.seat != seat)
            return table._replace(standings=(*others, event))


def mask(event: TableEvent) -> TableEvent:
    """The event as every seat sees it: cards that end up face down are hidden."""
    if isinstance(event, Moved) and not event.up:
        return event._replace(cards=(HIDDEN,) * len(event.cards))
    return event


def _seen(pile: Pile) -> Pile:
    down = len(pile.cards) - pile.up
    return Pile((HIDDEN,) * down + pile.cards[down:], pile.up) if down else pile
