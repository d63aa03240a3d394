"""The first frame of each moment, and the second after it: a match with all of its moments, and a medal.

A frame is a step of the scene and its drawing. Each size has a process of its own, so pictures are cold."""

import json
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame

from game.challenges.level_files import named
from game.sessions.live_run import LiveRun
from game.ui.engine import requests
from game.ui.engine.scene import Context
from game.ui.engine.sound import MUSIC, Sounds
from game.ui.play.match.coach import Coach
from game.ui.play.match.extras import Achievements, Duel
from game.ui.play.match.match_end import MatchEnd
from game.ui.play.patience.challenge_end import ChallengeEnd
from game.ui.play.scene import PlayScene
from tests.bench.figures import apart
from tests.bench.frames import SIZES
from tests.bench.pictures import LEVEL, Evening
from tests.ui.pilot import STEP, Pilot, context

Found = dict[str, dict[str, float]]
_SEED = 10
"""Of a match that ends with its first round, which has a photo finish."""
_LEAD = 180_000
"""Microseconds by which somebody is beaten."""


class Timed(Pilot):
    """Remembers how many milliseconds each frame took."""

    def __init__(self, *what: Any, **more: Any) -> None:
        self.times = list[float]()
        super().__init__(*what, **more)

    def _frame(self, work: Callable[[], None]) -> None:
        begun = time.perf_counter()
        work()
        self.ctx.window.present()
        self.times.append((time.perf_counter() - begun) * 1000)

    def step(self, drawn: bool = True, seconds: float = STEP) -> None:
        self._frame(super().step)  # as many as in earnest

    def send(self, kind: int, **what: Any) -> None:
        self._frame(lambda: super(Timed, self).send(kind, **what))

    def moment(self, begins: Callable[[], object]) -> dict[str, float]:
        """The frame in which it begins, and the longest in the seconds after and before it."""
        self.until(begins)
        at = len(self.times)
        for thread in threading.enumerate():
            if thread.name == "pictures":  # what is drawn once they are there comes after, too
                thread.join()
        self.wait(1.0)
        before, first, after = self.times[at - 61 : at - 1], self.times[at - 1], self.times[at:]
        spent = {"first": first, "most_after": max(after), "most_before": max(before)}
        return {name: round(each, 1) for name, each in spent.items()}


class Match(Timed, Evening):
    """A match at play."""

    def shows(self, tag: str) -> bool:
        """Whether there is something of this name on the stage."""
        return bool(self.table.stage and tag in self.table.stage.canvas.tags)

    def duel(self, winner: int, loser: int) -> dict[str, float]:
        """Somebody is beaten."""
        told = next(extra for extra in self.table.extras if isinstance(extra, Achievements))
        assert self.table.stage
        pile = self.table.stage.find("foundation", None)

        def tell() -> None:
            told._tell(Duel(winner, loser, pile, _LEAD), self.table.clock(self.time))
            self.draw()

        self._frame(tell)
        return self.moment(lambda: self.times)


def match(size: tuple[int, int]) -> Found:
    """The moments of a match."""
    evening, found = Match(size, _SEED, target=1), Found()
    found["count-in"] = evening.moment(lambda: evening.shows("count"))
    found["go"] = evening.moment(lambda: evening.shows("felt 0.0"))
    evening.wait(5)
    found["beaten"] = evening.duel(1, 0)
    found["you beat"] = evening.duel(0, 1)
    found["knock"] = evening.moment(lambda: evening.table.still)
    found["photo finish"] = evening.moment(lambda: evening.shows("photo words"))
    evening.wait(1)
    evening.key(pygame.K_SPACE)
    evening.wait(6)
    evening.key(pygame.K_h)
    found["coach"] = evening.moment(lambda: isinstance(evening.top, Coach))
    evening.key(pygame.K_ESCAPE)
    evening.wait(1)
    evening.key(pygame.K_SPACE)
    found["podium"] = evening.moment(lambda: isinstance(evening.top, MatchEnd))
    return found


def medal(ctx: Context) -> dict[str, float]:
    """A challenge is won with a medal."""
    pilot = Timed(ctx)
    ctx.open(requests.Challenge(LEVEL))
    scene = ctx.scene
    assert isinstance(scene, PlayScene) and isinstance(scene.session, LiveRun)
    pilot.wait(1.5)
    for move in named(LEVEL).line():
        scene.session.play(move)
    return pilot.moment(lambda: isinstance(pilot.top, ChallengeEnd))


def of_size(size: tuple[int, int]) -> Found:
    """All moments at this size."""
    with tempfile.TemporaryDirectory() as folder:
        return match(size) | {"medal": medal(context(Path(folder), size))}


def of_music() -> Found:
    """How long the frame takes that begins each piece of music, the shortest of five."""
    found: Found = {}
    for piece in MUSIC:
        takes = []
        for _ in range(5):
            sounds = Sounds()
            sounds.warm_up()
            begun = time.perf_counter()
            sounds.play_music(piece)
            takes.append(1000 * (time.perf_counter() - begun))
            pygame.mixer.music.stop()
        found[piece] = {"ms": round(min(takes), 2)}
    return found


def measure() -> dict[str, Found]:
    """Milliseconds of each moment, by size, and of each piece of music."""
    return {f"{w}x{h}": apart("moments", w, h) for w, h in SIZES} | {"music": of_music()}


if __name__ == "__main__":
    print(json.dumps(of_size((int(sys.argv[1]), int(sys.argv[2])))))
