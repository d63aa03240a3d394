"""Whether a finger can hit everything: how large each control counts for it."""

from collections.abc import Iterator, Sequence

from pygame import Rect

from game.ui.engine.devices import TARGET, aimed
from tests.desktop.seen import Seen

FEWEST = 94.0
"""Dots an inch of a window of 1280x720 that fills a screen of 15.6 inches. With more pixels on it there are
more dots and the targets are as much larger; on smaller screens some have not enough room."""
_INCH = 25.4


def counts(target: Rect, targets: Sequence[Rect], least: float) -> tuple[int, int]:
    """How wide and how high a target counts through its middle, up to `least` pixels beyond either side."""
    x, y = target.center
    sizes = []
    for dx, dy, side in ((1, 0, target.w), (0, 1, target.h)):
        across = range(-side // 2 - round(least), side // 2 + round(least))
        hits = [i for i in across if target.collidepoint(aimed((x + dx * i, y + dy * i), targets, least))]
        sizes.append(len(hits))
    return sizes[0], sizes[1]


def small(seen: Seen, dots: float) -> Iterator[str]:
    """The controls that count as smaller than a fingertip, at so many dots an inch."""
    least = TARGET * dots / _INCH
    targets = [Rect(each.rect) for each in seen.controls]
    for each, target in zip(seen.controls, targets, strict=True):
        wide, high = counts(target, targets, least)
        if min(wide, high) < int(least):
            yield f"{each.label!r} counts as {wide}x{high} of {least:.0f} pixels"
