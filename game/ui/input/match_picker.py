"""Which move is meant at a table where several play at once: a card may fit once those in flight have
landed."""

from collections.abc import Mapping, Sequence

from game.core.state import WAITING, Knock, Request
from game.core.table import Move
from game.sessions.session import MatchSeat
from game.ui.cards.stage import Stage
from game.ui.input.picker import NEAR, TOUCHING, MovePicker, Wish


class MatchPicker(MovePicker):
    """Picks the moves of one seat in a match."""

    def __init__(self, session: MatchSeat, stage: Stage) -> None:
        super().__init__(session, stage)
        self._seat = session

    def taken(self, pile: int, index: int) -> int:
        """The card and those above it if they may go together, else all of a build pile, or one card."""
        cards = len(self._stage.piles[pile])
        if self._stage.roles[pile] != "build" or index >= cards - 1:
            return 1
        return cards - index if any(move.count == cards - index for move in self.off(pile)) else cards

    def pointed(self, pile: int, index: int) -> int | None:
        """The index of the first card that a press would take; None for an empty place."""
        return len(self._stage.piles[pile]) - self.taken(pile, index) if index >= 0 else None

    def click(self, pile: int, count: int) -> Wish:
        """Send this number of cards where they fit best."""
        return Wish(lambda: self._best(pile, count), Move(pile, pile), nowhere=True)

    def again(self, pile: int, count: int) -> Wish:
        """Send what fits best."""
        return self.click(pile, count)

    def _best(self, src: int, count: int) -> Move | None:
        """Prefers the table, then a pile with cards, then an empty one."""
        moves = [move for move in self.off(src) if count in (0, move.count)]
        if not moves and count:
            return self._best(src, 0)

        def worth(move: Move) -> tuple[bool, bool, int]:
            empty = not self._stage.piles[move.dst]
            # One card onto an empty place, else as many as fit.
            return self._stage.owners[move.dst] is not None, empty, move.count if empty else -move.count

        return min(moves, key=worth, default=None)

    def onto(self, src: int, dst: int, count: int) -> Move | None:
        """One card onto an empty place, else as many as fit."""
        empty = not self._stage.piles[dst]
        moves = [move for move in self.off(src) if move.dst == dst]
        return min(moves, key=lambda move: move.count if empty else -move.count, default=None)

    def lay(self, src: int | None) -> Wish | None:
        """To the table; None without a pile to take the card from."""
        if src is None:
            return None
        place = self._foundation_for(src)
        return Wish(lambda: self._to_table(src), Move(src, src if place is None else place), place is None)

    def _to_table(self, src: int) -> Move | None:
        """Where it fits, or will fit once the cards in flight there have landed."""
        fits = [move for move in self.off(src) if self._stage.owners[move.dst] is None]
        if fits or not self._stage.piles[src]:
            return fits[0] if fits else None
        card = self._stage.piles[src][-1].card
        below = [
            thrown.move.dst
            for thrown in self._session.state.air
            for landing in thrown.cards
            if landing[:2] == (card.rank - 1, card.suit)
        ]
        return Move(src, below[-1]) if below else None

    def turn(self) -> Wish:
        """Turn the hand."""
        return Wish(lambda: self._of_stock(self.legal), Move(self._own("stock"), self._own("waste")))

    def knock(self) -> Wish | None:
        """Knock: for the start, or to end the round. During the countdown a knock is all it can mean."""
        if self._seat.state.phase == WAITING:
            self.ask(Knock())
            return None
        reserve = self._own("reserve")
        return Wish(lambda: Move(reserve, reserve, 0))

    def ask(self, request: Request) -> None:
        """Ask the host for something else than a move."""
        self._seat.ask(request)

    def call(self) -> Wish | None:
        """Call speltorka."""
        return Wish(lambda: self._of_stock([move for move in self.moves if not move.count]))

    def _of_stock(self, moves: Sequence[Move]) -> Move | None:
        return next((move for move in moves if self._stage.roles[move.src] == "stock"), None)

    def _own(self, role: str) -> int:
        return self._stage.find(role, self._session.seat)

    def reaches(self, src: int, count: int) -> Sequence[Mapping[int, float]]:
        """Where they fit; then where one card may come to fit; then where a refusal can be explained."""
        hopes = self._having("foundation") if count == 1 else []
        owners = enumerate(self._stage.owners)
        others = [pile for pile, owner in owners if owner in (None, self._session.seat)]
        return (
            dict.fromkeys(self.fits(src, count), NEAR),
            dict.fromkeys(hopes, TOUCHING),
            dict.fromkeys(others, TOUCHING),
        )

    def plays(self, move: Move) -> bool:
        """Whether it fits, or may fit once it has landed."""
        return move in self.legal or (move.count == 1 and self._stage.roles[move.dst] == "foundation")

    def is_target(self, pile: int) -> bool:
        """Every pile but the 13-pile and the turned cards."""
        return self._stage.roles[pile] == "build"

    def play(self, move: Move, press: int) -> None:
        """Make the move; the host judges it by the time of its press."""
        self._seat.play(move, press)
