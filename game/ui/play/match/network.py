"""What a match on the network adds to its table: players come and go, and play does not wait."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from pygame import Rect

from game.core.state import PLAYING, SCORED, WAITING, WON, Dealt, Event, Resumed
from game.i18n import N_, Notice, _, ngettext
from game.lan.failover import TableConnection
from game.lan.race_deals import as_race
from game.lan.table import CLOSED, JOINED, REFUSED, RemoteTable, names_of, owner_of
from game.net.server.members import HELD
from game.net.wire.messages import GoOn, HouseRules, Rematch, Room, SeatInfo, SetBot
from game.storage.result import MatchResult, fastest_by
from game.system import here
from game.ui.cards.labels import banner, label
from game.ui.cards.layout import PLATES
from game.ui.cards.moments import At
from game.ui.cards.stage import Stage
from game.ui.covers.cover import AskScene, Cover, PausableTable
from game.ui.engine import theme
from game.ui.engine.scene import Scene
from game.ui.input.commands import Command
from game.ui.play.match.attention import Attention
from game.ui.play.match.commands import GO_ON, REMOVE
from game.ui.play.match.game import Exits, MatchGame, MatchTable, last_round
from game.ui.play.match.joint_pause import PauseForAll
from game.ui.play.match.lines import LinesBoard, SlowLines
from game.ui.play.match.match_end import MatchEnd
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.match.tables import table_of
from game.ui.play.match.words import few
from game.ui.play.scene import Extra, Said
from game.ui.view.boxes import Column
from game.ui.view.leaves import BODY, NOTE, Button, Text
from game.ui.view.node import Action, Control, Node

_PARTED = N_("The network was cut, and the table split: another half of it plays on at {address}.")
_NOBODY = N_(
    "The host is gone, and nobody else answers.\nAnyone who comes back finds this table and their seat."
)
_RETURNS = N_("If you carry on alone, you return to the others as soon as they can be reached.")
_LEADS = N_("{name} is the host now.")
_UNKNOCKED = N_("The knock was lost with {name}: play goes on")
_WAITS = N_("{name} waits for a seat.")
_HIGH = 0.13
"""Height of the banner, relative to the window's."""
_KEPT = 0.55
"""The part of the width of a seat's line that may say that the seat is kept."""


def farewell(lan: RemoteTable) -> str:
    """Why the player is no longer at the table."""
    if lan.status != CLOSED:
        return _("The table no longer lets you in.")
    if lan.ending == "kicked":
        return _("The host has removed you from the table.")
    if not lan.ending:
        return _("The host no longer answers.")
    return _("The host has closed the table.")


def lan_table(lan: RemoteTable, lobby: Scene) -> MatchTable:
    """The table of a match on the network. It lies above the lobby, and returns to it after the match."""
    lan.take_seats()
    match = MatchGame(lan)
    match.exits = exits = LanExits(match, lan, lobby)

    def result() -> MatchResult:
        ended = ((story.scored, story.duration) for story in match.stories.values())
        knocked = [(end.seat, took) for end, took in ended if end and end.reason == "knock"]
        fastest, when = fastest_by(knocked, lan.seats), int(here().clock.calendar())
        return lan.result(fastest, when)

    match.result = result
    watching = PauseForAll(lan), Attention(lan), SlowLines(lan)
    return table_of(match, [*watching, LanExtra(lan, exits), LinesBoard(lan)])


def closes_for_all(lan: RemoteTable) -> str:
    """What whoever closes the table is told first, also of those who wait for a seat there."""
    words, n = _("The table closes for everyone when you leave."), lan.room.waiting if lan.room else 0
    waits = ngettext("{n} waits for a seat.", "{n} wait for a seat.", n).format(n=n)
    return f"{words}\n{waits}" if n else words


def ask_to_remove(
    lan: RemoteTable, seat: int, scene: PausableTable, show: Callable[[AskScene], None]
) -> None:
    """`show` over this scene the question whether to remove who has this seat now."""
    who = lan.room.places[seat].member if lan.room else None

    def remove() -> None:
        if lan.room and lan.room.places[seat].member == who:
            lan.ask(SetBot(seat, None))

    name = names_of(lan.room)[seat] if lan.room else ""
    words = _("Remove {name} from the table? They can’t come back.").format(name=name)
    show(AskScene(words, _("Remove"), scene).if_so(remove))


def go_on_without(lan: RemoteTable) -> Iterator[Command]:
    """Has the others go on without those who do not knock, if somebody here may."""
    if lan.late and lan.room and (speaker := lan.speaker):
        names = names_of(lan.room)
        words = _("Carry on without {names}").format(names=few([names[seat] for seat in lan.late]))
        yield Command(GO_ON, lambda _at: speaker.ask(GoOn()), label=words)


class LanExits(Exits):
    """Who leaves gets up from the table, or closes it, and does not only leave the match."""

    def __init__(self, match: Extra, lan: RemoteTable, lobby: Scene) -> None:
        super().__init__(match)
        self._lan, self._lobby = lan, lobby

    @property
    def may_again(self) -> bool:
        return self._lan.owner

    @property
    def knocks(self) -> bool:
        return not self.closed

    @property
    def awaited(self) -> Sequence[int]:
        return self._lan.awaited

    @property
    def watches(self) -> bool:
        return self._lan.place is None and not self._lan.wants

    def sit(self) -> None:
        self._lan.sit(True)

    @property
    def closed(self) -> str:
        """The host and its table have gone; only the result is left."""
        gone = self._lan.status == CLOSED and self._lan.ending != "kicked"
        return farewell(self._lan) if gone else ""

    @property
    def awaits_winner(self) -> bool:
        room, winner = self._lan.room, self._lan.state.winner
        place = room.places[winner] if room and winner is not None else SeatInfo()
        return place.kind == "person" and place.member not in self._lan.members_here

    def late(self) -> Iterator[Command]:
        lan = self._lan
        yield from go_on_without(lan)
        for seat in lan.late[:1] if lan.owner else ():
            words = _("Remove {name}").format(name=lan.names[seat])
            yield Command(REMOVE, partial(self._ask_to_remove, seat), label=words)

    def _ask_to_remove(self, seat: int, _at: float) -> None:
        ask_to_remove(self._lan, seat, self.match.table, self.match.table.cover)

    def label(self, of_all: bool = False) -> str:
        closes = self._lan.server and not self._continues_elsewhere()
        return _("Close the table") if closes else _("Leave the table")

    def leave(self) -> None:
        """The player hosting the table is asked first."""
        if self._lan.server is None:
            self.go()
            return
        words = (
            _("You are the host.\nThe others play on without you.")
            if self._continues_elsewhere()
            else closes_for_all(self._lan)
        )
        table = self.match.table
        session = self.match.session
        plays = session.plays and session.state.phase != WON
        table.cover(AskScene(words, self.label(), table, plays=plays).if_so(self.go))

    def again(self) -> None:
        """Return to the lobby with everyone."""
        self._lan.ask(Rematch())

    @property
    def race(self) -> Action | None:
        """To the lobby of a race."""
        terms = as_race(self._lan.room.terms) if self._lan.room else None
        return partial(self._to_race, terms) if terms and self.may_again and not self.closed else None

    def _to_race(self, terms: HouseRules) -> None:
        self.again()
        self._lan.ask(terms)

    def close(self) -> None:
        """The player stays at the table after the match."""

    def to_lobby(self) -> None:
        """Return to the lobby."""
        self.match.table.ctx.pop_to(self._lobby)

    def to_next(self) -> None:
        """Go to the table of the match that has begun."""
        self.to_lobby()
        self._lobby.step(here().clock.seconds())

    def go(self) -> None:
        """Leave without being asked."""
        if self.closed:
            self.to_lobby()  # which shows the reason
        else:
            self._lobby.back()

    def _continues_elsewhere(self) -> bool:
        """Whether another machine would take the table over."""
        places, here = self._lan.room.places if self._lan.room else (), self._lan.members_here
        others = any(place.kind == "person" and place.member not in here for place in places)
        return others and self._lan.state.phase != WON


class AloneScene(Cover[None]):
    """Asks what to do at a table that has long had no host, unless one is found meanwhile."""

    def __init__(self, lost: TableConnection, leave: Action, table: PausableTable) -> None:
        super().__init__(table)
        self._lost, self._leave = lost, leave

    def step(self, now: float) -> None:
        super().step(now)
        if self.ctx.scene is self and not self._lost.lonely:
            self.back()

    def close(self) -> None:
        """Wait."""
        self._lost.wait()

    def view(self) -> Node:
        alone = self._lost.may_go_on_alone
        return self.sheet(
            Text(_(_NOBODY), BODY, wraps=True),
            Text(_(_RETURNS), NOTE, wraps=True) if alone else None,
            Column(
                Button(_("Wait"), self.close),
                Button(_("Carry on alone"), self._lost.go_on_alone) if alone else None,
                Button(_("Leave the table"), self._leave),
            ),
            wide=640,
            pad=(30, 26),
            gap=20,
        )


class AtLanTable(Extra):
    """What any table on the network has: a host that may be silent, another half, seats that are kept."""

    def __init__(self, lan: RemoteTable, exits: LanExits) -> None:
        self.lan, self.exits = lan, exits
        self._game = lan.room.terms.game if lan.room else ""
        """What is played here; see HouseRules."""
        self._other_half = ""
        """Where another half of the table plays on, as far as the player has been told."""
        self._owner = lan.room.owner if lan.room else None
        """The host's member number, as far as the player has been told."""
        self._host, self._lost_host = (owner_of(lan.room), lan.room.name) if lan.room else ("", "")
        """The name; and that of the host before, or what the table is called where that was nobody's."""
        self._waiting: Sequence[str] = ()
        """Who waits for a seat, as far as the player has been told."""

    @property
    def goes_on(self) -> bool:
        """Whether there is a match here to be shown, or its result."""
        room = self.lan.room
        ended = self.lan.status in (CLOSED, REFUSED) and not (self.exits.closed and self.lan.over)
        same = bool(room and room.playing and room.terms.game == self._game)
        return not ended and same and bool(self.lan.state.round)

    def record(self) -> None:
        """Keep the result of a race or a duel that has been won."""
        lan = self.lan
        if lan.state.phase == WON:
            found = lan.result([0] * lan.seats, int(here().clock.calendar()))
            self.table.ctx.archive.keep_match(found, lan.plays)

    @property
    def heard(self) -> bool:
        """Whether the host is there, as far as it is needed."""
        return self.lan.status == JOINED or bool(self.exits.closed)

    def step(self, at: float) -> None:
        """Say where another half of the table plays on, and who is host in place of another; ask what to do
        where there is none."""
        if self.lan.connection.lonely and not self.table.among[0]:
            self.table.cover(AloneScene(self.lan.connection, self.exits.go, self.table))
        if self.lan.other_half != self._other_half:
            self._other_half = self.lan.other_half
            self.table.ctx.notify(Notice(_PARTED, address=self._other_half))

        before, room = self._waiting, self.lan.room
        self._waiting = room.watchers[: room.waiting] if room else ()
        for name in self._waiting if self.lan.place is not None else ():
            if name not in before:
                self.table.ctx.say(Notice(_WAITS, name=name))
        self._tell_of_host()

    def _tell_of_host(self) -> None:
        """Say who is the host, if that is another one now."""
        room = self.lan.room
        if room and room.owner != self._owner and (name := owner_of(room)):
            self._owner, self._lost_host, self._host = room.owner, self._host, name
            words = N_("You are the host now.") if self.lan.owner else _LEADS
            self.table.ctx.say(Notice(words, name=name))

    def show_silence(self, stage: Stage) -> None:
        """Say on the table whether the host is silent."""
        words = "" if self.heard else _("No word from the host …")
        if words and self.lan.waking:
            words = _("This computer was asleep: asking who plays on …")
        wide, high = stage.layout.size
        plate = banner((words, 34.0, theme.GOLD)) if words else None
        stage.overlay.say("drop_notice", plate, At("center", (wide / 2, high * _HIGH)), room=700)

    def away(self) -> list[tuple[int, SeatInfo]]:
        """The seats whose players are away."""
        return [(seat, place) for seat, place in enumerate(self.lan.places) if place.kind == "away"]

    @property
    def marks(self) -> dict[int, str]:
        """What is said of the seats whose players are away."""
        return {seat: _mark(place) for seat, place in self.away()}

    def rows(self) -> Sequence[Control]:
        """Bots for players who are away; a seat for a watcher."""
        lan, level, rows = self.lan, self.table.ctx.settings.level, list[Control]()
        for seat, place in self.away() if lan.owner else ():
            if place.member is not None and not place.level:
                words = _("Let a bot play for {name}").format(name=lan.names[seat])
                rows.append(Button(words, partial(lan.ask, SetBot(seat, level))))
        if lan.place is None:
            sits = _("Sit down at the next deal") if self._game else _("Sit down at the next round")
            words = _("Just watch") if lan.wants else sits
            rows.append(Button(words, partial(lan.sit, not lan.wants)))
        return rows


class LanExtra(AtLanTable):
    """Shows who comes and goes, and begins anew after what was missed."""

    kind = "lan-table"

    def __init__(self, lan: RemoteTable, exits: LanExits) -> None:
        super().__init__(lan, exits)
        self._shown: tuple[Room | None, bool, bool] | None = None
        """The room, whether the player wants a seat and whether the host is silent, as currently shown."""
        self._again = False
        """Whether another match begins."""
        self._moved = False
        """Seats have changed, but are shown unchanged until the next deal."""

    def enter(self) -> None:
        """Sit down at the first deal, or during the match."""
        state = self.lan.state
        begins = state.phase == WAITING or (state.starts or 0) > self.lan.now
        self.table.lay_anew(deals=begins and state.round == 1)

    def lay_out(self, stage: Stage) -> None:
        """Nothing is shown on this stage yet, and its seats are those of now."""
        self._shown, self._moved = None, not self.table.fits

    # -- what has happened

    def filter(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """Follow changes of the room and its seats; what was missed is shown by a table laid anew."""
        if self._begins_again(events):
            return ()
        if not self.goes_on:
            self.exits.to_lobby()
            return ()
        if not self.lan.fresh:
            self.lan.take_seats()
            self._moved = True
            self.table.ctx.redraw()
        resumed = any(isinstance(event, Resumed) for event in events)
        if resumed and self._goes_back():
            self._mark_seats()
            return events
        if resumed and not self._counted():
            self._resume(now)
        elif self._other_seats() and any(isinstance(event, Dealt) for event in events):
            self._begin_anew(now, deals=True)
        else:
            self._mark_seats()
            return [event for event in events if not isinstance(event, Resumed)]
        return ()

    def _begins_again(self, events: Sequence[Event]) -> bool:
        """Whether all have knocked for another match: the podium stands until its table is laid."""
        ctx, lan = self.table.ctx, self.lan
        ended = any(isinstance(scene, MatchEnd) for scene in ctx.stack)
        undealt = any(isinstance(event, Resumed) and not event.state.round for event in events)
        self._again = ended and (self._again or undealt)
        if not self._again or lan.status != JOINED or not (lan.room and lan.room.playing):
            return False
        if lan.state.round:
            self.exits.to_next()
        return True

    def _other_seats(self) -> bool:
        """Whether the seats differ from those the stage was built for."""
        return self._moved or bool(self.table.stage and tuple(self.table.stage.backs) != self.lan.backs)

    def _goes_back(self) -> bool:
        """Whether the same cards lie here in the same round, some of them elsewhere: they are seen to go
        there, as those that return."""
        state, game = self.lan.state, self.table.game
        same = (state.phase, state.round) == (PLAYING, game.seen.opening.round)
        return same and not game.scored and self.table.fits and not self._other_seats()

    def _resume(self, now: float) -> None:
        """Anything may have changed: show the current table at once."""
        ctx, game, state = self.table.ctx, self.table.game, self.lan.state
        if game.scored and (state.phase, state.round) == (PLAYING, game.seen.opening.round):
            game.untell()
            if game.scored.reason == "knock":
                self._tell_of_host()
                ctx.say(Notice(_UNKNOCKED, name=self._lost_host))
        for scene in [scene for scene in ctx.stack if isinstance(scene, RoundEnd | MatchEnd)]:
            ctx.remove(scene)
        self._begin_anew(now, deals=False)

    def _counted(self) -> bool:
        """Whether the count of this round, or what follows it, is already shown."""
        state, stack = self.lan.state, self.table.ctx.stack
        if state.phase == WON and any(isinstance(scene, MatchEnd) for scene in stack):
            return True
        sheets = [scene.scored for scene in stack if isinstance(scene, RoundEnd)]
        last = last_round(self.lan)
        shown = [(sheet.scores, sheet.totals) for sheet in sheets] == [(last.scores, last.totals)]
        return state.phase in (SCORED, WON) and shown and not self._other_seats()

    def _begin_anew(self, now: float, deals: bool) -> None:
        self.table.clock.start(now)
        self._moved, self._shown = False, None
        self.table.lay_anew(deals)

    # -- marks at the seats

    def _mark_seats(self) -> None:
        """Mark players who are away, and a silent host."""
        if not (stage := self.table.stage) or not (room := self.lan.room):
            return
        now = room, self.lan.wants, self.heard
        if now == self._shown:
            return
        self._shown = now
        gone = dict(self.away())
        backs = self.lan.backs
        if not self._moved and len(stage.backs) == len(backs) and tuple(stage.backs) != backs:
            stage.show_backs(backs)
        self.said = Said(lines=self._lines(), marks=self.marks)
        self.table.renew()
        for area in stage.layout.areas:
            if area.kind == PLATES and area.seat is not None:
                place = gone.get(area.seat)
                words = _("the seat is kept") if place and place.member is not None else ""
                kept = label(words, 16) if words and place and not place.level else None
                head = Rect(area.panel)  # over its mark, and no card
                at, wide = At("bottomright", head.bottomright), _KEPT * head.w / stage.layout.unit
                stage.overlay.say(f"away{area.seat}", kept, at, room=wide)
        self.show_silence(stage)
        if self.table.ctx.scene is not self.table:
            self.table.ctx.redraw()

    def _lines(self) -> list[str]:
        """The text for a watcher."""
        if self.lan.plays:
            return []
        waits = [_("You sit down at the next round if there is a seat.")] if self.lan.wants else []
        if (room := self.lan.room) and room.waiting:
            queue = room.watchers[: room.waiting]
            order = ", ".join(f"{n}. {name}" for n, name in enumerate(queue, 1))
            waits.append(_("Waiting for a seat: {names}").format(names=order))
        if all(each.kind == "away" and not each.level for each in self.lan.places):
            waits = [_("All players are away. Their seats are kept for {n} s.").format(n=HELD // 1_000_000)]
            waits += [_("The menu has bots for them.")] if self.lan.owner else []
        return [_("You are watching"), *waits, _("Esc: menu"), _("F1: help")]


def _mark(place: SeatInfo) -> str:
    return _("a bot plays") if place.level else _("gone") if place.member is not None else _("has left")
