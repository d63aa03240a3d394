"""Who does nothing for long in a round on the network, and who looks elsewhere meanwhile."""

from collections.abc import Sequence
from typing import Final

from game.core.state import PLAYING, Asked, Dud, Event, Resumed, Returned, Shouted, Started, Thrown
from game.core.table import Called, Moved
from game.i18n import N_, Notice, _, ngettext
from game.lan.client import LanClient
from game.lan.table import JOINED, RemoteTable
from game.net.wire.messages import Busy
from game.ui.cards.labels import banner
from game.ui.cards.moments import At
from game.ui.engine import theme
from game.ui.play.end import End
from game.ui.play.match.words import few
from game.ui.play.scene import Extra, Said

_IDLE = N_("{name} has not played for a minute.")
IDLE: Final = 60_000_000
"""Microseconds of a round in which a seat has done nothing, after which it is asked."""
_ACTS = Moved | Thrown | Returned | Dud | Called | Asked | Shouted
"""By which a seat shows that its player is there."""
_HIGH = 0.13
"""Height of the banner, relative to the window's."""


class Attention(Extra):
    """Asks who does nothing at this screen, names the others, and tells them what the player here looks
    at."""

    def __init__(self, lan: RemoteTable) -> None:
        self._lan = lan
        self._acts = dict[int, int]()
        """By seat of a person, when it last did anything in this round, by the host's clock."""
        self._idle: tuple[int, ...] = ()
        """The seats that have long done nothing."""
        self._told: dict[LanClient, bool] = {}
        """What the host has been told at each connection: whether its player looks elsewhere."""

    def filter(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """Follow what everybody does."""
        self._watch_acts(events)
        self._tell_of_menu()
        self._mark()
        return events

    def _watch_acts(self, events: Sequence[Event]) -> None:
        """See who has done nothing for a minute, and say so."""
        lan, state, before = self._lan, self._lan.state, self._idle
        plays = state.phase == PLAYING and lan.status == JOINED
        if any(isinstance(event, Started | Resumed) for event in events):
            self._acts.clear()
        acts = {event.seat for event in events if isinstance(event, _ACTS)}
        here = [seat for seat, place in enumerate(lan.places if plays else ()) if place.kind == "person"]
        self._acts = {seat: lan.now if seat in acts else self._acts.get(seat, lan.now) for seat in here}
        waits, starts = state.table.calls | state.out, state.starts or 0
        late = [seat for seat, at in self._acts.items() if lan.now >= max(starts, at) + IDLE]
        self._idle = tuple(seat for seat in late if not waits >> seat & 1)
        for seat in [seat for seat in self._idle if seat not in before]:
            if seat in self.table.game.own:
                self.table.ctx.sounds.play("ready")
            else:
                self.table.ctx.say(Notice(_IDLE, name=lan.names[seat]))

    def _tell_of_menu(self) -> None:
        """Have the others told whether something lies over the table while they play."""
        lan, scene = self._lan, self.table.ctx.scene
        away = lan.state.phase == PLAYING and not (scene is self.table or isinstance(scene, End))
        before, self._told = self._told, {}
        for one in lan.local_tables if lan.plays else ():
            self._told[one.client] = away
            if away != before.get(one.client, False):
                one.ask(Busy(away))

    def _mark(self) -> None:
        """Say beside the names of others what they do instead."""
        own, places = self.table.game.own, self._lan.places if self._lan.state.phase == PLAYING else ()
        marks = {seat: _("away?") for seat in self._idle if seat not in own}
        marks |= {seat: _("in the menu") for seat, each in enumerate(places) if each.busy and seat not in own}
        if marks != self.said.marks:
            self.said = Said(marks=marks)

    def step(self, at: float) -> None:
        """Ask who has long done nothing here."""
        own = [self._lan.names[seat] for seat in self._idle if seat in self.table.game.own]
        plate, (wide, high) = None, self.stage.layout.size
        if own:
            several = ngettext("{names}: still there?", "{names}: still there?", len(own))
            words = several if self._lan.partner else _("Are you still there?")
            asks = words.format(names=few(own)), 34.0, theme.GOLD
            plate = banner(asks, (_("No move for a minute."), 24.0, theme.colors.ivory))
        self.stage.overlay.say("still there", plate, At("center", (wide / 2, high * _HIGH)), room=700)
