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
from game.core.portraits import BOT_NAMES, portrait_of
from game.i18n import LANGUAGES, _, language, ngettext
from game.storage.data_folder import KEPT_SEATS, LADDER, LADDER_DAYS
from game.system import here
from game.ui.engine import requests
from game.ui.engine.loop import toggle_fullscreen
from game.ui.engine.scene import Context
from game.ui.engine.tabletop import bare
from game.ui.menu.logo import Logo
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import Button, Cameo, Choice, Style, Text
from game.ui.view.node import Action, Node
from game.ui.view.screen import Screen

if TYPE_CHECKING:
    from game.storage.kept_games import KeptGame
    from game.ui.lobby.way_back import WayBack
    from game.ui.menu.behind import Behind
    from game.ui.menu.beside import Beside

_NAME, _CARD, _RIM, _EDGE = 276, 112, 10, 46
"""The height of the name in cards and of a card below it, and how far all is from the window's edge, in
units."""
_LARGE, _LINE, _SAID, _NEW = Style(38, 44), Style(19, 22), Style(22, 24), Style(30, 36)
_FACE = 176
"""How wide the place of a face beside the name is, in units."""
_LOOK = 0.1
"""Seconds between looks at what the bots have laid."""
_CALM = 10.0
"""Seconds without input after which bots play."""


class TitleScene(Screen[None]):
    """Play at once with the last choice, or choose first."""

    first, dated, music = "play", True, "title"
    _logo: Logo | None = None
    _kept: "KeptGame | None" = None
    _beside: "Beside | None" = None
    """What lies beside the menu, once the cards have been dealt."""
    _bots: "Behind | None" = None
    """Who play behind the cards."""
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
        """Look for no seat meanwhile, and keep no pictures."""
        super().suspend()
        self._bots = self._logo = None
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
            if self._bots:
                self._bots.step(self._logo, now)
        if not self._looked:
            self._find_kept()
            self.renew()
            self.ctx.redraw()
        elif not self._beside and self._logo and self._logo.resting():
            self._lay_beside()
        elif now >= self._attracts:
            self.ctx.open(requests.Attract())

    def rest(self, now: float) -> float:
        """No steps once the cards are at rest, until bots begin to play."""
        resting = self._beside and self._logo and self._logo.resting()
        return min(max(0.0, self._attracts - now), _LOOK if self._bots else math.inf) if resting else 0

    @property
    def _attracts(self) -> float:
        """When bots begin to play, unless the player touches something before."""
        settings = self.ctx.settings
        calm = settings.attract and not (settings.reduced_motion or self._offers or self._asked)
        return self._touched + _CALM if calm and not self.ctx.notices else math.inf

    def _find_kept(self) -> None:
        self._looked, self._beside = True, None
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

    def _lay_beside(self) -> None:
        from game.ui.menu.behind import Behind  # noqa: PLC0415 - kept out of the first frame
        from game.ui.menu.beside import Beside  # noqa: PLC0415 - kept out of the first frame

        compare = self._compare if self._met else None
        if self.ctx.settings.attract and not self.ctx.settings.reduced_motion and not self._bots:
            self._bots = Behind(self.ctx.settings.back)
            if self._logo:
                self._bots.step(self._logo, here().clock.seconds(), thrown=False)
        self._beside = Beside(self.ctx, self._kept, here().clock.today(), compare)
        self.renew()

    @property
    def _offers(self) -> bool:
        """Whether a newcomer is offered a lesson; a notice and a seat that is kept are more urgent."""
        way_back = self._way_back and self._way_back.first
        return not (self.ctx.settings.taught or self.ctx.notices or way_back)

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
            self._logo = Logo(self.ctx.cards, size, settings.back, now, dealt)
            self._dealt = True
            if self._bots:
                self._bots.step(self._logo, now, thrown=False)
        return self._logo.draw(surface, now, full)

    def ground(self, surface: Surface, rect: Rect) -> None:
        """The cards again."""
        if self._logo:
            self._logo.draw_again(surface, rect)

    def view(self) -> Node:
        beside = self._beside
        way_back = self._way_back.button() if self._way_back else None  # what is found later moves nothing
        left = Column(*self._rows(), gap=9)
        friends = self._lesson() if self._offers else beside.friends() if beside else None
        middle = Column(way_back, friends, gap=12)
        right = Column(beside.right() if beside else None, gap=0)
        each = (
            Column(card, rest.replaced(grow=1.0), gap=12, grow=1, wide=0.0)
            for card, rest in zip(self._cards(), (left, middle, right), strict=True)
        )
        below = Row(*each, gap=24, grow=1)
        faces = self._bots.faces() if self._bots else ()
        above = Row(*(face.replaced(wide=_FACE) for face in faces), gap=1208 - 2 * _FACE, high=_NAME)
        return Column(above, below, self._rim(), gap=8, pad=(36, _RIM), wide=1280, high=720)

    def _cards(self) -> Sequence[Node]:
        """What can be played, of one rank; with what is going on there."""
        tables = self._way_back.search.tables if self._way_back else ()
        open_ = ngettext("{n} table is open", "{n} tables are open", len(tables)).format(n=len(tables))
        against = _("against {names}").format(names=", ".join(self._others()))
        there = open_ if tables else _("on your network")
        alone = self._beside.today() if self._beside else ""
        return (
            self._card(_("Play"), against, self._start, "play", primary=not tables),
            self._card(_("Play with friends"), there, self._meet, "friends", primary=bool(tables)),
            self._card(_("Patiences"), alone, self._alone, "patiences"),
        )

    def _card(self, label: str, words: str, action: Action, name: str, primary: bool = False) -> Button:
        lines = Text(label, _LARGE, color="gold" if primary else ""), Text(words, _LINE, wraps=True, most=2)
        inside = Column(*lines, gap=0, pad=(20, 4), pack="middle")
        return Button(label, action, name=name, primary=primary, ground="sheet", inside=inside, high=_CARD)

    def _rows(self) -> Sequence[Node]:
        """With whom to play, and what else can be done."""
        set_up = Button(_("Settings"), lambda: self.ctx.open(requests.Settings()), icon="gear", grow=1)
        learn = Button(_("How to play"), self.show_help, icon="book", grow=1)
        return self._choosers(), Row(learn, set_up)

    def _lesson(self) -> Node:
        """What a newcomer is offered, by the one who teaches."""
        return Column(
            Row(Cameo(portrait_of(BOT_NAMES[0]), 0, 36), Text(_("New here?"), _NEW), gap=18, pack="middle"),
            Text(_("Learn the game in two minutes."), _SAID, wraps=True),
            Row(
                Button(_("Show me"), self._learn, name="learn", grow=1),
                Button(_("No, thanks"), self._refuse, grow=1),
                high=48,
            ),
            gap=14,
            pad=(18, 14),
            pack="middle",
            ground="sheet",
            grow=1,
        )

    def _others(self) -> list[str]:
        """Who plays against the one at this screen."""
        settings = self.ctx.settings
        second = [settings.second_name or _("Player {n}").format(n=2)] if self._players > 1 else []
        return [*second, *BOT_NAMES[: max(settings.bots, 2 - self._players)]]

    def _choosers(self) -> Node:
        """With how many, and how good they are."""
        settings = self.ctx.settings
        counts = range(2 - self._players, SEATS - self._players + 1)
        bots = [ngettext("{n} bot", "{n} bots", n).format(n=n) for n in counts]
        people = [ngettext("{n} player", "{n} players", n).format(n=n) for n in (1, 2)]
        at = counts.index(settings.bots) if settings.bots in counts else 0
        opponents = Choice(
            _("Opponents"), bots, at, lambda at: self._set_bots(counts[at]), name="bots", bare=True, grow=0.54
        )
        company = Choice(
            _("At this screen"),
            people,
            self._players - 1,
            lambda at: self._set_players(at + 1),
            name="players",
            bare=True,
            help=_("Two share the keyboard, or each has a gamepad."),
            grow=0.46,
        )
        levels, at = [*map(_, LEVEL_NAMES.values())], list(LEVEL_NAMES).index(settings.level)
        level = Choice(_("Level"), levels, at, self._set_level, name="level")
        return Column(Row(opponents, company), level)

    def _rim(self) -> Node:
        """On the near edge of the table: what has happened, and what is seldom pressed."""
        codes, names = [*LANGUAGES], [*LANGUAGES.values()]
        full = _("Window") if self.ctx.window.fullscreen else _("Fullscreen")
        at, change = codes.index(language()), lambda at: self.ctx.speak(codes[at])
        seldom = (
            Choice("", names, at, change, name="language", wide=170),
            Button(full, partial(toggle_fullscreen, self.ctx), name="fullscreen", wide=150),
            Button(_("Quit?") if self._asks else _("Quit"), self.ctx.quit, name="quit", wide=130),
        )
        buttons = Row(*seldom, ground="plate", pad=(5, 4), high=_EDGE, align="end")
        return Row(self._said(), buttons, gap=14)

    def _said(self) -> Node:
        """Notices, or else what the game is about."""
        if self.ctx.notices:
            from game.ui.widgets.toasts import notices_node  # noqa: PLC0415 - kept out of the first frame

            words = notices_node(self.ctx, "start")
        else:
            words = Text(_("Everyone plays at once. The fastest hand wins."), _SAID, at="start")
        return Row(words, ground="note" if self.ctx.notices else "plate", pad=(16, 4), grow=1)

    # -- actions

    def _learn(self) -> None:
        """Take the lesson that is offered."""
        self._refuse()
        self.ctx.open(requests.Lesson("haisty"))

    def _refuse(self) -> None:
        """Offer no lesson any more."""
        self.ctx.settings.taught = True
        self.tree.focus("play")

    def _start(self) -> None:
        self.ctx.settings.taught = True
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
