"""The table before the match: who sits where, what is played, and the knocks that start it."""

import math
from functools import partial

import msgspec
import pygame
from pygame import Rect, Surface, Vector2
from pygame.event import Event

from game.challenges.race import DUEL, RACE, kind_of
from game.core.limits import BACKS, LEVEL_NAMES, NAME
from game.core.portraits import Portrait
from game.core.state import Knock
from game.i18n import N_, Notice, _, ngettext
from game.lan.client import TableUnavailable
from game.lan.diagnosis import Finding, unseen
from game.lan.handout import Handout, hand_over
from game.lan.interfaces import told_addresses
from game.lan.join import join_beside
from game.lan.table import CLOSED, JOINED, REFUSED, RemoteTable, names_of
from game.lan.visibility import Visibility
from game.net.transport.noise import fingerprint
from game.net.wire.messages import Appearance, HouseRules, Room, SeatInfo, SetBot
from game.rules import games
from game.rules.haisty import Haisty
from game.rules.options import choices
from game.storage.settings import Settings
from game.system import here
from game.ui.covers.cover import AskScene
from game.ui.engine.requests import Tonight
from game.ui.engine.scene import Context, Scene
from game.ui.engine.tabletop import tabletop
from game.ui.engine.theme import unit
from game.ui.engine.window import wake
from game.ui.input.half_legend import SIDES, caps
from game.ui.input.keys import word_of
from game.ui.lobby import room as rooms
from game.ui.lobby.invite import InviteScene, short
from game.ui.lobby.room import chosen, kind_row, race_rows, terms_of
from game.ui.lobby.shown import Way, goal_of, shown
from game.ui.play.match.commands import HALVES, KNOCK
from game.ui.play.match.game import TV
from game.ui.play.match.handicap import HandicapScene
from game.ui.play.match.lines import SLOT, lines_told
from game.ui.play.match.network import (
    AloneScene,
    ask_to_remove,
    closes_for_all,
    farewell,
    go_on_without,
    lan_table,
)
from game.ui.play.match.tonight import evening, guests_tonight, played_tonight
from game.ui.play.race.duel import duel_table
from game.ui.play.race.table import race_table
from game.ui.rulebook.page import HelpScene, HelpText, RulePage, of_duel
from game.ui.settings.rows import Rows
from game.ui.view.boxes import Column, Row
from game.ui.view.hint import Hint
from game.ui.view.leaves import LABEL, Button, Choice, Field, Gap, Pictures, Style, Text
from game.ui.view.node import Action, Control, Node
from game.ui.view.page import panel
from game.ui.view.screen import Screen
from game.ui.widgets.house_rules import MatchRules, house_rule_rows

_SHARED = N_("Two share the keyboard, or each has a gamepad.")
_FOUR = N_("Two share the keyboard; everyone else needs a gamepad.")
_HALVES = N_("In a duel each has half of the keyboard ({left} and {right}) or a gamepad.")
_LOOK = 0.25
"""Seconds between checks for a silent host."""
_RIM, _HEAD = 8, 10
"""How much of the table is seen above and below all, and below the head, in units."""


class LobbyScene(Screen[None]):
    """Stays beneath the match, and leaves the table when it is left itself."""

    first = "main"
    hides = stands = takes_files = False

    def __init__(self, lan: RemoteTable) -> None:
        self.lan = lan
        self.room: Room | None = None
        self._addresses: list[str] = []
        """Where it is found, if it is hosted here."""
        self._visibility: Visibility | None = None
        self._handout: Handout | None = None
        """Hands the program itself over, once asked for."""
        self._requested = list[MatchRules]()
        """The rules requested from the host and not yet confirmed, the latest last."""
        self._knocked: Room | None = None
        """The room in which the player had knocked, if that no longer counts."""
        self._asked = 1
        """How many players at this screen have asked for a seat: a refusal is not asked for again."""
        self._due = 0.0
        """When to look at what changes without a word from the host."""

    def enter(self, ctx: Context) -> None:
        """Show who is there."""
        super().enter(ctx)
        self._rows = Rows(ctx)
        self.appearance = OwnAppearance(ctx.settings, self.lan)
        self._look_back()
        if self.lan.server:
            self._visibility = Visibility(self.lan.server, self._networks_changed)
        self._see()

    def resume(self) -> None:
        """A match may have been played meanwhile."""
        super().resume()
        self._look_back()

    def _look_back(self) -> None:
        """See what has been played tonight."""
        self._evening, self._guests = bool(played_tonight(self.ctx)), guests_tonight(self.ctx)

    def leave(self) -> None:
        """Leave the table without waiting for its threads, which take a moment to end. Where the window is
        closed during a match, the seat is kept."""
        super().leave()
        if self._visibility:
            self._visibility.close()
        if self._handout:
            self._handout.close()
        room, lan = self.lan.room, self.lan
        plays = room and room.playing and not lan.over
        here().jobs.start(lan.leave if self.ctx.stack or not plays else lan.close, waits=True)

    # -- updating

    def _networks_changed(self, _findings: object) -> None:
        """Tell the addresses of now; called in another thread."""
        self._addresses = addresses(self.lan)
        wake()

    def step(self, now: float) -> None:
        """Show who has come, gone or knocked; start when everyone has."""
        self.lan.poll()
        if self.lan.status in (CLOSED, REFUSED):
            self._gone()
            return
        self.appearance.step(now)
        self._seat_further_players()
        if self._see():
            self._due = now
        if self.lan.connection.lonely and self.ctx.scene is self:
            self.ctx.push(AloneScene(self.lan.connection, self.back, self))
        for finding in self.findings[:1]:
            self.ctx.notify(unseen(finding))
        if now >= self._due:
            super().step(now)
            self._due = now + _LOOK
        else:
            self._fresh = True  # most packets change nothing
        if self.room and self.room.playing and self.lan.state.round and not self._waits():
            self._begin(self.room)

    def _begin(self, room: Room) -> None:
        """Go to the table; in a race once its deal is known."""
        table: Scene
        if not room.terms.game:
            table = lan_table(self.lan, self)
        elif kind_of(room.terms.game) == DUEL:
            table = duel_table(self.lan, self)
        elif deal := self.lan.deal:
            table = race_table(self.lan, deal, self)
        else:
            return
        self.ctx.pop_to(self)
        self.ctx.push(table)

    def _waits(self) -> bool:
        """Whether a further player here has yet to join, or to be told of the deal of a race."""
        self._seat_further_players()
        coming = [other for other in self.lan.local_tables[1:] if other.status not in (REFUSED, CLOSED)]
        for other in coming:
            other.poll()
        seated = all(other.client.table.seated for other in coming)
        told = {other.deal and other.deal.round for other in coming if self.lan.deal}
        return self._asked < self._people or not seated or not told <= {self.lan.state.round}

    def pump(self, now: float) -> None:
        """Process what has happened."""
        self.step(now)

    def rest(self, now: float) -> float:
        """Network events wake it, but a host's silence does not."""
        return min(_LOOK, self.appearance.rest(now))

    def _see(self) -> bool:
        """Take over what the host has sent, which has the last word; returns whether that is new."""
        before, room = self.room, self.lan.room
        if room is None or room == before:
            return False
        acted, self.room = self._act_label, room
        self._addresses = addresses(self.lan)
        if before and rooms.ready(room) - rooms.ready(before):
            self.ctx.sounds.play("knock")
        told = rooms.match_rules_of(room)
        if before and told != rooms.match_rules_of(before):
            del self._requested[: self._requested.index(told) + 1 if told in self._requested else None]
        if not self.own or self.own.ready:
            self._knocked = None
        elif before and self.lan.member in rooms.ready(before):
            self._knocked = before if rooms.knock_again(before, room) else None
        if before is None or (self._act_label and not acted):
            self.tree.focused = "main" if self._act_label else "leave"  # what a newcomer should find first
        if self.ctx.scene is not self:
            self.ctx.redraw()
        return True

    def _gone(self) -> None:
        """The player is no longer at the table: go back, with a message that says why."""
        words = farewell(self.lan)
        self.back()
        self.ctx.push(AskScene(words))

    def _seat_further_players(self) -> None:
        """Let each further player at this machine join once the one before has, and leave again if there are
        too many."""
        here, people = self.lan.local_tables, self._people
        if len(here) > people:
            if people < self.ctx.settings.players:
                self.ctx.notify(
                    Notice(N_("Only two can play this at one screen: the others leave the table."))
                )
            here[people - 1].drop_partner()
            self._asked = people
        elif len(here) <= self._asked < people and here[-1].status == JOINED:
            self._asked += 1
            try:
                join_beside(self.lan, self.ctx.settings, self.ctx.folder, wake, self.ctx.notify)
            except TableUnavailable as error:
                self.ctx.notify(error)

    # -- what is known

    @property
    def own(self) -> SeatInfo | None:
        """The own seat; None for a watcher."""
        places, member = self.room.places if self.room else (), self.lan.member
        return next((place for place in places if member is not None and place.member == member), None)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Why others may not see the table that is hosted here."""
        return self._visibility.findings if self._visibility else ()

    @property
    def house(self) -> MatchRules:
        """The rules of the coming match."""
        told = rooms.match_rules_of(self.room) if self.room else MatchRules()
        return self._requested[-1] if self._requested else told

    @property
    def _act_label(self) -> str:
        """What the large button does; empty: there is none."""
        if self.own:
            return _("Knock")
        free = self.room and rooms.taken(self.room) < len(self.room.places)
        return _("Sit down") if free and not self.lan.wants else ""

    def words(self) -> str:
        """What the match is waiting for."""
        if self.room is None:
            return _("Opening the table …") if self.lan.server else _("Connecting …")
        if self.lan.status != JOINED:
            return _("No word from the host …")
        return self._again or rooms.standing(self.room, self.own)

    @property
    def _again(self) -> str:
        """Why the player has to knock again; empty: for no reason."""
        if not self.room or not self._knocked or rooms.taken(self.room) < 2:
            return ""
        return rooms.knock_again(self._knocked, self.room)

    # -- what it shows

    @property
    def for_room(self) -> bool:
        """Whether it is shown to all in the room, and asks for nothing: to who only watches."""
        watches = self.room and not self.own and not self.lan.wants
        return bool(watches and self.ctx.tv)

    def _shown(self, room: Room) -> Node:
        """The table as all in the room see it, who need not be told that they watch."""
        host, others = self.lan.client, [*room.watchers]
        if (name := host.table.connection.join.name) in others:
            others.remove(name)
        room = msgspec.structs.replace(room, watchers=tuple(others))
        where = self._addresses or [short(host.address)]
        way = Way(where, fingerprint(host.table.connection.host_key), self.lan.code)
        terms = terms_of(self.house)
        game = _(games()[terms.game].title) if terms else ""
        goal = " · ".join(filter(None, (game, goal_of(self.house))))
        told = evening(self._guests, narrow=True)
        more = panel(_("Tonight"), told, high=64 + told.height(1.0, 0)) if self._guests else None
        keys = _("{key}: the usual view · Esc: leave").format(key=TV.cap)
        return shown(room, way, _(rooms.KINDS[kind_of(self.house.race)]), goal, keys, more)

    def view(self) -> Node:
        room, words = self.room, self.words()
        if room and self.for_room:
            return self._shown(room)
        again = Row(Text(self._again, Style(23, 34, "gold")), pack="middle", ground="plate")
        below: Node = again if self._again else Hint(words)
        for late in go_on_without(self.lan):
            go_on = Button(late.words, partial(late.do, 0.0), name=late.name, align="middle")
            below = Row(go_on, pack="middle")
        watch = Button(_("View for a TV"), self.ctx.turn_tv, name="tv", wide=210)
        if self.own or self.lan.wants:
            watch = Button(_("Just watch"), partial(self.lan.sit, False), wide=210)
        leave = Button(self._way_out, self._go, name="leave", icon="back", wide=210)
        opens = partial(self.ctx.open, Tonight(self, self._way_to_race))
        evening = Button(_("Tonight"), opens, name="tonight", wide=150) if self._evening else None
        name = room.name.strip() if room else ""
        header = rooms.header(
            name or _("The table"),
            self._addresses,
            self.lan.code,
            self._invite_button(),
            not self.findings,
        )
        left = Column(
            self._table(room) if room else Gap(grow=1),
            below.replaced(high=44),
            Row(watch, rooms.watchers(room) if room else Gap(grow=1), evening, leave, high=46),
            gap=10,
            wide=rooms.TABLE,
        )
        return Column(
            header,
            Row(left, self._sheet(room) if room else Gap(), gap=16, grow=1),
            gap=_HEAD,
            pad=(0, _RIM),
            wide=1256,
            high=720,
        )

    def ground(self, surface: Surface, rect: Rect) -> None:
        """The table has a mat, round which all sit."""
        size = surface.get_size()
        u = unit(size)
        at = Vector2(size) / 2 - Vector2(628, 360 - _RIM - 66 - _HEAD) * u
        mat = Rect(at + Vector2(rooms.MAT.topleft) * u, Vector2(rooms.MAT.size) * u)
        surface.blit(tabletop(size, mat), rect, rect)

    def _invite_button(self) -> Button:
        label = Text(_("Invite"), LABEL, color="gold" if self.findings else "")
        words = _("Shows the address large, and as a picture to scan.")
        return Button(_("Invite"), self._invite, inside=label, wide=150, high=48, align="middle", help=words)

    def _table(self, room: Room) -> Node:
        """Who sits round it, and in the middle the block to knock on."""
        lines, here, act = self.lan.lines, self.lan.members_here, self._act_label
        seats = [
            rooms.seat(
                room,
                number,
                place.member in here,
                self._seat_buttons(number, place) if self.lan.owner else [],
                None if place.member is None else lines.get(place.member),
            )
            for number, place in enumerate(room.places)
        ]
        back, ready = self.ctx.settings.back, bool(self.own and self.own.ready)
        block = rooms.block(act, self.act, back, ready) if act else None
        return rooms.table(room, self.own, seats, block)

    def _sheet(self, room: Room) -> Node:
        """The player, and what is played."""
        kind = kind_row(self.house, self._usual, len(room.places), self._set_house).replaced(
            bare=True, wide=170, high=32
        )
        rules = (race_rows if self.house.race else house_rule_rows)(self.house, self._set_house)
        may = not self.house.race and (self.lan.owner or self.own)
        fewer = rooms.handicaps(room, self._handicap) if may else None
        return Column(self._you(room), rooms.house(room, kind, rules, self.lan.owner, fewer), gap=10, grow=1)

    @property
    def _usual(self) -> MatchRules:
        """What a match of Haisty is played by here."""
        settings = self.ctx.settings
        ends = (0 if settings.rounds else settings.target), settings.rounds
        return MatchRules(settings.rules(Haisty), *ends)

    def _seat_buttons(self, number: int, place: SeatInfo) -> list[Control]:
        """The owner's buttons for a seat."""
        lan, levels = self.lan, list(LEVEL_NAMES)
        remove = partial(ask_to_remove, lan, number, self, self.ctx.push)
        if place.kind == "empty":
            add = partial(lan.ask, SetBot(number, self.ctx.settings.level))
            return [rooms.chair(_("Add a bot"), add, f"add{number}")]
        if place.member in lan.members_here:
            return []
        buttons: list[Control] = []
        if place.kind == "bot" and place.member is None:
            remove = partial(lan.ask, SetBot(number, None))
            choose = Choice(
                "",
                [_(name) for name in LEVEL_NAMES.values()],
                levels.index(place.level or "easy"),
                lambda at: lan.ask(SetBot(number, levels[at])),
                name=f"level{number}",
                grow=1,
                high=36,
            )
            buttons = [choose]
        cross = Text("×", Style(36, 36))
        out = Button("×", remove, inside=cross, name=f"remove{number}", wide=36, high=36, align="middle")
        return [*buttons, out]

    def _you(self, room: Room) -> Node:
        """The own name, face and card back, and how many play here."""
        own = self.own
        others = {place.back for place in room.places if place.kind != "empty" and place is not own}
        counts = range(1, self._most + 1)
        name = names_of(room)[room.places.index(own)] if own else _("Player {n}").format(n=1)
        people = [ngettext("{n} player", "{n} players", n).format(n=n) for n in counts]
        return panel(
            _("You"),
            Row(
                self._rows.text("name", _("Name"), NAME, name).replaced(grow=1.0, share=0.66),
                Choice(
                    _("At this screen"),
                    people,
                    min(len(self.lan.local_tables), self._most) - 1,
                    lambda at: self._set_people(at + 1),
                    name="players",
                    bare=True,
                    wide=138,
                    help=self._sharing(),
                ),
            ),
            self._rows.portraits("portrait", "back", _("Face")).replaced(bare=True, high=56),
            Pictures(
                _("Card back"),
                range(BACKS),
                self.appearance.back(own, here().clock.seconds()),
                self.appearance.choose_back,
                self.ctx.cards.back,
                name="back",
                beside=True,
                bare=True,
                high=56,
                pale=sorted(others),
            ),
            high=222,
        )

    def _sharing(self) -> str:
        """How several play at this screen."""
        left, right = (" · ".join(caps(half, cap) for cap in "FJ") for half in SIDES)
        duel = kind_of(self.house.race) == DUEL
        words = _HALVES if duel else _FOUR if self._most > 2 else _SHARED
        return _(words).format(left=left, right=right)

    # -- actions

    def close(self) -> None:
        """Esc asks whether to leave."""
        self._ask_to_go()

    def handle(self, event: Event, now: float) -> None:
        """A click, too, leads from what a room sees to the usual view."""
        if self.for_room and event.type == pygame.MOUSEBUTTONDOWN:
            self.ctx.turn_tv()
        else:
            super().handle(event, now)

    def key(self, event: Event) -> bool:
        """Space knocks, and for each of two the key of their half, unless something is typed; another key
        tells of all lines."""
        word = word_of(event)
        if TV.hears(word) and not (self.own or self.lan.wants):
            self.ctx.turn_tv()
            return True
        if SLOT.hears(word):
            self.ctx.push(AskScene("\n".join(lines_told(self.lan, self.lan.naps)), table=self))
        typing = self.tree.here and isinstance(self.tree.here.node, Field)
        halves = zip(self.lan.local_tables, HALVES, strict=False) if self.lan.partner and not typing else ()
        for one in [one for one, half in halves if half.get(event.dict.get("scancode", 0)) == KNOCK.cap]:
            one.ask(Knock())
            return True
        if not KNOCK.hears(word) or typing:
            return super().key(event)
        if self._act_label and not self.for_room:
            self.act()
        return True

    def show_help(self) -> None:
        """The rules of the coming match."""
        terms = terms_of(self.house)
        rules = terms.pool[0].variant() if terms else self.house.rules
        duel = terms and terms.kind == DUEL
        self.ctx.push(HelpScene(self, rules, of_duel(HelpText([], []))) if duel else RulePage(rules, self))

    def _handicap(self) -> None:
        self.ctx.push(HandicapScene(self, self.lan, lambda: names_of(self.room) if self.room else ()))

    def _invite(self) -> None:
        if self._visibility:
            key = self.lan.client.table.connection.host_key
            told = key, self._visibility, self._hand_over, self.lan.code
            self.ctx.push(InviteScene(self, lambda: self._addresses, *told))

    def _hand_over(self, begin: bool) -> Handout | None:
        """What hands the program over; begun now if it is to."""
        if begin and not self._handout and self.lan.server:
            self._handout = hand_over(self.lan.server.ports.port, wake)
        return self._handout

    def act(self) -> None:
        """Knock; a watcher sits down first."""
        if self.own is None:
            self.lan.sit(True)
        else:
            self.appearance.send()
            self.lan.knock()

    @property
    def _way_out(self) -> str:
        return _("Close the table") if self.lan.server else _("Leave the table")

    def _go(self) -> None:
        """Leave the table; the player hosting it is asked first."""
        if self.lan.server:
            self._ask_to_go()
        else:
            self.back()

    def _ask_to_go(self) -> None:
        """Ask whether to leave the table; leaves at once if no room has arrived yet."""
        if self.room is None:
            self.back()
            return
        closes = self.lan.server is not None
        words = closes_for_all(self.lan) if closes else _("Leave this table?")
        self.ctx.push(AskScene(words, self._way_out, self).if_so(self.back))

    def _way_to_race(self) -> Action | None:
        """Has the table race, if that is for this player to say, and it does not anyway."""
        race = chosen(RACE, self.house, self._usual)
        return partial(self._set_house, race) if self.lan.owner and kind_of(self.house.race) != RACE else None

    def _set_house(self, house: MatchRules) -> None:
        self._requested.append(house)
        rules = {"undo": house.undo, "hints": house.hints} if house.race else choices(house.rules)
        self.lan.ask(HouseRules(house.target, house.rounds, rules, house.race))

    @property
    def _most(self) -> int:
        """How many can play at this screen: two share a table, four have one each."""
        kind = kind_of(self.house.race)
        return 4 if kind and kind != DUEL else 2

    @property
    def _people(self) -> int:
        """How many are to play at this screen."""
        return min(self.ctx.settings.players, self._most)

    def _set_people(self, people: int) -> None:
        """So many are to play at this screen."""
        self.ctx.settings.players, self._asked = people, len(self.lan.local_tables)


def addresses(lan: RemoteTable) -> list[str]:
    """The addresses of a table hosted here; none for another's table."""
    return [short(each) for each in told_addresses(lan.server.ports.port)] if lan.server else []


_PAUSE = 0.4
"""Seconds without typing after which the new name is sent."""
_ANSWER = 1.0
"""Seconds after which a card back not confirmed by the host counts as refused."""


class OwnAppearance:
    """Times are seconds of the clock."""

    def __init__(self, settings: Settings, lan: RemoteTable) -> None:
        self._settings, self._lan = settings, lan
        self._seen = self._chosen
        self._sent: tuple[str, int, Portrait] | None = self._chosen
        self._at = self._asked = -math.inf
        """When the change is due, or when the last one was sent; and when a card back was asked for last."""

    @property
    def _chosen(self) -> tuple[str, int, Portrait]:
        return self._settings.name, self._settings.back, self._settings.portrait

    @property
    def pending(self) -> bool:
        """Whether a change has yet to be sent."""
        return self._sent != self._chosen

    def choose_back(self, back: int) -> None:
        """Choose a card back; it is sent at once, even if the host has refused it before."""
        self._settings.back, self._sent = back, None
        self.send()

    def step(self, now: float) -> None:
        """Send what has changed, when typing pauses."""
        if self._seen != self._chosen:
            self._seen, self._at = self._chosen, now + _PAUSE
        if now >= self._at:
            self.send()

    def send(self) -> None:
        """Send what has changed."""
        if self.pending:
            self._asked = here().clock.seconds() if self._other_back else self._asked
            self._lan.ask(Appearance(*self._chosen))
            self._seen = self._sent = self._chosen
            self._at = here().clock.seconds()

    def back(self, own: SeatInfo | None, now: float) -> int:
        """The card back to show: the chosen one until the host has had time to answer, then the seat's."""
        answered = not self._other_back and now >= self._asked + _ANSWER
        return own.back if own and answered else self._settings.back

    @property
    def _other_back(self) -> bool:
        """Whether another card back has yet to be asked for."""
        return not self._sent or self._sent[1] != self._settings.back

    def rest(self, now: float) -> float:
        """Seconds until something is due."""
        return max(0.0, self._at - now) if self.pending else math.inf
