"""How long a person takes: the delays of each level, in microseconds.

Every delay is a distribution given by its quantiles in milliseconds: lowest, 10, 25, 50, 75, 90 % and
highest; between them it is uniform. All are skewed to the right, as human response times are (Luce: Response
Times, 1986), with hard bounds: nobody is faster than the body allows, nobody falls asleep. A draw takes one
number of a seeded stream and integer arithmetic: the same on every machine.

One action is a pause, then a reach. `after_turn`, `after_play`: from an action until the eyes are back on
the cards. `reach`: from seeing a card that fits to the moment it leaves the hand; what happens meanwhile is
noticed too late. Turning the hand needs no choice and no reach.

The scale: a person reacts to an expected stimulus after about 250 ms, to one of several after 350 to 600
(Hick 1952), and takes 300 to 600 ms to bring a hand or a mouse to a target of a card's size (Fitts 1954).
Hence, medians and bounds in seconds:

             turn to turn       card to card (pause + reach)
    easy     1.1 (0.70 to 2.6)  3.0 (2.0 to 6.3)   sees it, thinks about it, and lays it
    medium   0.95 (0.55 to 2.4) 1.1 (0.7 to 2.9)   knows the way, glances over the table
    hard     0.52 (0.35 to 1.1) 0.55 (0.36 to 1.3) expects what comes, with the hand under way

Of the others, `call` is the wait before calling speltorka, `knock` from seeing the empty 13-pile to the
knock, `rest` from look to look while there is nothing to do.
"""

from bisect import bisect_right
from typing import NamedTuple

from game.core.shuffle import Stream

SHARES = (0, 10, 25, 50, 75, 90, 100)
"""Percentage of draws below each quantile."""


class Delay(NamedTuple):
    """A distribution of delays, given by its quantiles at SHARES in milliseconds."""

    quantiles: tuple[int, int, int, int, int, int, int]

    @property
    def median(self) -> int:
        """In milliseconds."""
        return self.quantiles[3]

    def draw(self, rng: Stream) -> int:
        """Draw a delay in microseconds."""
        share = rng.below(100_000)
        i = bisect_right(SHARES, share // 1000)
        low, high = self.quantiles[i - 1 : i + 1]
        return low * 1000 + (high - low) * (share - SHARES[i - 1] * 1000) // (SHARES[i] - SHARES[i - 1])


class Pace(NamedTuple):
    """The delays of one level."""

    after_turn: Delay
    after_play: Delay
    reach: Delay
    call: Delay
    knock: Delay
    rest: Delay


PACES = {
    "easy": Pace(
        after_turn=Delay((700, 820, 950, 1100, 1350, 1700, 2600)),
        after_play=Delay((1500, 1800, 2050, 2400, 2900, 3600, 5200)),
        reach=Delay((450, 510, 555, 615, 705, 825, 1050)),
        call=Delay((1200, 1500, 1800, 2250, 2850, 3600, 5250)),
        knock=Delay((500, 650, 800, 1000, 1300, 1700, 2500)),
        rest=Delay((840, 960, 1080, 1200, 1440, 1680, 2160)),
    ),
    "medium": Pace(
        after_turn=Delay((550, 680, 790, 950, 1180, 1500, 2400)),
        after_play=Delay((400, 500, 590, 710, 900, 1200, 2200)),
        reach=Delay((300, 340, 370, 410, 470, 550, 700)),
        call=Delay((800, 1000, 1200, 1500, 1900, 2400, 3500)),
        knock=Delay((500, 650, 800, 1000, 1300, 1700, 2500)),
        rest=Delay((700, 800, 900, 1000, 1200, 1400, 1800)),
    ),
    "hard": Pace(
        after_turn=Delay((350, 400, 450, 520, 620, 760, 1100)),
        after_play=Delay((110, 150, 185, 230, 300, 410, 750)),
        reach=Delay((250, 270, 290, 315, 350, 405, 550)),
        call=Delay((400, 500, 600, 750, 950, 1200, 1800)),
        knock=Delay((250, 270, 290, 320, 360, 420, 600)),
        rest=Delay((400, 450, 500, 560, 640, 750, 1000)),
    ),
}
"""The pace of each level."""

START = Delay((200, 240, 300, 380, 460, 530, 600))
"""From seeing a dealt or counted round to the knock for the next start."""

CROSSING, AIMING = 150_000, 100_000
"""Microseconds that a hand needs over the shared piles, and then to aim: the last part of each reach, and of
the quickest all."""


def crossed(time: int) -> float:
    """How much of its way over the shared piles a hand has behind it after this many microseconds: it starts
    and stops gently (minimum jerk, Flash and Hogan 1985)."""
    u = max(0, min(time, CROSSING)) / CROSSING
    return u**3 * (10 - 15 * u + 6 * u * u)


CHEER = Delay((1000, 1150, 1300, 1500, 1800, 2100, 2500))
"""From winning the match to the winner's cheer."""
