"""A duel at a table on the network: one patience before all, and above it what each has taken of it."""

from game.core.duel import MARKERS, TURNED, taken
from game.core.state import Dud, Event
from game.core.table import Moved
from game.i18n import _
from game.lan.table import RemoteTable
from game.sessions.duel import DuelSession
from game.ui.engine import theme
from game.ui.engine.scene import Scene
from game.ui.play.match.count_in import CountIn
from game.ui.play.patience.game import Patience, SoloTable
from game.ui.play.race.above import AboveDeal
from game.ui.play.race.end import DealEnd
from game.ui.play.scene import PlayScene


class DuelExtra(AboveDeal):
    """Says who takes what."""

    kind = "duel"

    def __init__(self, run: DuelSession, lan: RemoteTable, lobby: Scene) -> None:
        super().__init__(lan, lobby, lambda: run.heard)
        self.run = run
        self._pressed: int | None = None
        """The own press that is seen at its pile."""

    def hear(self, event: Event, now: float) -> None:
        """Let the name of who has been first rise where the cards go."""
        match event:
            case Moved(seat, src, pile) if src == TURNED and pile < MARKERS and self.table.stage:
                own, at = seat == self.shown, self.table.clock(now)
                color = theme.GOLD if own else theme.colors.ivory
                self.table.gameplay.marks.rise_at(self.lan.names[seat], pile, at, color, 40 if own else 32)
                if not own:
                    self.table.ctx.sounds.play("land", 0.5)

    def end(self) -> None:
        scores = self.lan.state.scores
        best = self.lan.plays and scores[self.lan.seat] == max(scores)
        self.table.gameplay.play_sound("won" if best else "dud")

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
        pressed = self.run.pressed
        if pressed is not None and pressed != self._pressed:
            self.table.gameplay.marks.flash(pressed, at, theme.colors.ivory)
        self._pressed = pressed

    @property
    def seats(self) -> int:
        return len(taken(self.lan.state.table))

    def standing(self, seat: int) -> tuple[int, str]:
        count = taken(self.lan.state.table)[seat]
        return count, str(count)

    @property
    def told(self) -> str:
        """What it is about, before it begins."""
        if not self.lan.plays:
            return _("You are watching")
        words = _("Whoever presses the right key first gets the card. A wrong key freezes you for a second.")
        return "" if self.run.begun else words


def duel_table(lan: RemoteTable, lobby: Scene) -> SoloTable:
    """The table of a duel on the network, above the lobby."""
    lan.take_seats()
    run = DuelSession(lan, _("Duel"))
    return PlayScene(Patience(run), [DuelExtra(run, lan, lobby), CountIn(lan)])
