"""Keeps a live run for later while it is played: after each act, and as the clock goes on."""

import time
from typing import Final

from game.core.solo import Solo
from game.storage.kept_games import KeptGames
from game.storage.run_replay import RunReplay

_OFTEN: Final = 5_000_000
"""Microseconds of play after which the clock is kept, though nothing has been done: so much thinking at most
is not counted when the program is killed."""


class RunKeeper:
    """Keeps one deal as the game of that name."""

    def __init__(self, kept: KeptGames, name: str, challenge: str, player: str) -> None:
        """`challenge`: its name, empty in free play; `player`: the player's name."""
        self._kept, self.name = kept, name
        self._challenge, self._player = challenge, player
        self._acts = self._at = 0

    def look(self, solo: Solo, now: int, begun: bool) -> None:
        """Keep the run if there is something new; a deal begun again is not kept before its clock starts."""
        if not begun:
            if self._acts:
                self.end()
                self._kept.forget(self.name)
        elif len(solo.log) != self._acts or now >= self._at + _OFTEN:
            self.keep(solo, now)

    def keep(self, solo: Solo, now: int) -> None:
        """Keep the run as it stands."""
        self._acts, self._at = len(solo.log), now
        run = RunReplay.from_solo(solo, now, self._challenge, self._player, ended=False)
        self._kept.keep(self.name, run, time.time())

    def end(self) -> None:
        """The run has ended or begins again."""
        self._acts = self._at = 0
        self._kept.end(self.name)
