"""What is said over the cards: where it stands, and how it looks from when it begins to when it ends."""

from collections.abc import Callable
from math import inf
from typing import Final, NamedTuple

from pygame import Rect

_POP: Final = 0.08
"""Seconds that each step of a movement is shown."""
_LARGER: Final = 1.35
"""How much larger words are at first that slam onto the table."""
_FLASH: Final = 230, 150, 70, 0
"""How opaque a flash is, step by step."""
_RISES: Final = 46
"""How far words rise, in units."""
_FADES: Final = 0.45
"""Seconds in which they fade at the end."""
_SMALL: Final = 0.25
"""How small rings are as they begin to spread."""
_STEPS: Final = 6
"""In how many steps something fades: each is a picture."""


class At(NamedTuple):
    """An anchor of its rectangle, named as of a Rect, at a point of the window."""

    anchor: str
    point: tuple[float, float]
    within: Rect | None = None
    """What it does not reach out of; None: the window."""
    stands: bool = False
    """Whether it stands at the foot of the table, above what stands there already."""


class AtPile(NamedTuple):
    """An anchor of its rectangle in the middle of a card of a pile, or of the pile's empty place, and so far
    down: from 0 to 1."""

    pile: int
    down: float = 0.5
    card: int = -1
    anchor: str = "center"
    within: Rect | None = None


class Look(NamedTuple):
    """How large something is, how opaque, and by how many units it has risen."""

    size: float = 1.0
    alpha: int = 255
    up: float = 0.0


class Life(NamedTuple):
    """How something looks by its age and by the time that is left, both in seconds."""

    look: Callable[[float, float], Look]
    moves: float = inf
    """How many seconds it changes its look."""
    calm: Look = Look()
    """How it looks all the time where nothing may move."""


def _rise(age: float, left: float) -> Look:
    slower = 1 - (1 - age / (age + left)) ** 2
    return Look(alpha=_faded(left / _FADES), up=_RISES * slower)


def _spread(age: float, left: float) -> Look:
    slower = 1 - left / (age + left)
    return Look(1 - (1 - _SMALL) * (1 - slower) ** 3, _faded(1 - slower))


def _faded(left: float) -> int:
    """How opaque something is of which so much is left."""
    return round(255 * max(1, round(_STEPS * min(1.0, left))) / _STEPS)


STANDS: Final = Life(lambda age, left: Look(), 0.0)
SLAMS: Final = Life(lambda age, left: Look(_LARGER if age < _POP else 1.0), _POP)
FADES: Final = Life(lambda age, left: Look(alpha=_faded(left / (age + left))))
RISES: Final = Life(_rise, calm=Look(up=_RISES))
SPREADS: Final = Life(_spread, calm=Look(alpha=0))
FLASHES: Final = Life(
    lambda age, left: Look(alpha=_FLASH[min(int(age / _POP), len(_FLASH) - 1)]), calm=Look(alpha=0)
)
