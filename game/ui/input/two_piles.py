"""Two piles, two keys: each turned card goes to the left or to the right."""

import pygame
from pygame.event import Event as Input

from game.core.table import Move
from game.sessions.solo import SoloSeat
from game.ui.cards.stage import Stage
from game.ui.input.hand import Hand
from game.ui.input.keyboard import Keyboard
from game.ui.input.picker import Refusal
from game.ui.input.pointer import Pointer
from game.ui.input.solo_picker import SoloPicker

_LEFT, _RIGHT = (pygame.K_LEFT, pygame.K_f), (pygame.K_RIGHT, pygame.K_j)
_SIDES = ("foundation", "waste")
_OPEN = ("turned", "waste")
"""Roles of the piles that a card comes from, most likely first."""


class SideHand(Hand):
    """One player's two hands, in a game without choices, where only recognition counts."""

    def __init__(self, session: SoloSeat, stage: Stage) -> None:
        super().__init__(session, stage, SoloPicker(session, stage))
        self.run = session
        piles = [pile for pile, role in enumerate(stage.roles) if role in _SIDES]
        self.left, self.right = sorted(piles, key=lambda pile: stage.layout.places[pile].box.x)
        self.keys = {self.left: "F", self.right: "J"}

    def name(self, pile: int, now: float) -> Refusal | None:
        """Send the open card there if it belongs there; otherwise it counts as a mistake."""
        run, roles, moves = self.run, self.stage.roles, self.picker.legal
        if not moves or not run.meanings.get(pile):
            return None
        ranked = sorted(
            moves,
            key=lambda move: _OPEN.index(roles[move.src]) if roles[move.src] in _OPEN else len(_OPEN),
        )
        right = next((move for move in ranked if move.dst == pile), None)
        run.play(right or Move(ranked[0].src, pile, ranked[0].count), self.read)
        return None


class SidePointer(Pointer):
    """A press on a pile names it. Of two who play the first has the pointer."""

    def __init__(self, hand: SideHand) -> None:
        super().__init__(hand)
        self._sides = () if hand.session.seat else (hand.left, hand.right)

    def under(self, pos: tuple[int, int]) -> tuple[int, int] | None:
        """The pile that a press there would name."""
        hit = self.hit(pos)
        return (hit[0], -1) if hit and hit[0] in self._sides else None

    def _press(self, event: Input, now: float) -> Refusal | None:
        """A button went down: on a pile, or beside the middle."""
        if event.button in (pygame.BUTTON_LEFT, pygame.BUTTON_RIGHT) and (under := self.under(event.pos)):
            return self.hand.name(under[0], now)
        return None


class SideKeyboard(Keyboard):
    """Two keys for each of the two piles."""

    def handle(self, event: Input, now: float) -> Refusal | None:
        """Handle an input, if it is a key; a card sent the wrong way is no refusal but a mistake."""
        key = self._meant(event).key if event.type == pygame.KEYDOWN else 0
        for pile, keys in zip(self.hand.keys, (_LEFT, _RIGHT), strict=True):
            if key in keys:
                return self.hand.name(pile, now)
        return None
