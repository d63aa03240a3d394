"""Everything a table consists of at one window size."""

from collections.abc import Sequence
from typing import NamedTuple

from game.sessions.session import Session
from game.ui.cards.labels import backdrop
from game.ui.cards.layout import lowered
from game.ui.cards.set_up import set_up_stage
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.scene import Context
from game.ui.input.halves import HALVES, HalfKeyboard
from game.ui.input.hand import Hand
from game.ui.input.keyboard import Keyboard
from game.ui.input.legend import Legend
from game.ui.input.match_picker import MatchPicker
from game.ui.table.controls import TableControls
from game.ui.table.hud import Hud
from game.ui.table.knocks import Knockers
from game.ui.table.layout import table_layout
from game.ui.table.race import Race
from game.ui.table.seats import standard_caps
from game.ui.table.show import MatchShow
from game.ui.table.toasts import TableToasts


class Parts(NamedTuple):
    """What shows the match, and what takes the input."""

    stage: Stage
    hud: Hud
    hands: tuple[Hand, ...]
    """Of the seats played at this screen."""
    controls: TableControls
    toasts: TableToasts
    knockers: Knockers


def make_parts(
    size: tuple[int, int],
    session: Session,
    ctx: Context,
    show: MatchShow,
    legend: Legend,
    easy: bool,
    head: float = 0,
) -> Parts:
    """Make the parts for this window size, and switch the show over to them. `head`: units to leave free
    above."""
    spots = session.rules.spots(session.seats)
    own = tuple(seat.seat for seat in session.here)
    above = round(head * theme.unit(size))
    below, left = (size[0], size[1] - above), ctx.settings.left_handed
    places = lowered(table_layout(below, spots, own or (session.seat,), left), above)
    stage = set_up_stage(ctx.cards, places, spots, session.backs, backdrop(places), show.hear, own)
    stage.calm = ctx.settings.reduced_motion
    hands = tuple(Hand(seat, stage, MatchPicker(seat, stage)) for seat in session.here)
    halves = [HalfKeyboard(hand, half) for hand, half in zip(hands, HALVES, strict=False)] if own[1:] else []
    keyboards: Sequence[HalfKeyboard | Keyboard] = halves or [Keyboard(hand) for hand in hands]
    caps = [standard_caps(stage, seat, legend) for seat in own]
    hud = Hud(stage, session, caps, Race(stage, session, ctx))
    lights = ctx.settings.fits == "always" or (ctx.settings.fits == "easy" and easy)
    knockers = Knockers(hud.own, keyboards, legend, ctx.pads)
    toasts = TableToasts(stage, hud, session, legend, knockers, ctx.settings.reduced_motion)
    show.set_out(stage, hands, toasts)
    controls = TableControls(session, hud, hands, keyboards, ctx.pads, legend, lights)
    return Parts(stage, hud, hands, controls, toasts, knockers)
