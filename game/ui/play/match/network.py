"""What a match on the network adds to its table: players come and go, and play does not wait; and how good
everybody's line to the host is."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from pygame import Rect

from game.core.match import ASKING
from game.core.state import (
    FLIGHT,
    PAUSED,
    PLAYING,
    SCORED,
    WAITING,
    WON,
    Asked,
    Dealt,
    Event,
    Resumed,
    Returned,
    Shouted,
    Started,
    Thrown,
)
from game.core.table import Called, Moved
from game.i18n import N_, Notice, _, ngettext
from game.lan.failover import TableConnection
from game.lan.race_deals import as_race
from game.lan.table import CLOSED, JOINED, REFUSED, RemoteTable, names_of, owner_of
from game.net.client.connection import PLAYING_INTERVAL
from game.net.server.members import HELD
from game.net.wire.messages import Busy, GoOn, HouseRules, Line, Rematch, Room, SeatInfo, SetBot, WaitFor
from game.storage.result import MatchResult, fastest_by
from game.system import here
from game.ui.cards.labels import banner, label
from game.ui.cards.layout import PLATES
from game.ui.cards.moments import At
from game.ui.cards.stage import Stage
from game.ui.covers.cover import AskScene, Cover, PausableTable
from game.ui.engine import theme
from game.ui.engine.scene import Scene
from game.ui.input.commands import Command, by_name
from game.ui.input.keys import Slot
from game.ui.play.end import End
from game.ui.play.match.commands import GO_ON, REMOVE
from game.ui.play.match.game import Exits, MatchGame, MatchTable, last_round
from game.ui.play.match.joint_pause import JointPause
from game.ui.play.match.match_end import MatchEnd
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.match.tables import table_of
from game.ui.play.match.words import few
from game.ui.play.scene import Extra, Said
from game.ui.view.boxes import Column
from game.ui.view.leaves import BODY, NOTE, Button, Switch, Text
from game.ui.view.node import Action, Control, Node

_PARTED = N_("The network was cut, and the table split: another half of it plays on at {address}.")
_NOBODY = N_(
    "The host is gone, and nobody else answers.\nAnyone who comes back finds this table and their seat."
)
_RETURNS = N_("If you carry on alone, you return to the others as soon as they can be reached.")
_LEADS = N_("{name} is the host now.")
_UNKNOCKED = N_("The knock was lost with {name}: play goes on")
_WAITS = N_("{name} waits for a seat.")
_DELAYS = N_("{name} has a slow line: everyone sees cards land {n} ms later. The menu can change that.")
_UNWAITED = N_("{name} does not wait for your slow line: you see cards land later than the others do.")
_ASKS = N_("{name} asks for a pause. {key}: agree")
_ASKED = N_("You have asked for a pause. As soon as one more agrees, everything stands still.")
_IDLE = N_("{name} has not played for a minute.")
IDLE: Final = 60_000_000
"""Microseconds of a round in which a seat has done nothing, after which it is asked."""
PAUSE_ALL: Final = Slot("pause for all", "P")
_FELT = 30_000
"""Microseconds that can be felt."""
_SLOW = (FLIGHT - PLAYING_INTERVAL + _FELT) // 1000
"""Milliseconds there and back with which a line has landings shown so much later."""
_HIGH = 0.13
"""Height of the banner, relative to the window's."""


def farewell(lan: RemoteTable) -> str:
    """Why the player is no longer at the table."""
    if lan.status != CLOSED:
        return _("The table no longer lets you in.")
    if lan.ending == "kicked":
        return _("The host has removed you from the table.")
    if not lan.ending:
        return _("The host no longer answers.")
    return _("The host has closed the table.")


def slow_lines(room: Room, lines: Mapping[int, Line]) -> list[tuple[str, Line]]:
    """The lines for which landings are shown so much later that it can be felt, or would be if they were
    waited for, each with its player's name; the slowest first."""
    named = [
        (name, lines[place.member])
        for name, place in zip(names_of(room), room.places, strict=True)
        if place.member is not None and place.member in lines
    ]
    slow = [each for each in named if each[1].trip + each[1].jitter > _SLOW or not each[1].waited]
    return sorted(slow, key=lambda each: -(each[1].trip + each[1].jitter))


def lan_table(lan: RemoteTable, lobby: Scene) -> MatchTable:
    """The table of a match on the network. It lies above the lobby, and returns to it after the match."""
    lan.take_seats()
    match = MatchGame(lan)
    match.exits = exits = LanExits(match, lan, lobby)

    def result() -> MatchResult:
        ended = ((story.scored, story.duration) for story in match.stories.values())
        knocked = [(end.seat, took) for end, took in ended if end and end.reason == "knock"]
        fastest, when = fastest_by(knocked, lan.seats), int(here().clock.calendar())
        return lan.result(lan.seat, fastest, when) if lan.plays else lan.watched(fastest, when)

    match.result = result
    return table_of(match, [LanExtra(lan, exits), LinesBoard(lan)])


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
        table.cover(AskScene(words, self.label(), table).if_so(self.go))

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
        lan, archive = self.lan, self.table.ctx.archive
        if lan.state.phase == WON:
            none, when = [0] * lan.seats, int(here().clock.calendar())
            if lan.plays:
                archive.writer.save_match(lan.result(lan.seat, none, when))
            else:
                result = lan.watched(none, when)
                archive.watched[result.key] = result

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
                self.table.ctx.notify(Notice(_WAITS, name=name))
        self._tell_of_host()

    def _tell_of_host(self) -> None:
        """Say who is the host, if that is another one now."""
        room = self.lan.room
        if room and room.owner != self._owner and (name := owner_of(room)):
            self._owner, self._lost_host, self._host = room.owner, self._host, name
            words = N_("You are the host now.") if self.lan.owner else _LEADS
            self.table.ctx.notify(Notice(words, name=name))

    def show_silence(self, stage: Stage) -> None:
        """Say on the table whether the host is silent."""
        words = "" if self.heard else _("No word from the host …")
        if words and self.lan.waking:
            words = _("This computer was asleep: asking who plays on …")
        wide, high = stage.layout.size
        plate = banner((words, 34.0, theme.GOLD)) if words else None
        stage.overlay.say("drop_notice", plate, At("center", (wide / 2, high * _HIGH)), room=700)

    @property
    def places(self) -> Sequence[SeatInfo]:
        """The seats of this match."""
        return self.lan.room.places[: self.lan.seats] if self.lan.room else ()

    def away(self) -> list[tuple[int, SeatInfo]]:
        """The seats whose players are away."""
        return [(seat, place) for seat, place in enumerate(self.places) if place.kind == "away"]

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
        self._shown: tuple[Room | None, bool, bool, object] | None = None
        """The room, whether the player wants a seat, whether the host is silent, and who asks for a pause
        or does nothing, as currently shown."""
        self._again = False
        """Whether another match begins."""
        self._acts = dict[int, int]()
        """By seat, when it last did anything in this round, by the host's clock."""
        self._busy: tuple[object, bool] = None, False
        """What the host at the end of this connection has been told: whether the player looks elsewhere."""
        self._idle: tuple[int, ...] = ()
        """The seats that have long done nothing."""
        self._moved = False
        """Seats have changed, but are shown unchanged until the next deal."""

    def enter(self) -> None:
        """Sit down at the first deal, or during the match."""
        state = self.lan.state
        begins = state.phase == WAITING or (state.starts or 0) > self.lan.now
        self.table.lay_anew(deals=begins and state.round == 1)
        if state.phase == PLAYING:
            self._tell_of_lines(state.delay)

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
        self._watch_acts(events)
        self._tell_of_menu()
        for asked in [event for event in events if isinstance(event, Asked)]:
            self._tell_of_wish(asked.seat)
        self._cover()
        for delay in [event.delay for event in events if isinstance(event, Started)]:
            self._tell_of_lines(delay)
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

    # -- a pause for all

    def _cover(self) -> None:
        """Hide the table for as long as it is paused, whatever lies over it."""
        ctx, paused = self.table.ctx, self.lan.state.phase == PAUSED
        shown = [scene for scene in ctx.stack if isinstance(scene, JointPause)]
        if paused and not shown:
            ctx.push(JointPause(self.table))
        for scene in () if paused else shown:
            ctx.remove(scene)

    # -- who does nothing

    def _watch_acts(self, events: Sequence[Event]) -> None:
        """See who has done nothing for a minute, and say so."""
        lan, state = self.lan, self.lan.state
        acts = [
            event.seat for event in events if isinstance(event, Moved | Thrown | Returned | Called | Shouted)
        ]
        self._acts |= dict.fromkeys(acts, lan.now)
        if any(isinstance(event, Started | Resumed) for event in events):
            self._acts.clear()
        before, here, starts = self._idle, self.table.game.own, state.starts or 0
        waits = state.table.calls | state.out
        plays = state.phase == PLAYING and self.heard
        self._idle = tuple(
            seat
            for seat, place in enumerate(self.places if plays else ())
            if place.kind == "person" and not waits >> seat & 1
            if lan.now >= max(starts, self._acts.setdefault(seat, lan.now)) + IDLE
        )
        for seat in [seat for seat in self._idle if seat not in before]:
            if seat in here:
                self.table.ctx.sounds.play("ready")
            else:
                self.table.ctx.say(Notice(_IDLE, name=lan.names[seat]))

    def _tell_of_menu(self) -> None:
        """Have the others told whether something lies over the table while they play."""
        lan = self.lan
        scene, plays = self.table.ctx.scene, lan.state.phase == PLAYING
        away = plays and not (scene is self.table or isinstance(scene, End))
        before = self._busy[1] if self._busy[0] is lan.client else False
        if lan.plays and away != before:
            for one in lan.local_tables:
                one.ask(Busy(away))
        self._busy = lan.client, away

    def step(self, at: float) -> None:
        """Ask who has long done nothing here."""
        super().step(at)
        own = [self.lan.names[seat] for seat in self._idle if seat in self.table.game.own]
        wide, high = self.stage.layout.size
        words = _("Are you still there?") if not self.lan.partner else _("{names}: still there?")
        asks = (words.format(names=few(own)), 34.0, theme.GOLD)
        plate = banner(asks, (_("No move for a minute."), 24.0, theme.colors.ivory)) if own else None
        self.stage.overlay.say("still there", plate, At("center", (wide / 2, high * _HIGH)), room=700)

    @property
    def _wish(self) -> Asked | None:
        """The wish for a pause that another hand could grant now."""
        asks = self.lan.state.asks if self.lan.state.phase == PLAYING else None
        return asks if asks and self.lan.now <= asks.at + ASKING else None

    def _tell_of_wish(self, seat: int) -> None:
        own = seat in self.table.game.own
        key = self.table.legend("Esc" if self.lan.partner else "P")
        if own or self.lan.plays:
            notice = Notice(_ASKED) if own else Notice(_ASKS, name=self.lan.names[seat], key=key)
            self.table.ctx.say(notice)
            self.table.ctx.sounds.play("ready")

    @property
    def _may_pause(self) -> bool:
        lan = self.lan
        return lan.plays and lan.rules.pausable and lan.state.phase == PLAYING

    def commands(self) -> Iterator[Command]:
        """Of two at one keyboard neither has that letter for it: they have the menu."""
        if self._may_pause and not self.lan.partner:
            yield Command(PAUSE_ALL, lambda _at: self.lan.ask_pause(), _("ask all for a pause"), "")

    def _pause(self) -> None:
        self.lan.ask_pause()
        self.table.ctx.pop_to(self.table)

    def _tell_of_lines(self, delay: int) -> None:
        """Tell the host for whose line all see landings so many microseconds later, and the player if their
        own is not waited for."""
        lan, room = self.lan, self.lan.room
        if not room:
            return
        waited = [name for name, line in self._slow_lines() if line.waited]
        if lan.owner and delay > _FELT and waited:
            self.table.ctx.notify(Notice(_DELAYS, name=waited[0], n=round(delay / 1000)))
        if not all(line.waited for line in lan.lines.values() if line.member == lan.member):
            self.table.ctx.notify(Notice(_UNWAITED, name=owner_of(room)))

    def rows(self) -> Sequence[Control]:
        """A pause for all; to the host also whether slow lines are waited for."""
        lan, rows = self.lan, [*super().rows()]
        if self._may_pause:
            wish = self._wish
            other = lan.names[wish.seat] if wish and wish.seat not in self.table.game.own else ""
            words = _("Pause with {name}").format(name=other) if other else _("Pause for all")
            rows.insert(0, Button(words, self._pause, name="pause for all"))
        for name, line in self._slow_lines() if lan.owner else ():
            words = _("Wait for {name}’s line").format(name=name)
            rows.append(Switch(words, line.waited, partial(self._wait, line.member)))
        return rows

    def _slow_lines(self) -> list[tuple[str, Line]]:
        """Those of others."""
        room, here = self.lan.room, self.lan.members_here
        found = slow_lines(room, self.lan.lines) if room else []
        return [(name, line) for name, line in found if line.member not in here]

    def _wait(self, member: int, on: bool) -> None:
        self.lan.ask(WaitFor(member, on))

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
                ctx.notify(Notice(_UNKNOCKED, name=self._lost_host))
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
        wish = self._wish
        now = room, self.lan.wants, self.heard, (wish, self._idle, self._in_menu)
        if now == self._shown:
            return
        self._shown = now
        gone = dict(self.away())
        backs = self.lan.backs
        if not self._moved and len(stage.backs) == len(backs) and tuple(stage.backs) != backs:
            stage.show_backs(backs)
        asks = {wish.seat: _("asks for a pause")} if wish else {}
        idle = {seat: _("away?") for seat in self._idle if seat not in self.table.game.own}
        idle |= {seat: _("in the menu") for seat in self._in_menu}
        self.said = Said(lines=self._lines(), marks=idle | asks | self.marks)
        self.table.renew()
        for area in stage.layout.areas:
            if area.kind == PLATES and area.seat is not None:
                place = gone.get(area.seat)
                words = _("the seat is kept") if place and place.member is not None else ""
                kept = label(words) if words and place and not place.level else None
                stage.overlay.say(f"away{area.seat}", kept, At("center", Rect(area.box).center))
        self.show_silence(stage)
        if self.table.ctx.scene is not self.table:
            self.table.ctx.redraw()

    @property
    def _in_menu(self) -> Sequence[int]:
        """The seats whose players look elsewhere while they play."""
        own, plays = self.table.game.own, self.lan.state.phase == PLAYING
        return [seat for seat, each in enumerate(self.places) if each.busy and plays and seat not in own]

    def _lines(self) -> list[str]:
        """The text for a watcher."""
        if self.lan.plays:
            return []
        waits = [_("You sit down at the next round if there is a seat.")] if self.lan.wants else []
        if (room := self.lan.room) and room.waiting:
            queue = room.watchers[: room.waiting]
            order = ", ".join(f"{n}. {name}" for n, name in enumerate(queue, 1))
            waits.append(_("Waiting for a seat: {names}").format(names=order))
        if all(each.kind == "away" and not each.level for each in self.places):
            waits = [_("All players are away. Their seats are kept for {n} s.").format(n=HELD // 1_000_000)]
            waits += [_("The menu has bots for them.")] if self.lan.owner else []
        return [_("You are watching"), *waits, _("Esc: menu"), _("F1: help")]


def _mark(place: SeatInfo) -> str:
    return _("a bot plays") if place.level else _("gone") if place.member is not None else _("has left")


SLOT: Final = Slot("lines", "F9")
_VARIES, _NAPS, _SLOW, _LOSSY = 10, 60, 80, 3
"""Milliseconds by which trips differ within a second where that is said, and where a radio naps; those of a
slow line; per cent lost where it is said."""
_REGULAR: Final = 1.5
"""The longest nap in a minute, as a multiple of the usual, up to which they are those of a radio."""
_TOP = 0.2
"""The board's upper edge, relative to the window's height: below what is said of a silent host."""


def bars(line: Line) -> int:
    """How good the line is, from 1 to 3."""
    if line.jitter >= _NAPS or line.loss >= _LOSSY:
        return 1
    return 2 if line.stalls or line.trip >= _SLOW else 3


def line_words(line: Line, naps: bool = False) -> str:
    """How long a packet takes there and back, and what is wrong with the line, if anything. `naps`: whether
    regular pauses are those of a radio."""
    if line.jitter >= _NAPS:
        regular = naps and line.longest <= line.jitter * _REGULAR
        words = _("pauses of {n} ms: Wi-Fi power saving") if regular else _("pauses of {n} ms")
        words = words.format(n=line.jitter)
    elif line.stalls:
        words = ngettext(
            "{n} stall in the last minute, {ms} ms",
            "{n} stalls in the last minute, up to {ms} ms",
            line.stalls,
        ).format(n=line.stalls, ms=line.longest)
    elif line.loss >= _LOSSY:
        words = _("{n} of 100 packets lost").format(n=line.loss)
    else:
        words = _("slow") if line.trip >= _SLOW else _("good")
    varies = f" ± {line.jitter // 2}" if _VARIES <= line.jitter < _NAPS else ""
    return f"{max(1, line.trip)}{varies} ms · {words}"


def lines_told(lan: RemoteTable, naps: bool) -> list[str]:
    """Of each seat whose line is measured, its player's name and the line. `naps`: see RemoteTable."""
    here, told = lan.members_here if naps else (), []
    for name, place in zip(names_of(lan.room), lan.room.places, strict=True) if lan.room else ():
        if place.member is not None and (line := lan.lines.get(place.member)):
            told.append(f"{name} · {line_words(line, place.member in here)}")
    return told or [_("not measured yet")]


class LinesBoard(Extra):
    """A key shows it, and hides it again."""

    slots = by_name(SLOT)

    def __init__(self, lan: RemoteTable) -> None:
        self._lan, self._open, self._naps = lan, False, False

    def _toggle(self, _at: float) -> None:
        self._open, self._naps = not self._open, self._lan.naps

    def commands(self) -> Iterator[Command]:
        yield Command(SLOT, self._toggle, _("how good everyone’s connection is"), "")

    def step(self, at: float) -> None:
        """Show what the host has told last."""
        words = lines_told(self._lan, self._naps) if self._open else []
        lines, (wide, high) = [(each, 26.0, theme.colors.ivory) for each in words], self.stage.layout.size
        board = banner((_("Connections to the host"), 30.0, theme.GOLD), *lines) if lines else None
        self.stage.overlay.say("lines", board, At("midtop", (wide / 2, high * _TOP)), room=900)
