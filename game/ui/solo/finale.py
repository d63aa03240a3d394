"""A win: the cards leave the table, in a way of the game's own."""

import pygame
from pygame.event import Event

from game.ui.cards.stage import Stage
from game.ui.engine.pads import PAD_PRESS
from game.ui.solo.win_animations import WIN_ANIMATIONS, Leaver, Room, fountain

_AIR, _SHARE = 40, 0.55
"""The most cards in the air at once; and the part of the window that they may cover together."""
_IGNORED = 0.3
"""Seconds after its start before a key ends it."""
_LAID = ("foundation", "finished")


class Finale:
    """Begins at `start` seconds of the stage. The piles stay as they are: only the pictures leave."""

    def __init__(self, stage: Stage, game: str, start: float) -> None:
        """`game`: the name of its rules."""
        self._stage, self.start = stage, start
        wide, high = stage.layout.size
        card = stage.layout.areas[0].card
        room = Room(wide, high, max(6, min(_AIR, round(_SHARE * wide * high / (1.6 * card * card)))))
        full = [pile for pile in range(len(stage.piles)) if stage.piles[pile]]
        full.sort(key=lambda pile: stage.roles[pile] not in _LAID)  # what was built up leaves first
        piles = [stage.piles[pile] for pile in full]
        leavers = WIN_ANIMATIONS.get(game, fountain)(piles, room)
        self._waiting = sorted(leavers, key=lambda leaver: leaver.start, reverse=True)
        self._away: list[Leaver] = []
        self.skipped = False

    @property
    def over(self) -> bool:
        """Whether all cards have left, or nobody wants to see more."""
        return self.skipped or not (self._waiting or self._away)

    def handle(self, event: Event, now: float) -> bool:
        """End it at any key or button; returns whether it was one. Keys still meant for the play do not
        count."""
        if self.over or event.type not in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, PAD_PRESS):
            return False
        self.skipped = now >= self.start + _IGNORED
        return True

    def move(self, now: float) -> None:
        """Put every card where it is now."""
        canvas, t = self._stage.canvas, now - self.start
        while self._waiting and self._waiting[-1].start <= t:
            leaver = self._waiting.pop()
            for sprite in leaver.beneath:
                sprite.ghost, sprite.held = True, sprite.rest
                if sprite not in canvas.flying:
                    canvas.flying.append(sprite)
            leaver.sprite.held = leaver.sprite.rest
            canvas.set_out(leaver.sprite)
            self._away.append(leaver)
        for leaver in self._away:
            leaver.sprite.held = pose = leaver.path(t - leaver.start)
            if pose is None:
                leaver.sprite.ghost, leaver.sprite.held = True, leaver.sprite.rest
        self._away = [leaver for leaver in self._away if not leaver.sprite.ghost]
