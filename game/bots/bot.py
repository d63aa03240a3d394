"""A bot at its seat: looks when a person would, and asks the host for what it chose."""

from collections.abc import Iterator, Sequence

from game.bots.choose import EYES, choose, gesture, turn
from game.bots.pace import PACES, SECOND, delay, unit
from game.core.requests import Cheer, Knock, Play, Request, Shout
from game.core.rules import Rules, Spot
from game.core.shuffle import Stream
from game.core.state import GLOATING, GRACIOUS, PLAYING, SHOUTS, WON, State
from game.core.table import Move, Table

LEVELS = ("easy", "medium", "hard")
_SHOUTING = 0.008
"""Chance of a shout in one look."""


class Bot:
    """A player of one level. The same seed and the same states give the same requests."""

    def __init__(self, rules: Rules, seat: int, level: str, seed: int) -> None:
        """Raises KeyError for a level that is not among LEVELS."""
        self.seat = seat
        self._rules = rules
        self._pace, self._eye = PACES[level], EYES[level]
        self._stream = Stream(seed)
        self._spots: Sequence[Spot] = ()
        self._gloats = unit(self._stream) < 0.5
        self._cheered = False
        self._dry = 0
        self._laid = 0
        self.wake = self._pause(SECOND * 4 // 10)
        """Host's time in microseconds of the next look."""

    def look(self, state: State, now: int) -> Iterator[Request]:
        """What the bot asks for at this moment; sets `wake` to its next look."""
        seats = len(state.totals)
        self._spots = self._spots or self._rules.spots(seats)
        if state.phase == PLAYING:
            yield from self._play(state, now)
        elif state.phase == WON:
            yield from self._celebrate(state, now)
        else:
            self.wake = now + self._pause(SECOND // 2)
            if not state.ready >> self.seat & 1:
                self._dry = 0
                yield Knock()

    def _play(self, state: State, now: int) -> Iterator[Request]:
        view = state.table
        if state.starts is None or now < state.starts:
            self.wake = (state.starts or now) + self._pause(self._pace.look)
            return
        if any(thrown.seat == self.seat for thrown in state.air):
            self.wake = now + SECOND // 20
            return
        self._watch(view)
        move = choose(self._rules, self._spots, view, self.seat, self._eye, self._stream)
        if move is None:
            move = self._knock_or_call(view) or turn(self._rules, self._spots, view, self.seat)
            self._dry += 1
        else:
            self._dry = 0
        self.wake = now + self._pause(self._median(move))
        if move and self._rules.busy(view, move):
            self.wake += self._rules.busy(view, move)
        if move:
            yield Play(move, now)
        if unit(self._stream) < _SHOUTING:
            yield Shout(self._stream.below(SHOUTS))

    def _watch(self, view: Table) -> None:
        """Whoever lays a card ends the dry spell: there may be a play again."""
        laid = sum(
            len(pile.cards) for spot, pile in zip(self._spots, view.piles, strict=True) if spot.seat is None
        )
        if laid != self._laid:
            self._laid, self._dry = laid, 0

    def _knock_or_call(self, view: Table) -> Move | None:
        """Knock if that is possible; call speltorka after the whole hand has gone by in vain."""
        if knock := gesture(self._rules, self._spots, view, self.seat, "reserve"):
            return knock
        hand = sum(
            len(pile.cards)
            for spot, pile in zip(self._spots, view.piles, strict=True)
            if spot.seat == self.seat and spot.role in ("stock", "waste")
        )
        at_once = 1 if view.mode else 3
        if self._dry > (hand // at_once + 2) * (1 if view.calls or view.mode else 2):
            return gesture(self._rules, self._spots, view, self.seat, "stock")
        return None

    def _celebrate(self, state: State, now: int) -> Iterator[Request]:
        self.wake = now + 60 * SECOND
        if state.winner == self.seat and not self._cheered:
            self._cheered = True
            yield Cheer(GLOATING if self._gloats else GRACIOUS)

    def _median(self, move: Move | None) -> int:
        """The usual microseconds from this act to the next."""
        pace = self._pace
        if move is None or move.count == 0:
            return pace.look
        if self._spots[move.dst].seat is None:
            return pace.lay
        return pace.turn if self._spots[move.src].role == "stock" else pace.build

    def _pause(self, median: int) -> int:
        return delay(median, self._pace.sigma, self._stream)
