"""Keyboards at a hand's piles: a whole one, or the half of one that two players share."""

import pygame
from pygame.event import Event as Input

from game.core.state import WAITING
from game.ui.input.half_legend import HalfLegend
from game.ui.input.hand import Hand
from game.ui.input.keys import ENTER, named
from game.ui.input.picker import Refusal


class Keyboard:
    """The keys of one hand. Times are seconds of the stage."""

    def __init__(self, hand: Hand, half: HalfLegend | None = None) -> None:
        """`half`: the part of the keyboard that is this hand's; None: all of it."""
        self.hand, self._half = hand, half

    def _meant(self, event: Input) -> Input:
        """The key press as one on a whole keyboard."""
        return self._half.translate(event) if self._half else event

    def handle(self, event: Input, now: float) -> Refusal | None:
        """Handle an input, if it is a key; returns why the move is refused, or None."""
        if event.type != pygame.KEYDOWN:
            return None
        hand, event = self.hand, self._meant(event)
        if event.key in ENTER and hand.session.state.phase == WAITING:
            hand.knock(now)  # there is nothing else to do yet
        elif event.key in (pygame.K_UP, pygame.K_DOWN) and hand.source is not None:
            hand.choose_part(1 if event.key == pygame.K_UP else -1)
        else:
            name = named(event.key, hand.stage.roles, hand.keys.values())
            pile = next((pile for pile, key in hand.keys.items() if key == name), None)
            return None if pile is None else hand.name(pile, now)
        return None
