"""One player's session: a solo deal against the clock, with the way back, hints and an end."""

from collections.abc import Callable, Sequence

from game.core.rules import IllegalMove, Rules
from game.core.solo import COSTS, UNDO, Solo
from game.core.state import PLAYING, Dealt, Event, Resumed, Returned, State
from game.core.table import Move, Table, mask
from game.solve.hints.cache import UNKNOWN, Adviser, Hint, SolverCache, laying_out

HINT_SECONDS, LIGHT_SECONDS = 3.0, 10.0
"""How long is searched for a hint, and for the light that tells whether a table comes out."""
_STEADY = 0.4
"""Seconds that a table stands before the light has it searched."""


class SoloSession:
    """A solo deal as the screen sees it. Times are microseconds of play; the clock starts with the first
    move, stands still in pauses and stops at the end."""

    seats, seat, target, rounds = 1, 0, 0, 0
    plays = can_pause = True

    def __init__(
        self,
        rules: Rules,
        seed: int,
        clock: Callable[[], float],
        *,
        back: int = 0,
        name: str = "",
        limit: int | None = None,
        medals: Sequence[tuple[str, int]] = (),
        solution: Sequence[Move] = (),
        adviser: Adviser | None = None,
    ) -> None:
        """`clock` gives seconds that only ever grow; `name` is the challenge's, empty in free play;
        `limit`: the time, penalties included, after which the result counts as it stands; `medals`: each
        with the most time it may take, the best one first; `solution`: moves proved to win."""
        self.rules, self.seed, self.name = rules, seed, name
        self.names, self.backs = ("",), (back,)
        self.limit, self.medals = limit, tuple(medals)
        self.lit = False
        """Whether `light` shall be found out beside the game."""
        self._clock = clock
        self._insight = SolverCache(rules, adviser)
        self._insight.learn(rules.deal(seed, 1), solution)
        self._events: list[Event] = []
        self._begin()

    def _begin(self) -> None:
        self.solo = Solo(self.rules, self.seed)
        self.given_up = self.timed_out = False
        self.advice: Hint | None = None
        """What the hint that was asked for says of the table; None while there is none."""
        self.thinking = False
        """Whether a hint is being searched for."""
        self.light = UNKNOWN
        """Whether the table is known to come out, known to be lost, or neither."""
        self._spent = 0
        self._since: float | None = None
        self._begun = self._paused = False
        self._over = False
        self._paid: set[Table] = set()
        self._finish: tuple[Table, tuple[Move, ...]] | None = None
        self._stood = 0.0
        self._show()

    # -- what is to be seen

    @property
    def state(self) -> State:
        """The deal as it may be seen; it plays from the start."""
        return self._state

    @property
    def now(self) -> int:
        """Microseconds played so far, without penalties."""
        running = 0.0 if self._since is None else self._clock() - self._since
        return self._spent + round(running * 1e6)

    @property
    def elapsed(self) -> int:
        """The time on the clock, penalties included; never more than the limit."""
        elapsed = self.now + self.solo.penalty
        return elapsed if self.limit is None else min(elapsed, self.limit)

    @property
    def begun(self) -> bool:
        """Whether a move has been made, or a mistake that costs."""
        return self._begun

    @property
    def over(self) -> bool:
        """Whether it has ended, one way or the other."""
        return self._over

    @property
    def won(self) -> bool:
        """Whether it came out."""
        return self.solo.won

    @property
    def placed(self) -> tuple[int, int]:
        """How many cards are where they shall go, and how many there are to go."""
        return self.rules.progress(self.solo.table)

    @property
    def stuck(self) -> bool:
        """Whether no move is left."""
        return not self._over and next(self.rules.moves(self.solo.table, 0), None) is None

    @property
    def paused(self) -> bool:
        """Whether the clock is held."""
        return self._paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        self._paused = paused
        self._run(self._begun and not paused and not self._over)

    # -- acts

    def play(self, move: Move) -> None:
        """Make a move; one that the rules refuse comes back, and costs where it counts as a mistake."""
        if not self._open():
            return
        now = self.now
        try:
            events = self.solo.play(move, now)
        except IllegalMove:
            if self.rules.penalty:
                self._start()
            self._events.append(Returned(0, move, None, thrown=False))
            return
        self._start()
        self._take(events)

    def undo(self, times: int = 1) -> None:
        """Take back so many moves."""
        if self._open() and sum(self.solo.undo(self.now) for _ in range(times)):
            self._changed()
            self._events.append(Resumed(self._state))

    def redo(self) -> None:
        """Make again what was undone last."""
        if self._open() and (events := self.solo.redo(self.now)):
            self._take(events)

    def hint(self) -> None:
        """Ask for a move; `advice` holds the answer, now or later. It is paid for when it shows a move,
        once for the same table."""
        if not self._open() or self.thinking or self.rules.reflex:
            return
        done = self._insight.searched(self.solo, HINT_SECONDS)
        if done or not self._insight.ask(self.solo, HINT_SECONDS):
            self._advise()
        else:
            self.thinking = True

    @property
    def undo_cost(self) -> int:
        """Microseconds that one move back costs."""
        return COSTS[UNDO]

    def auto(self) -> bool:
        """Lay out what is left, if laying out is all that is left."""
        line = self.finish
        for move in line:
            self.play(move)
        return bool(line)

    @property
    def finish(self) -> tuple[Move, ...]:
        """The moves onto the foundations that end it, if nothing is hidden and nothing else is needed."""
        table = self.solo.table
        if self._finish is None or self._finish[0] is not table:
            self._finish = table, () if self._over or self.rules.reflex else laying_out(self.rules, table)
        return self._finish[1]

    def restart(self) -> None:
        """Deal the same cards again; the run so far is gone."""
        self._begin()
        self._events.append(Dealt(1, self._state.table))

    def give_up(self) -> None:
        """End it as it stands; before the first move there is nothing to end."""
        if self._begun and not self._over:
            self.given_up = True
            self._end()

    def ready(self) -> None:
        """There is nobody to wait for."""

    def shout(self, shout: int) -> None:
        """There is nobody to hear it."""

    def cheer(self, kind: int) -> None:
        """There is nobody to hear it."""

    def poll(self) -> list[Event]:
        """What has happened since the last call; here time runs out and answers come in."""
        self._look_at_the_clock()
        self._consult()
        events, self._events = self._events, []
        return events

    def close(self) -> None:
        """Leave the table."""
        self._run(False)
        self._insight.close()

    # -- behind it

    def _open(self) -> bool:
        """Whether something may be done now."""
        self._look_at_the_clock()
        return not (self._over or self._paused)

    def _look_at_the_clock(self) -> None:
        running = self._begun and not self._over
        if self.limit is not None and running and self.now + self.solo.penalty >= self.limit:
            self.timed_out = True
            self._end()

    def _advise(self) -> None:
        """Say what is known; a move is paid for."""
        self.thinking, self.advice = False, self._insight.hint(self.solo)
        table = self.solo.table
        if self.advice.move and table not in self._paid:
            self._paid.add(table)
            self.solo.hint(self.now)

    def _take(self, events: Sequence[Event]) -> None:
        self._changed()
        self._events += [mask(event) for event in events]  # type: ignore[arg-type]
        stuck = self.rules.reflex and self.stuck
        if self.solo.won or self.solo.outcome or stuck:
            self._end()

    def _changed(self) -> None:
        self.advice, self.thinking = None, False
        self._stood = self._clock()
        self._show()

    def _show(self) -> None:
        self._state = State(PLAYING, 1, self.solo.table.view(), (0,), starts=0)
        self.light = self._insight.light(self.solo)

    def _start(self) -> None:
        """The clock starts with the first move, or a mistake that costs."""
        if not self._begun:
            self._begun = True
            self._run(True)

    def _run(self, on: bool) -> None:
        if on and self._since is None:
            self._since = self._clock()
        elif not on and self._since is not None:
            self._spent, self._since = self.now, None

    def _end(self) -> None:
        self._over, self.thinking = True, False
        self._run(False)

    def _consult(self) -> None:
        if self._insight.poll():
            self.light = self._insight.light(self.solo)
            if self.thinking:
                self._advise()
        if not self.lit or self._over or self._insight.asking or self.rules.reflex:
            return
        steady = self._clock() - self._stood >= _STEADY
        if steady and not self._insight.searched(self.solo, LIGHT_SECONDS):
            self._insight.ask(self.solo, LIGHT_SECONDS)
