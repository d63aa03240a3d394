"""The table of a match, with all that belongs to it."""

from collections.abc import Sequence

from game.sessions.session import Session
from game.ui.play.scene import Extra, PlayScene
from game.ui.table.achievements import Achievements
from game.ui.table.captions import Captions
from game.ui.table.freeze import Freezing
from game.ui.table.match import MatchGame, MatchTable
from game.ui.table.round_end import Rounds
from game.ui.table.tension import Tension


def match_table(session: Session, easy: bool = False, extras: Sequence[Extra] = ()) -> MatchTable:
    """A match against bots, or a replay. `easy`: for a newcomer, who may want to be shown where a card
    fits."""
    return table_of(MatchGame(session, easy), extras)


def table_of(match: MatchGame, extras: Sequence[Extra]) -> MatchTable:
    """The table of this match."""
    session = match.session
    own = Freezing(session), Achievements(match), Tension(session), Captions(), Rounds(match)
    return PlayScene(match, [*extras, *own])
