"""Where a hand is over the shared piles, in a measure that is the same on every screen."""

from collections.abc import Iterator, Sequence

from game.core.rules import Spot

Hand = tuple[int, int]
"""From the left and from the top of the shared piles, each in 1/255 of their extent: 0 to 255."""
FINEST = 255


class SharedPiles:
    """The places of the shared piles. A screen may lay them out in other rows: so a hand is told by the pile
    it is nearest to."""

    def __init__(self, spots: Sequence[Spot]) -> None:
        self._spots = {number: spot for number, spot in enumerate(spots) if spot.seat is None}
        self._wide = max(spot.x for spot in self._spots.values()) + 1
        self._high = max(spot.y for spot in self._spots.values()) + 1

    def __iter__(self) -> Iterator[int]:
        """The numbers of the piles."""
        return iter(self._spots)

    def hand(self, pile: int, across: float = 0.4, down: float = 0.8) -> Hand:
        """A hand over this pile; `across`, `down`: how far from its top left corner, in cards; where it hides
        no index, if not given."""
        spot = self._spots[pile]
        return round((spot.x + across) / self._wide * FINEST), round((spot.y + down) / self._high * FINEST)

    def at(self, hand: Hand) -> tuple[int, float, float]:
        """The pile nearest to a hand, and where over it: see `hand`."""
        x, y = hand[0] / FINEST * self._wide, hand[1] / FINEST * self._high

        def away(pile: tuple[int, Spot]) -> float:
            return (pile[1].x + 0.5 - x) ** 2 + (pile[1].y + 0.5 - y) ** 2

        number, spot = min(self._spots.items(), key=away)
        return number, x - spot.x, y - spot.y
