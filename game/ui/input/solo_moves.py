"""Which move is meant by cards pressed at a table for one; what is legal, only the rules say."""

from itertools import pairwise

from game.core.build import alternate_down
from game.core.cards import Card
from game.core.table import Move, Table
from game.sessions.solo import SoloSession
from game.ui.cards.stage import Stage
from game.ui.input.keys import STILL

_LAID = ("stock", "foundation", *STILL)
"""Roles of piles whose cards are not picked up unless the rules let them go."""


class SoloMoves:
    """Knows the moves of the table as it stands, and which card was sent last."""

    def __init__(self, session: SoloSession, stage: Stage) -> None:
        self._session, self._stage = session, stage
        self._moves: tuple[Table, list[Move]] = (Table(()), [])
        self._sent: tuple[Card | None, set[int]] = (None, set())
        """The card sent last, and where it has been."""

    @property
    def legal(self) -> list[Move]:
        """The moves of cards."""
        table = self._session.state.table
        if self._moves[0] is not table:
            self._moves = table, [move for move in self._session.rules.moves(table, 0) if move.count]
        return self._moves[1]

    def off(self, src: int, role: str = "") -> list[Move]:
        """Those of a pile; of these those onto piles of a role."""
        return [m for m in self.legal if m.src == src and (not role or self._stage.roles[m.dst] == role)]

    def count(self, pile: int, index: int) -> int:
        """How many cards a card takes along; 0 if they cannot be taken together."""
        sprites = self._stage.piles[pile][index:]
        count = len(sprites)
        counts = sorted({move.count for move in self.off(pile)})
        if count in counts:
            return count
        if not counts and self._stage.roles[pile] in _LAID:
            return 0
        if not self._stage.layout.places[pile].fan or self._stage.roles[pile] == "turned":
            return next(iter(counts), 1)
        run = all(alternate_down(a.card, b.card) for a, b in pairwise(sprites))
        return count if run and all(sprite.up for sprite in sprites) else 0

    def best(self, src: int, count: int) -> Move | None:
        """Where these cards fit best: a foundation, a pile with cards, an empty one; pressed again, the
        next best instead of the way back."""
        piles, roles = self._stage.piles, self._stage.roles
        whole = max((m.count for m in self.off(src, "foundation")), default=0)
        if whole > count and not any(m.count == count for m in self.off(src, "foundation")):
            count = whole  # a run that goes there only as a whole is meant wherever it is pressed
        moves = [m for m in self.off(src) if roles[m.dst] != "stock"]
        if all(m.count != count for m in moves):  # what goes only as a whole is meant wherever it is pressed
            count = min((m.count for m in moves if m.count > count), default=count)
        moves = [m for m in moves if m.count == count]
        if self._session.rules.penalty and (self.secret or len(moves) > 1):
            return None  # where it goes is the player's to say
        card = piles[src][-count].card if len(piles[src]) >= count > 0 else None
        been = self._sent[1] if card == self._sent[0] else set()

        def worth(move: Move) -> tuple[bool, bool, bool, int]:
            up, empty = roles[move.dst] == "foundation", not piles[move.dst]
            return not up, move.dst in been, empty, (move.dst - src) % len(piles)

        found = min(moves, key=worth, default=None)
        if found and count == len(piles[src]) and not piles[found.dst] and roles[found.dst] == roles[src]:
            return None  # from one empty place to another: nothing is won by it
        return found

    @property
    def secret(self) -> bool:
        """Whether nothing may tell where a card goes: mistakes count, and the piles say nothing."""
        rules = self._session.rules
        return bool(rules.penalty) and not rules.notes(self._session.state.table)

    def onto(self, src: int, dst: int, count: int = 0) -> Move | None:
        """From a pile onto another: so many cards; 0: as many as is likely meant."""
        moves = [move for move in self.off(src) if move.dst == dst and count in (0, move.count)]
        empty = not self._stage.piles[dst]
        # Onto an empty place as much as may go: a run is seldom meant to be torn.
        return max(moves, key=lambda move: move.count if empty else -move.count, default=None)

    def sent(self, move: Move) -> None:
        """The move is being made."""
        card = self._stage.piles[move.src][-move.count :][:1]
        if card and card[0].card == self._sent[0]:
            self._sent[1].add(move.src)
        else:
            self._sent = (card[0].card if card else None, {move.src})

    def forget(self) -> None:
        """The table is another now."""
        self._sent = (None, set())
