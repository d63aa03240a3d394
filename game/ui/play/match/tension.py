"""The end is near: the own 13-pile at 3, 2, 1 closes in on the table, and a heart beats; beneath it all is
music, whose pulse quickens as somebody nears the knock."""

from game.core.state import PLAYING, State
from game.sessions.session import Session
from game.ui.cards.rim import Glow, Rim
from game.ui.cards.stage import Stage
from game.ui.engine.sound import MOODS
from game.ui.play.scene import Extra

_PULSE = 60 / 144
"""Seconds of a beat of the tense music, which is played meanwhile."""
_BEATS = {3: (2 * _PULSE, 0.5), 2: (1.5 * _PULSE, 0.75), 1: (_PULSE, 1.0)}
"""By the cards left: seconds from beat to beat, and how loud it is."""
_COLOR = (112, 8, 4)
_GLOWS = {left: Glow(*glow, _COLOR) for left, glow in {3: (38, 84), 2: (54, 124), 1: (72, 164)}.items()}
"""How the rim glows, by the cards left."""
_FEW = 7, 3
"""With so many cards in the smallest 13-pile each of the next moods begins."""


class Tension(Extra):
    """The rim of the table, drawn anew when the number changes. Not with reduced motion, nor where nothing
    counts."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def lay_out(self, stage: Stage) -> None:
        self._stage, self._rim, self._beat_at = stage, Rim(stage), 0.0

    def step(self, at: float) -> None:
        """Show how many cards are left, if few are; let the heart beat."""
        left = 0 if self._stage.calm or self.table.quiet else self._few()
        self._rim.step(_GLOWS.get(left))
        if left and at >= self._beat_at:
            every, gain = _BEATS[left]
            self._beat_at = at + every
            self.table.ctx.sounds.play("heart", gain)

    def _few(self) -> int:
        """The cards left in the own 13-pile, of two own ones the smaller, while it is played; 0 if there are
        many or none."""
        stage, session = self._stage, self._session
        if session.state.phase != PLAYING:
            return 0
        piles = [stage.piles[stage.find("reserve", seat.seat)] for seat in session.here]
        left = min(map(len, piles), default=0)
        return left if left in _BEATS else 0


class Music(Extra):
    """From the beginning of a round to its knock, where it counts and is wanted."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def lay_out(self, stage: Stage) -> None:
        self._reserves = [pile for pile, role in enumerate(stage.roles) if role == "reserve"]
        self._state: State | None = None
        self._mood = ""

    def leave(self) -> None:
        self.table.ctx.sounds.play_music("")

    def step(self, at: float) -> None:
        """Play the mood of the moment."""
        session, state = self._session, self._session.state
        if state is not self._state:
            self._state, self._mood = state, self._mood_of(state)
        wanted = self.table.ctx.settings.music and not self.table.quiet
        begun = self._mood and state.starts is not None and session.now >= state.starts
        self.table.ctx.sounds.play_music(self._mood if wanted and begun else "")

    def _mood_of(self, state: State) -> str:
        """The mood of the smallest 13-pile; empty if no round is being played."""
        if state.phase != PLAYING:
            return ""
        left = min(len(state.table.piles[pile].cards) for pile in self._reserves)
        return MOODS[sum(left <= few for few in _FEW)]
