"""The table of a match, with all that belongs to it."""

from collections.abc import Sequence

from game.core.state import Dealt, Returned, Scored
from game.sessions.match_playback import MatchPlayback
from game.sessions.session import Session
from game.ui.engine import theme
from game.ui.play.match.achievements import Achievements
from game.ui.play.match.captions import Captions
from game.ui.play.match.count_in import CountIn
from game.ui.play.match.freeze import Freezing
from game.ui.play.match.game import MatchGame, MatchTable
from game.ui.play.match.hands import OtherHands
from game.ui.play.match.round_end import Rounds
from game.ui.play.match.tension import Tension
from game.ui.play.scene import Extra, PlayScene
from game.ui.play.time_line import Mark, TimeLine


def match_table(session: Session, easy: bool = False, extras: Sequence[Extra] = ()) -> MatchTable:
    """A match against bots, or a replay. `easy`: for a newcomer, who may want to be shown where a card
    fits."""
    return table_of(MatchGame(session, easy), extras)


def table_of(match: MatchGame, extras: Sequence[Extra]) -> MatchTable:
    """The table of this match."""
    moments = CountIn(), Freezing(), Achievements(match)
    mood = Tension(), OtherHands(), Captions()
    return PlayScene(match, [*extras, *moments, *mood, Rounds()])


def watched_table(session: MatchPlayback) -> MatchTable:
    """A replay with its time line: a bar where a round begins, a dot in the colour of who knocks, a tick
    where somebody was beaten to a pile."""
    marks = list[Mark]()
    for at, event in session.timeline:
        match event:
            case Dealt():
                marks.append(Mark(at, bar=True))
            case Returned(faster=int()):
                marks.append(Mark(at))
            case Scored(seat=int(seat)):
                marks.append(Mark(at, theme.BACKS[session.backs[seat]]))
    ends = session.timeline[-1][0] if session.timeline else 0
    return match_table(session, extras=[TimeLine(session, ends, marks, ("l", "r"))])
