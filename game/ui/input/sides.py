"""Two piles, two keys: each turned card goes to the left or to the right."""

import pygame
from pygame.event import Event as Input

from game.core.table import Move
from game.sessions.solo import SoloSession
from game.ui.cards.stage import Stage
from game.ui.input.hand import Hand
from game.ui.input.picker import Refusal
from game.ui.input.solo_picker import SoloPicker

_LEFT, _RIGHT = (pygame.K_LEFT, pygame.K_f), (pygame.K_RIGHT, pygame.K_j)
_SIDES = ("foundation", "waste")
_OPEN = ("turned", "waste")
"""Roles of the piles that a card comes from, most likely first."""


class SideHand(Hand):
    """One player's two hands, in a game without choices, where only recognition counts."""

    def __init__(self, session: SoloSession, stage: Stage) -> None:
        super().__init__(session, stage, SoloPicker(session, stage))
        self._run = session
        piles = [pile for pile, role in enumerate(stage.roles) if role in _SIDES]
        self.left, self.right = sorted(piles, key=lambda pile: stage.layout.places[pile].box.x)
        self.keys = {self.left: "F", self.right: "J"}

    def under(self, pos: tuple[int, int]) -> tuple[int, int] | None:
        """The pile that a press there would choose."""
        hit = self._drag.hit(pos)
        return (hit[0], -1) if hit and hit[0] in (self.left, self.right) else None

    def _key(self, event: Input, now: float) -> Refusal | None:
        if event.key in _LEFT + _RIGHT:
            self._send(self.left if event.key in _LEFT else self.right)
        return None

    def _press(self, event: Input, now: float) -> Refusal | None:
        """A button went down: on a pile, or beside the middle."""
        if event.button in (pygame.BUTTON_LEFT, pygame.BUTTON_RIGHT) and (under := self.under(event.pos)):
            self._send(under[0])
        return None

    def _send(self, pile: int) -> None:
        """Send the open card there if it belongs there; otherwise it counts as a mistake."""
        run, roles, moves = self._run, self._stage.roles, self._picker.legal
        if not moves or not run.rules.meanings(run.state.table).get(pile):
            return
        ranked = sorted(
            moves,
            key=lambda move: _OPEN.index(roles[move.src]) if roles[move.src] in _OPEN else len(_OPEN),
        )
        right = next((move for move in ranked if move.dst == pile), None)
        run.play(right or Move(ranked[0].src, pile, ranked[0].count))
