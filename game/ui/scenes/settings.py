"""Settings and the house rules of Haisty: chosen here, used from then on, kept on leaving."""

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import LANGUAGES, Lang, _, language, ngettext, set_language
from game.rules.haisty import Haisty
from game.store import Buffer
from game.ui import text, theme
from game.ui.assets import BACKS
from game.ui.fields import Pictures, Slider, TextField, Toggle
from game.ui.group import Group, stack
from game.ui.loop import toggle_fullscreen
from game.ui.scene import Context, Scene
from game.ui.widgets import Button, Choice, Widget

_COLUMN, _BETWEEN, _TOP, _PAD = 540, 36, 84, 18
"""Width of a column, between the two, their top, and the room around rows, in units."""
_HIGH, _YOU_HIGH = 546, 274
"""Height of the columns, and of the first panel."""
_TARGETS = (20, 30, 40, 50, 60, 70, 80, 90, 100, 120, 150, 200, 250, 300, 400, 500, 1000)
_ROUNDS = range(1, 21)
_BUFFERS: tuple[Buffer, ...] = (256, 512, 1024, 2048)


class SettingsScene(Scene):
    """Two columns of rows, and a sentence about the one that has the focus."""

    _house: list[Widget]
    group: Group
    _back: Button

    def enter(self, ctx: Context) -> None:
        """Show the settings as they are."""
        super().enter(ctx)
        self._build(0)

    def leave(self) -> None:
        """Keep them."""
        self.group.leave()
        self.ctx.save_settings()

    def handle(self, event: Event, now: float) -> None:
        """The rows' keys and pointer; Esc goes back."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.ctx.pop()
        else:
            self.group.handle(event)

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The rows, or those that changed."""
        if full:
            self.group.leave()
            self._build(self.group.at)  # the language or the rows may be others now
            self._lay_out(surface)
        rects = self.group.draw(surface, full)
        if full or self._told != self.group.at:
            rects.append(self._tell(surface))
        return rects

    def _lay_out(self, surface: Surface) -> None:
        """Background, headings and the rows' places for this size of window."""
        u, (wide, high) = theme.unit(surface.get_size()), surface.get_size()
        surface.blit(theme.felt(surface.get_size()), (0, 0))
        left, top = (wide - (2 * _COLUMN + _BETWEEN) * u) / 2, (high - 720 * u) / 2
        text.draw(surface, _("Settings"), 50 * u, theme.IVORY, midleft=(left, top + 46 * u))
        panels = (
            (left, _TOP, _YOU_HIGH, _("You"), self._you),
            (left, _TOP + _YOU_HIGH + _PAD, _HIGH - _YOU_HIGH - _PAD, _("Sound"), self._sound),
            (left + (_COLUMN + _BETWEEN) * u, _TOP, _HIGH, _("House rules"), self._house),
        )
        for x, y, height, heading, rows in panels:
            box = Rect(round(x), round(top + y * u), round(_COLUMN * u), round(height * u))
            theme.panel(surface, box, u)
            text.draw(surface, heading, 23 * u, theme.MIST, midleft=(box.x + _PAD * u, box.y + 22 * u))
            stack(rows, box.x + _PAD * u, box.y + (_PAD + 24) * u, box.width - 2 * _PAD * u, u)
        self._help = Rect(box.x, self._house[-1].rect.bottom, box.width, 0).inflate(-2 * _PAD * u, 0)
        self._help.y += round(22 * u)
        self._help.height = box.bottom - self._help.y - round(_PAD * u)
        self._bare = surface.subsurface(self._help).copy()
        width = 220 * u
        stack([self._back], wide / 2 - width / 2, top + 653 * u, width, u)

    def _tell(self, surface: Surface) -> Rect:
        """Say what the row with the focus does."""
        self._told = self.group.at
        u = self._back.u
        surface.blit(self._bare, self._help)
        for i, line in enumerate(text.wrap(self.group.widgets[self._told].help, 23 * u, self._help.width)):
            where = (self._help.x, self._help.y + i * 27 * u)
            text.draw(surface, line, 23 * u, theme.MIST, max_width=self._help.width, topleft=where)
        return self._help

    def _build(self, focus: int) -> None:
        """Make the rows, in the language spoken now."""
        settings = self.ctx.settings
        self._told = -1
        self._you: list[Widget] = [
            TextField(_("Name"), settings.name, self._set_name, 16, _("You")),
            Pictures(_("Card back"), BACKS, settings.back, self._set_back, self.ctx.cards.back),
            Choice(_("Language"), list(LANGUAGES.items()), language(), self._set_language),
            Toggle(_("Fullscreen"), self.ctx.window.fullscreen, self._set_fullscreen),
        ]
        buffers: list[tuple[Buffer, str]] = [(n, str(n)) for n in _BUFFERS]
        self._sound: list[Widget] = [
            Toggle(_("Sound"), not settings.muted, self._set_sound),
            Slider(_("Volume"), settings.volume, (0.0, 1.0), 0.05, self._set_volume),
            Toggle(_("Shouts of the others"), not settings.shouts_muted, self._set_shouts),
            Choice(_("Sound buffer"), buffers, settings.audio_buffer, self._set_buffer),
        ]
        self._you[0].help = _("Shown at your seat.")
        self._sound[2].help = _("Whether you see and hear what the others call out.")
        self._sound[3].help = _(
            "Larger if the sound crackles, smaller for less delay. Counts from the next start."
        )
        self._house = self._rules()
        self._back = Button(_("Back"), self.ctx.pop)
        self.group = Group([*self._you, *self._sound, *self._house, self._back], focus)

    def _rules(self) -> list[Widget]:
        """The house rules' rows."""
        settings, rules = self.ctx.settings, self.ctx.settings.rules(Haisty)
        part = Choice(
            _("Build piles move"),
            [(False, _("whole")), (True, _("any part"))],
            rules.any_part,
            lambda value: settings.set_rule(Haisty, "any_part", value),
        )
        part.help = _(
            "From one build pile to another: only the whole pile, or any part of it from the exposed end."
        )
        corner = Choice(
            _("Out of hand"),
            [(True, _("round the corner")), (False, _("start over"))],
            rules.round_corner,
            lambda value: settings.set_rule(Haisty, "round_corner", value),
        )
        corner.help = _(
            "With fewer than three cards left, the turned pack goes under so that it is always three; "
            "or turn what is left, then start over."
        )
        knock = Choice(
            _("Knocking"),
            [(False, _("yourself")), (True, _("automatic"))],
            rules.auto_knock,
            lambda value: settings.set_rule(Haisty, "auto_knock", value),
        )
        knock.help = _(
            "With your 13-pile empty you may knock, or lay more cards first; "
            "or the table knocks by itself at once."
        )
        ends = Choice(
            _("The match ends"),
            [(False, _("at a score")), (True, _("after rounds"))],
            settings.rounds > 0,
            self._set_ends,
        )
        ends.help = _("Who first has the score at the end of a round wins; or who has most after the rounds.")
        return [part, corner, knock, ends, self._length()]

    def _length(self) -> Widget:
        """How long the match is."""
        settings = self.ctx.settings
        if settings.rounds:
            rounds = [(n, ngettext("{n} round", "{n} rounds", n).format(n=n)) for n in _ROUNDS]
            row = Choice(_("Rounds"), rounds, settings.rounds, self._set_rounds)
        else:
            targets = sorted({*_TARGETS, settings.target})
            row = Choice(_("Score"), [(n, str(n)) for n in targets], settings.target, self._set_target)
        row.help = _("A card of yours on the table counts 1, a card left in your 13-pile −2.")
        return row

    def _set_name(self, name: str) -> None:
        self.ctx.settings.name = name

    def _set_back(self, back: int) -> None:
        self.ctx.settings.back = back

    def _set_language(self, code: Lang) -> None:
        self.ctx.settings.lang = set_language(code)
        self.ctx.redraw()

    def _set_fullscreen(self, on: bool) -> None:
        toggle_fullscreen(self.ctx)

    def _set_sound(self, on: bool) -> None:
        self.ctx.settings.muted = not on
        self._apply_sound()

    def _set_volume(self, volume: float) -> None:
        self.ctx.settings.volume = volume
        self._apply_sound()

    def _apply_sound(self) -> None:
        self.ctx.sounds.set_volume(self.ctx.settings.volume, self.ctx.settings.muted)
        self.ctx.sounds.play("land")

    def _set_shouts(self, on: bool) -> None:
        self.ctx.settings.shouts_muted = not on

    def _set_buffer(self, samples: Buffer) -> None:
        self.ctx.settings.audio_buffer = samples

    def _set_ends(self, after_rounds: bool) -> None:
        self.ctx.settings.rounds = 3 if after_rounds else 0
        self.ctx.redraw()

    def _set_rounds(self, rounds: int) -> None:
        self.ctx.settings.rounds = rounds

    def _set_target(self, target: int) -> None:
        self.ctx.settings.target = target
