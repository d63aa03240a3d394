"""A duel at a table on the network: one patience before all, and above it what each has taken of it."""

from collections.abc import Sequence
from typing import Final

from pygame import Rect

from game.core.duel import TURNED, taken
from game.core.state import SCORED, WON, Cheered, Dud, Event
from game.core.table import Moved
from game.i18n import _
from game.lan.table import RemoteTable
from game.sessions.duel import DuelSession
from game.story.match_story import RoundStory
from game.ui.cards.hud_nodes import Meter
from game.ui.cards.overlay import Overlay
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.page import Page
from game.ui.engine.scene import Scene
from game.ui.play.match.count_in import CountIn
from game.ui.play.match.network import AtLanTable, LanExits
from game.ui.play.match.standings import back_picture
from game.ui.play.patience.game import Patience, SoloTable
from game.ui.play.race.end import DealEnd
from game.ui.play.scene import PlayScene
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import Button, Style, Text
from game.ui.view.node import Node

_AFTER: Final = 1.2
"""Seconds from the last card to the standings."""
_NAME, _COUNT = Style(18, 20), Style(22, 22)


class DuelExtra(AtLanTable):
    """Says who takes what, and follows the match from one deal to the next."""

    kind = "duel"
    head = 40

    def __init__(self, run: DuelSession, lan: RemoteTable, lobby: Scene) -> None:
        super().__init__(lan, LanExits(self, lan, lobby))
        self.run, self._lobby, self._round = run, lobby, lan.state.round
        self.cheered: Cheered | None = None
        self.stories: dict[int, RoundStory] = {}
        self._counted = False
        self._facts: object = None
        self._pressed: int | None = None
        """The press that is seen at its pile."""

    def enter(self) -> None:
        self.table.gameplay.way_out = lambda: Button(self.exits.label(), self.exits.leave)

    # -- what happens

    def sift(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """Follow the match: its next deal is another table."""
        lan, at = self.lan, self.table.clock(now)
        for event in self.run.heard:
            match event:
                case Moved(seat, src, dst) if src == TURNED and self.table.stage:
                    self._take(seat, dst, at)
                case Cheered():
                    self.cheered = event
        if not self.goes_on or lan.state.round != self._round:
            self.exits.to_lobby()
            self._lobby.step(now)
            return ()
        if not lan.fresh:
            lan.take_seats()
        if lan.state.phase in (SCORED, WON) and not self._counted and self.table.stage:
            self._counted, self.table.end_at = True, at + _AFTER
            best = lan.plays and lan.state.scores[lan.seat] == max(lan.state.scores)
            self.table.gameplay.play_sound("won" if best else "dud")
        return events

    def _take(self, seat: int, pile: int, at: float) -> None:
        """Let the name of who has been first rise where the cards go."""
        own = self.lan.plays and seat == self.lan.seat
        color = theme.GOLD if own else theme.colors.ivory
        self.table.gameplay.marks.rise_at(self.lan.names[seat], pile, at, color, 40 if own else 32)
        if not own:
            self.table.ctx.sounds.play("land", 0.5)

    def follow(self, event: Event, at: float) -> None:
        """A wrong key is felt at once."""
        game, missed = self.table.gameplay, self.run.missed
        if isinstance(event, Dud) and missed is not None and game.rhythm:
            game.rhythm.miss(missed, at)
            game.play_sound("mistake")

    def over(self) -> bool:
        """Show the standings."""
        self.table.ctx.push(DealEnd(self.table, self.lan, self))
        return True

    # -- what it shows

    def lay_out(self, stage: Stage) -> None:
        u = stage.layout.unit
        self._stage, self._overlay, self._facts = stage, Overlay(stage.canvas, u), None
        self._box = Rect(round(9 * u), 0, stage.layout.size[0] - round(18 * u), round(self.head * u))

    def step(self, at: float) -> None:
        super().step(at)
        self.show_silence(self._stage)
        game, pressed = self.table.gameplay, self.run.pressed
        if pressed is not None and pressed != self._pressed:
            game.marks.flash(pressed, at, theme.colors.ivory)
        self._pressed = pressed
        facts = taken(self.lan.state.table), self.lan.names, self.lan.backs, self._told()
        if facts != self._facts:
            self._facts = facts
            cells = [self._cell(seat, count) for seat, count in enumerate(facts[0])]
            self._overlay.show("race", Row(*cells, gap=10), self._box)
            game.panel.told = self._told()
            self.table.renew()

    def _cell(self, seat: int, count: int) -> Node:
        """A seat and how often it has been first; the own one stands out."""
        own = self.lan.plays and seat == self.lan.seat
        most, color = max(1, *taken(self.lan.state.table)), theme.GOLD if own else theme.colors.ivory
        name = Text(self.lan.names[seat], _NAME, color=color, at="start", grow=1)
        bar = Meter(count / most, theme.GOLD if own else theme.colors.mist, high=6)
        row = Row(name, Text(str(count), _COUNT, color=color, firm=True), gap=6)
        back = back_picture(self._stage.canvas.deck, self.lan.backs[seat])
        return Row(back, Column(row, bar, gap=2, grow=1, pack="middle"), gap=6, grow=1)

    def _told(self) -> str:
        """What it is about, before it begins."""
        if not self.lan.plays:
            return _("You are watching")
        words = _("Whoever presses the right key first gets the card. A wrong key freezes you for a second.")
        return "" if self.run.begun else words

    def describe(self, page: Page) -> None:
        """Describe what each seat has taken."""
        counts = taken(self.lan.state.table)
        page.race = [
            {"seat": seat, "name": self.lan.names[seat], "placed": count, "words": str(count)}
            for seat, count in enumerate(counts)
        ]


def duel_table(lan: RemoteTable, lobby: Scene) -> SoloTable:
    """The table of a duel on the network, above the lobby."""
    lan.take_seats()
    run = DuelSession(lan, _("Duel"))
    return PlayScene(Patience(run), [DuelExtra(run, lan, lobby), CountIn(lan)])
