"""What a process holds after half an hour of play: many rounds of bots shown in one window, faster than life.

Run as a module it plays and prints megabytes; it is a process of its own, so that nothing else is in them.
"""

import json
import sys
import time
from pathlib import Path

import psutil

from game.core.state import PLAYING, Knock
from game.storage.settings import Settings
from game.ui.engine import requests
from game.ui.engine.assets import CardImages
from game.ui.engine.loop import Loop, keep_large_blocks_apart, trim_heap
from game.ui.engine.scene import Context
from game.ui.engine.sound import Sounds
from game.ui.engine.window import Window
from game.ui.menu.title import TitleScene

SIZE, BOTS = (1920, 1080), 3
PLAY = 30 * 60.0
_FRAME = 1 / 30
_MARKS = 6
"""How often it is told what is held."""


def play(folder: Path) -> list[float]:
    """Megabytes held at equal distances in half an hour of play, counts included."""
    now, process = 0.0, psutil.Process()
    held: list[float] = []
    ctx = Context(Window(SIZE), CardImages(), Sounds(), Settings(target=9999), folder)
    ctx.push(TitleScene())
    time.perf_counter = lambda: now  # the session's clock as well
    ctx.open(requests.BotMatch(BOTS, "hard", 1))
    keep_large_blocks_apart()
    ctx.sounds.warm_up()
    loop = Loop(ctx)
    while now < PLAY:
        now += _FRAME
        assert ctx.scene
        ctx.scene.step(now)
        session = getattr(ctx.stack[1], "session")  # noqa: B009 - whatever kind of table it is
        if session.state.phase != PLAYING and not session.state.ready & 1:
            session.ask(Knock())
        changed = ctx.changed
        loop._paint(now)
        if changed:
            trim_heap()  # as the loop does when it rests
        if now >= PLAY * (len(held) + 1) / _MARKS:
            held.append(round(process.memory_info().rss / 1e6, 1))
    return held


if __name__ == "__main__":
    print(json.dumps(play(Path(sys.argv[1]))))
