"""What fingers do at a table besides pressing: two of them turn the hand."""

from pygame.event import Event as Input

from game.ui.cards.layout import Box
from game.ui.engine.touch import TWO_FINGERS
from game.ui.input.hand import Hand
from game.ui.input.picker import Refusal


class TouchGestures:
    """The gestures of a touch screen, for one hand."""

    def __init__(self, hand: Hand, alone: bool = True) -> None:
        """`alone`: no other hand plays at this screen, so that a gesture anywhere is its own."""
        self._hand, layout = hand, hand.stage.layout
        own = [area.box for area in layout.areas if area.seat == hand.session.seat and not alone]
        self._area = own[0] if own else Box(0, 0, *layout.size)

    def handle(self, event: Input, now: float) -> Refusal | None:
        """Handle an input, if it is a gesture; returns why the move is refused, or None."""
        if event.type != TWO_FINGERS or not self._area.holds(*event.pos):
            return None
        return self._hand.turn(now)
