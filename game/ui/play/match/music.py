"""Music: a pulse beneath a round that quickens as somebody nears the knock, and the murmur of a room."""

from game.core.state import PLAYING, State
from game.sessions.session import Session
from game.ui.cards.stage import Stage
from game.ui.engine.sound import MOODS
from game.ui.play.scene import Extra

_FEW = 7, 3
"""With so many cards in the smallest 13-pile each of the next moods begins."""


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
