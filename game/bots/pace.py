"""How long a person takes: delays in microseconds, drawn from a seeded stream.

A delay is log-normal, as reaction and movement times of people are (Ulrich and Miller: Information
processing models generating lognormally distributed reaction times, J. Math. Psychol. 37, 1993), and
cut off at bounds. Medians by level, in seconds, for what a hand has just done:

    level    look again   turn the hand   move on own piles   lay on the table   spread (sigma)
    easy     3.0          2.6             3.4                 3.2                0.35
    medium   1.4          1.15            1.6                 1.45               0.30
    hard     0.55         0.5             0.65                0.6                0.22

No delay is below 0.25 s, which choosing among several stimuli takes a trained person, nor above
four times its median.
"""

import math
from typing import NamedTuple

from game.core.shuffle import Stream

SECOND = 1_000_000
LEAST = SECOND // 4


class Pace(NamedTuple):
    """Median microseconds after each kind of act, and the spread of all of them."""

    look: int
    turn: int
    build: int
    lay: int
    sigma: float


PACES = {
    "easy": Pace(3_000_000, 2_600_000, 3_400_000, 3_200_000, 0.35),
    "medium": Pace(1_400_000, 1_150_000, 1_600_000, 1_450_000, 0.30),
    "hard": Pace(550_000, 500_000, 650_000, 600_000, 0.22),
}


def unit(stream: Stream) -> float:
    """A number from 0 up to 1."""
    return (stream.next64() >> 11) / 2**53


def delay(median: int, sigma: float, stream: Stream) -> int:
    """Microseconds around the median, LEAST to four medians."""
    # Four uniform numbers less their mean, scaled to variance 1: near enough to a normal one.
    normal = (unit(stream) + unit(stream) + unit(stream) + unit(stream) - 2) * math.sqrt(3)
    return min(max(LEAST, round(median * math.exp(sigma * normal))), 4 * median)
