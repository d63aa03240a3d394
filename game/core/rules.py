"""What a game is: its places, its deal, and the one statement of its legal moves."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any, ClassVar, NamedTuple

from game.core.shuffle import Seed
from game.core.table import Move, Moved, Table, TableEvent, fold


class Spot(NamedTuple):
    """Where a pile lies, in card widths and heights; cards fan down, right,
    lie beside each other, or cover each other.

    With a seat, (x, y) counts from that seat's own corner; without one, from the shared table's.
    """

    role: str
    x: float
    y: float
    fan: str = ""
    seat: int | None = None


class Outcome(NamedTuple):
    """How a deal ended: why, by whose doing (if anyone's), and each seat's score."""

    reason: str
    seat: int | None
    scores: tuple[int, ...]


class IllegalMove(ValueError):
    """The move is not among those the table allows."""

    number = 1
    """Which one it is of the moves that were to be played, from 1."""


def option(
    default: bool | int | str,
    title: str,
    values: Mapping[Any, str],
    explanation: str = "",
    seats: int = 1,
    before: bool | None = None,
) -> Any:
    """A house rule as a field of the rules: what it is called, what each possible value is called, what
    it means, and from how many seats on it means anything. All texts are marked by N_(); the default
    is the reading of the source. `before`: see `past`."""
    meta = {"title": title, "values": dict(values), "explanation": explanation, "seats": seats}
    return field(default=default, metadata=meta if before is None else {**meta, "before": before})


def past(default: bool, before: bool) -> Any:
    """A field that nobody is asked for: what earlier versions of the game played (`before`).

    A file states the house rules that there were when it was written; one that does not state this field
    is from before it, and means what was played then."""
    return field(default=default, metadata={"before": before})


class Rules(ABC):
    """A game. Concrete rules are frozen dataclasses whose fields are the house rules.

    Texts are English, marked by N_() for the catalogues, and translated where they are shown.
    """

    name: ClassVar[str]
    seats: ClassVar[range]
    title: ClassVar[str]
    """What the game is called."""
    how_to_play: ClassVar[tuple[str, ...]] = ()
    """The rules for a player: a few sentences, the aim first."""
    advice: ClassVar[tuple[str, ...]] = ()
    """How to play it well, as its source says."""
    origin: ClassVar[str] = ""
    """What else it is called, and where its rules come from."""
    penalty: ClassVar[int] = 0
    """Microseconds that a wrong move costs where it counts as a mistake; 0: it is only refused."""
    reflex: ClassVar[bool] = False
    """Whether there is nothing to choose, only to see: each turned card belongs to one of two piles, those
    of the roles "foundation" and "waste"."""

    @property
    def gestures(self) -> Mapping[str, str]:
        """What a move of no cards is called, by the role of its pile; those that the house rules allow."""
        return {}

    @abstractmethod
    def spots(self, seats: int) -> tuple[Spot, ...]:
        """One spot for each pile of the table, in the table's order."""

    @abstractmethod
    def deal(self, seed: Seed, seats: int) -> Table:
        """The opening table. The same seed gives the same table on every machine."""

    @abstractmethod
    def moves(self, table: Table, seat: int) -> Iterator[Move]:
        """Every legal move of the seat, each once, computed from face-up cards and pile sizes only."""

    @abstractmethod
    def outcome(self, table: Table) -> Outcome | None:
        """How the deal ended, or None while it goes on."""

    def progress(self, table: Table) -> tuple[int, int]:
        """How many cards are where they shall all go, and how many there are to go."""
        out = sum(
            len(pile.cards)
            for spot, pile in zip(self.spots(1), table.piles, strict=True)
            if spot.role == "foundation"
        )
        return out, sum(len(pile.cards) for pile in table.piles)

    def won(self, table: Table) -> bool:
        """Whether every card is where it shall go."""
        placed, cards = self.progress(table)
        return placed == cards

    def worth(self, table: Table) -> int:
        """How many cards a result counts where results are ranked; a lesser way to win counts fewer."""
        return self.progress(table)[0]

    def notes(self, table: Table) -> Mapping[int, str]:
        """What a pile says of itself, such as the rank it waits for, by its number; no words."""
        return {}

    def meanings(self, table: Table) -> Mapping[int, str]:
        """Where there is only to see: what choosing each of the two piles means on this table, in words
        for a player; empty where it means nothing."""
        return {}

    def effects(self, table: Table, seat: int, move: Move) -> Iterator[TableEvent]:
        """What a legal move does: the cards go over, then what turns up or refills by itself."""
        yield carry(table, seat, move)

    def flies(self, table: Table, seat: int, move: Move) -> bool:
        """Whether the move goes to the shared table and so takes its time to arrive."""
        return False

    def busy(self, table: Table, move: Move) -> int:
        """Microseconds the seat's hand stays busy after the move has been made on the table."""
        return 0


def carry(table: Table, seat: int, move: Move) -> Moved:
    """The plain event of a move: its cards go over as they lie, face up."""
    return Moved(seat, move.src, move.dst, table.piles[move.src].cards[-move.count :])


def play(rules: Rules, table: Table, seat: int, move: Move) -> tuple[TableEvent, ...]:
    """The events of a move. Raises IllegalMove if `moves` does not offer it."""
    if move not in rules.moves(table, seat):
        raise IllegalMove(f"seat {seat} may not play {move}")
    return tuple(rules.effects(table, seat, move))


def fold_all(table: Table, events: tuple[TableEvent, ...]) -> Table:
    """The table after the events, in their order."""
    for event in events:
        table = fold(table, event)
    return table


def replay(rules: Rules, table: Table, moves: Iterable[Move]) -> Table:
    """The table after the only seat's moves. Raises IllegalMove at the first that is not legal."""
    for number, move in enumerate(moves, 1):
        try:
            table = fold_all(table, play(rules, table, 0, move))
        except IllegalMove as error:
            error.number = number
            raise
    return table
