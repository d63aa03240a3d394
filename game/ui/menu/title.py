"""The title screen: the name in cards, and a match two keys away."""

import math
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.limits import LEVEL_NAMES, SEATS
from game.i18n import LANGUAGES, _, language, ngettext
from game.storage.data_folder import KEPT_SEATS, LADDER, LADDER_DAYS
from game.system import here
from game.ui.engine import requests, theme
from game.ui.engine.loop import toggle_fullscreen
from game.ui.engine.scene import Context
from game.ui.engine.tabletop import bare, tabletop
from game.ui.menu.logo import Logo
from game.ui.view.boxes import Column, Row, Stack
from game.ui.view.leaves import BODY, Button, Choice, Gap, Text
from game.ui.view.node import Node
from game.ui.view.screen import Screen

if TYPE_CHECKING:
    from game.storage.kept_games import KeptGame
    from game.ui.lobby.way_back import WayBack

_NAME, _WORDS, _WIDE = 264, 68, 1060
"""The heights of the name in cards and of the words below it, and the width of these, in units."""
_MENU = 420
"""The width of the menu's rows in units."""
_CALM = 10.0
"""Seconds without input after which bots play."""


class TitleScene(Screen[None]):
    """Play at once with the last choice, or choose first."""

    first, dated, music = "play", True, "title"
    _logo: Logo | None = None
    _kept: "KeptGame | None" = None
    _way_back: "WayBack | None" = None
    _dealt = _looked = _met = False
    """Whether the cards have been dealt, kept games been looked for, and runs of this week are there."""
    _asked = False
    """Whether Esc has been pressed, and would quit."""

    def enter(self, ctx: Context) -> None:
        """Show the menu; a newcomer finds the lesson first."""
        if not (ctx.settings.taught or ctx.notices):
            self.first = "learn"
        super().enter(ctx)
        ctx.window.set_icon(ctx.cards.icon())
        self._touched = here().clock.seconds()

    def resume(self) -> None:
        """A game may have been kept, or gone on with."""
        self._touched = here().clock.seconds()
        self._find_kept()

    def suspend(self) -> None:
        """Look for no seat meanwhile."""
        super().suspend()
        if self._way_back:
            self._way_back.search.close()

    leave = suspend

    def handle(self, event: Event, now: float) -> None:
        """The pointer raises cards; anything else is for the menu."""
        self._touched = now
        moved = event.type == pygame.MOUSEMOTION and not self.ctx.settings.reduced_motion
        if moved and self._logo and self._logo.point(event.pos, now):
            self.ctx.sounds.play("lift", 0.3)
        super().handle(event, now)
        self._asked = self._asks

    def close(self) -> None:
        """Esc refuses the lesson; then it asks before it quits."""
        if self._offers:
            self._refuse()
        elif self._asked:
            self.ctx.quit()
        else:
            self._asked = True
            self.tree.focus("quit")

    def step(self, now: float) -> None:
        """Move the cards; after the first frame, look for a kept game."""
        if self._logo:
            self._logo.settle(now)
        if not self._looked:
            self._find_kept()
            self.renew()
            self.ctx.redraw()
        elif now >= self._attracts:
            self._logo = None  # its pictures are not needed meanwhile
            self.ctx.open(requests.Attract())

    def rest(self, now: float) -> float:
        """No steps once the cards are at rest, until bots begin to play."""
        resting = self._looked and self._logo and self._logo.resting()
        return max(0.0, self._attracts - now) if resting else 0

    @property
    def _attracts(self) -> float:
        """When bots begin to play, unless the player touches something before."""
        settings = self.ctx.settings
        calm = settings.attract and not (settings.reduced_motion or self._offers or self._asked)
        return self._touched + _CALM if calm and not self.ctx.notices else math.inf

    def _find_kept(self) -> None:
        self._looked = True
        self._kept = next(iter(self.ctx.archive.kept_games()), None)
        runs = self.ctx.folder.glob(f"{LADDER}/*.run") if self.ctx.folder else ()
        today = here().clock.today()
        begun = today - timedelta(LADDER_DAYS - 1)
        self._met = any(f"{begun}" <= path.name[:10] <= f"{today}" for path in runs)
        if self._way_back:
            self._way_back.search.close()  # it is still at work if only the day has turned
        if self.ctx.folder and (self.ctx.folder / KEPT_SEATS).exists():
            from game.ui.lobby.way_back import WayBack  # noqa: PLC0415 - kept out of the first frame

            self._way_back = WayBack(self.ctx)

    @property
    def _offers(self) -> bool:
        """Whether a newcomer is offered a lesson; a notice is more urgent."""
        return not (self.ctx.settings.taught or self.ctx.notices)

    @property
    def _asks(self) -> bool:
        """Whether it asks to confirm quitting: until the focus leaves that button."""
        return self._asked and self.tree.focused == "quit"

    # -- what it shows

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The cards, and the menu above them."""
        return super().draw(surface, now, alpha, full or self._logo is None)

    def beneath(self, surface: Surface, now: float, full: bool) -> Sequence[Rect]:
        """The cards; the first frame does not wait for them, nor for the planks."""
        if not self._looked:
            bare(surface, surface.get_rect())
            return ()
        if full or not self._logo:
            settings, size = self.ctx.settings, surface.get_size()
            dealt = self._dealt or settings.reduced_motion
            self._logo = Logo(self.ctx.cards, tabletop(size), theme.unit(size), settings.back, now, dealt)
            self._dealt = True
        return self._logo.draw(surface, now, full)

    def ground(self, surface: Surface, rect: Rect) -> None:
        """The cards again."""
        if self._logo:
            self._logo.draw_again(surface, rect)

    def view(self) -> Node:
        words = Stack(self._words(), high=_WORDS)
        parts = Gap(high=_NAME), words, self._menu(), Gap(high=14), self._foot()
        return Column(*parts, gap=0, wide=_WIDE, high=720)

    def _words(self) -> Node:
        """What is between the name and the menu: notices, the offer of a lesson, or the slogan."""
        if self.ctx.notices:
            from game.ui.widgets.toasts import notices_node  # noqa: PLC0415 - kept out of the first frame

            return notices_node(self.ctx, "middle")
        if way_back := self._way_back and self._way_back.button():
            return way_back
        if not self._offers:
            week = Button(_("This week"), self._compare, name="week", wide=180, high=36, align="middle")
            slogan = Text(_("Everyone plays at once. The fastest hand wins."), BODY)
            return Row(slogan, week, gap=24, pack="middle", align="middle") if self._met else slogan
        return Row(
            Text(_("New here? A lesson of two minutes shows you the game."), BODY),
            Gap(wide=6),
            Button(_("Show me"), self._learn, name="learn", primary=True, wide=200, high=46, align="middle"),
            Button(_("No, thanks"), self._refuse, wide=150, high=36, align="middle"),
            ground="stock",
            pad=(18, 0),
            align="middle",
            high=62,
        )

    def _menu(self) -> Node:
        settings = self.ctx.settings
        counts = range(2 - self._players, SEATS - self._players + 1)
        bots = [ngettext("{n} bot", "{n} bots", n).format(n=n) for n in counts]
        people = [ngettext("{n} player", "{n} players", n).format(n=n) for n in (1, 2)]
        levels = [*map(_, LEVEL_NAMES.values())]
        at = counts.index(settings.bots) if settings.bots in counts else 0
        opponents = Choice(
            _("Opponents"), bots, at, lambda at: self._set_bots(counts[at]), name="bots", grow=0.64
        )
        company = Choice(
            _("At this screen"),
            people,
            self._players - 1,
            lambda at: self._set_players(at + 1),
            name="players",
            bare=True,
            help=_("Two share the keyboard, or each has a gamepad."),
            grow=0.36,
        )
        at = list(LEVEL_NAMES).index(settings.level)
        friends = Button(_("Play with friends"), self._meet, grow=1)
        alone = Button(_("Patiences"), self._alone, grow=1)
        set_up = Button(_("Settings"), lambda: self.ctx.open(requests.Settings()), grow=1)
        learn = Button(_("How to play"), self.show_help, grow=1)
        level = Choice(_("Level"), levels, at, self._set_level, name="level")
        rows = Column(Row(opponents, company), level, Row(friends, alone), Row(set_up, learn))
        play = Button(_("Play"), self._start, name="play", primary=not self._offers, grow=1)
        first = Row(play, self._go_on(), high=64)
        return Column(first, rows, gap=12, pad=(18, 18), ground="sheet", align="middle", wide=_MENU + 36)

    def _go_on(self) -> Button | None:
        """The button to go on with the game kept last, if there is one."""
        if not (kept := self._kept):
            return None
        from game.ui.menu.kept import kept_offer  # noqa: PLC0415 - as above

        return kept_offer(kept, lambda: self.ctx.open(requests.GoOn(kept)))

    def _foot(self) -> Node:
        codes = list(LANGUAGES)
        at = codes.index(language())
        full = _("Window") if self.ctx.window.fullscreen else _("Fullscreen")
        return Row(
            Choice(
                "", [*LANGUAGES.values()], at, lambda at: self.ctx.speak(codes[at]), name="language", grow=1
            ),
            Button(full, partial(toggle_fullscreen, self.ctx), name="fullscreen", grow=1),
            Button(_("Quit?") if self._asks else _("Quit"), self.ctx.quit, name="quit", grow=1),
            align="middle",
            wide=_MENU,
        )

    # -- actions

    def _learn(self) -> None:
        """Take the lesson that is offered."""
        self._refuse()
        self._logo = None
        self.ctx.open(requests.Lesson("haisty"))

    def _refuse(self) -> None:
        """Offer no lesson any more."""
        self.ctx.settings.taught = True
        self.tree.focus("play")

    def _start(self) -> None:
        self.ctx.settings.taught = True
        self._logo = None  # its pictures are not needed during a match
        settings = self.ctx.settings
        self.ctx.open(requests.BotMatch(settings.bots, settings.level, people=self._players))

    def _meet(self) -> None:
        self.ctx.open(requests.Tables())

    def _compare(self) -> None:
        self.ctx.open(requests.Week())

    def _alone(self) -> None:
        self.ctx.open(requests.Challenges(self.ctx.settings.patience))

    def _set_bots(self, bots: int) -> None:
        self.ctx.settings.bots = bots

    @property
    def _players(self) -> int:
        """How many play here: more than two only where each has an own table."""
        return min(self.ctx.settings.players, 2)

    def _set_players(self, players: int) -> None:
        settings = self.ctx.settings
        settings.players = players
        settings.bots = min(max(settings.bots, 2 - players), SEATS - players)

    def _set_level(self, at: int) -> None:
        self.ctx.settings.level = list(LEVEL_NAMES)[at]
