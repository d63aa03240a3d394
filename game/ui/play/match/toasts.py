"""What is said for a moment over the table of a match: shouts, notes, duels, streaks; and the prompt at its
start."""

from pygame import Rect

from game.i18n import _
from game.sessions.session import Session
from game.ui.cards.labels import bubble, burst, label
from game.ui.cards.moments import FLASHES, SLAMS, At, AtPile
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.input.keys import Legend
from game.ui.play.match.hud import Hud
from game.ui.play.match.knocks import Knockers
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import HEADING, NOTE, SMALL, Plate, Text
from game.ui.view.node import Node

_BUBBLE, _NOTE, _DUEL, _STREAK, _FLASH = 1.8, 1.6, 1.5, 0.9, 0.24
"""Seconds that a shout, a note, a duel, a streak and the flash of a pile stay."""
_LOUD, _WORDS = 60, 38
"""The largest letters of a streak, and those of a duel, in units."""
_DARK = (3, 16, 11, 222)
WIDEST = 744
"""The prompt, in units."""


def shout(stage: Stage, hud: Hud, seat: int, words: str, color: theme.Color, now: float) -> None:
    """A seat calls something out."""
    x, y, end = hud.voice(seat)
    at = At("midleft", (x, y), Rect(0, 0, end, stage.layout.size[1]))
    stage.overlay.say(f"bubble{seat}", bubble(words, color), at, until=now + _BUBBLE)


def note(stage: Stage, words: str, pile: int, now: float) -> None:
    """A small note above one of the own piles, not at another's."""
    layout = stage.layout
    seat = layout.areas[layout.places[pile].area].box
    above = AtPile(pile, -0.02, 0, "midbottom", Rect(seat.x, 0, seat.w, layout.size[1]))
    stage.overlay.say("note", label(words), above, until=now + _NOTE)


def duel(stage: Stage, words: str, pile: int, color: theme.Color, now: float) -> None:
    """Who was faster at a shared pile: it flashes in this colour and says so."""
    overlay, u, card = stage.overlay, stage.layout.unit, stage.card(pile)
    overlay.frame("duel pile", pile, color, width=0.06, until=now + _DUEL)
    flash = Plate(color, radius=0.07 * card.w / u, wide=card.w / u, high=card.h / u)
    overlay.say("duel flash", flash, AtPile(pile), until=now + _FLASH, enters=FLASHES)
    overlay.say("duel", burst(words, _WORDS, color), AtPile(pile, 0.84), until=now + _DUEL, enters=SLAMS)


def streak(stage: Stage, seat: int, count: int, pile: int, now: float) -> None:
    """The cards that an own seat has laid one after the other without a pause, counted on the latest."""
    size = min(_LOUD, 24 + 3.0 * count, 0.42 * stage.card(pile).w / stage.layout.unit)
    words = burst(f"×{count}", size, _DARK, theme.GOLD)
    stage.overlay.say(f"streak{seat}", words, AtPile(pile, 0.36), until=now + _STREAK, enters=SLAMS)


def invitation(session: Session, knockers: Knockers, caps: Legend) -> Node:
    """The buttons to begin, and below them what a newcomer has to know; or that others have yet to."""
    knocks = knockers.buttons(session, _("Knock to begin"))
    if not knocks:
        return Column(Text(_("Waiting for the others …"), HEADING), ground="plate", pad=(22, 22))
    aim = _("Empty your 13-pile first. Everyone plays at once, card by card, onto the shared table.")
    return Column(
        Row(*knocks, gap=14, pack="middle"),
        Text(aim, NOTE, color="ivory"),
        Text(_first_steps(session, caps), SMALL, color="ivory"),
        ground="plate",
        pad=(22, 19),
        gap=2,
    )


def _first_steps(session: Session, caps: Legend) -> str:
    """The least to know about the device in use."""
    if caps.make:
        words = _("{send}: send a card · {lift}: pick it up · {turn}: turn the hand · {pause}: pause")
        return words.format(send=caps("send"), lift=caps("lift"), turn=caps("V"), pause=caps("P"))
    if session.here[1:]:
        return _("Each plays with half of the keyboard: its keys stand on the piles · F1: help")
    words = _("Click or drag a card · Right click: to the table · {turn}: turn the hand · {help}: help")
    return words.format(turn=caps("V"), help=caps("F1"))
