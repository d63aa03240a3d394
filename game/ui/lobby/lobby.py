"""The table before the match: who sits where, what is played, and the knocks that start it."""

import threading
from collections.abc import Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.limits import BACKS, LEVEL_NAMES, NAME, Level
from game.i18n import _
from game.lan.table import CLOSED, JOINED, REFUSED, RemoteTable, names_of
from game.net.wire.messages import Room, SeatInfo
from game.rules.options import choices
from game.ui.covers.question import AskScene
from game.ui.engine.scene import Context, Scene
from game.ui.lobby.appearance import OwnAppearance
from game.ui.lobby.company import Company
from game.ui.lobby.drawing import LobbyState, MainButton, RemoveButton, draw_lobby
from game.ui.lobby.knock_again import (
    KnockAgain,
    has_knocked,
    knock_again,
    match_rules_of,
    somebody_knocked,
)
from game.ui.lobby.seats import standing
from game.ui.rulebook.page import RulePage
from game.ui.table.lan_scene import LanTable, farewell
from game.ui.widgets.fields import ImageChoice, TextField
from game.ui.widgets.group import Group
from game.ui.widgets.house_rules import MatchRules, house_rule_rows
from game.ui.widgets.rows import Button, Choice, Widget

_LOOK = 0.25
"""Seconds between checks for a silent host."""


class LobbyScene(Scene):
    """Stays beneath the match, and leaves the table when it is left itself."""

    group: Group

    def __init__(self, lan: RemoteTable) -> None:
        self.lan = lan
        self.widgets: dict[str, Widget] = {}
        """By their purpose; those of a seat with its number."""
        self._room: Room | None = None
        self._status = ""
        self._house: MatchRules | None = None
        """The rules requested from the host and not yet confirmed."""
        self._knock_again = KnockAgain()
        """Why the player must knock again."""

    def enter(self, ctx: Context) -> None:
        """Show who is there."""
        super().enter(ctx)
        self.appearance = OwnAppearance(ctx.settings, self.lan)
        self._company = Company(ctx, self.lan)
        self._field: TextField | None = None
        self._main = MainButton(self.act)
        self._sit = Button(_("Just watch"), lambda: self.lan.sit(False))
        self._leave = Button("", self.go)
        self.group = Group([self._leave])
        self._see()

    def leave(self) -> None:
        """Leave the table without waiting for its threads, which take a moment to end."""
        self.group.blur()
        threading.Thread(target=self.lan.leave).start()

    def suspend(self) -> None:
        """Keep the name and the card back that are chosen now."""
        self._before = self.ctx.settings.name, self.ctx.settings.back

    def resume(self) -> None:
        """The match is over, or a question has been answered. The settings may have changed meanwhile."""
        settings = self.ctx.settings
        if (settings.name, settings.back) != self._before:
            self.appearance.set_name(settings.name)
            self.appearance.set_back(settings.back)
        self._see()

    # -- updating

    def step(self, now: float) -> None:
        """Show who has come, gone or knocked; start when everyone has."""
        self.lan.poll()
        if self.appearance.step(now, self.own):
            self._build()
        if self.lan.status in (CLOSED, REFUSED):
            self._gone()
            return
        self._company.step()
        self._see()
        if self._room and self._room.playing and self.lan.state.round:
            self.ctx.pop_to(self)
            self.ctx.push(LanTable(self.lan, self))

    hides = stands = False

    def pump(self, now: float) -> None:
        """Process what has happened."""
        self.step(now)

    def show_help(self) -> None:
        """The rules of the coming match."""
        self.ctx.push(RulePage(self.house.rules, self))

    def rest(self, now: float) -> float:
        """Network events wake it, but a host's silence does not."""
        return min(_LOOK, self.appearance.rest(now))

    def _see(self) -> None:
        lan, before = self.lan, self._room
        room, status = lan.room, lan.status
        if room != before or status != self._status:
            self._room, self._status = room, status
            if room:
                self._heed(before, room)
            self._build()

    def _heed(self, before: Room | None, room: Room) -> None:
        """Take over what the host has sent: it has the last word."""
        if before and somebody_knocked(before, room):
            self.ctx.sounds.play("knock")
        if before is None or match_rules_of(room) != match_rules_of(before):
            self._house = None
        own = self.own
        if not own or own.ready:
            self._knock_again = KnockAgain()
        elif before and has_knocked(before, self.lan.member):
            self._knock_again = knock_again(before, room)
        else:
            self._knock_again = self._knock_again.but_for(room)
        self.appearance.follow(own)

    def _gone(self) -> None:
        """The player is no longer at the table: go back, with a message that says why."""
        words = farewell(self.lan)
        self.back()
        self.ctx.push(AskScene(words))

    # -- state

    @property
    def own(self) -> SeatInfo | None:
        """The own seat; None for a watcher."""
        places, member = self._room.places if self._room else (), self.lan.member
        return next((place for place in places if member is not None and place.member == member), None)

    @property
    def house(self) -> MatchRules:
        """The rules of the coming match."""
        return self._house or (match_rules_of(self._room) if self._room else MatchRules())

    def words(self) -> str:
        """What the match is waiting for."""
        if self._room is None:
            return _("Opening the table …") if self.lan.server else _("Connecting …")
        if self._status != JOINED:
            return _("No word from the host …")
        seated = sum(place.kind != "empty" for place in self._room.places)
        why = self._knock_again.words() if seated > 1 else ""
        return why or standing(self._room, self.own)

    # -- actions

    def act(self) -> None:
        """Knock; a watcher sits down first."""
        if self.own is None:
            self.lan.sit(True)
        else:
            self.appearance.send()
            self.lan.knock()

    def go(self) -> None:
        """Leave the table; the player hosting it is asked first."""
        if self.lan.server:
            self._ask_to_go()
        else:
            self.back()

    def _ask_to_go(self) -> None:
        """Ask whether to leave the table; leaves at once if no room has arrived yet."""
        if self._room is None:
            self.back()
            return
        closes = self.lan.server is not None
        words = _("The table closes for everyone when you leave.") if closes else _("Leave this table?")
        self.ctx.push(AskScene(words, self._leave.label, self).if_so(self.back))

    def _ask_to_remove(self, place: int) -> None:
        """Ask whether to remove somebody."""
        if (room := self._room) is None:
            return
        who = room.places[place].member

        def remove() -> None:
            if (room := self.lan.room) and room.places[place].member == who:
                self.lan.seat_bot(place, None)

        words = _("Remove {name} from the table? They can’t come back.").format(name=names_of(room)[place])
        self.ctx.push(AskScene(words, _("Remove"), self).if_so(remove))

    def _set_level(self, place: int, level: Level) -> None:
        self.lan.seat_bot(place, None)
        self.lan.seat_bot(place, level)

    def _set_house(self, house: MatchRules) -> None:
        self._house = house
        self.lan.set_house_rules(house.target, house.rounds, choices(house.rules))
        self._build()

    # -- the widgets

    def _build(self) -> None:
        """Make the widgets for the current choices; the focus stays where it was."""
        here = self.group.widgets[self.group.index]
        key = next((key for key, widget in self.widgets.items() if widget is here), "main")
        if "main" not in self.widgets:
            key = "main"  # what a newcomer should find first
        room = self._room
        self._leave.label = _("Close the table") if self.lan.server else _("Leave the table")
        self.widgets = {}
        if room:
            if self._field is None:
                self._field = TextField(
                    _("Name"),
                    self.appearance.name,
                    self.appearance.set_name,
                    NAME,
                    _("Player {n}").format(n=1),
                )
            self.widgets["name"] = self._field
            self.widgets["company"] = self._company.row()
            self.widgets["back"] = ImageChoice(
                _("Card back"), BACKS, self.appearance.back, self.appearance.set_back, self._paint_back
            )
            if self.lan.owner:
                for number, place in enumerate(room.places):
                    self._control(number, place)
                for i, rule in enumerate(house_rule_rows(self.house, self._set_house)):
                    row = Choice(rule.label, [*enumerate(rule.names)], rule.at, rule.changed)
                    row.help = rule.help
                    self.widgets[f"house{i}"] = row
            if self.own:
                self.widgets["sit"] = self._sit
            if self.own or any(place.kind == "empty" for place in room.places):
                self._main.label = _("Knock") if self.own else _("Sit down")
                self._main.lit = bool(self.own and self.own.ready)
                self.widgets["main"] = self._main
        self.widgets["leave"] = self._leave
        self.group.set_widgets(list(self.widgets.values()))
        if key in self.widgets:
            self.group.focus(list(self.widgets).index(key))
        self.ctx.redraw()

    def _control(self, number: int, place: SeatInfo) -> None:
        """The owner's buttons for a seat."""
        own = place.member in self.lan.members_here
        if place.kind == "empty":
            level: Level = self.ctx.settings.level
            self.widgets[f"add{number}"] = Button(_("Add a bot"), lambda: self.lan.seat_bot(number, level))
        elif place.kind == "bot" and place.member is None:
            levels = [(level, _(name)) for level, name in LEVEL_NAMES.items()]
            self.widgets[f"level{number}"] = Choice(
                "", levels, place.level or "easy", lambda level: self._set_level(number, level)
            )
            self.widgets[f"remove{number}"] = RemoveButton(lambda: self.lan.seat_bot(number, None))
        elif not own:
            self.widgets[f"remove{number}"] = RemoveButton(lambda: self._ask_to_remove(number))

    def _paint_back(self, back: int, width: int) -> Surface:
        """A card back to choose, pale if another player has it."""
        picture = self.ctx.cards.back(back, width)
        places = self._room.places if self._room else ()
        if any(place.back == back for place in places if place.kind != "empty" and place is not self.own):
            picture = picture.copy()
            picture.set_alpha(70)
        return picture

    # -- the scene

    def handle(self, event: Event, now: float) -> None:
        """Space knocks, Esc asks whether to leave; the rest goes to the widgets."""
        typing = isinstance(self.group.widgets[self.group.index], TextField)
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self._ask_to_go()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE and not typing:
            if "main" in self.widgets:
                self.act()
        else:
            self.group.handle(event)

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The panels, or the widgets that changed."""
        if full:
            state = LobbyState(self._room, self.lan, self.house, self.words(), self.ctx.cards.back)
            draw_lobby(surface, state, self.widgets)
        return self.group.draw(surface, full)
