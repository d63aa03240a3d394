"""A monkey test: random presses anywhere, twenty times a second."""

import os
import random
import time
from collections import deque

import psutil

from tests.desktop.program import Program

SECONDS = float(os.environ.get("MONKEY_SECONDS", "3"))
"""Seconds spent at each scene."""
SEED = os.environ.get("MONKEY_SEED", "1")
"""Seed: the presses depend on this and on what is shown."""
PACE = 20
"""Presses a second."""
BOUT = round(max(5.0, SECONDS / 4) * PACE)
"""Presses after which it returns to the scene, wherever it has gone meanwhile."""
ANSWER = 30.0
"""Seconds within which the window must answer, on a busy machine."""
KEYS = (
    *"abcdefghijklmnopqrstuvwxyz0123456789",
    *("Return", "Escape", "space", "Tab", "BackSpace", "Delete", "Insert", "Home", "End", "Prior", "Next"),
    *("Left", "Right", "Up", "Down", "Left", "Right", "Up", "Down"),
    *(f"F{n}" for n in range(1, 13)),
    *("KP_Enter", "KP_5", "plus", "minus", "comma", "period"),
)
HELD = ((), (), (), (), ("Shift_L",), ("Control_L",), ("Alt_L",), ("Control_L", "Shift_L"))
BUTTONS = (1, 1, 1, 2, 3, 4, 5)
"""4 and 5 are the wheel."""


class Monkey:
    """Presses keys and buttons; remembers its last presses."""

    def __init__(self, name: str) -> None:
        """`name`: monkeys with different names press different things."""
        self.pressed = 0
        self._random = random.Random(f"{SEED} {name}")
        self._last: deque[str] = deque(maxlen=40)

    @property
    def done(self) -> bool:
        """Whether its time is over."""
        return self.pressed >= SECONDS * PACE

    def bout(self, *games: Program) -> None:
        """Press, in one program after the other, until the time is over or one of them has ended; then close
        them. Raises whatever is wrong with one of them."""
        try:
            self._go(games)
            for game in games:
                self._see_off(game)
        except Exception as error:
            error.add_note(
                f"MONKEY_SEED={SEED} MONKEY_SECONDS={SECONDS:g}; last pressed: {'; '.join(self._last)}"
            )
            raise

    def _go(self, games: tuple[Program, ...]) -> None:
        start = time.monotonic()
        for n in range(1, BOUT + 1):
            try:
                for game in games:
                    self._press(game)
                    if n % PACE == 0:
                        assert _answers(game), f"no answer in {game.seen.scene}"
            except LookupError:
                return  # its window has gone
            self.pressed += 1
            if self.done:
                return
            time.sleep(max(0.0, start + n / PACE - time.monotonic()))

    def _see_off(self, game: Program) -> None:
        """Check that the program is idle and ends with its window, unless the monkey has already quit it."""
        try:
            game.check()
            game.close()
        except (LookupError, psutil.NoSuchProcess, AssertionError):
            if game.process.poll() is None and any(game.screen.windows()):
                raise
            game.wait_end()

    def _press(self, game: Program) -> None:
        """A key, a click or a drag: anywhere in the window, or on a control. Raises LookupError if there is
        no window."""
        pick, seen = self._random, game.seen
        width, height = seen.size
        spots = [control.middle for control in seen.controls] + [pile.target for pile in seen.piles]
        here, there = (
            pick.choice(spots)
            if spots and pick.random() < 0.7
            else (pick.randrange(width), pick.randrange(height))
            for _ in range(2)
        )
        wish, key, held, button = pick.random(), pick.choice(KEYS), pick.choice(HELD), pick.choice(BUTTONS)
        if wish < 0.5:
            self._last.append("+".join((*held, key)))
            game.key(key, *held)
        elif wish < 0.9:
            self._last.append(f"button {button} at {here} in {seen.scene}")
            game.click_at(*here, button)
        else:
            self._last.append(f"{here} to {there} in {seen.scene}")
            game.drag(here, there)


def _answers(game: Program) -> bool:
    """Whether the program answers, or has ended."""
    return game.screen.answers(ANSWER) or game.process.poll() is not None
