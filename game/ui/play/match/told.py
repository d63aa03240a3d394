"""What is told of a match, from what was seen of it here."""

from collections.abc import Sequence

from game.core.state import Event
from game.story.seen import Recorder
from game.ui.play.match.game import MatchGame
from game.ui.play.scene import Extra


class Telling(Extra):
    """Records the rounds."""

    def __init__(self, match: MatchGame) -> None:
        self._match = match

    def enter(self) -> None:
        """The first round may have been dealt."""
        self._match.recorder = Recorder(self._match.session.state)

    def sift(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """Record what has come."""
        session = self._match.session
        self._match.recorder.follow(events, session.now, session.state)
        return events
