"""Commands of a solo game that concern only the session: undo, hints, playback speed."""

from game.core.solo import COSTS, HINT, UNDO
from game.sessions.live_run import LiveRun
from game.sessions.run_playback import RunPlayback
from game.sessions.solo import SoloSession
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.solo.marks import Marks
from game.ui.widgets.times import cost

_TOGETHER = 0.9
"""Seconds within which costs are added up into one."""


class Commands:
    """Carries commands out and shows their cost. They are named after the panel's buttons."""

    def __init__(self, session: SoloSession, stage: Stage, marks: Marks) -> None:
        self._session, self._stage, self._marks = session, stage, marks
        self._owed = (0, -_TOGETHER)
        self._hints = session.solo.hints

    def do(self, name: str, at: float) -> None:
        """Carry out a button of the panel, by its name. `at`: seconds of the stage."""
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
        """Show the cost of a hint once it has been given."""
        given = self._session.solo.hints
        if given > self._hints:
            self._price(COSTS[HINT], at)
        self._hints = given

    def _gesture(self, number: int) -> None:
        rules = self._session.rules
        role = list(rules.gestures)[number]
        spots = rules.spots(1)
        for move in self._session.moves:
            if not move.count and spots[move.src].role == role:
                self._session.play(move)
                return

    def _price(self, time: int, at: float) -> None:
        """Show a cost beside the clock; further costs soon after are added to it."""
        before, when = self._owed
        time += before if at - when < _TOGETHER else 0
        self._owed = time, at
        box, u = self._stage.layout.panel, self._stage.layout.unit
        where = box.x + box.w - round(58 * u), box.y + round(104 * u)
        self._marks.rise(cost(time), where, at, theme.GOLD, 30)
