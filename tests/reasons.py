"""All reasons why a move is none, as `why_not` gives them."""

from game.core import why

REASONS = frozenset(
    (
        *(why.SAME_COLOUR, *why.NEEDS_SUIT, *why.NEEDS_RANK, why.WHOLE_PILE, why.WHOLE_RUN, why.NO_RUN),
        *(why.ALL_OF_IT, why.TURNED_ONLY, why.ONE_CARD, why.IT_FITS, why.STAYS, why.FULL),
        *(why.NOTHING_THERE, why.NO_CARDS, why.NO_PASS, why.FACE_DOWN, why.NOT_NOW, why.TURN_ON),
    )
)
