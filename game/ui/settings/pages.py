"""Which settings there are: pages, each a heading and its rows. A new setting is one more row here."""

from collections.abc import Callable
from typing import Final, NamedTuple

from pygame import Rect, Surface

from game.core.limits import NAME
from game.i18n import LANGUAGES, N_, Lang, _, language, ngettext
from game.rules.haisty import Haisty
from game.storage.settings import Buffer, Fits
from game.ui.engine.assets import RATIO, court_letters
from game.ui.engine.loop import toggle_fullscreen
from game.ui.engine.scene import Context
from game.ui.settings.keys import KeysScene
from game.ui.settings.rows import Rows
from game.ui.view.leaves import Button, Choice, Switch
from game.ui.view.node import Control
from game.ui.widgets.house_rules import MatchRules, house_rule_rows, keep_rules
from game.ui.widgets.medals import TABLES, to_win

_SAMPLE = "s01", "h12", "d11", "c10", "s13", "h07", "d02", "c12"
"""Cards of all suits and letters."""
_LEAST = 40
"""The least height of their picture, in units."""
_SCALES = 80, 90, 100, 115, 130, 145, 160
"""Sizes of text, in percent."""
_BUFFERS: tuple[Buffer, ...] = (256, 512, 1024, 2048)


def _you(rows: Rows) -> list[Control]:
    ctx = rows.ctx

    langs: list[Lang] = [*LANGUAGES]
    second = [
        rows.text("second_name", _("Second player"), NAME, _("Player {n}").format(n=2)),
        rows.portraits("second_portrait", "second_back", _("Second player’s face")),
        rows.backs("second_back", _("Second player’s back")),
    ]
    return [
        rows.text("name", _("Name"), NAME, _("You"), _("Shown at your seat from the next match on.")),
        rows.portraits(
            "portrait",
            "back",
            _("Face"),
            _("What the others see of you; the star shows your card back."),
        ),
        rows.choice(
            "players",
            _("At this screen"),
            [(n, ngettext("{n} player", "{n} players", n).format(n=n)) for n in range(1, 5)],
            _("Two share the keyboard, or each has a gamepad. Three and four play in races only."),
        ),
        *(second if rows.settings.players > 1 else ()),
        Choice(
            _("Language"),
            [*LANGUAGES.values()],
            langs.index(language()),
            lambda at: ctx.speak(langs[at]),
            name="lang",
        ),
        Switch(
            _("Fullscreen"),
            ctx.window.fullscreen,
            lambda on: toggle_fullscreen(ctx),
            name="fullscreen",
            help=_("F11 or Alt+Enter changes it anywhere."),
        ),
    ]


def _cards(rows: Rows) -> list[Control]:
    locked = {} if rows.settings.all_tables else to_win(rows.medals)
    tables = [
        (table, _(name))
        for table, name in TABLES.items()
        if table not in locked or table == rows.settings.table_top
    ]
    told = [_("Beneath the cards, and behind every page."), *[*locked.values()][:1]]
    made = [
        rows.choice("table_top", _("Table"), tables, "\n".join(told)),
        rows.choice(
            "four_colours",
            _("Suits"),
            [(False, _("two colours")), (True, _("four colours"))],
            _("Four: diamonds are blue and clubs green. They still count as red and black."),
        ),
        rows.switch(
            "large_indices",
            _("Large indices"),
            _("Rank and suit across the card, without pictures."),
        ),
        rows.backs("back", _("Card back"), _("What the others see of your hand.")),
    ]
    own, usual = court_letters(language()), court_letters("")
    if own != usual:
        letters = [(False, usual), (True, own)]
        made.insert(3, rows.choice("own_letters", _("Court letters"), letters, _("On jack, queen and king.")))
    return made


def _sample(ctx: Context, surface: Surface, box: Rect, u: float) -> None:
    """Cards as they look now, if there is room for them."""
    if box.h < _LEAST * u:
        return
    wide = round(min(box.h / RATIO, 0.9 * box.w / len(_SAMPLE)))
    gap = min(box.w / len(_SAMPLE), wide * 1.14)
    left = box.centerx - gap * (len(_SAMPLE) - 1) / 2
    for number, side in enumerate(_SAMPLE):
        card = ctx.cards.image(f"faces/{side}", wide)
        surface.blit(card, card.get_rect(center=(round(left + number * gap), box.centery)))


def _display(rows: Rows) -> list[Control]:
    return [
        rows.choice(
            "text_scale",
            _("Text size"),
            [(share / 100, f"{share} %") for share in _SCALES],
            _("Of all texts; what does not fit grows as far as there is room."),
            ends=True,
        ),
        rows.switch(
            "high_contrast",
            _("High contrast"),
            _("White text on opaque panels, and cards with black edges on white paper."),
        ),
        rows.switch(
            "reduced_motion",
            _("Reduced motion"),
            _(
                "Nothing moves for show alone: no shaking, no pulsing, no cards thrown for joy. "
                "Cards still fly."
            ),
        ),
        rows.switch(
            "race",
            _("The peg board"),
            _("How far each 13-pile has come. Tab shows and hides it during play."),
        ),
        rows.switch(
            "hands",
            _("Hands over the table"),
            _(
                "You see where the others reach over the shared table, and they see your pointer there. "
                "Not with reduced motion."
            ),
        ),
    ]


def _sound(rows: Rows) -> list[Control]:
    return [
        rows.switch("muted", _("Sound"), _("F8 turns it off and on anywhere."), inverted=True),
        rows.slider("volume", _("Volume"), _("Of cards and all other sounds; music has its own.")),
        rows.slider("music", _("Music"), _("A tune; in a match it quickens as somebody nears the knock.")),
        rows.switch("patience_music", _("Music at patiences"), _("Whether it is played there, too.")),
        rows.slider("others_volume", _("Other hands"), _("How loud the others’ cards are beside yours.")),
        rows.slider("fanfare_volume", _("Fanfares"), _("How loud the winner’s fanfare is, and a medal’s.")),
        rows.switch(
            "shouts_muted",
            _("Other players’ shouts"),
            _("Whether you see and hear what the others shout."),
            inverted=True,
        ),
        rows.switch("captions", _("Captions"), _("At the table, sounds are also shown in words.")),
    ]


def _controls(rows: Rows) -> list[Control]:
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
        rows.switch(
            "left_handed",
            _("Left-handed"),
            _("Your cards lie from right to left: the hand you turn and the buttons at the left."),
        ),
        Button(
            _("Keys"),
            lambda: rows.ctx.push(KeysScene()),
            name="keys",
            help=_("All keys at the tables; each can be changed."),
        ),
        rows.switch("rumble", _("Rumble"), _("Gamepads rumble when a card comes back, and at the knock.")),
    ]


def _house(rows: Rows) -> list[Control]:
    settings = rows.settings

    def change(house: MatchRules) -> None:
        keep_rules(settings, house.rules)
        if bool(house.rounds) != bool(settings.rounds):
            settings.rounds = house.rounds  # the score chosen last is kept
        elif house.rounds:
            settings.rounds = house.rounds
        else:
            settings.target = house.target

    target = 0 if settings.rounds else settings.target
    return [*house_rule_rows(MatchRules(settings.rules(Haisty), target, settings.rounds), change)]


def _more(rows: Rows) -> list[Control]:
    return [
        rows.switch(
            "attract", _("Bots on the title"), _("They play when nothing has been touched for a while.")
        ),
        rows.switch(
            "ladder",
            _("This week"),
            _(
                "At tables on the network, computers tell each other their own signed runs of the "
                "last seven daily challenges."
            ),
        ),
        rows.switch("all_tables", _("Unlock all tables"), _("Otherwise medals in challenges win them.")),
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


class Page(NamedTuple):
    """A page of settings."""

    heading: str
    rows: Callable[[Rows], list[Control]]
    """Makes its rows, whenever they are shown."""
    picture: Callable[[Context, Surface, Rect, float], None] | None = None
    """Draws into the space below the rows, if there is any."""


PAGES: Final = (
    Page(N_("You"), _you),
    Page(N_("Cards and table"), _cards, _sample),
    Page(N_("Display"), _display),
    Page(N_("Sound"), _sound),
    Page(N_("Controls"), _controls),
    Page(N_("Match rules"), _house),
    Page(N_("More"), _more),
)
