"""How a card travels: poses as closed-form functions of time; and what an event looks and sounds like: one
table from its kind to a motion and a sound."""

from collections.abc import Mapping, Sequence
from math import cos, exp, pi, sin
from typing import NamedTuple

from game.core.state import FLIGHT, GRACIOUS, Cheered, Dealt, Dud, Event, Ready, Returned, Thrown
from game.core.table import Moved, Turned


class Pose(NamedTuple):
    """How a card is drawn: its middle and width in pixels, its angle in degrees, counter-clockwise.

    `lift` 0..1 is the height above the table; `squeeze` 0..1 is the remaining width in mid-turn;
    `turned`: the other side than at the start of the travel is shown.
    """

    x: float
    y: float
    w: float
    angle: float = 0.0
    lift: float = 0.0
    squeeze: float = 1.0
    turned: bool = False


class Motion(NamedTuple):
    """A manner of moving. Times in seconds."""

    time: float
    arc: float = 0.0
    """How far the path bends upwards, relative to its length."""
    tilt: float = 0.0
    """Degrees in mid-flight."""
    lift: float = 1.0
    settle: float = 0.0
    """Seconds that it rocks after landing."""
    ease: str = "out"


SHIFT = Motion(0.12, lift=0.0)
"""For making room or closing a gap in a fan."""
_OVER = 0.076
"""How far the swing of a card that lands would reach if it did not die out, in card widths."""
_OUT = 0.24
"""The part of a lunge after which it turns back."""


class Tween(NamedTuple):
    """One travel from pose to pose, from `start` to `end` seconds, followed by settling."""

    start: float
    end: float
    a: Pose
    b: Pose
    motion: Motion
    flip: bool = False
    """Shows the other side from halfway on."""
    hold: bool = False
    """Stays edge-on in mid-turn until another tween ends the turn."""

    def done(self, now: float) -> bool:
        """Whether the card lies still at its destination."""
        return now >= self.end + self.motion.settle and not self.hold

    def pose(self, now: float) -> Pose:
        """The pose at a time: at `a` at the start, and exactly `b` when done."""
        a, b, motion = self.a, self.b, self.motion
        if now >= self.end:
            if self.hold:
                return b._replace(squeeze=0.16, lift=motion.lift)
            return self._settling(now)
        u = max(0.0, (now - self.start) / (self.end - self.start))
        e = _EASES[motion.ease](u)
        bow = sin(pi * u)
        dx, dy = b.x - a.x, b.y - a.y
        rise = motion.arc * (abs(dx) + abs(dy)) * bow
        tilt = motion.tilt * bow
        lift = a.lift + (b.lift - a.lift) * e + motion.lift * bow
        squeeze, turned = 1.0, False
        if self.flip:
            squeeze, turned = (1 - 2 * u, False) if u < 0.5 else (2 * u - 1, True)
            if self.hold:
                squeeze, turned = 1 - 0.84 * u, False
        return Pose(
            a.x + dx * e,
            a.y + dy * e - rise,
            a.w + (b.w - a.w) * e,
            a.angle + (b.angle - a.angle) * e + tilt,
            min(1.0, lift),
            max(0.08, squeeze),
            turned,
        )

    def _settling(self, now: float) -> Pose:
        """An overshoot of a 25th of its width that dies out as it rocks."""
        b, settle = self.b, self.motion.settle
        if now >= self.end + settle:
            return b._replace(turned=self.flip) if self.flip else b
        v = (now - self.end) / settle
        swing = exp(-3 * v) * sin(2 * pi * v)
        dx, dy = b.x - self.a.x, b.y - self.a.y
        reach = _OVER * b.w * swing / max(1.0, abs(dx) + abs(dy))
        tilt = -0.35 * self.motion.tilt * swing
        return Pose(b.x + dx * reach, b.y + dy * reach, b.w, b.angle + tilt, b.lift, 1.0, self.flip)


def _out(u: float) -> float:
    return 1 - (1 - u) ** 3


def _in_out(u: float) -> float:
    return u * u * (3 - 2 * u)


def _throw(u: float) -> float:
    """Easing of a throw: fast at the start, and still moving on landing."""
    return u * (1.5 - 0.5 * u)


def _lunge(u: float) -> float:
    """Easing that begins at the destination: quickly to where the travel starts, and slowly back."""
    return 1 - sin(0.5 * pi * u / _OUT) if u < _OUT else 0.5 - 0.5 * cos(pi * (u - _OUT) / (1 - _OUT))


_EASES = {"out": _out, "inout": _in_out, "throw": _throw, "lunge": _lunge}


class Effect(NamedTuple):
    """A motion of cards, if any; a sound, if any; how loud it is for other seats, relative to one's own."""

    motion: Motion | None = None
    sound: str = ""
    others: float = 0.45


_FLIGHT = FLIGHT / 1e6

EFFECTS = {
    "deal": Effect(Motion(0.3, arc=0.04, tilt=10, lift=0.9, settle=0.06), "shuffle", 1),
    "throw": Effect(Motion(_FLIGHT, arc=0.08, tilt=13, settle=0.14, ease="throw"), "fly"),
    "land": Effect(Motion(_FLIGHT, arc=0.08, tilt=13, settle=0.14, ease="throw"), "land", 0.6),
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
