"""The window has the size asked for, comes back from fullscreen, and says when there is no display."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.ui.engine.window import Window

ROOT = Path(__file__).parents[3]


def test_window_has_the_size_asked_for() -> None:
    assert Window((1920, 1080)).size == (1920, 1080)


def test_fullscreen_and_back_keeps_the_size() -> None:
    window = Window((1600, 900))
    for _ in range(3):
        window.toggle_fullscreen()
        assert window.fullscreen
        window.toggle_fullscreen()
        assert window.size == window.surface.get_size() == (1600, 900)


@pytest.mark.real
def test_no_display_is_said_not_drawn_into_nothing() -> None:
    code = (
        "from game.ui.engine.window import NoDisplay, Window\n"
        "try: Window()\n"
        "except NoDisplay as error: print(error)\n"
    )
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    env = {key: value for key, value in os.environ.items() if key not in hidden}
    ran = subprocess.run(
        [sys.executable, "-c", code], env=env, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "neither DISPLAY nor WAYLAND_DISPLAY is set\n"
    assert ran.stderr == ""
