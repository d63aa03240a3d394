"""What can be asked for at a table for one beside moving cards, by key or button."""

import pygame
from pygame.event import Event as Input

from game.core.solo import COSTS, HINT, UNDO
from game.sessions.live_run import LiveRun
from game.sessions.run_playback import RunPlayback
from game.sessions.solo import SoloSession
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.solo.marks import Marks
from game.ui.solo.panel import GESTURES
from game.ui.widgets.times import cost

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


def command_of(event: Input, session: SoloSession) -> str:
    """The command that a key stands for; empty if it is for the hand, or for nothing."""
    if not session.plays:
        return _WATCHING.get(event.key) or _KEYS.get(event.key, "")
    letter = getattr(event, "unicode", "").upper()
    if event.mod & pygame.KMOD_CTRL:
        back = event.key == pygame.K_z and not event.mod & pygame.KMOD_SHIFT
        return "undo" if back else "redo" if event.key in (pygame.K_z, pygame.K_y) else ""
    if event.key in _KEYS:
        return _KEYS[event.key]
    return f"gesture{GESTURES.index(letter)}" if letter and letter in GESTURES else ""


class Commands:
    """Carries out what concerns the session alone, and shows what it has cost."""

    def __init__(self, session: SoloSession, stage: Stage, marks: Marks) -> None:
        self._session, self._stage, self._marks = session, stage, marks
        self._owed = (0, -_TOGETHER)
        self._hints = session.solo.hints

    def do(self, name: str, at: float) -> None:
        """Do what a button of the panel says, by its name. `at`: seconds of the stage."""
        session = self._session
        if isinstance(session, RunPlayback):
            if name == "skip":
                session.skip()
            else:
                session.clock.faster(1 if name == "faster" else -1)
        elif isinstance(session, LiveRun):
            self._act(session, name, at)

    def _act(self, session: LiveRun, name: str, at: float) -> None:
        if name == "undo":
            session.undo()
            self._price(COSTS[UNDO], at)
        elif name == "redo":
            session.redo()
        elif name == "hint":
            self._hint(session)
        elif name == "back" and session.advice:
            back = session.advice.back
            session.undo(back)
            self._price(back * COSTS[UNDO], at)
        elif name.startswith("gesture"):
            self._gesture(int(name.removeprefix("gesture")))

    def _hint(self, session: LiveRun) -> None:
        if session.advice and session.advice.move:
            session.play(session.advice.move)
        else:
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
        before, when = self._owed
        time += before if at - when < _TOGETHER else 0
        self._owed = time, at
        box, u = self._stage.layout.panel, self._stage.layout.unit
        where = box.x + box.w - round(58 * u), box.y + round(104 * u)
        self._marks.rise(cost(time), where, at, theme.GOLD, 30)
