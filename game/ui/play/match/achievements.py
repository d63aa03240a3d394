"""Achievements during play: a streak of cards laid, and a card that came first by a few milliseconds."""

from game.core.match import TIE
from game.core.state import Dealt, Event, Returned, Thrown
from game.core.table import Moved
from game.i18n import _
from game.ui.engine.sound import SCALE
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


class Leads:
    """When cards were thrown, and by how much one was faster. All times are the host's."""

    def __init__(self) -> None:
        self._thrown: dict[int, Thrown] = {}
        """By seat, its latest throw."""
        self._laid: dict[int, Thrown] = {}
        """By pile, the latest throw that landed there."""

    def follow(self, event: Event) -> Thrown | None:
        """The throw that has landed by this event, if one has."""
        match event:
            case Dealt():
                self._thrown.clear()
                self._laid.clear()
            case Thrown(seat, move) if move.count:
                self._thrown[seat] = event
            case Moved(seat, src, dst):
                thrown = self._thrown.get(seat)
                if thrown and thrown.move[:2] == (src, dst):
                    self._laid[dst] = thrown
                    return thrown
        return None

    def lead(self, event: Returned) -> int | None:
        """By how many microseconds the returned card came too late, if that was by a hair; else None."""
        lost, won = self._thrown.get(event.seat), self._laid.get(event.move.dst)
        if not (lost and won) or lost.move != event.move or won.seat != event.faster:
            return None
        lead = lost.at - won.at
        return max(0, lead) if -TIE <= lead < HAIR else None


class Achievements(Extra):
    """Shows and sounds what the players here achieve, and who was faster."""

    def __init__(self, match: MatchGame) -> None:
        self._match, self._leads = match, Leads()
        self._streaks: dict[int, tuple[int, int]] = {}
        """By own seat, how many cards its streak has, and the press of the latest."""

    def follow(self, event: Event, at: float) -> None:
        """Show and sound what the event achieves."""
        laid, own = self._leads.follow(event), self._match.own
        if isinstance(event, Dealt):
            self._streaks.clear()
        elif laid and laid.seat in own:
            self._laid_own(laid, at)
        elif isinstance(event, Returned) and event.faster is not None and event.seat in own:
            self._second(event, self._match.session.names[event.faster], at)
        elif isinstance(event, Returned) and event.faster in own:
            self._first(event, at)

    def _first(self, late: Returned, at: float) -> None:
        if (lead := self._leads.lead(late)) is None:
            return
        self._match.toasts.cheer(_("{n} ms!").format(n=_milliseconds(lead)), late.move.dst, at)
        for steps in _TUNE:
            self.table.ctx.sounds.play("chime", 0.5, pitch_steps=steps)

    def _second(self, late: Returned, name: str, at: float) -> None:
        """Say who was faster, and by how much if it was close."""
        words = _("{name} was faster").format(name=name)
        if (lead := self._leads.lead(late)) is not None:
            words = _("{name} was {n} ms faster").format(name=name, n=_milliseconds(lead))
        self._match.toasts.lost(words, late.move.dst, at)

    def _laid_own(self, thrown: Thrown, at: float) -> None:
        count, last = self._streaks.get(thrown.seat, (0, 0))
        count = count + 1 if thrown.at - last <= STREAK else 1
        self._streaks[thrown.seat] = count, thrown.at
        if count > 1:
            steps = SCALE[min(len(SCALE), count - 1) - 1]
            self.table.ctx.sounds.play("chime", 0.6, pitch_steps=steps + _LOW)
            self._match.toasts.streak(thrown.seat, count, thrown.move.dst, at)


def _milliseconds(lead: int) -> str:
    """A lead in microseconds as text."""
    return str(lead // 1000) if lead >= TIE else "<1"
