"""What a game is: its piles, its deal, and the single definition of its legal moves."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, ClassVar, NamedTuple

from game.core.shuffle import Seed
from game.core.table import Move, Moved, Table, TableEvent, fold


class Spot(NamedTuple):
    """Where a pile lies, in card widths and heights, and whether its cards fan down, fan right, lie side by
    side or cover each other.

    With a seat, (x, y) is relative to that seat's corner; without one, to the shared table's.
    """

    role: str
    x: float
    y: float
    fan: str = ""
    seat: int | None = None


class Outcome(NamedTuple):
    """How a deal ended: the reason, the seat that ended it (if any), and each seat's score."""

    reason: str
    seat: int | None
    scores: tuple[int, ...]

    def without(self, out: int) -> "Outcome":
        """The outcome where these seats, one bit each, have sat out: they win no points and lose none."""
        scores = tuple(0 if out >> seat & 1 else score for seat, score in enumerate(self.scores))
        return self._replace(scores=scores)


class IllegalMove(ValueError):
    """The move is not legal on this table."""

    number = 1
    """Its place among the moves being replayed, from 1."""


def option(
    default: bool | int | str,
    title: str,
    values: Mapping[Any, str],
    explanation: str = "",
    seats: range = range(1, 9),
    source: Collection[bool | int | str] = (),
) -> Any:
    """A choice of the player as a field of the rules: its title, a label for each value, what it means, and
    with how many seats it applies. All texts are marked by N_(). The default follows the source; `source` are
    the other values that the source itself offers, and any that is neither is a house rule."""
    meta = {"title": title, "values": values, "explanation": explanation, "seats": seats, "source": source}
    return field(default=default, metadata=meta)


class Rules(ABC):
    """A game. Concrete rules are frozen dataclasses whose fields are the house rules.

    Texts are English, marked by N_() for the catalogues, and translated where they are shown.
    """

    name: ClassVar[str]
    seats: ClassVar[range]
    title: ClassVar[str]
    """The game's display name."""
    meaning: ClassVar[str] = ""
    """What its foreign name means; for those who understand the name, something else about it."""
    goal: ClassVar[str] = ""
    """What has to be done, in one line at the table; by default the first sentence of `in_short`."""
    how_to_play: ClassVar[tuple[str, ...]] = ()
    """The rules for a player: a few sentences, the aim first."""
    advice: ClassVar[tuple[str, ...]] = ()
    """How to play it well, as its source says."""
    origin: ClassVar[str] = ""
    """Other names of the game, and the source of its rules."""
    readings: ClassVar[tuple[str, ...]] = ()
    """What the source leaves open or puts differently, and how it is read here."""
    penalty: ClassVar[int] = 0
    """Microseconds that a wrong move costs where it counts as a mistake; 0: it is only refused."""
    answers: ClassVar[bool] = False
    """Whether a press is for what the last landing brought, so that one made before that does not fit."""
    handicaps: ClassVar[tuple[int, ...]] = ()
    """How many cards the pile may have that a seat has to empty, the usual number first; empty: all are
    dealt alike."""
    apart: ClassVar[bool] = False
    """Whether each seat plays at a table of its own, and the match's shows only how far all have come."""
    pausable: ClassVar[bool] = False
    """Whether a round at a table of several may stand still for all."""
    reflex: ClassVar[bool] = False
    """Whether the player has no choice, only to react: each turned card belongs on one of two piles, those
    of the roles "foundation" and "waste"."""

    @property
    def in_short(self) -> tuple[str, ...]:
        """`how_to_play` by these house rules."""
        return self.how_to_play

    @property
    def gestures(self) -> Mapping[str, str]:
        """The labels of the moves of no cards that the house rules allow, by the role of their pile."""
        return {}

    @abstractmethod
    def spots(self, seats: int) -> tuple[Spot, ...]:
        """One spot for each pile of the table, in the table's order."""

    @abstractmethod
    def deal(self, seed: Seed, seats: int) -> Table:
        """The opening table. The same seed gives the same table on every machine."""

    def next_deal(self, seed: Seed, totals: Sequence[int], handicaps: Sequence[int] = ()) -> Table:
        """The opening table of a match's next round, with these totals so far; `handicaps`: by seat, where
        any is dealt another number of cards than usual."""
        return self.deal(seed, len(totals))

    @abstractmethod
    def moves(self, table: Table, seat: int) -> Iterator[Move]:
        """Every legal move of the seat, each once, computed from face-up cards and pile sizes only. Where
        hidden cards decide on a gesture, a view offers it, and who knows them may refuse it."""

    def outcome(self, table: Table) -> Outcome | None:
        """How the deal ended, or None while it goes on: won once every card has reached its goal."""
        placed, cards = self.progress(table)
        return Outcome("won", 0, (placed,)) if placed == cards else None

    def progress(self, table: Table) -> tuple[int, int]:
        """How many cards have reached their goal, and how many must."""
        out = sum(
            len(pile.cards)
            for spot, pile in zip(self.spots(1), table.piles, strict=True)
            if spot.role == "foundation"
        )
        return out, sum(len(pile.cards) for pile in table.piles)

    def won(self, table: Table) -> bool:
        """Whether every card has reached its goal."""
        placed, cards = self.progress(table)
        return placed == cards

    def worth(self, table: Table) -> int:
        """How many cards a result counts in a ranking; a lesser way to win counts fewer."""
        return self.progress(table)[0]

    def notes(self, table: Table) -> Mapping[int, str]:
        """A short note on a pile, such as the rank it waits for, by the pile's number; never words."""
        return {}

    def meanings(self, table: Table) -> Mapping[int, str]:
        """In a reflex game, what choosing each of the two piles means on this table, in words for the player;
        empty in other games."""
        return {}

    def effects(self, table: Table, seat: int, move: Move) -> Iterator[TableEvent]:
        """The events of a legal move: the cards move, then cards turn up or refill by themselves."""
        yield carry(table, seat, move)

    def flies(self, table: Table, seat: int, move: Move) -> bool:
        """Whether the move goes to the shared table and so takes FLIGHT to arrive."""
        return False

    def busy(self, table: Table, move: Move) -> int:
        """Microseconds the seat's hand stays busy after the move has been made on the table."""
        return 0

    def drawn(self, seed: Seed, number: int, rounds: int) -> str:
        """The name of what each seat plays in a round beside its table, if anything, drawn by the seed of its
        deal. `rounds`: of so many, 0 for as many as it takes."""
        return ""

    @property
    def preset(self) -> bool:
        """Whether all know beforehand what is drawn."""
        return False

    @property
    def fewest(self) -> int:
        """With how many seats a match begins at the least, filled by bots; 0: with those that are taken."""
        return 0

    def places(self, table: Table, scores: Sequence[int]) -> tuple[int, ...]:
        """Each seat's place in a round that is over, from 1; equal ones share it."""
        return tuple(1 + sum(other > own for other in scores) for own in scores)

    @property
    def knockout_margin(self) -> int:
        """By how many points a seat puts another out of the match; 0: none is ever out."""
        return 0

    def eliminated(self, totals: Sequence[int]) -> list[int]:
        """The seats that are out of the match, whose next rounds are played without them."""
        return [seat for seat, total in enumerate(totals) if 0 < self.knockout_margin <= max(totals) - total]

    def max_swing(self, seats: int) -> int:
        """The most points that a seat can gain on another in a round."""
        return 1_000_000  # no bound is known

    def lockout(self, table: Table, seat: int, move: Move) -> int:
        """Microseconds that a move which did not fit when it landed keeps the seat's hand from then on."""
        return 0


def carry(table: Table, seat: int, move: Move) -> Moved:
    """The basic event of a move: its cards move in their order, face up."""
    return Moved(seat, move.src, move.dst, table.piles[move.src].cards[-move.count :])


def play(rules: Rules, table: Table, seat: int, move: Move) -> tuple[TableEvent, ...]:
    """The events of a move. Raises IllegalMove if `moves` does not offer it."""
    if move not in rules.moves(table, seat):
        raise IllegalMove(f"seat {seat} may not play {move}")
    return tuple(rules.effects(table, seat, move))


def fold_all(table: Table, events: tuple[TableEvent, ...]) -> Table:
    """The table after the events, applied in order."""
    for event in events:
        table = fold(table, event)
    return table


def replay(rules: Rules, table: Table, moves: Iterable[Move]) -> Table:
    """The table after the moves of a solo game. Raises IllegalMove at the first that is not legal."""
    for number, move in enumerate(moves, 1):
        try:
            table = fold_all(table, play(rules, table, 0, move))
        except IllegalMove as error:
            error.number = number
            raise
    return table
