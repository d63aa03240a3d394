"""The help of a solo game: the keys, the rules, the costs."""

from game.core.rules import Rules
from game.i18n import _
from game.sessions.solo import SoloSession
from game.ui.input.keys import pile_keys
from game.ui.rulebook.page import HelpText, Rows
from game.ui.solo.panel import GESTURES


def help_text(session: SoloSession) -> HelpText:
    """The help at this table."""
    rules = session.rules
    devices = [(_("Keys"), _keys(session))]
    if session.plays:
        devices.append((_("Mouse"), _mouse(rules)))
    return HelpText(devices, [*map(_, rules.how_to_play), *_prices(session)])


def _keys(session: SoloSession) -> Rows:
    rules = session.rules
    if not session.plays:
        return [
            (_("Left, Right"), _("slower, faster")),
            (_("Space"), _("to the end")),
            ("R", _("from the beginning")),
            (_("P or Esc"), _("pause, leave")),
            (_("F11 or Alt+Enter"), _("fullscreen")),
            ("F8", _("sound off and on")),
            ("F1", _("this help")),
        ]
    common: Rows = [
        (_("P or Esc"), _("pause: the table is covered")),
        ("R · G", _("the same deal again · give up")),
        (_("F11 or Alt+Enter"), _("fullscreen")),
        ("F8", _("sound off and on")),
        ("F1", _("this help")),
    ]
    if rules.reflex:
        return [
            (_("Left or F"), _("onto the left pile")),
            (_("Right or J"), _("onto the right pile")),
            *common,
        ]
    roles = [spot.role for spot in rules.spots(1)]
    keys = pile_keys(roles)
    own = sorted({key for pile, key in keys.items() if roles[pile] not in ("stock", "foundation")} - {"F"})
    laid = sorted({key for pile, key in keys.items() if roles[pile] == "foundation"})
    digits = [key for key in own if key.isdigit()]
    names = [*([f"{digits[0]} – {digits[-1]}"] if digits else []), *(k for k in own if not k.isdigit())]
    up = laid[0] if len(laid) == 1 else f"{laid[0]} – {laid[-1]}"
    turning = (_("V, Enter, Space"), _("turn the stock, or turn the waste over"))
    if "reserve" in roles:
        up, turning = _("7 or T"), (_("V or Enter"), _("turn the hand"))
    laying: Rows = [
        (" · ".join(names), _("choose a pile, then where it goes")),
        (up, _("then: onto a foundation")),
        (_("the same key again"), _("then: where it fits best")),
        (_("Up, Down"), _("more or fewer cards of a run")),
    ]
    return [
        turning,
        *([(up, _("onto a foundation"))] if rules.penalty else laying),
        (_("U · Y"), _("undo · redo, also Ctrl+Z and Ctrl+Y")),
        ("H", _("a hint; again: make that move")),
        ("A", _("lay out the rest")),
        *((key, _(label)) for key, label in zip(GESTURES, rules.gestures.values(), strict=False)),
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
    if not session.plays:
        return []
    rules = session.rules
    words = [_("The clock starts with your first move and stands still while the table is covered.")]
    if not rules.reflex:
        words.append(_("Taking a move back costs 5 seconds, a hint that shows a move 10."))
    return words
