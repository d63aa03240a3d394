"""Which move a press means. The rules say what is legal; what is most likely meant differs between tables."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from game.core.cards import HIDDEN, KING, Card
from game.core.table import Move, Table
from game.core.why import why_not, why_nowhere
from game.sessions.session import SeatSession
from game.ui.cards.stage import Stage

NEAR, TOUCHING = 0.6, 0.1
"""How far away, in card widths, cards may be dropped: from a pile where they fit, and from one where they do
not."""


class Wish(NamedTuple):
    """What the player wants. The move is looked up once the hand is free: the table may have changed by
    then."""

    find: Callable[[], Move | None]
    tried: Move | None = None
    """The move to refuse if there is no such move."""
    nowhere: bool = False
    """Whether no target was named: the refused move then goes from a pile to itself."""
    silent: bool = False
    """Whether it is refused without an explanation."""


class Refusal(NamedTuple):
    """Why a pile's card may not go where it was meant to, as text to be translated; the cards named in it;
    and where that was, if it was one pile."""

    why: str
    pile: int
    cards: tuple[Card, ...] = ()
    onto: int | None = None


class MovePicker(ABC):
    """Knows the moves on the current table, and picks among them."""

    def __init__(self, session: SeatSession, stage: Stage) -> None:
        self._session, self._stage = session, stage
        self._looked: tuple[Table | None, Sequence[Move]] = None, ()
        """The table looked at last, and the moves on it."""

    # -- what is legal

    @property
    def moves(self) -> Sequence[Move]:
        """All moves on the current table, including calls and gestures; worked out once for it."""
        session, table = self._session, self._session.state.table
        if self._looked[0] is not table:
            self._looked = table, tuple(session.rules.moves(table, session.seat))
        return self._looked[1]

    @property
    def legal(self) -> list[Move]:
        """The moves of cards."""
        return [move for move in self.moves if move.count]

    def off(self, src: int, role: str = "") -> list[Move]:
        """The card moves from a pile; with a role, only those onto piles of that role."""
        return [m for m in self.legal if m.src == src and (not role or self._stage.roles[m.dst] == role)]

    def fits(self, src: int, count: int) -> set[int]:
        """Where this number of cards of a pile may go, as far as the player may be shown."""
        return {move.dst for move in self.off(src) if move.count == count}

    def counts(self, src: int) -> list[int]:
        """The numbers of cards that a key can choose from."""
        return []

    # -- what a press means

    @property
    def open(self) -> int | None:
        """The pile that is meant when only a target is named, or None."""
        return None

    @abstractmethod
    def taken(self, pile: int, index: int) -> int:
        """How many cards a card takes along; 0 if they cannot be taken together."""

    @abstractmethod
    def pointed(self, pile: int, index: int) -> int | None:
        """The index of the first card that a press would take, or None. `index`: -1 for an empty place."""

    @abstractmethod
    def click(self, pile: int, count: int) -> Wish:
        """Send this number of cards where they fit best."""

    @abstractmethod
    def again(self, pile: int, count: int) -> Wish:
        """The same when the pile's key is pressed twice; 0: as many as is most likely meant."""

    @abstractmethod
    def onto(self, src: int, dst: int, count: int) -> Move | None:
        """From one pile onto another this number of cards; 0: as many as is most likely meant."""

    @abstractmethod
    def lay(self, src: int | None) -> Wish | None:
        """Move a pile's top card to a foundation; without a pile, the first that fits."""

    @abstractmethod
    def turn(self) -> Wish:
        """Turn the stock."""

    def knock(self) -> Wish | None:
        """End the round."""
        return None

    def call(self) -> Wish | None:
        """Announce that nothing can be played."""
        return None

    # -- dropping cards

    @abstractmethod
    def reaches(self, src: int, count: int) -> Sequence[Mapping[int, float]]:
        """Where carried cards may be dropped, as groups in order of preference: pile and distance in card
        widths."""

    def plays(self, move: Move) -> bool:
        """Whether dropped cards are played, though they may come back."""
        return True

    def is_target(self, pile: int) -> bool:
        """Whether the pile's key, pressed second, names a target."""
        return True

    @abstractmethod
    def play(self, move: Move, press: int) -> None:
        """Make the move, pressed at this time of the session's clock."""

    def forget(self) -> None:
        """Forget everything: the whole table has changed."""
        self._looked = None, ()

    def refuse(self, tried: Move, now: float, nowhere: bool = False) -> Refusal | None:
        """Shake the cards; returns why they may not go there, or anywhere if `nowhere`."""
        session, sprites = self._session, self._stage.piles[tried.src]
        if nowhere:
            self._stage.shake(sprites[-tried.count :], now)
            if not sprites:
                return None
            return self._nowhere(tried)
        self._stage.shake(sprites[-1:], now)
        why = why_not(session.rules, session.state.table, session.seat, tried)
        return Refusal(why, tried.src, onto=tried.dst) if why else None

    def _nowhere(self, tried: Move) -> Refusal:
        """Why these cards fit nowhere."""
        session = self._session
        why, cards = why_nowhere(session.rules, session.state.table, session.seat, tried)
        return Refusal(why, tried.src, cards)

    def _foundation_for(self, src: int) -> int | None:
        """The foundation that a pile's card is most likely meant for though it does not fit: the next of its
        suit, or an empty one."""
        piles = self._stage.piles
        card = piles[src][-1].card if piles[src] else HIDDEN

        def far(pile: int) -> int:
            top = piles[pile][-1].card if piles[pile] else HIDDEN
            near = top == HIDDEN or (top.suit == card.suit and top.rank < card.rank)
            return card.rank - top.rank if near else KING + 1

        return min(self._having("foundation"), key=far, default=None)

    def _having(self, *roles: str) -> list[int]:
        """The piles with these roles."""
        return [pile for pile, role in enumerate(self._stage.roles) if role in roles]
