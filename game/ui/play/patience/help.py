"""The help of a solo game: the keys, the rules, the costs."""

from functools import partial
from typing import Any

from game.core.rules import Rules
from game.i18n import _
from game.sessions.duel import DuelSession
from game.sessions.solo import SoloSession
from game.ui.input.half_legend import HalfLegend
from game.ui.input.keys import Legend, pile_keys
from game.ui.play.scene import PlayScene
from game.ui.rulebook.page import HelpText, Rows, help_of, of_duel


def help_text(table: PlayScene[Any], session: SoloSession) -> HelpText:
    """The help at this table."""
    legend, rules, short = table.half(0) or table.legend, session.rules, [*map(_, session.rules.in_short)]
    if session.plays:
        short += _prices(session) + (_clock(session) if session.medals else [])
        devices = partial(_keys, rules), _mouse(rules), _pad(rules, legend)
        words = help_of(legend, table.told, short, *devices)
    else:
        words = help_of(legend, table.told, short)
    return of_duel(words) if isinstance(session, DuelSession) else words


def _keys(rules: Rules, legend: Legend) -> Rows:
    """The keys that move cards."""
    if not rules.reflex:
        return _card_keys(rules, legend)
    left, right = f"{_('Left')} · {legend.key('F')}", f"{_('Right')} · {legend.key('J')}"
    if isinstance(legend, HalfLegend):
        left, right = legend.key("F"), legend.key("J")
    return [(left, _("onto the left pile")), (right, _("onto the right pile"))]


def _card_keys(rules: Rules, legend: Legend) -> Rows:
    roles, key = [spot.role for spot in rules.spots(1)], legend.key
    keys = pile_keys(roles)
    own = sorted({key for pile, key in keys.items() if roles[pile] not in ("stock", "foundation")} - {"F"})
    laid = sorted({key for pile, key in keys.items() if roles[pile] == "foundation"})
    digits = [each for each in own if each.isdigit()]
    half = isinstance(legend, HalfLegend)
    names = [f"{key(digits[0])} – {key(digits[-1])}"] if digits and not half else [*map(key, digits)]
    names += [key(each) for each in own if not each.isdigit()]
    up = key(laid[0]) if len(laid) == 1 else f"{key(laid[0])} – {key(laid[-1])}"
    turning = key("V") if half else f"{key('V')} · {_('Enter')}", _("turn the stock, or turn the waste over")
    if "reserve" in roles:
        turning = turning[0], _("turn the hand")
    if rules.penalty:
        return [turning, (up, _("onto a foundation"))]
    return [
        turning,
        ((" " if half else " · ").join(names), _("choose a pile, then where it goes")),
        (up, _("then: onto a foundation")),
        (_("the same key again"), _("then: where it fits best")),
        *(() if half else [(f"{key('Up')} · {key('Down')}", _("more or fewer cards of a run"))]),
    ]


def _pad(rules: Rules, legend: Legend) -> Rows:
    """The buttons of a gamepad that move cards."""
    button = legend.button
    if rules.reflex:
        left, right = f"{_('Left')} · {button('x')}", f"{_('Right')} · {button('b')}"
        return [(left, _("onto the left pile")), (right, _("onto the right pile"))]
    return [
        *legend.cursor_rows(),
        (button("y"), _("turn the stock, or turn the waste over")),
        (f"{button('lt')} · {button('rt')}", _("of cards picked up: fewer, more")),
    ]


def _mouse(rules: Rules) -> Rows:
    if rules.reflex:
        return [(_("Click"), _("on the pile where it belongs"))]
    if rules.penalty:
        return [
            (_("Click"), _("on a pile: the turned card goes there; on the stock: turn it")),
            (_("Drag"), _("where you let go; what does not fit comes back")),
        ]
    return [
        (_("Click"), _("the card goes where it fits best; on the stock: turn it")),
        (_("Right click"), _("onto a foundation")),
        (_("Drag"), _("where you let go; what does not fit comes back")),
    ]


def _prices(session: SoloSession) -> list[str]:
    if not session.may.time:
        return [_("In peace there is no clock; undo and hints are free.")]
    words = [_("The clock starts with your first move and stands still while the table is covered.")]
    if not session.can_pause:
        words = [_("The clock runs for all at once, even while the table is covered.")]
    if not session.rules.reflex and (session.may.undo or session.may.hint):
        words.append(_("Taking a move back costs 5 seconds, a hint that shows a move 10."))
    return words


def _clock(session: SoloSession) -> list[str]:
    """What a challenge's clock is compared with."""
    author = _("The author’s time: the best known solution at full hand speed, with no time to think.")
    words = _(
        "Economy: the presses of the best known solution divided by yours; it is not proved to "
        "be the shortest. Index: the presses a careful player needs divided by your seconds. "
        "Clean: no undo, no hint, no mistake."
    )
    return [author, words] if session.medals[0][0] == "author" else [words]
