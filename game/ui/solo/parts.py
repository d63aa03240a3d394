"""Everything a solo table consists of at one window size."""

from collections.abc import Callable
from typing import NamedTuple

from pygame import Rect

from game.i18n import _
from game.sessions.solo import SoloSession
from game.ui.cards.labels import backdrop
from game.ui.cards.layout import lowered
from game.ui.cards.set_up import set_up_stage
from game.ui.cards.stage import Hear, Stage
from game.ui.engine import theme
from game.ui.engine.deckstyle import chosen, court_letters
from game.ui.engine.scene import Context
from game.ui.input.controls import PadDevice
from game.ui.input.gamepad import Gamepad, SideGamepad
from game.ui.input.hand import Hand
from game.ui.input.keyboard import Keyboard
from game.ui.input.legend import Legend
from game.ui.input.pointer import Pointer
from game.ui.input.sides import SideHand, SideKeyboard, SidePointer
from game.ui.input.solo_picker import SoloPicker
from game.ui.solo.commands import Commands
from game.ui.solo.controls import PAD, PAD_WATCHING
from game.ui.solo.layout import solo_layout
from game.ui.solo.marks import Marks
from game.ui.solo.panel import SoloPanel
from game.ui.solo.rhythm import FOOT, Rhythm
from game.ui.solo.show import SoloShow


class Parts(NamedTuple):
    """What shows the game, and what takes the input."""

    stage: Stage
    devices: tuple[Pointer, Keyboard, PadDevice]
    marks: Marks
    panel: SoloPanel
    rhythm: Rhythm | None
    show: SoloShow
    commands: Commands


def make_parts(
    size: tuple[int, int],
    session: SoloSession,
    ctx: Context,
    hear: Hear,
    legend: Legend,
    ghost: Callable[[int], int] | None,
    head: float = 0,
) -> Parts:
    """Make the parts for this window size. `ghost`: how many cards another run had placed at a given time;
    `head`: units to leave free above."""
    spots, fast = session.rules.spots(1), session.rules.reflex
    above = round(head * theme.unit(size))
    below, left = (size[0], size[1] - above), ctx.settings.left_handed
    places = lowered(solo_layout(below, spots, FOOT if fast else 0.0, left), above)
    base = backdrop(places)
    theme.panel(base, Rect(places.panel), places.unit)
    owners = [spot._replace(seat=0) for spot in spots]
    stage = set_up_stage(ctx.cards, places, owners, (ctx.settings.back,), base, hear)
    stage.level, stage.calm = fast, ctx.settings.reduced_motion
    sides = SideHand(session, stage) if fast else None
    hand = sides or Hand(session, stage, SoloPicker(session, stage))
    courts = court_letters(chosen(ctx.settings).letters)
    marks = Marks(stage, session, {} if fast else hand.keys, legend, courts)
    name = session.name or _("Deal {seed}").format(seed=session.seed)
    if session.teaches:
        name = _("Lesson")
    panel = SoloPanel(stage, session, ghost, name, legend, lambda: ctx.finger)
    commands = PAD if session.plays else PAD_WATCHING
    devices: tuple[Pointer, Keyboard, PadDevice]
    if sides:
        devices = SidePointer(sides), SideKeyboard(sides), SideGamepad(sides)
    else:
        devices = Pointer(hand), Keyboard(hand), Gamepad(hand, commands, lambda: panel.buttons)
    rhythm = Rhythm(session, stage, sides, marks, ctx.sounds, legend) if sides else None
    show = SoloShow(session, stage, marks, rhythm, ctx.sounds, ctx.settings.reduced_motion)
    return Parts(stage, devices, marks, panel, rhythm, show, Commands(session, stage, marks))
