"""What an event looks and sounds like: one table from its kind to a motion and a sound."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.core.state import FLIGHT, GRACIOUS, Cheered, Dealt, Dud, Event, Ready, Returned, Thrown
from game.core.table import Moved, Turned
from game.ui.cards.tween import Motion


class Effect(NamedTuple):
    """A motion of cards, if any; a sound, if any; how loud it is for other seats, relative to one's own."""

    motion: Motion | None = None
    sound: str = ""
    others: float = 0.45


_FLIGHT = FLIGHT / 1e6

EFFECTS = {
    "deal": Effect(Motion(0.3, arc=0.04, tilt=10, lift=0.9, settle=0.06), "shuffle", 1),
    "throw": Effect(Motion(_FLIGHT, arc=0.08, tilt=13, settle=0.16, ease="throw"), "fly"),
    "land": Effect(Motion(_FLIGHT, arc=0.08, tilt=13, settle=0.16, ease="throw"), "land", 0.6),
    "return": Effect(Motion(0.34, arc=0.16, tilt=-24, settle=0.22, ease="inout"), "return", 0.25),
    "build": Effect(Motion(0.15, arc=0.05, tilt=6, settle=0.12), "lift", 0.12),
    "refill": Effect(Motion(0.2, arc=0.06, tilt=6, settle=0.14), "lift", 0.12),
    "turn": Effect(Motion(0.17, arc=0.04, lift=0.8, ease="inout"), "turn", 0.06),
    "under": Effect(Motion(0.22, arc=0.03, lift=0.6, ease="inout"), "shuffle", 0.06),
    "reveal": Effect(Motion(0.16, lift=0.5, ease="inout"), "", 0),
    "shove": Effect(Motion(0.4, tilt=4, lift=0.35, settle=0.12, ease="inout"), "shove", 0.8),
    "refuse": Effect(Motion(0.04, tilt=11, lift=0.0, settle=0.24), "", 0),
    "undo": Effect(Motion(0.16, arc=0.03, lift=0.8, ease="inout"), "lift", 1),
    "won": Effect(None, "gracious", 1),
    "hop": Effect(Motion(0.3, tilt=9, lift=0.6, settle=0.2)),
    "mistake": Effect(None, "wrong", 1),
    "flip": Effect(Motion(0.14, arc=0.04, lift=0.8, ease="inout"), "flip", 0.06),
    "ready": Effect(None, "knock", 0.5),
    "dud": Effect(None, "dud", 1),
    "go": Effect(None, "go", 1),
    "king": Effect(None, "king", 0.6),
    "last": Effect(None, "last", 0.6),
    "beaten": Effect(Motion(0.42, arc=0.06, tilt=-24, settle=0.22, ease="lunge"), "beaten", 0.25),
    "bronze": Effect(None, "bronze", 1),
    "silver": Effect(None, "silver", 1),
    "gold": Effect(None, "gold", 1),
    "author": Effect(None, "gold", 1),
    "gracious": Effect(None, "gracious", 1),
    "gloating": Effect(None, "gloating", 1),
    "gather": Effect(Motion(0.5, arc=0.05, tilt=8, ease="inout"), "shuffle", 1),
    "home": Effect(Motion(0.26, arc=0.06, tilt=8), "count", 1),
    "plain": Effect(),
}


_KINDS: Mapping[type[Event], str] = {
    Dealt: "deal",
    Returned: "return",
    Turned: "reveal",
    Ready: "ready",
    Dud: "dud",
}
"""The rows of events that are all alike; others that are not named below are plain."""


def kind_of(event: Event, roles: Sequence[str], in_air: bool) -> str:
    """The event's row in the table; `in_air`: the moved card is already travelling."""
    match event:
        case Thrown(_, move) if move.count:
            return "throw"
        case Moved(_, src, dst, cards):
            return _kind_of_move(roles[src], roles[dst], in_air, len(cards))
        case Cheered(_, kind):
            return "gracious" if kind == GRACIOUS else "gloating"
    return _KINDS.get(type(event), "plain")


def _kind_of_move(src: str, dst: str, in_air: bool, count: int) -> str:
    if in_air or (dst == "foundation" and src != dst):
        return "land"
    if dst == "finished":
        return "shove"
    if src == "stock":
        return "turn" if count > 1 else "flip"
    if dst == "stock":
        return "under"
    return "refill" if src == "reserve" else "build"
