"""The tables of a match, with all that belongs to them: against bots, a replay, and what the title shows."""

from collections.abc import Sequence

import pygame
from pygame import Rect
from pygame.event import Event as Input

from game.core.state import Dealt, Returned, Scored
from game.i18n import _
from game.sessions.match_playback import MatchPlayback
from game.sessions.session import Session
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.devices import PAD_PRESS
from game.ui.play.match.extras import Achievements, Captions, OtherHands, Tension
from game.ui.play.match.game import MatchGame, MatchTable
from game.ui.play.match.knock import CountIn, Freezing
from game.ui.play.match.round_end import Rounds
from game.ui.play.scene import Extra, PlayScene
from game.ui.play.time_line import Tick, TimeLine
from game.ui.view.boxes import Row
from game.ui.view.leaves import Gap, Style, Text


def match_table(session: Session, easy: bool = False, extras: Sequence[Extra] = ()) -> MatchTable:
    """A match against bots, or a replay. `easy`: for a newcomer, who may want to be shown where a card
    fits."""
    return table_of(MatchGame(session, easy), extras)


def table_of(match: MatchGame, extras: Sequence[Extra]) -> MatchTable:
    """The table of this match."""
    added = [
        *extras,
        CountIn(),
        Freezing(),
        Achievements(match),
        Tension(),
        OtherHands(),
        Captions(),
        Rounds(),
    ]
    return PlayScene(match, added)


def watched_table(session: MatchPlayback) -> MatchTable:
    """A replay with its time line: a bar where a round begins, a dot in the colour of who knocks, a tick
    where somebody was beaten to a pile."""
    ticks = list[Tick]()
    for at, event in session.timeline:
        match event:
            case Dealt():
                ticks.append(Tick(at, bar=True))
            case Returned(faster=int()):
                ticks.append(Tick(at))
            case Scored(seat=int(seat)):
                ticks.append(Tick(at, theme.BACKS[session.backs[seat]]))
    ends = session.timeline[-1][0] if session.timeline else 0
    return match_table(session, extras=[TimeLine(session, ends, ticks, ("l", "r"))])


_TOUCHES = (
    pygame.KEYDOWN,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEMOTION,
    pygame.MOUSEWHEEL,
    PAD_PRESS,
)
_EDGE = 24
"""Left and right of the words, in units."""
_NAME, _KEY = Style(48, 50, "gold"), Style(27, 29)


class Attract(Extra):
    """A match of bots, without a sound of theirs; nothing is counted, one round follows another."""

    kind, head, quiet, fingers = "attract", 58, True, "press"

    def enter(self) -> None:
        ctx = self.table.ctx
        ctx.sounds.set_volume(0, ctx.settings.muted, music=ctx.settings.music)

    def leave(self) -> None:
        """Let sounds be heard again."""
        self.table.ctx.apply_settings()

    def intercept(self, event: Input) -> bool:
        """Whatever the player touches ends it."""
        if event.type in _TOUCHES:
            self.table.back()
        return True

    def show_end(self) -> bool:
        """The bots knock for the next round."""
        return True

    def lay_out(self, stage: Stage) -> None:
        layout = stage.layout
        words = Row(Text("Haisty", _NAME), Gap(grow=1), Text(_("Press any key"), _KEY), pad=(_EDGE, 0))
        box = Rect(0, round(4 * layout.unit), layout.size[0], round(self.head * layout.unit))
        stage.overlay.show("attract", words, box)
