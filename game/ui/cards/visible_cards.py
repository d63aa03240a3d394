"""Which cards of a pile can be seen, and how much of each."""

from collections.abc import Iterator, Sequence

from pygame import Rect

from game.core.cards import HIDDEN
from game.ui.cards.sprite import Sprite
from game.ui.engine.page import Page

_LEAST = 0.05
"""Part of a card's width: if less than that shows beneath another card, it counts as covered."""


def describe_pile(page: Page, role: str, seat: int | None, box: Rect, sprites: Sequence[Sprite]) -> None:
    """Add a pile to the page; `box` is the place of its first card."""
    rects = [Rect(round(s.rest.x - box.w / 2), round(s.rest.y - box.h / 2), *box.size) for s in sprites]
    page.pile(role, seat, len(sprites), box.unionall(rects), _visible(sprites, rects))


def _visible(sprites: Sequence[Sprite], rects: Sequence[Rect]) -> Iterator[tuple[str, Rect]]:
    from game.core.notation import card_text  # noqa: PLC0415 - kept out of the first frame

    for i, (sprite, rect) in enumerate(zip(sprites, rects, strict=True)):
        seen = _uncovered(rect, rects[i + 1]) if i + 1 < len(rects) else rect
        if sprite.up and sprite.card != HIDDEN and min(seen.size) > _LEAST * rect.w:
            yield card_text(sprite.card), seen


def _uncovered(rect: Rect, above: Rect) -> Rect:
    """The part of a card that another card of the same size leaves uncovered."""
    if not rect.colliderect(above):
        return rect
    dx, dy = above.x - rect.x, above.y - rect.y
    if abs(dy) >= abs(dx):
        return Rect(rect.x, rect.y if dy > 0 else above.bottom, rect.w, abs(dy))
    return Rect(rect.x if dx > 0 else above.right, rect.y, abs(dx), rect.h)
