"""The title screen: the name in cards, and a match two keys away."""

import math
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.limits import LEVEL_NAMES, SEATS, Level
from game.i18n import LANGUAGES, Lang, _, language, ngettext, set_language
from game.ui.engine import text, theme
from game.ui.engine.loop import toggle_fullscreen
from game.ui.engine.page import Page
from game.ui.engine.scene import Context, Scene
from game.ui.engine.tabletop import tabletop
from game.ui.menu.logo import Logo
from game.ui.widgets.group import GAP, ROW, Group, place_column, place_row
from game.ui.widgets.rows import BareChoice, Button, Choice, Widget
from game.ui.widgets.toasts import written

if TYPE_CHECKING:
    from game.storage.kept_games import KeptGame

_WIDTH, _TOP = 420, 350
"""The menu's width and top in units; the big button's height; the items at the foot and their spacing."""
_PLAY = 64
_OPPONENTS = 0.64
"""The share of their row that the opponents have beside the number of players."""
_FOOT, _FOOT_ITEM = 46, 142
_WORDS = 1060
"""Space for text between name and menu, in units: the slogan, or notices."""
_CALM = 10.0
"""Seconds without input after which bots play."""
_OFFER, _ANSWER, _ANSWER_HIGH = 50, 150, 36
"""Height of the offer of a lesson, and width and height of an answer, in units."""


class TitleScene(Scene):
    """Play at once with the last choice, or choose first."""

    def enter(self, ctx: Context) -> None:
        """Show the menu."""
        super().enter(ctx)
        ctx.window.set_icon(ctx.cards.icon())
        self._logo: Logo | None = None
        self._dealt = self._deals = self._asked = self._looked = False
        self._kept: KeptGame | None = None
        self._touched = time.perf_counter()
        self._build()

    def resume(self) -> None:
        """A game may have been kept, or gone on with."""
        self._touched = time.perf_counter()
        self._find_kept()

    def handle(self, event: Event, now: float) -> None:
        """The menu's keys and pointer; Esc asks before it quits."""
        self._touched = now
        moved = event.type == pygame.MOUSEMOTION and self._logo and not self.ctx.settings.reduced_motion
        if moved and self._logo and self._logo.point(event.pos, now):
            self.ctx.sounds.play("lift", 0.3)
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            if self._offers:
                self._refuse()
            elif self._asked:
                self.ctx.quit()
            else:
                self._ask(True)
            return
        self.group.handle(event)
        if self._asked and self.group.widgets[self.group.index] is not self._quit:
            self._ask(False)

    def step(self, now: float) -> None:
        """Move the cards; after the first frame, look for a kept game."""
        if self._logo and not self._logo.resting():
            self._logo.settle(now)
            if self._deals and self._logo.resting():
                self._deals = False
                self.ctx.redraw()  # a card may have passed beneath the answers when they were drawn
        if not self._looked:
            self._find_kept()
        elif now >= self._attracts:
            self._logo = None  # its pictures are not needed meanwhile
            self.ctx.launcher.attract()

    @property
    def _attracts(self) -> float:
        """When bots begin to play, unless the player touches something before."""
        settings = self.ctx.settings
        calm = settings.attract and not (settings.reduced_motion or self._offers or self._asked)
        return self._touched + _CALM if calm and not self.ctx.notices else math.inf

    def _find_kept(self) -> None:
        self._looked = True
        before, games = self._kept, self.ctx.launcher.kept_games()
        self._kept = games[0] if games else None
        if self._kept != before:
            at = self.group.index
            self._build(at and at + bool(self._kept) - bool(before))
            self.ctx.redraw()

    def rest(self, now: float) -> float:
        """No steps once the cards are at rest, until bots begin to play."""
        resting = self._looked and self._logo and self._logo.resting()
        return max(0.0, self._attracts - now) if resting else 0

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The cards, and the menu above them."""
        full = full or self._logo is None
        if full:
            self._build(self.group.index)  # language or fullscreen may have changed
            self._lay_out(surface.get_size(), now)
        assert self._logo
        rects = self._logo.draw(surface, now, full)
        if not full:
            self._draw_answers(surface, rects)
        return [*rects, *self.group.draw(surface, full)]

    def describe(self, page: Page) -> None:
        """Also what is said between the name and the menu."""
        super().describe(page)
        page.read(*self._told)

    def _draw_answers(self, surface: Surface, rects: Sequence[Rect]) -> None:
        """Draw the answers anew where a card has passed beneath them."""
        for answer in self._answers:
            for rect in filter(answer.rect.colliderect, rects):
                surface.set_clip(rect)
                text.erase(surface, answer.rect)
                answer.draw(surface)
        surface.set_clip(None)

    def _lay_out(self, size: tuple[int, int], now: float) -> None:
        """Lay everything out for this window size."""
        u, (wide, high) = theme.unit(size), size
        top = (high - 720 * u) / 2
        x = (wide - _WIDTH * u) / 2
        self._play.u, self._play.rect = (
            u,
            Rect(round(x), round(top + _TOP * u), round(_WIDTH * u), round(_PLAY * u)),
        )
        if self._go_on:
            self._pair(self._play, self._go_on)
        bottom = place_column(self._rows, x, top + (_TOP + _PLAY + 2 * GAP) * u, _WIDTH * u, u)
        self._pair(self._rows[0], self._company, _OPPONENTS)
        self._pair(self._rows[-2], self._beside)
        self._pair(self._rows[-1], self._last)
        frame = Rect(0, 0, round((_WIDTH + 36) * u), round(bottom - top - (_TOP - 30) * u))
        frame.midtop = wide // 2, round(top + (_TOP - 18) * u)
        shape = theme.rounded(frame.size, round(10 * u), theme.TRAY, theme.TRAY_EDGE, max(1, round(u)))
        self.ctx.take_unseen()  # all of them have been shown now
        middle = wide // 2, round(top + 298 * u)
        if self.ctx.notices:
            tag = written(self.ctx.notices, _WORDS * u, u, 3)
        elif self._offers:
            tag = self._offer(middle, u)
        else:
            tag = text.render(_("Everyone plays at once. The fastest hand wins."), 27 * u, theme.IVORY)
        self._told = tag, tag.get_rect(center=middle).topleft
        fixed = [(shape, frame.topleft), self._told]
        foot = high - top - (_FOOT + ROW / 2) * u
        left = wide / 2 - (_FOOT_ITEM * len(self._foot) - GAP) * u / 2
        place_row(self._foot, left, foot, wide - 2 * left, u)
        back, cards = self.ctx.settings.back, self.ctx.cards
        still = self.ctx.settings.reduced_motion
        self._logo = Logo(cards, tabletop(size), fixed, u, back, now, self._dealt or still)
        self._deals, self._dealt = not self._dealt and bool(self._answers), True

    @property
    def _offers(self) -> bool:
        """Whether a newcomer is offered a lesson; a notice is more urgent."""
        return not (self.ctx.settings.taught or self.ctx.notices)

    def _offer(self, middle: tuple[int, int], u: float) -> Surface:
        """The offer of a lesson with its two answers, to be shown around this point."""
        words = text.render(
            _("New here? A lesson of two minutes shows you the game."), 27 * u, theme.IVORY, 620 * u
        )
        pad = 18 * u
        box = Rect(0, 0, words.width + round(3 * pad + (2 * _ANSWER + GAP) * u), round(_OFFER * u))
        box.center = middle
        plate = theme.rounded(box.size, round(10 * u), theme.TRAY, theme.GOLD, max(1, round(1.5 * u))).copy()
        text.blit(plate, words, words.get_rect(midleft=(round(pad), box.h // 2)).topleft)
        x, y = box.x + words.width + 2 * pad, box.centery - _ANSWER_HIGH * u / 2
        for i, answer in enumerate(self._answers):
            left, room = x + i * (_ANSWER + GAP) * u, _ANSWER_HIGH * u
            place_column([answer], left, y, _ANSWER * u, u, room)
        return plate

    def _learn(self) -> None:
        """Take the lesson that is offered."""
        self._refuse()
        self._logo = None
        self.ctx.launcher.lesson("haisty")

    def _refuse(self) -> None:
        """Offer no lesson any more."""
        self.ctx.settings.taught = True
        self.ctx.redraw()

    @staticmethod
    def _pair(row: Widget, beside: Widget, share: float = 0.5) -> None:
        """Let another widget share a row with it, which keeps this share."""
        gap, x, end = GAP * row.u, row.rect.x, row.rect.right
        row.rect.w = round((row.rect.w - gap) * share)
        beside.u = row.u
        left = round(x + row.rect.w + gap)
        beside.rect = Rect(left, row.rect.y, end - left, row.rect.h)

    def _build(self, focus: int = 0) -> None:
        """Make the widgets, in the current language."""
        settings = self.ctx.settings
        levels = [(level, _(name)) for level, name in LEVEL_NAMES.items()]
        least, most = 2 - settings.players, SEATS - settings.players
        bots = [(n, ngettext("{n} bot", "{n} bots", n).format(n=n)) for n in range(least, most + 1)]
        people = [(n, ngettext("{n} player", "{n} players", n).format(n=n)) for n in (1, 2)]
        self._play = Button(_("Play"), self._start, primary=True)
        self._go_on = self._offer_kept()
        self._rows: list[Widget] = [
            Choice(_("Opponents"), bots, settings.bots, self._set_bots),
            Choice(_("Level"), levels, settings.level, self._set_level),
            Button(_("Play with friends"), self._meet),
            Button(_("Settings"), self._set_up),
        ]
        self._company = BareChoice(_("At this screen"), people, settings.players, self._set_players)
        self._company.help = _("Two share the keyboard, or each has a gamepad.")
        self._beside = Button(_("Patiences"), self._alone)
        self._last = Button(_("How to play"), self.show_help)
        self._quit = Button(_("Quit?") if self._asked else _("Quit"), self.ctx.quit)
        full = _("Window") if self.ctx.window.fullscreen else _("Fullscreen")
        self._foot: list[Widget] = [
            Choice("", list(LANGUAGES.items()), language(), self._set_language),
            Button(full, lambda: toggle_fullscreen(self.ctx)),
            self._quit,
        ]
        opponents, level, friends, set_up = self._rows
        rows = [opponents, self._company, level, friends, self._beside, set_up, self._last]
        self._answers: list[Widget] = []
        if self._offers:
            self._answers = [Button(_("Show me"), self._learn), Button(_("No, thanks"), self._refuse)]
        first: list[Widget] = [self._play, *([self._go_on] if self._go_on else [])]
        widgets = [*first, *rows, *self._foot, *self._answers]
        self.group = Group(widgets, focus if focus < len(widgets) else 0)  # an answer may have gone

    def _offer_kept(self) -> Widget | None:
        """The button to go on with the game kept last, if there is one."""
        if self._kept is None:
            return None
        from game.ui.menu.kept_offer import KeptOffer  # noqa: PLC0415 - kept out of the first frame

        kept = self._kept
        return KeptOffer(kept, lambda: self.ctx.launcher.go_on(kept))

    def _ask(self, asked: bool) -> None:
        """Ask whether to quit, with the focus on the button that does; or stop asking."""
        self._asked = asked
        self._quit.label, self._quit.dirty = _("Quit?") if asked else _("Quit"), True
        if asked:
            self.group.focus(self.group.widgets.index(self._quit))

    def _start(self) -> None:
        self.ctx.settings.taught = True
        self._logo = None  # its pictures are not needed during a match
        settings = self.ctx.settings
        self.ctx.launcher.match(settings.bots, settings.level, people=settings.players)

    def _set_up(self) -> None:
        self.ctx.launcher.settings()

    def _meet(self) -> None:
        from game.ui.lobby.tables import TablesScene  # noqa: PLC0415 - kept out of the first frame

        self.ctx.push(TablesScene(self.ctx.port))

    def _alone(self) -> None:
        from game.ui.menu.challenges import ChallengesScene  # noqa: PLC0415 - as above

        self.ctx.push(ChallengesScene(self.ctx.settings.patience))

    def _set_bots(self, bots: int) -> None:
        self.ctx.settings.bots = bots

    def _set_players(self, players: int) -> None:
        settings = self.ctx.settings
        settings.players = players
        settings.bots = min(max(settings.bots, 2 - players), SEATS - players)
        self.ctx.redraw()

    def _set_level(self, level: Level) -> None:
        self.ctx.settings.level = level

    def _set_language(self, code: Lang) -> None:
        self.ctx.settings.lang = set_language(code)
        self.ctx.apply_settings()
        self.ctx.redraw()
