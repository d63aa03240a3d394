"""Which move is meant in a solo game: where mistakes count, the choice is left to the player."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from game.core.build import alternate_down
from game.core.cards import Card
from game.core.table import Move
from game.core.why import NOWHERE
from game.sessions.solo import SoloSeat
from game.ui.cards.stage import Stage
from game.ui.input.keys import STILL
from game.ui.input.picker import NEAR, TOUCHING, MovePicker, Refusal, Wish

OPEN = ("waste", "turned")
"""Roles of the pile that is meant when only a target is named."""
_LAID = ("stock", "foundation", *STILL)
"""Roles of piles whose cards are picked up only if the rules allow it."""


class SoloPicker(MovePicker):
    """Picks the moves of a solo player; remembers which card was sent last."""

    def __init__(self, session: SoloSeat, stage: Stage) -> None:
        super().__init__(session, stage)
        self._run = session
        self._sent: tuple[Card | None, set[int]] = (None, set())
        """The card sent last, and the piles it has been on."""

    @property
    def moves(self) -> Sequence[Move]:
        """As the session has worked them out."""
        return self._run.moves

    @property
    def secret(self) -> bool:
        """Whether no hint may be given where a card goes: mistakes count, and the piles do not show it."""
        rules = self._session.rules
        return bool(rules.penalty) and not rules.notes(self._session.state.table)

    @property
    def open(self) -> int | None:
        """The pile with the open card to be placed, or None."""
        pile = self._turned_to()
        return pile if pile is not None and self._stage.piles[pile] else None

    def _turned_to(self) -> int | None:
        return next(iter(self._having(*OPEN)), None)

    def fits(self, src: int, count: int) -> set[int]:
        """Where this number of cards of a pile may go, unless the player has to find out."""
        return set() if self.secret else super().fits(src, count)

    def counts(self, src: int) -> list[int]:
        """The numbers of cards that may go anywhere but back to the stock."""
        stocks = self._having("stock")
        return sorted({move.count for move in self.off(src) if move.dst not in stocks})

    def taken(self, pile: int, index: int) -> int:
        """How many cards a card takes along; 0 if they cannot be taken together."""
        sprites = self._stage.piles[pile][index:]
        count = len(sprites)
        counts = sorted({move.count for move in self.off(pile)})
        if count in counts or not count:
            return count
        if not counts and self._stage.roles[pile] in _LAID:
            return 0
        if not self._stage.layout.places[pile].fan or self._stage.roles[pile] == "turned":
            return next(iter(counts), 1)
        run = all(alternate_down(a.card, b.card) for a, b in pairwise(sprites))
        return count if run and all(sprite.up for sprite in sprites) else 0

    def pointed(self, pile: int, index: int) -> int | None:
        """The index of the first card that a press would take; the stock's empty place counts too."""
        cards, role = len(self._stage.piles[pile]), self._stage.roles[pile]
        if role == "stock":
            return max(0, cards - 1)
        if index < 0:
            return None
        if self._session.rules.penalty and role == "foundation":
            return cards - 1
        count = self.taken(pile, index)
        movable = count and (self.off(pile) or (self.secret and role in OPEN))
        return cards - count if movable else None

    def click(self, pile: int, count: int) -> Wish:
        """Send this number of cards where they fit best."""
        tried = Move(pile, pile, max(1, count))
        return Wish(lambda: self._best(pile, count) if count else None, tried, nowhere=True)

    def again(self, pile: int, count: int) -> Wish:
        """Prefers moves to a foundation, and then moves of more cards."""
        counts = [count] if count else sorted({move.count for move in self.off(pile)})[::-1] or [1]
        found = [move for count in counts if (move := self._best(pile, count))]
        ups = [move for move in found if self._stage.roles[move.dst] == "foundation"]
        return Wish(lambda: next(iter(ups or found), None), Move(pile, pile), nowhere=True, silent=True)

    def _best(self, src: int, count: int) -> Move | None:
        """Where these cards fit best: a foundation, a pile with cards, an empty one; pressed again, the next
        best rather than the way back."""
        piles, roles = self._stage.piles, self._stage.roles
        whole = max((m.count for m in self.off(src, "foundation")), default=0)
        if whole > count and not any(m.count == count for m in self.off(src, "foundation")):
            count = whole  # a run that can go there only as a whole is meant wherever it is pressed
        moves = [m for m in self.off(src) if roles[m.dst] != "stock"]
        if all(m.count != count for m in moves):  # what goes only as a whole is meant wherever it is pressed
            count = min((m.count for m in moves if m.count > count), default=count)
        moves = [m for m in moves if m.count == count]
        if self._session.rules.penalty and (self.secret or len(moves) > 1):
            return None  # the target is left to the player
        card = piles[src][-count].card if len(piles[src]) >= count > 0 else None
        been = self._sent[1] if card == self._sent[0] else set()

        def worth(move: Move) -> tuple[bool, bool, bool, int]:
            up, empty = roles[move.dst] == "foundation", not piles[move.dst]
            return not up, move.dst in been, empty, (move.dst - src) % len(piles)

        found = min(moves, key=worth, default=None)
        if found and count == len(piles[src]) and not piles[found.dst] and roles[found.dst] == roles[src]:
            return None  # from one empty place to another: nothing is gained
        return found

    def onto(self, src: int, dst: int, count: int) -> Move | None:
        """Onto an empty place as many cards as may go: a run is rarely meant to be split."""
        moves = [move for move in self.off(src) if move.dst == dst and count in (0, move.count)]
        empty = not self._stage.piles[dst]
        return max(moves, key=lambda move: move.count if empty else -move.count, default=None)

    def lay(self, src: int | None) -> Wish | None:
        """Move a pile's top card to a foundation; without a pile, the first that fits."""
        roles = self._stage.roles
        up = [m for m in self.legal if roles[m.dst] == "foundation" and src in (None, m.src)]
        meant = self.open if src is None else src
        place = None if meant is None or not self._stage.piles[meant] else self._foundation_for(meant)
        tried = None if meant is None or place is None else Move(meant, place)
        return Wish(lambda: next(iter(up), None), tried)

    def turn(self) -> Wish:
        """Turn the stock, or turn the waste over when it is empty."""
        stocks, waste = self._having("stock"), self._turned_to()
        off = [move for move in self.legal if move.src in stocks]
        moves = off or [move for move in self.legal if move.dst in stocks]
        tried = None
        if stocks and waste is not None:
            full = self._stage.piles[stocks[0]]
            tried = Move(stocks[0], waste) if full else Move(waste, stocks[0], len(self._stage.piles[waste]))
        return Wish(lambda: next(iter(moves), None), tried)

    def reaches(self, src: int, count: int) -> Sequence[Mapping[int, float]]:
        """Where they fit; then anywhere else, as the session says why not."""
        others = [
            pile
            for pile, role in enumerate(self._stage.roles)
            if pile != src and role not in ("stock", "row")
        ]
        fits = dict.fromkeys(self.fits(src, count), NEAR)
        return fits, dict.fromkeys(others, NEAR if self.secret else TOUCHING)

    def refuse(self, tried: Move, now: float, nowhere: bool = False) -> Refusal | None:
        """Play a mistake that counts, or a move onto lying cards, audibly: the cards come back."""
        role = self._stage.roles[tried.dst]
        there = self._stage.piles[tried.dst] or role == "foundation"
        if not nowhere and (self._session.rules.penalty or there):
            self._run.play(tried)
            return None
        return super().refuse(tried, now, nowhere)

    def _nowhere(self, tried: Move) -> Refusal:
        return Refusal(NOWHERE, tried.src) if self._session.rules.penalty else super()._nowhere(tried)

    def play(self, move: Move, press: int) -> None:
        """Make the move, and remember the card and where it has been; the session's clock supplies the
        time."""
        first = self._stage.piles[move.src][-move.count :][:1]
        if first and first[0].card == self._sent[0]:
            self._sent[1].add(move.src)
        else:
            self._sent = (first[0].card if first else None, {move.src})
        self._run.play(move)

    def forget(self) -> None:
        """Forget the card sent last: the whole table has changed."""
        super().forget()
        self._sent = (None, set())
