"""How the cards of a pile fan out, and what becomes of a fan that is too long for its room."""

from math import ceil

UP_STEP, DOWN_STEP, ACROSS_STEP = 0.22, 0.1, 0.25
"""What a fan shows of a card: of a face-up and a face-down card's height, and of its width across."""
BESIDE_STEP = 1.06
"""From a card to the next where they lie beside each other, in card widths."""
LEAST_STEP, TIGHT_STEP, LEAST_SIDE = 0.165, 0.15, 0.2
"""What has to be seen of a card's height for its rank to be read, if need be, and of its width."""
BASE_STEP = 0.3
"""What is seen of the lowest card where the others can no longer be read: it and the top tell the run."""


def spread(
    downwards: bool, size: tuple[int, int], room: int, side: int, cards: tuple[int, int, int]
) -> tuple[float, float]:
    """How far right of and below the lowest card a card lies, in pixels.

    `size`: of a card. `room`: how far the top may get along the fan. `side`: how far right a second
    column may lie, 0: there is none. `cards`: how many there are, how many of them face up, which one.
    """
    count, up, index = cards
    if downwards and up == count > 2 and (count - 1) * TIGHT_STEP * size[1] > room:
        if side:
            # The lowest cards make the first column, so that the top lies where it does in any fan.
            rows = max(int(room / (LEAST_STEP * size[1])) + 1, ceil(count / 2))
            row = index - (count - rows)
            step = room / (rows - 1)
            return (side, row * step) if row >= 0 else (0, index * step)
        base = min(BASE_STEP * size[1], room / 2)
        return 0, base + (room - base) * (index - 1) / (count - 2) if index else 0
    length, face = (size[1], UP_STEP) if downwards else (size[0], ACROSS_STEP)
    down = min(index, count - up)
    ahead = DOWN_STEP * down + face * (index - down)
    last = DOWN_STEP * min(count - 1, count - up) + face * max(0, up - 1)
    along = ahead * min(length, room / last) if last else 0
    return (0, along) if downwards else (along, 0)
