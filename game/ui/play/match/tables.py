"""The table of a match, with all that belongs to it."""

from collections.abc import Sequence

from game.sessions.session import Session
from game.ui.play.match.achievements import Achievements
from game.ui.play.match.captions import Captions
from game.ui.play.match.count_in import CountIn
from game.ui.play.match.freeze import Freezing
from game.ui.play.match.game import MatchGame, MatchTable
from game.ui.play.match.hands import OtherHands
from game.ui.play.match.round_end import Rounds
from game.ui.play.match.tension import Tension
from game.ui.play.scene import Extra, PlayScene


def match_table(session: Session, easy: bool = False, extras: Sequence[Extra] = ()) -> MatchTable:
    """A match against bots, or a replay. `easy`: for a newcomer, who may want to be shown where a card
    fits."""
    return table_of(MatchGame(session, easy), extras)


def table_of(match: MatchGame, extras: Sequence[Extra]) -> MatchTable:
    """The table of this match."""
    moments = CountIn(), Freezing(), Achievements(match)
    mood = Tension(), OtherHands(), Captions()
    return PlayScene(match, [*extras, *moments, *mood, Rounds()])
