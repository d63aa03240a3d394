"""The texts in a window, and what is wrong with where they are."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from pygame import Rect, Surface

from game.ui.engine import text
from game.ui.engine.description import Description
from game.ui.engine.text import TextSpan


class Texts(Description):
    """All that is written, wherever it is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.spans: list[TextSpan] = []

    def read(self, picture: Surface, at: tuple[int, int] = (0, 0)) -> None:
        """Take the texts in a picture that is shown at this position."""
        super().read(picture, at)
        self.spans += [each.moved(at) for each in text.spans(picture)]


class Finding(NamedTuple):
    """Something wrong with a text."""

    kind: str
    words: str
    detail: str


def fits(bounds: Rect, shown: Sequence[TextSpan]) -> Iterator[Finding]:
    """What is wrong with where the texts in a window are, and with their size."""
    plain = [span for span in shown if span.words.strip()]
    for span in plain:
        if span.cut:
            yield Finding("cut", span.words, f"{span.px} px in {span.rect.w}")
        if not bounds.contains(span.ink):
            yield Finding("outside", span.words, f"{tuple(span.rect)}")
        if span.px and span.px < max(12, round(14 * min(bounds.w / 1280, bounds.h / 720))):
            yield Finding("small", span.words, f"{span.px} px")
    for one, two in combinations(plain, 2):
        shared = one.ink.clip(two.ink)
        same = one.words == two.words and one.rect.colliderect(two.rect)
        if shared.w > 1 and shared.h > 1 and not same:
            yield Finding("overlap", one.words, f"{two.words!r} by {shared.w}x{shared.h}")
