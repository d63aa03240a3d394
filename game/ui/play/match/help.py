"""What the help says at the table: the keys, and the rules in force in a few lines."""

import pygame

from game.i18n import _, ngettext
from game.rules.haisty import Haisty
from game.sessions.session import Session
from game.ui.input.half_legend import HalfLegend
from game.ui.input.keys import Legend
from game.ui.play.match.lines import KEY as LINES
from game.ui.play.match.seats import CRIES
from game.ui.rulebook.page import HelpText, Rows, keys_of, looking_on, playing, watching


def _keys(legend: Legend, pauses: bool) -> Rows:
    """Keys and what they do."""
    key, builds, half = legend.key, legend.keys("2345"), isinstance(legend, HalfLegend)
    shouts = [] if half else [(key(f"F{2 + number}"), _(cry)) for number, cry in enumerate(CRIES)]
    return [
        (key("Space"), _("knock: for the start, and to end the round")),
        (key("V") if half else f"{key('V')} · {_('Enter')}", _("turn the hand")),
        (key("1"), _("choose the 13-pile")),
        (builds, _("choose a build pile")),
        (key("6"), _("choose the turned cards")),
        (builds, _("then: put it on that build pile")),
        (key("7"), _("then: onto the table")),
        (_("the same key again"), _("then: where it fits best")),
        (key("D"), _("call speltorka: no card to play")),
        *shouts,
        ("Esc" if half else f"{key('P')} · Esc", _("pause, leave") if pauses else _("menu, leave")),
    ]


def _pad(legend: Legend) -> Rows:
    """The buttons of a gamepad."""
    button = legend.button
    return [
        *legend.cursor_rows(),
        (button("y"), _("turn the hand")),
        (button("r"), _("knock: for the start, and to end the round")),
        (button("l"), _("call speltorka: no card to play")),
        (button("select"), _("to the shouts, and back")),
        (button("start"), _("pause, leave")),
    ]


def _mouse() -> Rows:
    return [
        (_("Click"), _("the card goes where it fits best; on the hand: turn it")),
        (_("Right click"), _("onto the table")),
        (_("Drag"), _("where you let go; what does not fit comes back")),
    ]


def _rules(session: Session) -> list[str]:
    """The rules in force at this table."""
    rules = session.rules
    if not isinstance(rules, Haisty):
        return []
    return [
        _("Everyone plays at once. Empty your 13-pile: the table then knocks by itself.")
        if rules.auto_knock
        else _("Everyone plays at once. Empty your 13-pile, then knock."),
        _(
            "The table is everyone’s: an ace opens a pile, then 2, 3 … king in suit. First come, "
            "first served."
        ),
        _("Whoever lays the king puts the full pile aside; that hand is busy for a moment."),
        _("On your build piles: one rank lower, other colour. Any part of a pile may move where it fits.")
        if rules.any_part
        else _("On your build piles: one rank lower, other colour. A whole pile may move where it fits."),
        _("An empty build pile is filled from the 13-pile; when that is empty too, any card may go there."),
        _("Turn the hand three at a time; only the topmost turned card plays."),
        _("Round the corner: with fewer than three left, the turned cards go under, so it is always three.")
        if rules.round_corner
        else _("With fewer than three left, turn what is left, then start over."),
        _("If everyone calls speltorka, cards are turned one at a time until one is laid."),
        " ".join(
            [_("Each card of yours on the table counts 1, each left in your 13-pile −2."), *_end(session)]
        ),
    ]


def _end(session: Session) -> list[str]:
    """What ends the match."""
    if session.target:
        return [_("Whoever has {target} points at the end of a round wins.").format(target=session.target)]
    if session.rounds:
        words = ngettext(
            "After {n} round the highest total wins.",
            "After {n} rounds the highest total wins.",
            session.rounds,
        )
        return [words.format(n=session.rounds)]
    return []


def help_text(session: Session, legend: Legend) -> HelpText:
    """What the help says at this table."""
    rules = _rules(session)
    tab = legend.key("Tab")
    rows: Rows = [(tab, _("the race of the 13-piles, and the score as it stands"))] if tab else []
    if not session.can_pause:
        rows.append((pygame.key.name(LINES).upper(), _("how good everyone’s connection is")))
    if session.plays:
        keys = keys_of(legend, lambda legend: _keys(legend, session.can_pause))
        return playing(legend, [*keys, *rows], _mouse(), _pad(legend), rules)
    if session.can_pause:
        skip = legend.key("Space"), _("to the end of the round, then to the next round")
        return watching(legend, [skip, *rows], rules)
    return looking_on(rows, rules)
