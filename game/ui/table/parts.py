"""Everything a table consists of at one window size."""

from typing import NamedTuple

from game.sessions.session import Session
from game.ui.cards.labels import backdrop
from game.ui.cards.layout import lowered
from game.ui.cards.set_up import set_up_stage
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.scene import Context
from game.ui.input.hand import Hand
from game.ui.input.match_picker import MatchPicker
from game.ui.table.advice import Advice
from game.ui.table.controls import TableControls
from game.ui.table.hud import Hud
from game.ui.table.layout import table_layout
from game.ui.table.show import MatchShow
from game.ui.table.toasts import TableToasts


class Parts(NamedTuple):
    """What shows the match, and what takes the input."""

    stage: Stage
    hud: Hud
    hand: Hand
    controls: TableControls
    toasts: TableToasts
    advice: Advice


def make_parts(
    size: tuple[int, int], session: Session, ctx: Context, show: MatchShow, easy: bool, head: int = 0
) -> Parts:
    """Make the parts for this window size, and switch the show over to them. `head`: units to leave free
    above."""
    spots = session.rules.spots(session.seats)
    above = round(head * theme.unit(size))
    below, left = (size[0], size[1] - above), ctx.settings.left_handed
    places = lowered(table_layout(below, spots, session.seat, left), above)
    own = (session.seat,) if session.plays else ()
    stage = set_up_stage(ctx.cards, places, spots, session.backs, backdrop(places), show.hear, own)
    hud = Hud(stage, session)
    hand = Hand(session, stage, MatchPicker(session, stage))
    lights = ctx.settings.fits == "always" or (ctx.settings.fits == "easy" and easy)
    toasts = TableToasts(stage, hud, session, ctx.settings.reduced_motion)
    show.set_out(stage, hand, toasts)
    return Parts(stage, hud, hand, TableControls(session, hud, hand, lights), toasts, Advice(stage, session))
