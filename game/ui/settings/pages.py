"""Which settings there are: pages, each a heading and its rows. A new setting is one more row here."""

from collections.abc import Callable
from typing import Final

from game.core.limits import BACKS, NAME
from game.i18n import LANGUAGES, N_, Lang, _, language, set_language
from game.rules.haisty import Haisty
from game.rules.options import choices
from game.storage.settings import Buffer, Fits
from game.ui.engine.loop import toggle_fullscreen
from game.ui.settings.rows import Rows, explained
from game.ui.widgets.fields import Switch
from game.ui.widgets.house_rules import MatchRules, house_rule_rows
from game.ui.widgets.rows import Choice, Widget

_BUFFERS: tuple[Buffer, ...] = (256, 512, 1024, 2048)


def _you(rows: Rows) -> list[Widget]:
    ctx = rows.ctx

    def speak(code: Lang) -> None:
        ctx.settings.lang = set_language(code)
        ctx.redraw()

    return [
        rows.text("name", _("Name"), NAME, _("You"), _("Shown at your seat.")),
        Choice(_("Language"), list(LANGUAGES.items()), language(), speak),
        explained(
            Switch(_("Fullscreen"), ctx.window.fullscreen, lambda on: toggle_fullscreen(ctx)),
            _("F11 or Alt+Enter changes it anywhere."),
        ),
    ]


def _cards(rows: Rows) -> list[Widget]:
    seen = _("What the others see of your hand.")
    return [rows.pictures("back", _("Card back"), BACKS, rows.ctx.cards.back, seen)]


def _display(rows: Rows) -> list[Widget]:
    return [
        rows.switch(
            "reduced_motion",
            _("Reduced motion"),
            _(
                "Nothing moves for show alone: no shaking, no pulsing, no cards thrown for joy. "
                "Cards still fly."
            ),
        ),
    ]


def _sound(rows: Rows) -> list[Widget]:
    def try_out() -> None:
        rows.ctx.sounds.play("land")

    return [
        rows.switch("muted", _("Sound"), inverted=True, then=try_out),
        rows.slider("volume", _("Volume"), then=try_out),
        rows.switch(
            "shouts_muted",
            _("Other players’ shouts"),
            _("Whether you see and hear what the others shout."),
            inverted=True,
        ),
    ]


def _controls(rows: Rows) -> list[Widget]:
    fits: list[tuple[Fits, str]] = [
        ("easy", _("for beginners")),
        ("always", _("always")),
        ("never", _("never")),
    ]
    return [
        rows.choice(
            "fits",
            _("Show where it fits"),
            fits,
            _(
                "Lights up the piles where the card you are dragging fits. For beginners: at the "
                "easy level and in free play."
            ),
        ),
    ]


def _house(rows: Rows) -> list[Widget]:
    ctx, settings = rows.ctx, rows.settings

    def change(house: MatchRules) -> None:
        for name, value in choices(house.rules).items():
            if value != getattr(settings.rules(Haisty), name):
                settings.set_rule(Haisty, name, value)
        if bool(house.rounds) != bool(settings.rounds):
            settings.rounds = house.rounds  # the score chosen last is kept
            ctx.redraw()
        elif house.rounds:
            settings.rounds = house.rounds
        else:
            settings.target = house.target

    target = 0 if settings.rounds else settings.target
    return [*house_rule_rows(MatchRules(settings.rules(Haisty), target, settings.rounds), change)]


def _more(rows: Rows) -> list[Widget]:
    return [
        rows.choice(
            "audio_buffer",
            _("Sound buffer"),
            [(n, _("{n} samples").format(n=n)) for n in _BUFFERS],
            _(
                "How much sound is prepared ahead: more if it crackles, less for a shorter delay. "
                "Takes effect when the game is next started."
            ),
        ),
    ]


PAGES: Final[tuple[tuple[str, Callable[[Rows], list[Widget]]], ...]] = (
    (N_("You"), _you),
    (N_("Cards and table"), _cards),
    (N_("Display"), _display),
    (N_("Sound"), _sound),
    (N_("Controls"), _controls),
    (N_("House rules"), _house),
    (N_("More"), _more),
)
"""Each page's heading and its rows. They are made anew whenever the page is laid out."""
