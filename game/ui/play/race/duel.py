"""A duel at a table on the network: one patience before all, and above it what each has taken of it."""

from collections.abc import Sequence

from game.core.duel import MARKERS, TURNED, taken
from game.core.state import Dud, Event
from game.core.table import Moved
from game.i18n import _
from game.lan.table import RemoteTable
from game.sessions.duel import DuelSession
from game.ui.cards.moments import At
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.scene import Scene
from game.ui.play.match.knock import CountIn
from game.ui.play.match.lines import LinesBoard
from game.ui.play.patience.game import Patience, SoloTable
from game.ui.play.race.above import AboveDeal
from game.ui.play.race.end import DealEnd
from game.ui.play.scene import PlayScene


class DuelExtra(AboveDeal):
    """Says who takes what."""

    kind = "duel"

    def __init__(self, run: DuelSession, lan: RemoteTable, lobby: Scene) -> None:
        super().__init__(lan, lobby, len(taken(lan.state.table)))
        self.run = run
        self._pressed: list[int | None] = [None] * len(run.local_seats)
        """The press of each here that is seen at its pile."""
        own = [seat.player.seat for seat in run.local_seats] if lan.plays else []
        self._colors = {seat: theme.BACKS[lan.backs[seat]] if own[1:] else theme.GOLD for seat in own}
        """By seat of those who play here; of two, that of the card back."""

    def filter(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """Follow the match: its next deal is another table."""
        state = self.lan.state
        self.hear(self.run.heard)
        for event in self.run.heard if self.table.stage else ():
            if isinstance(event, Moved) and event.src == TURNED and event.dst < MARKERS:
                self._take(event.seat, event.dst, self.table.clock(now))
        if self.passed:
            self.move_on(now)
            return ()
        if self.ended(now):
            best = any(state.scores[seat] == max(state.scores) for seat in self._colors)
            self.table.game.play_sound("won" if best else "dud")
        return events

    def lay_out(self, stage: Stage) -> None:
        super().lay_out(stage)
        if (rhythm := self.table.game.rhythm) and self._colors:
            rhythm.colors = list(self._colors.values())

    def _take(self, seat: int, pile: int, at: float) -> None:
        """Let the name of who has been first rise where the cards go."""
        own = self._colors.get(seat)
        color = own or theme.colors.ivory
        x, top = self.stage.card(pile, 0).midtop
        above = At("center", (x, top - 24 * self.stage.layout.unit))  # not over the cards
        self.table.game.remarks.rise(self.lan.names[seat], above, at, color, 40 if own else 32)
        if not own:
            self.table.ctx.sounds.play("land", 0.5)

    def show_end(self) -> bool:
        """Show the standings."""
        self.table.ctx.push(DealEnd(self.table, self.lan, self))
        return True

    def follow(self, event: Event, at: float) -> None:
        """A wrong key is felt at once."""
        game = self.table.game
        if (
            isinstance(event, Dud)
            and game.rhythm
            and (pile := self.run.local_seats[event.seat].missed) is not None
        ):
            game.rhythm.miss(event.seat, pile, at)
            game.play_sound("mistake")

    def step(self, at: float) -> None:
        super().step(at)
        lan, run = self.lan, self.run
        pressed, counts = [seat.pressed for seat in run.local_seats], taken(lan.state.table)
        for color, pile, before in zip(self._colors.values(), pressed, self._pressed, strict=False):
            if pile is not None and pile != before:
                self.table.game.remarks.flash(pile, at, color)
        self._pressed = pressed
        words = _("Whoever presses the right key first gets the card. A wrong key freezes you for a second.")
        told = ("" if run.begun else words) if lan.plays else _("You are watching")
        frozen = {
            seat.player.seat: _("frozen") + " · " for seat in run.local_seats if seat.missed is not None
        }
        stands = [(count, f"{frozen.get(seat, '')}{count}") for seat, count in enumerate(counts)]
        self.show(stands, self._colors, max(counts, default=0), told)


def duel_table(lan: RemoteTable, lobby: Scene) -> SoloTable:
    """The table of a duel on the network, above the lobby."""
    lan.take_seats()
    run = DuelSession(lan, _("Duel"))
    return PlayScene(Patience(run), [DuelExtra(run, lan, lobby), CountIn(lan), LinesBoard(lan)])
