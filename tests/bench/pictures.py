"""The README's pictures: of the program at play, in simulated time. The moving one needs ImageMagick.

`make pictures` writes all of them; they are the same each time."""

import os
import subprocess
import tempfile
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from game.bots.bot import Bot
from game.challenges.challenge import begin_run
from game.challenges.level_files import named
from game.core.match import Match
from game.core.portraits import BOT_NAMES
from game.core.state import PLAYING, Knock, Play
from game.rules.haisty import Haisty
from game.sessions.local import LocalSession
from game.ui.play.match.tables import match_table
from game.ui.play.patience.game import solo_table
from tests.ui.pilot import STEP, Pilot, context

ROOT = Path(__file__).resolve().parents[2]
FRAMES, EACH, BEFORE, HURRIED = 59, 0.14, 1.2, 44
"""The frames of the moving picture, the seconds that each is shown, and those before the knock; with which
frame the count is hurried."""
SEED, LEVEL, MOVES, PACE = 12, "rot-und-schwarz-09", 90, 1.1
"""The match; the challenge, how many moves of its solution are played, and the seconds for each."""


class Evening(Pilot):
    """A match against three bots, with a quicker one in the player's place."""

    def __init__(self, size: tuple[int, int] = (1280, 720), seed: int = SEED, target: int = 100) -> None:
        super().__init__(context(size=size))
        match, names = Match(Haisty(), 4, seed, target), ("You", *BOT_NAMES[:3])
        levels = dict.fromkeys(range(1, 4), "medium")
        self.session = LocalSession(match, levels, names, (0, 1, 2, 3), lambda: self.time, lambda: None)
        self._bot = Bot(match.rules, 0, "hard", seed)
        self.table = match_table(self.session)
        self.ctx.push(self.table)
        self.wait(1.5)
        self.session.ask(Knock())

    def step(self, drawn: bool = True, seconds: float = STEP) -> None:
        if self.session.state.phase == PLAYING and self._bot.wake <= self.session.now:
            for request in self._bot.look(self.session.state, self.session.now):
                if isinstance(request, Play):
                    self.session.play(request.move)
        super().step(drawn, seconds)

    @property
    def left(self) -> int:
        """The cards in the player's 13-pile."""
        return len(self.session.state.table.piles[0].cards)


def save(pilot: Pilot, path: Path, size: tuple[int, int]) -> None:
    """Save what is seen, at this size."""
    pygame.image.save(pygame.transform.smoothscale(pilot.ctx.window.surface, size), str(path))


def table(path: Path) -> None:
    """The table, shortly before the knock."""
    evening = Evening()
    evening.until(lambda: evening.session.state.phase == PLAYING and evening.left == 2)
    evening.wait(0.5)
    save(evening, path, (1280, 720))


def convert(*arguments: str) -> None:
    """Have ImageMagick do this."""
    subprocess.run(["convert", *arguments], check=True)


def knock_of(evening: Evening) -> float:
    """When the round ends."""
    evening.until(lambda: evening.table.still)
    return evening.time


def round_end(path: Path) -> None:
    """The last cards, the knock, the count and the standings."""
    ends = knock_of(Evening())
    evening = Evening()
    evening.until(lambda: evening.time >= ends - BEFORE)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(FRAMES):
            save(evening, Path(folder, f"{number:02}.png"), (560, 315))
            evening.wait(EACH)
            if number == HURRIED:
                evening.key(pygame.K_SPACE)
        shrunk = "+dither", "-colors", "96", "-fuzz", "2%", "-layers", "optimize"
        convert("-delay", f"{100 * EACH:.0f}", f"{folder}/*.png", *shrunk, str(path))


def challenge(path: Path) -> None:
    """A patience against the clock."""
    pilot, level = Pilot(context()), named(LEVEL)
    run = begin_run(level, lambda: pilot.time, 0, None)
    pilot.ctx.push(solo_table(run))
    pilot.wait(1.5)
    for move in level.line()[:MOVES]:
        run.play(move)
        pilot.wait(PACE)
    run.play(level.line()[MOVES])
    for _ in range(3):
        pilot.step()
    save(pilot, path, (960, 540))
    convert(str(path), "+dither", "-colors", "256", str(path))


def main() -> None:
    """Write all of them."""
    table(ROOT / "sprites" / "table.png")
    round_end(ROOT / "docs" / "round-end.gif")
    challenge(ROOT / "docs" / "challenge.png")


if __name__ == "__main__":
    main()
