"""Which move a press means. What is legal only the rules say; what is likely meant differs between tables."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from game.core.cards import HIDDEN, KING
from game.core.table import Move, Table
from game.core.why import NOWHERE, why_not
from game.sessions.session import TableSession
from game.ui.cards.stage import Stage

NEAR, TOUCHING = 0.6, 0.1
"""How far away, in card widths, cards may be let go: from where they fit, and from where they may not."""


class Wish(NamedTuple):
    """What the player wants. It is looked for when the hand is free: the table may have changed by then."""

    find: Callable[[], Move | None]
    tried: Move | None = None
    """What is refused if there is no such move."""
    nowhere: bool = False
    """Whether no place was named: what was tried goes from a pile to itself."""
    silent: bool = False
    """Whether it is refused without words."""


class Refusal(NamedTuple):
    """Why a pile's card may not go where it was meant to, in words to be translated."""

    why: str
    pile: int


class MovePicker(ABC):
    """Knows the moves of the table as it stands, and picks among them."""

    def __init__(self, session: TableSession, stage: Stage) -> None:
        self._session, self._stage = session, stage
        self._table: Table | None = None
        self._moves: list[Move] = []
        self._of_cards: list[Move] = []

    # -- what is legal

    def _look(self) -> None:
        """Work the moves out once for each table."""
        if self._table is not (table := self._session.state.table):
            self._table = table
            self._moves = list(self._session.rules.moves(table, self._session.seat))
            self._of_cards = [move for move in self._moves if move.count]

    @property
    def moves(self) -> list[Move]:
        """All of them, calls and gestures too."""
        self._look()
        return self._moves

    @property
    def legal(self) -> list[Move]:
        """The moves of cards."""
        self._look()
        return self._of_cards

    def off(self, src: int, role: str = "") -> list[Move]:
        """Those of a pile; of these those onto piles of a role."""
        return [m for m in self.legal if m.src == src and (not role or self._stage.roles[m.dst] == role)]

    def fits(self, src: int, count: int) -> set[int]:
        """Where so many cards of a pile may go, as far as the player may be shown."""
        return {move.dst for move in self.off(src) if move.count == count}

    def counts(self, src: int) -> list[int]:
        """The numbers of cards among which a key chooses."""
        return []

    # -- what a press means

    @property
    def open(self) -> int | None:
        """The pile whose card is meant where only a place is named, if it has one."""
        return None

    @abstractmethod
    def taken(self, pile: int, index: int) -> int:
        """How many cards a card takes along; 0 if they cannot be taken together."""

    @abstractmethod
    def pointed(self, pile: int, index: int) -> int | None:
        """The first of the cards that a press would take, if it would any. `index`: -1 for an empty place."""

    @abstractmethod
    def click(self, pile: int, count: int) -> Wish:
        """Send so many cards where they fit best."""

    @abstractmethod
    def again(self, pile: int, count: int) -> Wish:
        """The same by the pile's key, pressed twice; 0: as many as is likely meant."""

    @abstractmethod
    def onto(self, src: int, dst: int, count: int) -> Move | None:
        """From a pile onto another: so many cards; 0: as many as is likely meant."""

    @abstractmethod
    def lay(self, src: int | None) -> Wish | None:
        """Lay a pile's top card on a foundation; without a pile the first that fits."""

    @abstractmethod
    def turn(self) -> Wish:
        """Turn the stock."""

    def knock(self) -> Wish | None:
        """End the round."""
        return None

    def call(self) -> Wish | None:
        """Say that nothing can be played."""
        return None

    # -- letting go, and what comes of it

    @abstractmethod
    def reaches(self, src: int, count: int) -> Sequence[Mapping[int, float]]:
        """Where carried cards may be let go, each group before the next: how many card widths away."""

    def plays(self, move: Move) -> bool:
        """Whether cards that were let go are played, though they may come back."""
        return True

    def is_target(self, pile: int) -> bool:
        """Whether a key of the pile, pressed second, names where to go."""
        return True

    @abstractmethod
    def play(self, move: Move, press: int) -> None:
        """Make the move, pressed at this time of the session's clock."""

    def forget(self) -> None:
        """The table is another now: nothing is known of it."""
        self._table = None

    def refuse(self, tried: Move, now: float, nowhere: bool = False) -> Refusal | None:
        """Shake the cards; why they may not go there, or nowhere."""
        session, sprites = self._session, self._stage.piles[tried.src]
        if nowhere:
            self._stage.shake(sprites[-tried.count :], now)
            why = NOWHERE if sprites else None
        else:
            self._stage.shake(sprites[-1:], now)
            why = why_not(session.rules, session.state.table, session.seat, tried)
        return Refusal(why, tried.src) if why else None

    def _foundation_for(self, src: int) -> int | None:
        """The foundation that a pile's card is likely meant for though it does not fit: the next of its suit,
        or an empty one."""
        piles = self._stage.piles
        card = piles[src][-1].card if piles[src] else HIDDEN

        def far(pile: int) -> int:
            top = piles[pile][-1].card if piles[pile] else HIDDEN
            near = top == HIDDEN or (top.suit == card.suit and top.rank < card.rank)
            return card.rank - top.rank if near else KING + 1

        return min(self._having("foundation"), key=far, default=None)

    def _having(self, *roles: str) -> list[int]:
        """The piles of these roles."""
        return [pile for pile, role in enumerate(self._stage.roles) if role in roles]
