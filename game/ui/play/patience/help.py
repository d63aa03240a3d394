"""The help of a solo game: the keys, the rules, the costs."""

from functools import partial

from game.core.rules import Rules
from game.i18n import _
from game.sessions.duel import DuelSession
from game.sessions.solo import SoloSession
from game.ui.input.half_legend import HalfLegend
from game.ui.input.keys import Legend, pile_keys
from game.ui.play.patience.panel import GESTURES
from game.ui.rulebook.page import HelpText, Rows, keys_of, looking_on, of_duel, playing, watching


def help_text(session: SoloSession, legend: Legend) -> HelpText:
    """The help at this table."""
    rules, short = session.rules, [*map(_, session.rules.in_short)]
    devices = keys_of(legend, partial(_keys, session)), _mouse(rules), _pad(session, legend)
    if isinstance(session, DuelSession):
        return of_duel(playing(legend, *devices, []) if session.plays else looking_on([], []))
    if not (session.plays or session.can_pause):
        return looking_on([(_("Left, Right"), _("another player’s table"))], short)
    if not session.plays:
        jumps: Rows = [(legend.key("Space"), _("to the end")), (legend.key("R"), _("from the beginning"))]
        return watching(legend, jumps, short)
    short += _prices(session) + (_clock(session) if session.medals else [])
    return playing(legend, *devices, short)


def _keys(session: SoloSession, legend: Legend) -> Rows:
    key, rules = legend.key, session.rules
    common: Rows = [
        (f"{key('P')} · Esc", _("pause: the table is covered")),
        (f"{key('R')} · {key('G')}", _("the same deal again · give up")),
    ]
    if not session.can_pause:
        common = [(" · ".join(dict.fromkeys((key("P"), "Esc"))), _("menu, leave"))]
        common += [(key("G"), _("give up"))] if session.gives_up else []
        common += [("F9", _("how good everyone’s connection is"))]
    if rules.reflex:
        left, right = f"{_('Left')} · {key('F')}", f"{_('Right')} · {key('J')}"
        if isinstance(legend, HalfLegend):
            left, right = key("F"), key("J")
        return [(left, _("onto the left pile")), (right, _("onto the right pile")), *common]
    undoes = _("undo · redo, also Ctrl+Z and Ctrl+Y")
    if isinstance(legend, HalfLegend):
        undoes = _("undo · redo")
    return [
        *_card_keys(rules, legend),
        *([(f"{key('U')} · {key('Y')}", undoes)] if session.undoes else []),
        *([(key("H"), _("a hint; again: make that move"))] if session.helps else []),
        (key("A"), _("lay out the rest")),
        *((key(cap), _(label)) for cap, label in zip(GESTURES, rules.gestures.values(), strict=False)),
        *common,
    ]


def _card_keys(rules: Rules, legend: Legend) -> Rows:
    """The keys that move cards."""
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


def _pad(session: SoloSession, legend: Legend) -> Rows:
    """The buttons of a gamepad."""
    button, rules = legend.button, session.rules
    common: Rows = [(button("start"), _("menu, leave"))]
    if session.can_pause:
        common = [(button("start"), _("pause: the table is covered"))]
        common += [(button("select"), _("the same deal again"))]
    if rules.reflex:
        return [
            (f"{_('Left')} · {button('x')}", _("onto the left pile")),
            (f"{_('Right')} · {button('b')}", _("onto the right pile")),
            *common,
        ]
    return [
        *legend.cursor_rows(),
        (button("y"), _("turn the stock, or turn the waste over")),
        (button("l"), _("undo")),
        (button("r"), _("a hint; again: make that move")),
        (f"{button('lt')} · {button('rt')}", _("redo · lay out the rest; of cards picked up: fewer · more")),
        *common,
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
    words = [_("The clock starts with your first move and stands still while the table is covered.")]
    if not session.can_pause:
        words = [_("The clock runs for all at once, even while the table is covered.")]
    if not session.rules.reflex and (session.undoes or session.helps):
        words.append(_("Taking a move back costs 5 seconds, a hint that shows a move 10."))
    return words


def _clock(session: SoloSession) -> list[str]:
    """What a challenge's clock is compared with."""
    author = _("The author’s time: the best line known, by a hand that need not look or think.")
    words = _(
        "Economy: the presses of the best line known by yours; it is not proved to be the shortest. "
        "Index: the presses that a careful player needs, by the seconds of your run. "
        "Clean: no move back, no hint, no mistake."
    )
    return [author, words] if session.medals[0][0] == "author" else [words]
