"""How the cards of a pile fan out, and how a fan too long for its room is squeezed."""

from collections.abc import Sequence

UP_STEP, ACROSS_STEP = 0.22, 0.25
"""The part of a card that a fan shows: of a face-up card's height, and of its width across."""
DOWN_SHARE = 0.45
"""How much of a face-down card a fan shows, relative to a face-up one."""
OPEN_STEPS = (0.46, 0.31, 0.26, UP_STEP)
"""What a fan with room to spare shows of a face-up card's height, including its suit; few values, far apart,
so that most moves leave the cards where they are."""
BESIDE_STEP = 1.06
"""From one card to the next where they lie side by side, in card widths."""
LEAST_STEP, TIGHT_STEP = 0.165, 0.15
"""The part of a card's height that must be visible for its rank to be read: comfortably, and at the least."""
BASE_STEP = 0.3
"""What is shown of the lowest card when the others can no longer be read: it and the top card identify the
run."""


def spread(
    downwards: bool,
    size: tuple[int, int],
    room: int,
    count: int,
    up: int,
    steps: Sequence[float] = (UP_STEP,),
) -> list[tuple[float, float]]:
    """How far right of and below the lowest card each of `count` cards lies, in pixels, the top `up` of them
    face up.

    `size`: a card's. `room`: how far the top card may be from the lowest along the fan.
    `steps`: the shares of a face-up card that a downward fan may show; the first that fits is taken, else the
    last is squeezed.
    """
    if downwards and up == count > 2 and (count - 1) * TIGHT_STEP * size[1] > room:
        base = min(BASE_STEP * size[1], room / 2)
        return [(0, base + (room - base) * (i - 1) / (count - 2) if i else 0) for i in range(count)]
    length = size[1] if downwards else size[0]
    shown = DOWN_SHARE * min(count - 1, count - up) + max(0, up - 1)
    if downwards:
        face = next((step for step in steps if step * shown * length <= room), steps[-1])
    else:
        face = ACROSS_STEP
    last = face * shown
    step = min(length, room / last) if last else 0
    ahead = [face * (DOWN_SHARE * min(i, count - up) + max(0, i - count + up)) for i in range(count)]
    return [(0, part * step) if downwards else (part * step, 0) for part in ahead]
