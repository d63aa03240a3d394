"""How the cards of a pile fan out, and what becomes of a fan that is too long for its room."""

from collections.abc import Sequence

UP_STEP, DOWN_STEP, ACROSS_STEP = 0.22, 0.1, 0.25
"""What a fan shows of a card: of a face-up and a face-down card's height, and of its width across."""
OPEN_STEPS = (0.34, 0.28, UP_STEP)
"""What a fan with room to spare shows of a face-up card's height, its suit too; few steps, and far from
each other, so that the cards stay where they are for most moves."""
BESIDE_STEP = 1.06
"""From a card to the next where they lie beside each other, in card widths."""
LEAST_STEP, TIGHT_STEP = 0.165, 0.15
"""What has to be seen of a card's height for its rank to be read, with ease and if need be."""
BASE_STEP = 0.3
"""What is seen of the lowest card where the others can no longer be read: it and the top tell the run."""


def spread(
    downwards: bool,
    size: tuple[int, int],
    room: int,
    cards: tuple[int, int, int],
    steps: Sequence[float] = (UP_STEP,),
) -> tuple[float, float]:
    """How far right of and below the lowest card a card lies, in pixels.

    `size`: of a card. `room`: how far the top may get along the fan.
    `cards`: how many there are, how many of them face up, which one.
    `steps`: what may be seen of a face-up card in a fan downwards; the first that has room is taken, else the
    last squeezed.
    """
    count, up, index = cards
    if downwards and up == count > 2 and (count - 1) * TIGHT_STEP * size[1] > room:
        base = min(BASE_STEP * size[1], room / 2)
        return 0, base + (room - base) * (index - 1) / (count - 2) if index else 0
    length = size[1] if downwards else size[0]
    shut, open_ = DOWN_STEP * min(count - 1, count - up), max(0, up - 1)
    if downwards:
        face = next((step for step in steps if (shut + step * open_) * length <= room), steps[-1])
    else:
        face = ACROSS_STEP
    down = min(index, count - up)
    ahead, last = DOWN_STEP * down + face * (index - down), shut + face * open_
    along = ahead * min(length, room / last) if last else 0
    return (0, along) if downwards else (along, 0)
