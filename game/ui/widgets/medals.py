"""Medals, and what they win."""

from collections.abc import Mapping, Sequence
from math import cos, exp, pi, radians, sin
from typing import Final

import pygame
from pygame import Rect, Surface

from game.i18n import N_, _
from game.storage.settings import TableTop
from game.ui.engine import theme
from game.ui.engine.assets import art
from game.ui.view.leaves import Artwork, Picture

METALS: Final = "author", "gold", "silver", "bronze"
"""The medals, the best first."""
WINS: Final[Sequence[tuple[TableTop, str, int]]] = (
    ("claret", "bronze", 5),
    ("slate", "silver", 10),
    ("gilt", "gold", 20),
)
"""The tables that medals win, and how many of which medal or a better one each takes."""
TABLES: Final[dict[TableTop, str]] = {
    "baize": N_("green baize"),
    "wood": N_("walnut"),
    "night": N_("night blue"),
    "claret": N_("claret"),
    "slate": N_("slate grey"),
    "gilt": N_("black and gold"),
}
"""What the tables are called."""
_DISC = 0.69
"""The part of a medal's picture below its ribbon."""
FALL: Final = 0.28
SETTLED: Final = 2.0
"""Seconds that a medal falls, and after which it hangs still."""
_SWING, _BEAT = 15, 0.75
"""How far it swings, in degrees, and how long it takes to and fro, in seconds."""


def metal_name(metal: str) -> str:
    """The name of a medal."""
    names = {"author": _("author"), "gold": _("gold"), "silver": _("silver"), "bronze": _("bronze")}
    return names[metal]


def to_win(medals: Mapping[str, int]) -> dict[TableTop, str]:
    """The tables that these medals do not win yet, and how they would be won."""
    found = dict[TableTop, str]()
    words = {
        "bronze": _("For {wanted} medals you get the table “{table}”. You have {has}."),
        "silver": _("For {wanted} medals of silver or gold you get the table “{table}”. You have {has}."),
        "gold": _("For {wanted} gold medals you get the table “{table}”. You have {has}."),
    }
    for table, metal, wanted in WINS:
        has = sum(medals.get(better, 0) for better in METALS[: METALS.index(metal) + 1])
        if has < wanted:
            found[table] = words[metal].format(table=_(TABLES[table]), has=has, wanted=wanted)
    return found


def medal(metal: str, high: int) -> Surface:
    """A medal of this height; "": not yet won, a ring."""
    return art(f"medal/{metal or 'none'}", high, theme.ground("sheet").edge)


def medal_disc(metal: str, high: int) -> Surface:
    """A medal of this height without its ribbon."""
    whole = medal(metal, round(high / _DISC))
    return whole.subsurface((0, whole.height - high, whole.width, high))


def medal_picture(metal: str, high: float, wide: float | None = None) -> Artwork:
    """The medal as a node of this height in units."""
    name, wide = f"medal/{metal or 'none'}", wide or 0.72 * high
    return Artwork(name, high, "edge", wide=wide, high=high, align="middle")


def clean_mark(high: float) -> Artwork:
    """The mark of a clean run as a node of this height in units: a spark."""
    return Artwork("sign/clean", high, "ivory", wide=high, high=high, align="middle")


def dropped_medal(metal: str, high: float, since: float) -> Picture:
    """The medal so many seconds after it was let go: it falls into its place, and swings on its ribbon."""
    since = min(since, SETTLED)
    swung, still = since - FALL, since == SETTLED
    above = 1 - min(1.0, since / FALL) ** 2
    angle = 0.0 if swung < 0 or still else _SWING * exp(-2.2 * swung) * sin(2 * pi * swung / _BEAT)

    def draw(surface: Surface, rect: Rect, u: float) -> None:
        picture = medal(metal, rect.h)
        if angle:
            picture = pygame.transform.rotozoom(picture, angle, 1)
        arm, turn, clip = rect.h / 2, radians(angle), surface.get_clip()
        middle = rect.centerx + arm * sin(turn), rect.y - above * rect.h + arm * cos(turn)
        surface.set_clip(rect.clip(clip))
        surface.blit(picture, picture.get_rect(center=(round(middle[0]), round(middle[1]))))
        surface.set_clip(clip)

    return Picture(("medal", metal, since), draw, high=high, wide=1.5 * high, align="middle")
