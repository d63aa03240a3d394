"""What can be asked for at a table for one beside moving cards, by key or button."""

from typing import TYPE_CHECKING

import pygame
from pygame.event import Event as Input

from game.core.solo import COSTS, HINT, UNDO
from game.i18n import _
from game.sessions.run_playback import RunPlayback
from game.ui.engine import theme
from game.ui.input.solo_hand import SoloHand
from game.ui.solo.cover import SoloAsk, SoloHelp, SoloPause
from game.ui.solo.marks import Marks
from game.ui.solo.panel import GESTURES, SoloPanel
from game.ui.solo.reflex import Reflex
from game.ui.widgets.times import cost

if TYPE_CHECKING:
    from game.ui.solo.scene import SoloScene

_TOGETHER = 0.9
"""Seconds within which costs are shown as one sum."""
_KEYS = {
    pygame.K_u: "undo",
    pygame.K_y: "redo",
    pygame.K_h: "hint",
    pygame.K_a: "finish",
    pygame.K_b: "back",
    pygame.K_p: "pause",
    pygame.K_ESCAPE: "pause",
    pygame.K_r: "restart",
    pygame.K_g: "give up",
    pygame.K_F1: "help",
}
_WATCHING = {
    pygame.K_LEFT: "slower",
    pygame.K_RIGHT: "faster",
    pygame.K_SPACE: "skip",
}


class Commands:
    """Goes by the names of the panel's buttons."""

    def __init__(
        self, scene: "SoloScene", panel: SoloPanel, hand: SoloHand, marks: Marks, reflex: Reflex | None
    ) -> None:
        self._scene, self._session = scene, scene.session
        self._panel, self._hand, self._marks, self._reflex = panel, hand, marks, reflex
        self._owed = (0, -_TOGETHER)
        self._hints = scene.session.solo.hints

    def key(self, event: Input, at: float) -> None:
        """A key press: a command, or one for the hand. `at`: seconds of the stage."""
        if not self._session.plays:
            self.do(_WATCHING.get(event.key) or _KEYS.get(event.key, ""), at)
            return
        ctrl = event.mod & pygame.KMOD_CTRL
        said = getattr(event, "unicode", "").upper()
        if ctrl and event.key in (pygame.K_z, pygame.K_y):
            back = event.key == pygame.K_z and not event.mod & pygame.KMOD_SHIFT
            self.do("undo" if back else "redo", at)
        elif self._reflex and self._reflex.key(event):
            pass
        elif not ctrl and event.key in _KEYS:
            self.do(_KEYS[event.key], at)
        elif not ctrl and said and said in GESTURES:
            self.do(f"gesture{GESTURES.index(said)}", at)
        elif not self._reflex and not self._scene.laying_out and not self._session.over:
            self._hand.key(event, at)

    def do(self, name: str, at: float) -> None:
        """Do it; nothing if that can do nothing now."""
        session, scene = self._session, self._scene
        if name in ("help", "pause"):
            scene.ctx.push(SoloHelp(scene) if name == "help" else SoloPause(scene))
            return
        if scene.laying_out or not any(knob.name == name and knob.can for knob in self._panel.knobs()):
            return
        self._hand.let_go(at)
        if name == "undo":
            session.undo()
            self._price(COSTS[UNDO], at)
        elif name == "redo":
            session.redo()
        elif name == "hint":
            self._hint()
        elif name == "back" and session.advice:
            back = session.advice.back
            session.undo(back)
            self._price(back * COSTS[UNDO], at)
        elif name == "finish":
            scene.lay_out_rest(at)
        elif name == "restart":
            self._restart()
        elif name == "give up":
            self._give_up()
        elif isinstance(session, RunPlayback):
            if name == "skip":
                session.skip()
            else:
                session.faster(1 if name == "faster" else -1)
            scene.renew()
        elif name.startswith("gesture"):
            self._gesture(int(name.removeprefix("gesture")))

    def _restart(self) -> None:
        """Deal the same cards again; what has been played is asked about first."""
        scene = self._scene
        if self._session.plays and self._session.begun and not self._session.over:
            words = _("Start the same deal over? This run will be lost.")
            scene.ctx.push(SoloAsk(scene, words, _("Begin again"), scene.restart))
        else:
            scene.restart()

    def _give_up(self) -> None:
        """Have it count as it stands, if that is meant; before the first move there is nothing to count."""
        scene = self._scene
        if self._session.begun:
            words = _("Give up this deal? The result counts as it stands.")
            scene.ctx.push(SoloAsk(scene, words, _("Give up"), self._session.give_up))
        else:
            scene.get_up()

    def _hint(self) -> None:
        session = self._session
        if session.advice and (move := session.advice.move):
            session.play(move)
            return
        session.hint()

    def follow(self, at: float) -> None:
        """Show what a hint has cost once it has been given."""
        given = self._session.solo.hints
        if given > self._hints:
            self._price(COSTS[HINT], at)
        self._hints = given

    def _gesture(self, number: int) -> None:
        rules = self._session.rules
        role = list(rules.gestures)[number]
        spots = rules.spots(1)
        for move in rules.moves(self._session.state.table, 0):
            if not move.count and spots[move.src].role == role:
                self._session.play(move)
                return

    def _price(self, time: int, at: float) -> None:
        """Show beside the clock what something has cost; what comes soon after is added to it."""
        assert self._scene.stage
        before, when = self._owed
        time += before if at - when < _TOGETHER else 0
        self._owed = time, at
        box, u = self._scene.stage.layout.panel, self._scene.stage.layout.unit
        where = box.x + box.w - round(58 * u), box.y + round(104 * u)
        self._marks.rise(cost(time), where, at, theme.GOLD, 30)
