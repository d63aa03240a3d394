"""An idle window sleeps; the pointer, a key and another thread each wake it."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.desktop.x11 import ROOT, Screen, missing
from tests.waiting import until

pytestmark = [pytest.mark.real, pytest.mark.skipif(bool(missing()), reason=missing())]

_RUNG = """
import threading, time
from game.ui.engine.window import WAKE, EventWaiter, wake
from game.ui.engine.window import Window
Window((1280, 720))
waiting = EventWaiter()
while waiting.until(time.perf_counter() + 1, False):
    pass  # what comes with the window
threading.Timer(0.5, wake).start()
print([event.type == WAKE for event in waiting.until(time.perf_counter() + 3600, False)])
"""


@pytest.fixture(scope="module")
def screen() -> Iterator[Screen]:
    with Screen((1600, 900)) as screen:
        yield screen


def settled(screen: Screen) -> bytes:
    """The picture once it has not changed for half a second."""
    last, since = screen.picture(), time.monotonic()
    end = since + 60
    while time.monotonic() - since < 0.5:
        time.sleep(0.1)
        now = screen.picture()
        if now != last:
            last, since = now, time.monotonic()
        if since > end:
            raise TimeoutError("the picture never stands still")
    return last


def test_a_window_at_rest_sleeps_until_it_is_touched(screen: Screen, tmp_path: Path) -> None:
    empty = screen.picture()
    (tmp_path / "settings.json").write_text('{"attract": false}', "utf-8")  # no bots play on the title
    game = screen.start("--size", "1280x720", "--data", str(tmp_path))
    until(lambda: screen.picture() != empty)
    title = settled(screen)
    process = psutil.Process(game.pid)
    slept = process.num_ctx_switches().voluntary
    time.sleep(3)
    assert process.num_ctx_switches().voluntary - slept < 60, "it looks for input instead of sleeping"
    screen.key("Tab")
    until(lambda: screen.picture() != title)
    game.kill()
    game.communicate()


def test_another_thread_rings_it_awake(screen: Screen) -> None:
    rung = subprocess.run(
        [sys.executable, "-c", _RUNG],
        cwd=ROOT,
        env=screen.environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert rung.stdout.splitlines()[-1] == "[True]"
