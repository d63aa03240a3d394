"""What is said at a match's table for a moment: shouts, notes, duels, streaks."""

from pygame import Rect

from game.i18n import _
from game.ui.cards.labels import bubble, burst, label
from game.ui.cards.moments import FLASHES, SLAMS, At, AtPile
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.play.match.hud import Hud
from game.ui.view.boxes import Row
from game.ui.view.leaves import Artwork, Plate, Style, Text

_BUBBLE, _NOTE, _DUEL, _STREAK, _FLASH = 1.8, 2.5, 1.5, 0.9, 0.24
"""Seconds that a shout, a note, a duel, a streak and the flash of a pile stay."""
_LOUD, _TOLD_DUEL = 60, Style(22, 28)
"""The largest letters of a streak, in units, and those of a duel."""
_OVER = 6
"""How far what is said of a knock reaches over the block, in units."""
_DARK = (3, 16, 11, 222)


def shout(stage: Stage, hud: Hud, seat: int, words: str, color: theme.Color, now: float) -> None:
    """A seat calls something out."""
    at, toward, room = hud.voice(seat)
    stage.overlay.say(f"bubble{seat}", bubble(words, color, toward), at, until=now + _BUBBLE, room=room)


def note(stage: Stage, words: str, pile: int, now: float) -> None:
    """A small note above one of the piles in play, not above another's area."""
    layout = stage.layout
    seat = layout.areas[layout.places[pile].area].box
    above = AtPile(pile, -0.02, 0, "midbottom", Rect(seat.x, 0, seat.w, layout.size[1]))
    stage.overlay.say("note", label(words), above, until=now + _NOTE)


def too_soon(stage: Stage, hud: Hud, seat: int, now: float) -> None:
    """A seat here has knocked while its 13-pile is not empty yet: so it is said where it knocked."""
    if block := hud.block(seat):
        above = At("midbottom", (block.centerx, block.y + _OVER * stage.layout.unit))
        note = label(_("Your 13-pile is not empty yet"))
        stage.overlay.say("note", note, above, until=now + _NOTE)


def duel(
    stage: Stage, words: str, pile: int, color: theme.Color, now: float, won: bool | None = None
) -> None:
    """Who was faster at a shared pile: it flashes in this colour, and a strip of paper says so; `won`: by a
    player here, or not; None: by nobody."""
    overlay, u, card = stage.overlay, stage.layout.unit, stage.card(pile)
    overlay.frame("duel pile", pile, color, width=0.06, until=now + _DUEL)
    flash = Plate(color, radius=0.07 * card.w / u, wide=card.w / u, high=card.h / u)
    overlay.say("duel flash", flash, AtPile(pile), until=now + _FLASH, enters=FLASHES)
    sign = None if won is None else Artwork(f"sign/{'tick' if won else 'cross'}", 24, color, wide=24)
    paper = Row(sign, Text(words, _TOLD_DUEL), gap=9, pad=(13, 6), ground="sheet")
    overlay.say("duel", paper, AtPile(pile, 0.84), until=now + _DUEL, enters=SLAMS)


def streak(
    stage: Stage, seat: int, count: int, pile: int, now: float, color: theme.Color | None = None
) -> None:
    """The cards that a seat has laid one after the other without a pause, counted on the latest. `color`: of
    another's, which leaves the corners of the card to be read; None: an own one."""
    largest, down = (0.26, 0.5) if color else (0.42, 0.36)
    size = min(_LOUD, 24 + 3.0 * count, largest * stage.card(pile).w / stage.layout.unit)
    words = burst(f"×{count}", size, _DARK, color or theme.GOLD)
    stage.overlay.say(f"streak{seat}", words, AtPile(pile, down), until=now + _STREAK, enters=SLAMS)
