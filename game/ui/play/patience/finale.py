"""How a game for one ends: after a win the cards leave the table, in a way of the game's own."""

import math
from collections import deque

import pygame
from pygame.event import Event as Input

from game.core.state import Dealt, Event
from game.sessions.solo import SoloSession
from game.ui.cards.motion import EFFECTS
from game.ui.cards.stage import Stage
from game.ui.engine.devices import PAD_PRESS
from game.ui.engine.sound import SCALE
from game.ui.play.patience.win_animations import WIN_ANIMATIONS, Area, Leaver, fountain
from game.ui.play.scene import Extra

_AIR, _SHARE, _PIXELS = 40, 0.55, 2_100_000
"""The most cards in the air at once; and the most they may cover, of the window and in pixels: they are drawn
anew in every frame."""
_IGNORED = 0.3
"""Seconds after its start before a key ends it."""
_AFTER = 1.1
"""Seconds from the last move to the end screen, unless more is shown."""
_BEFORE, _HOPS = 0.45, 0.09
"""Seconds from the last card to what follows a win, and between two cards of a wave."""
_HIGH = 0.25
"""How high a card hops, relative to its width."""
_LAID = ("foundation", "finished")


class Finale:
    """Begins at `start` seconds of the stage. The piles stay as they are: only the pictures leave."""

    def __init__(self, stage: Stage, game: str, start: float) -> None:
        """`game`: the name of its rules."""
        self._stage, self.start = stage, start
        wide, high = stage.layout.size
        card = stage.layout.areas[0].card
        covered = min(_SHARE * wide * high, _PIXELS)
        area = Area(wide, high, max(4, min(_AIR, round(covered / (1.6 * card * card)))))
        full = [pile for pile in range(len(stage.piles)) if stage.piles[pile]]
        full.sort(key=lambda pile: stage.roles[pile] not in _LAID)  # what was built up leaves first
        piles = [stage.piles[pile] for pile in full]
        leavers = WIN_ANIMATIONS.get(game, fountain)(piles, area)
        self._waiting = sorted(leavers, key=lambda leaver: leaver.start, reverse=True)
        self._away: list[Leaver] = []
        self.skipped = False

    @property
    def over(self) -> bool:
        """Whether all cards have left, or nobody wants to see more."""
        return self.skipped or not (self._waiting or self._away)

    def skip(self, now: float) -> None:
        """Show no more of it, unless the key was still meant for the play."""
        self.skipped = now >= self.start + _IGNORED

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


class SoloEnding(Extra):
    """A fanfare while the cards leave, or a thud. In a replay the cards stay: a wave goes through the
    foundations."""

    session: SoloSession
    finale: Finale | None = None
    """How the cards leave after a win, once they have begun to."""
    _begun = False
    _at = 0.0
    """The time of the last step."""

    def __init__(self) -> None:
        self._wave: deque[tuple[float, int]] = deque()
        """Piles whose top cards hop, and when."""

    @property
    def waits(self) -> bool:
        return bool(self._wave or (self.finale and not self.finale.over))

    def reset(self) -> None:
        self.finale, self._begun, self.ends = None, False, math.inf
        self._wave.clear()

    def follow(self, event: Event, at: float) -> None:
        """A new deal begins."""
        if isinstance(event, Dealt):
            self.reset()

    def step(self, at: float) -> None:
        """Begin once the game is over and all of it has been shown."""
        self._at = at
        if self.session.over and not (self._begun or self.table.game.lags):
            self._begun, self.ends = True, at + _AFTER
            self._begin(at)
        while self._wave and self._wave[0][0] <= at:
            self._hop(self._wave.popleft()[1], at)

    def _begin(self, at: float) -> None:
        session, stage = self.session, self.table.stage
        self.table.game.play_sound("won" if session.won else "dud")
        if not stage or stage.calm or not session.won:
            return
        if session.plays:
            self.finale = Finale(stage, session.rules.name, at + _BEFORE)
        else:
            piles = [i for i, role in enumerate(stage.roles) if role == "foundation" and stage.piles[i]]
            self._wave.extend((at + _BEFORE + i * _HOPS, pile) for i, pile in enumerate(piles))

    def _hop(self, pile: int, at: float) -> None:
        assert self.table.stage
        sprite = self.table.stage.piles[pile][-1]
        up = sprite.rest._replace(y=sprite.rest.y - _HIGH * sprite.rest.w, lift=1.0)
        self.table.stage.travel(sprite, EFFECTS["hop"].motion, at, start=up)
        note = SCALE[min(len(SCALE) - 1, 8 - min(8, len(self._wave)))]
        self.table.ctx.sounds.play("chime", 0.6, 0.0, note)

    def before_draw(self, at: float) -> None:
        """Move the cards that leave."""
        if self.finale:
            self.finale.move(at)

    def intercept(self, event: Input) -> bool:
        """Any key or button ends it."""
        pressed = event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, PAD_PRESS)
        if not (pressed and self.finale and not self.finale.over):
            return False
        self.finale.skip(self._at)
        self.ends = self._at
        return True

    def rest(self, at: float) -> float:
        return 0.0 if self.waits else super().rest(at)
