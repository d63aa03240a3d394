"""What each hand can be told to do in a match."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from game.core.state import PLAYING, WAITING, Shout
from game.i18n import N_, _
from game.ui.input.commands import Command, by_name
from game.ui.input.half_legend import MATCH, with_commands
from game.ui.input.hand import Hand
from game.ui.input.keys import CALL as CALL_SLOT
from game.ui.input.keys import Slot
from game.ui.input.match_picker import MatchPicker
from game.ui.play.match.words import called

CRIES = (N_("Ha!"), N_("Oh no!"), N_("Quick!"), N_("Drat!"), N_("Mine!"), N_("Bravo!"))
"""The shouts, by their numbers."""
KNOCK: Final = Slot("knock", "Space", N_("Knock"), halves="T[", pad="r")
CALL: Final = CALL_SLOT._replace(halves="G'", pad="l")
GO_ON: Final = Slot("go on", "V", pad="y")
REMOVE: Final = Slot("remove", "D", pad="l")
"""Of what can be done about who does not knock."""
BEGIN: Final = Slot("begin")
"""Of the button with which a player knocks for a round."""
_SHOUTS: Final = [Slot(f"shout {n}", f"F{n + 1}", N_("Shout {n}")) for n in range(1, len(CRIES) + 1)]
SLOTS: Final = by_name(KNOCK, CALL, *_SHOUTS, BEGIN)
HALVES: Final = with_commands(MATCH, SLOTS.values())
"""The keys of each of two who share a keyboard."""


def of_hand(hand: Hand) -> Iterator[Command]:
    """What a hand can be told to do now."""
    session, state = hand.session, hand.session.state
    empty = not hand.stage.piles[hand.stage.find("reserve", session.seat)]
    waits = state.phase == WAITING and not state.ready >> session.seat & 1
    wanted = waits or (state.phase == PLAYING and empty)
    yield Command(KNOCK, hand.knock, _("knock: for the start, and to end the round"), wanted=wanted)
    label = _("Waiting for the others …") if called(session, session.seat) else _("Stuck (speltorka)")
    yield Command(CALL, hand.call, _("call speltorka: no card to play"), label)
    for number, (slot, cry) in enumerate(zip(_SHOUTS, map(_, CRIES), strict=True)):
        yield Command(slot, partial(_shout, hand, number), cry, cry)
    yield Command(BEGIN, hand.knock, label="")


def _shout(hand: Hand, number: int, _at: float) -> None:
    if isinstance(hand.picker, MatchPicker):
        hand.picker.ask(Shout(number))
