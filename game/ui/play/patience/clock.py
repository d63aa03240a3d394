"""The clock of a game for one: its rim is the scale of the deal's medals, its hand is now, and what comes
next is said in words."""

from math import ceil, cos, floor, pi, sin
from typing import Final, NamedTuple

from pygame import Rect, Surface

from game.i18n import _
from game.ui.engine import text, theme
from game.ui.engine.assets import art
from game.ui.view.boxes import Column, Fitting, Row, Stack
from game.ui.view.leaves import Gap, Style, Text
from game.ui.view.node import AT_REST, Drawn, Node, State
from game.ui.widgets.medals import medal_disc, metal_name
from game.ui.widgets.ruler import Marks
from game.ui.widgets.words import short_time

_ARCS: Final = {
    "author": (29, 138, 104),
    "gold": (217, 154, 28),
    "silver": (143, 153, 165),
    "bronze": (168, 99, 47),
    "": (91, 75, 56),
}
"""The colours on the rim; last what no medal is left for."""
_RADIUS = 100 / 228
"""Of the dial, which is in the middle of its picture, by the picture's side."""
_OUT, _IN, _ON, _TIP = 0.855, 0.725, 0.81, 0.84
"""Where an arc ends and begins, the middle of a sign on it, and the hand's tip, of the radius."""
_SIGN, _NEAREST = 0.26, 0.062
"""How high a sign is, of the radius; and how far two are apart at the least, of a turn."""
_HOUR = 3_600_000_000
"""Microseconds of a turn where there is no other measure."""
_BEYOND = 1.25
"""How much longer a turn is than the last medal's time, where there is no limit."""
_STEPS = 1440
"""Places of the hand in a turn: it is drawn anew only when it can be seen to have moved."""
_WORRY = 15_000_000
"""Microseconds before the time limit from which the time is red."""
_TIME, _NEXT, _SMALL = Style(39, 42), Style(13.5, 16), Style(12, 13.5)
_LOW, _HIGH, _ACROSS = (1.3, 0.6), (0.42, 1.48), 1.18
"""Above and below the words, by the room left over, in the lower half and in the upper one; and how wide they
are, by the room at each side of them."""
_GROWS = 1.2
"""How much larger the time is in large letters, at the most."""


class Scale(NamedTuple):
    """What a turn of the hand measures."""

    marks: Marks
    limit: int | None

    @property
    def turn(self) -> float:
        """Microseconds of a whole turn."""
        return self.limit or (_BEYOND * self.marks[-1][1] if self.marks else _HOUR)

    def share(self, time: int) -> float:
        """Which part of a turn that time is; below 1."""
        return time / self.turn % 1 if time != self.turn else 0.999

    def next(self, elapsed: int) -> tuple[str, int] | None:
        """The best medal still to be had and its time, or the limit, without a name."""
        medal = next((each for each in self.marks if elapsed <= each[1]), None)
        return medal or (("", self.limit) if self.limit else None)


def clock(scale: Scale, elapsed: int, begun: bool) -> Node:
    """The dial, the hand, the time in minutes and seconds, and what is next."""
    on, coming = theme.ground("sheet"), scale.next(elapsed)
    late = begun and scale.limit is not None and scale.limit - elapsed < _WORRY
    color = on.gold if late else on.ivory if begun else on.mist
    words: Node = Text("")
    if coming:
        name, most = metal_name(coming[0]) if coming[0] else _("limit"), short_time(coming[1])
        told = _("{medal} by {time}").format(medal=name[:1].upper() + name[1:], time=most)
        line = Text(told, _NEXT, color=on.mist)
        words = Fitting(line, line.replaced(style=_SMALL, wraps=True))
    step = round(_STEPS * scale.share(elapsed)) % _STEPS
    above, below = _HIGH if 0.3 < step / _STEPS < 0.7 else _LOW  # off the hand
    style = _TIME._replace(size=_TIME.size / max(1.0, text.letters.scale / _GROWS))
    middle = Column(
        Gap(grow=above),
        Text(short_time(elapsed), style, color=color),
        words,
        Gap(grow=below),
        gap=0,
        grow=_ACROSS,
    )
    return Stack(Dial(scale), Hand(step), Row(Gap(grow=1), middle, Gap(grow=1), gap=0))


def _point(far: float, share: float) -> tuple[float, float]:
    """So far from the middle, clockwise from the top by this share of a turn."""
    return far * sin(2 * pi * share), -far * cos(2 * pi * share)


class Dial(Node):
    """The face in its ring of brass, the medals' arcs on it, and the sign of each at its end."""

    scale: Scale

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        side = min(rect.size)
        face = art("brass/dial", side)
        surface.blit(face, rect.topleft)
        middle, r, begin = side // 2, _RADIUS * side, 0.0
        arcs, signs = [], list[tuple[str, float]]()
        for name, most in (*self.scale.marks, ("", round(self.scale.turn))):
            end = min(1.0, most / self.scale.turn)
            if self.scale.marks and end > begin:
                arcs.append(_arc(middle, r, begin + 0.003, end - 0.003, _ARCS[name]))
            if name:
                signs.append((name, max(end, signs[-1][1] + _NEAREST if signs else _NEAREST)))
            begin = max(begin, end)
        arcs += [] if self.scale.marks else [_tick(middle, r, part / 12) for part in range(12)]
        surface.blit(theme.sketch((side, side), *arcs), rect.topleft)
        high = round(_SIGN * r)
        for name, share in signs:
            x, y = _point(_ON * r, min(share, 0.94))
            sign = medal_disc(name, high)
            surface.blit(sign, sign.get_rect(center=(rect.x + middle + x, rect.y + middle + y)))


def _arc(middle: int, r: float, begin: float, end: float, color: theme.Color) -> str:
    count = max(2, ceil(90 * (end - begin)))
    shares = [begin + (end - begin) * i / count for i in range(count + 1)]
    points = [*(_point(_OUT * r, each) for each in shares), *(_point(_IN * r, each) for each in shares[::-1])]
    return theme.area(((middle + x, middle + y) for x, y in points), color)


def _tick(middle: int, r: float, share: float) -> str:
    ends = _point(_OUT * r, share), _point(_IN * r, share)
    return theme.line(((middle + x, middle + y) for x, y in ends), _ARCS[""], 0.02 * r)


class Hand(Node):
    """The hand, so many steps from the top; only its own box is drawn."""

    step: int
    _looks = ("step",)

    def pictures(self, rect: Rect, u: float, state: State = AT_REST) -> Drawn:
        side, share = min(rect.size), self.step / _STEPS
        r, hub = _RADIUS * side, 0.055 * _RADIUS * side
        tip, aside = _point(_TIP * r, share), _point(0.03 * r, share + 0.25)
        corners = [aside, tip, (-aside[0], -aside[1])]
        edge = ceil(hub + 2 * u)
        left, top = (floor(min(0, tip[i])) - edge for i in (0, 1))
        right, bottom = (ceil(max(0, tip[i])) + edge for i in (0, 1))
        middle = (-left, -top)
        shapes = [
            theme.area(((x - left, y - top) for x, y in corners), theme.INK, 1.2 * u),
            theme.area(((x - left, y - top) for x, y in corners), theme.RED),
            theme.dot(middle, hub + 1.2 * u, theme.INK),
            theme.dot(middle, hub, theme.GOLD),
        ]
        drawn = theme.sketch((right - left, bottom - top), *shapes)
        at = rect.x + side // 2 + left, rect.y + side // 2 + top
        return [(drawn, at)]
