"""Settings and the house rules of Haisty: they apply at once, and are saved on leaving."""

from pygame import Rect, Surface

from game.core.limits import BACKS, NAME
from game.i18n import LANGUAGES, N_, Lang, _, language, set_language
from game.rules.haisty import Haisty
from game.rules.options import choices
from game.storage.settings import Buffer, Fits
from game.ui.engine import text, theme
from game.ui.engine.loop import toggle_fullscreen
from game.ui.engine.scene import Context
from game.ui.widgets.fields import ImageChoice, Slider, Switch, TextField
from game.ui.widgets.form_scene import FormScene
from game.ui.widgets.group import GAP, ROW, Group, place_column
from game.ui.widgets.hint import HintBar
from game.ui.widgets.house_rules import MatchRules, house_rule_rows
from game.ui.widgets.rows import Button, Choice, Widget

_COLUMN, _BETWEEN, _TOP, _PAD = 540, 14, 70, 18
"""Width of a column, gap between two panels, the columns' top, and padding around rows, in units."""
_HEAD, _HIGH = 40, 514
"""Height of a panel's heading, and of the columns."""
_HELP, _HELP_HIGH = 594, 58
"""Top and height of the plate that explains the row with the focus."""
_BUFFERS: tuple[Buffer, ...] = (256, 512, 1024, 2048)
_KEYS = N_("Up, Down: choose a row · Left, Right: change it · Esc: back")


class SettingsScene(FormScene):
    """Two columns of rows, and below them a sentence about the focused one."""

    _back: Button

    def enter(self, ctx: Context) -> None:
        """Show the current settings."""
        super().enter(ctx)
        self._build(0)

    def lay_out(self, surface: Surface) -> None:
        """Background, headings and the rows' places for this size of window."""
        self.group.blur()
        self._build(self.group.index)  # the language or the rows may have changed
        u, (wide, high) = theme.unit(surface.get_size()), surface.get_size()
        surface.blit(theme.felt(surface.get_size()), (0, 0))
        across = (2 * _COLUMN + _BETWEEN) * u
        left, top = (wide - across) / 2, (high - 720 * u) / 2
        text.draw(surface, _("Settings"), 50 * u, theme.IVORY, midleft=(left, top + 38 * u))
        columns = (
            ((_("You"), self._you), (_("Sound"), self._sound)),
            ((_("House rules"), self._house), (_("Language and window"), self._screen)),
        )
        for i, panels in enumerate(columns):
            x, y = left + i * (_COLUMN + _BETWEEN) * u, top + _TOP * u
            least = [_HEAD + sum(row.rows * ROW + GAP for row in rows) + _PAD - GAP for _, rows in panels]
            more = (_HIGH - _BETWEEN * (len(panels) - 1) - sum(least)) / len(panels)
            for (heading, rows), height in zip(panels, least, strict=True):
                box = Rect(round(x), round(y), round(_COLUMN * u), round((height + more) * u))
                theme.panel(surface, box, u)
                text.draw(surface, heading, 23 * u, theme.MIST, midleft=(box.x + _PAD * u, box.y + 22 * u))
                place_column(rows, x + _PAD * u, y + _HEAD * u, (_COLUMN - 2 * _PAD) * u, u)
                y += (height + more + _BETWEEN) * u
        foot = Rect(round(left), round(top + _HELP * u), round(across), round(_HELP_HIGH * u))
        self.hint_bar = HintBar(surface, foot, u, _(_KEYS))
        width = 220 * u
        place_column([self._back], wide / 2 - width / 2, top + 662 * u, width, u)

    def _build(self, focus: int) -> None:
        """Make the rows, in the current language."""
        settings = self.ctx.settings
        self._you: list[Widget] = [
            TextField(_("Name"), settings.name, self._set_name, NAME, _("You")),
            ImageChoice(_("Card back"), BACKS, settings.back, self._set_back, self.ctx.cards.back),
        ]
        self._screen: list[Widget] = [
            Choice(_("Language"), list(LANGUAGES.items()), language(), self._set_language),
            Switch(_("Fullscreen"), self.ctx.window.fullscreen, self._set_fullscreen),
        ]
        fits: list[tuple[Fits, str]] = [
            ("easy", _("for beginners")),
            ("always", _("always")),
            ("never", _("never")),
        ]
        self._you.append(Choice(_("Show where it fits"), fits, settings.fits, self._set_fits))
        buffers: list[tuple[Buffer, str]] = [(n, _("{n} samples").format(n=n)) for n in _BUFFERS]
        self._sound: list[Widget] = [
            Switch(_("Sound"), not settings.muted, self._set_sound),
            Slider(_("Volume"), settings.volume, (0.0, 1.0), 0.05, self._set_volume),
            Switch(_("Other players’ shouts"), not settings.shouts_muted, self._set_shouts),
            Choice(_("Sound buffer"), buffers, settings.audio_buffer, self._set_buffer),
        ]
        self._you[0].help = _("Shown at your seat.")
        self._you[1].help = _("What the others see of your hand.")
        self._screen[1].help = _("F11 or Alt+Enter changes it anywhere.")
        self._you[2].help = _(
            "Lights up the piles where the card you are dragging fits. For beginners: at the "
            "easy level and in free play."
        )
        self._sound[2].help = _("Whether you see and hear what the others shout.")
        self._sound[3].help = _(
            "How much sound is prepared ahead: more if it crackles, less for a shorter delay. "
            "Takes effect when the game is next started."
        )
        rules, at_score = settings.rules(Haisty), not settings.rounds
        house = MatchRules(
            rules,
            settings.target if at_score else 0,
            settings.rounds,
        )
        self._house: list[Widget] = [*house_rule_rows(house, self._set_house)]
        self._back = Button(_("Back"), self.back)
        self.group = Group([*self._you, *self._sound, *self._house, *self._screen, self._back], focus)

    def _set_fits(self, fits: Fits) -> None:
        self.ctx.settings.fits = fits

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

    def _set_house(self, house: MatchRules) -> None:
        settings = self.ctx.settings
        for name, value in choices(house.rules).items():
            if value != getattr(settings.rules(Haisty), name):
                settings.set_rule(Haisty, name, value)
        if bool(house.rounds) != bool(settings.rounds):
            settings.rounds = house.rounds  # the score chosen last is kept
            self.ctx.redraw()
        elif house.rounds:
            settings.rounds = house.rounds
        else:
            settings.target = house.target
