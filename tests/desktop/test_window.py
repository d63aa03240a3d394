"""A newcomer's first minute in a real window: title, match, mouse, keys, full screen, leaving."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.x11 import Screen, missing
from tests.waiting import until

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())


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


def test_title_match_fullscreen_and_out_again(screen: Screen, tmp_path: Path) -> None:
    empty = screen.picture()
    game = screen.start("--size", "1280x720", "--data", str(tmp_path), "--lang", "sv")
    until(lambda: screen.picture() != empty)
    title = settled(screen)
    screen.key("F11")
    until(lambda: screen.picture() != title)
    full = settled(screen)
    assert full != title
    screen.key("Return", "Alt_L")
    until(lambda: screen.picture() != full)
    assert len(set(settled(screen))) > 10
    screen.key("Return")
    table = settled(screen)
    screen.key("space")
    until(lambda: screen.picture() != table)
    time.sleep(2.5)
    before = screen.picture()
    screen.key("v")
    until(lambda: screen.picture() != before)
    screen.key("p")
    paused = settled(screen)
    time.sleep(1)
    assert screen.picture() == paused
    screen.key("Escape")
    time.sleep(0.3)
    game.terminate()
    assert "Traceback" not in game.communicate(timeout=60)[1]
