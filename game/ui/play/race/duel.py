"""A duel at a table on the network: one patience before all, and above it what each has taken of it."""

from collections.abc import Sequence

from game.core.duel import MARKERS, TURNED, taken
from game.core.state import Cheered, Dud, Event
from game.core.table import Moved
from game.i18n import _
from game.lan.table import RemoteTable
from game.sessions.duel import DuelSession
from game.ui.engine import theme
from game.ui.engine.scene import Scene
from game.ui.play.match.count_in import CountIn
from game.ui.play.match.lines import LinesBoard
from game.ui.play.patience.game import Patience, SoloTable
from game.ui.play.race.above import AboveDeal
from game.ui.play.race.end import DealEnd
from game.ui.play.scene import PlayScene


class DuelExtra(AboveDeal):
    """Says who takes what."""

    kind = "duel"

    def __init__(self, run: DuelSession, lan: RemoteTable, lobby: Scene) -> None:
        super().__init__(lan, lobby)
        self.run, self._round = run, lan.state.round
        self._pressed: int | None = None
        """The own press that is seen at its pile."""

    def sift(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """Follow the match: its next deal is another table."""
        state = self.lan.state
        self.take_seats()
        for event in self.run.heard:
            match event:
                case Moved(seat, src, pile) if src == TURNED and pile < MARKERS and self.table.stage:
                    self._take(seat, pile, self.table.clock(now))
                case Cheered():
                    self.cheered = event
        if self.left(now, state.round != self._round):
            return ()
        if self.ended(now):
            best = self.lan.plays and state.scores[self.lan.seat] == max(state.scores)
            self.table.gameplay.play_sound("won" if best else "dud")
        return events

    def _take(self, seat: int, pile: int, at: float) -> None:
        """Let the name of who has been first rise where the cards go."""
        own = self.lan.plays and seat == self.lan.seat
        color = theme.GOLD if own else theme.colors.ivory
        self.table.gameplay.marks.rise_at(self.lan.names[seat], pile, at, color, 40 if own else 32)
        if not own:
            self.table.ctx.sounds.play("land", 0.5)

    def over(self) -> bool:
        """Show the standings."""
        self.table.ctx.push(DealEnd(self.table, self.lan, self))
        return True

    def follow(self, event: Event, at: float) -> None:
        """A wrong key is felt at once."""
        game, missed = self.table.gameplay, self.run.missed
        if isinstance(event, Dud) and missed is not None and game.rhythm:
            game.rhythm.miss(missed, at)
            game.play_sound("mistake")

    def step(self, at: float) -> None:
        super().step(at)
        lan, run = self.lan, self.run
        if run.pressed is not None and run.pressed != self._pressed:
            self.table.gameplay.marks.flash(run.pressed, at, theme.colors.ivory)
        self._pressed, counts = run.pressed, taken(lan.state.table)
        words = _("Whoever presses the right key first gets the card. A wrong key freezes you for a second.")
        told = ("" if run.begun else words) if lan.plays else _("You are watching")
        stands = [(count, str(count)) for count in counts]
        self.show(stands, lan.seat if lan.plays else None, max(counts, default=0), told)


def duel_table(lan: RemoteTable, lobby: Scene) -> SoloTable:
    """The table of a duel on the network, above the lobby."""
    lan.take_seats()
    run = DuelSession(lan, _("Duel"))
    return PlayScene(Patience(run), [DuelExtra(run, lan, lobby), CountIn(lan), LinesBoard(lan)])
