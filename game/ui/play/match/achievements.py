"""Achievements during play: a streak of cards laid, and who was faster at a pile."""

from game.core.state import Dealt, Event, Returned, Thrown
from game.core.why import HAND_BUSY
from game.i18n import _
from game.ui.cards.effects import EFFECTS
from game.ui.engine import theme
from game.ui.engine.sound import SCALE
from game.ui.play.match.duels import Duel, Duels
from game.ui.play.match.game import MatchGame
from game.ui.play.scene import Extra

STREAK = 2_000_000
"""The most microseconds between the presses of two cards of a streak."""
HAIR = 50_000
"""A card that came first by less than this many microseconds is celebrated."""
_TUNE = (5, 9, 12)
"""Semitones of the chime for it."""
_LOW = -5
"""The semitones of a streak's second card."""


class Achievements(Extra):
    """Shows and sounds what the players here achieve, and who was faster."""

    def __init__(self, match: MatchGame) -> None:
        self._match, self._duels = match, Duels(match.session.rules)
        self._streaks: dict[int, tuple[int, int]] = {}
        """By own seat, how many cards its streak has, and the press of the latest."""

    def follow(self, event: Event, at: float) -> None:
        """Show and sound what the event achieves."""
        laid = self._duels.follow(event)
        if isinstance(event, Dealt):
            self._streaks.clear()
            self._match.past_duels += self._match.duels
            self._match.duels.clear()
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
        match.toasts.duel(words, duel.pile, color, at)
        match.duels.update(() if duel.tie else [(duel.winner, True), (duel.loser, False)])
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
            self._match.toasts.streak(thrown.seat, count, thrown.move.dst, at)
