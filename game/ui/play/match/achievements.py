"""Achievements during play: a streak of cards laid; and duels for a place on the shared table, with who was
first to lay a card there, and by how much."""

from collections import deque
from typing import NamedTuple

from game.core.cards import Pile
from game.core.match import TIE
from game.core.rules import Rules
from game.core.state import FLIGHT, Dealt, Event, Returned, Thrown
from game.core.table import Move, Moved, Table
from game.core.why import HAND_BUSY
from game.i18n import _
from game.ui.cards.motion import EFFECTS
from game.ui.engine import theme
from game.ui.engine.sound import SCALE
from game.ui.play.match.game import MatchGame
from game.ui.play.match.toasts import duel as tell_duel
from game.ui.play.match.toasts import streak
from game.ui.play.scene import Extra

LATE = 1_500_000
"""The most microseconds from a landing to a press that it has beaten."""
_KEPT = 64
STREAK = 2_000_000
"""The most microseconds between the presses of two cards of a streak."""
HAIR = 50_000
"""A card that came first by less than this many microseconds is celebrated."""
_TUNE = (5, 9, 12)
"""Semitones of the chime for it."""
_LOW = -5
"""The semitones of a streak's second card."""


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


class Achievements(Extra):
    """Shows and sounds what the players here achieve, and who was faster."""

    def __init__(self, match: MatchGame) -> None:
        self._match, self._duels = match, Duels(match.session.rules)
        self._streaks: dict[int, tuple[int, int]] = {}
        """By own seat, how many cards its streak has, and the press of the latest."""

    def reset(self) -> None:
        """Begin with another round, or after a part of it has been missed."""
        self._duels = Duels(self._match.session.rules)
        self._streaks.clear()

    def follow(self, event: Event, at: float) -> None:
        """Show and sound what the event achieves."""
        laid = self._duels.follow(event)
        if isinstance(event, Dealt):
            self.reset()
        elif laid and laid.seat in self._match.own:
            self._laid_own(laid, at)
        elif isinstance(event, Returned):
            duel = self._duels.returned(event, self._match.session.state.table)
            if duel:
                self._tell(duel, at)

    def refused(self, why: str, pile: int, at: float) -> bool:
        """A press too late for a pile is told as a duel, not as a mistake."""
        assert self.table.stage
        match, seat = self._match, self.table.stage.owners[pile]
        if seat is None or why == HAND_BUSY:
            return False
        read = next((hand.read for hand in match.hands if hand.session.seat == seat), None)
        press = match.session.now if read is None else read
        duel = self._duels.refused(seat, pile, press, match.session.state.table)
        if duel:
            self._tell(duel, at)
            if read is not None:  # the card has not left the hand
                self._lunge(pile, duel.pile, at)
        return duel is not None

    def _lunge(self, src: int, dst: int, at: float) -> None:
        """Let a card that was not thrown be seen to be too late."""
        stage = self.table.stage
        if stage and not stage.calm:
            sprite = stage.piles[src][-1]
            there = stage.rest(dst, len(stage.piles[dst]), sprite.card)
            stage.travel(sprite, EFFECTS["beaten"].motion, at, start=there)

    def _tell(self, duel: Duel, at: float) -> None:
        """Tell the players here who was faster, and by how much."""
        match, lead = self._match, duel.lead
        won, lost = duel.winner in match.own, duel.loser in match.own
        if not (won or lost) or self.table.still:
            return
        names, n = match.session.names, (lead or 0) // 1000
        color = theme.GOLD if won and not lost else theme.BACKS[match.session.backs[duel.winner]]
        if duel.tie:
            words = _("Dead heat with {name}!").format(name=names[duel.winner if lost else duel.loser])
        elif lost:
            words = names[duel.winner]
            words = _("{name} was faster").format(name=words) if lead is None else f"{words}! −{n} ms"
        else:
            words = _("You beat {name}!") if len(match.own) == 1 else _("{winner} beat {name}!")
            words = words.format(name=names[duel.loser], winner=names[duel.winner])
            words += "" if lead is None else f" +{n} ms"
        assert self.table.stage
        tell_duel(self.table.stage, words, duel.pile, color, at)
        if lost:
            match.play_sound("beaten", seat=duel.loser)
        elif lead is not None and lead < HAIR:
            for steps in _TUNE:
                self.table.ctx.sounds.play("chime", 0.5, pitch_steps=steps)

    def _laid_own(self, thrown: Thrown, at: float) -> None:
        count, last = self._streaks.get(thrown.seat, (0, 0))
        count = count + 1 if thrown.at - last <= STREAK else 1
        self._streaks[thrown.seat] = count, thrown.at
        if count > 1:
            steps = SCALE[min(len(SCALE), count - 1) - 1]
            self.table.ctx.sounds.play("chime", 0.6, pitch_steps=steps + _LOW)
            if self.table.stage:
                streak(self.table.stage, thrown.seat, count, thrown.move.dst, at)
