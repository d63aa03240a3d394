"""What each hand can be told to do in a match, and what the help says of it: the keys, and the rules in force
in a few lines."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from game.core.state import PLAYING, WAITING, Shout
from game.i18n import N_, _, ngettext
from game.rules.haisty import Haisty
from game.sessions.session import Session
from game.ui.input import gamepad
from game.ui.input.commands import Command, by_name
from game.ui.input.half_legend import MATCH, HalfLegend, with_commands
from game.ui.input.hand import Hand
from game.ui.input.keys import CALL as CALL_SLOT
from game.ui.input.keys import Legend, Slot
from game.ui.input.match_picker import MatchPicker
from game.ui.play.match.words import called
from game.ui.play.scene import PlayScene
from game.ui.rulebook.page import HelpText, Rows, help_of

CRIES = (N_("Ha!"), N_("Oh no!"), N_("Quick!"), N_("Drat!"), N_("Mine!"), N_("Bravo!"))
"""The shouts, by their numbers."""
KNOCK: Final = Slot("knock", "Space", N_("Knock"), halves="T[", pad="r")
CALL: Final = CALL_SLOT._replace(halves="G'", pad="l")
GO_ON: Final = Slot("go on", "V", pad="y")
REMOVE: Final = Slot("remove", "D", pad="l")
"""Of what can be done about who does not knock."""
BEGIN: Final = Slot("begin")
"""Of the button with which a player knocks for a round."""
_SHOUTS: Final = [Slot(f"{gamepad.SHOUT}{n}", f"F{n + 1}", N_("Shout {n}")) for n in range(1, len(CRIES) + 1)]
SHOUTS: Final = Slot(gamepad.SHOUTS, "T", N_("Shout"))
"""Opens the ring of shouts, and closes it."""
SLOTS: Final = by_name(KNOCK, CALL, SHOUTS, *_SHOUTS, BEGIN)
HALVES: Final = with_commands(MATCH, SLOTS.values())
"""The keys of each of two who share a keyboard."""


def of_hand(hand: Hand, shouting: bool, ring: Callable[[bool], object]) -> Iterator[Command]:
    """What a hand can be told to do now; `shouting`: whether the ring of shouts is open; `ring` opens it, or
    closes it."""
    session, state = hand.session, hand.session.state
    empty = not hand.stage.piles[hand.stage.find("reserve", session.seat)]
    waits = state.phase == WAITING and not state.ready >> session.seat & 1
    wanted = waits or (state.phase == PLAYING and empty)
    yield Command(KNOCK, hand.knock, _("knock: for the start, and to end the round"), wanted=wanted)
    label = _("Waiting for the others …") if called(session, session.seat) else _("Stuck")
    yield Command(CALL, hand.call, _("call speltorka: no card to play"), label)
    for number, (slot, cry) in enumerate(zip(_SHOUTS, map(_, CRIES), strict=True)):
        yield Command(slot, partial(_shout, hand, number, ring), cry, "")
    yield Command(SHOUTS, lambda _at: ring(not shouting), _("the shouts"))
    yield Command(BEGIN, hand.knock, label="")


def _shout(hand: Hand, number: int, ring: Callable[[bool], object], _at: float) -> None:
    ring(False)
    if isinstance(hand.picker, MatchPicker):
        hand.picker.ask(Shout(number))


def _keys(legend: Legend) -> Rows:
    """The keys that move cards."""
    key, builds, half = legend.key, legend.keys("2345"), isinstance(legend, HalfLegend)
    return [
        (key("V") if half else f"{key('V')} · {_('Enter')}", _("turn the hand")),
        (key("1"), _("choose the 13-pile")),
        (builds, _("choose a build pile")),
        (key("6"), _("choose the turned cards")),
        (builds, _("then: put it on that build pile")),
        (key("7"), _("then: onto the table")),
        (_("the same key again"), _("then: where it fits best")),
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


def help_text(table: PlayScene[Any], session: Session) -> HelpText:
    """What the help says at this table."""
    legend = table.half(0) or table.legend
    if not session.plays:
        return help_of(legend, table.told, _rules(session))
    button = legend.button
    turns, shouts = (button("y"), _("turn the hand")), (button("select"), _("to the shouts, and back"))
    pad = [*legend.cursor_rows(), turns, shouts]
    return help_of(legend, table.told, _rules(session), _keys, _mouse(), pad)
