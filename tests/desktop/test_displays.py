"""Any display: without a window manager, and of any depth of colour."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.desktop.patience import Patience, gentle
from tests.desktop.program import Program, Start
from tests.desktop.x11 import Screen, missing
from tests.waiting import until

pytestmark = pytest.mark.journey
LEVEL = gentle("zahlenpatience")
FREE = ("play", LEVEL.game, "--seed", str(LEVEL.seed))
SMALL = 1024, 600


def key(game: Program) -> None:
    game.key("F11")


def click(game: Program) -> None:
    game.key("Escape")
    game.click("Settings")
    game.click("You")
    game.click("Fullscreen", "switch")
    game.key("Escape")
    game.wait_scene("solo-pause")
    game.key("Escape")
    game.wait_scene("solo")


def filled(game: Program) -> None:
    """All of the screen is the window's, and what is drawn there can be reached."""
    wide, high = game.screen.size
    game.wait(lambda seen: seen.size == (wide, high) and game.screen.box == (0, 0, wide, high), "fullscreen")
    x, y = game.wait_control("Pause").middle
    assert x > SMALL[0] and y > SMALL[1]
    game.click("Pause")
    game.wait_scene("solo-pause")
    game.key("Escape")
    game.wait_scene("solo")


@pytest.mark.parametrize("managed", [True, False], ids=["managed", "alone"])
@pytest.mark.parametrize("change", [key, click])
def test_fullscreen_fills_the_screen_and_the_window_comes_back(
    change: Callable[[Program], None], managed: bool, program: Start
) -> None:
    with program(*FREE, size=SMALL, screen=(1280, 720), managed=managed) as game:
        game.wait_scene("solo")
        before = game.screen.box
        for _time in range(2):
            change(game)
            filled(game)
            change(game)
            game.wait(lambda seen: seen.size == SMALL and game.screen.box == before, "the window as it was")


@pytest.mark.parametrize("managed", [True, False], ids=["managed", "alone"])
def test_fullscreen_from_the_start_fills_the_screen(managed: bool, program: Start) -> None:
    with program(*FREE, "--fullscreen", size=SMALL, screen=(1280, 720), managed=managed) as game:
        game.wait_scene("solo")
        filled(game)
        game.key("F11")
        game.wait(lambda seen: seen.size == SMALL and game.screen.box[2:] == SMALL, "a window")


@pytest.mark.parametrize("depth", [15, 16])
def test_a_display_of_few_colours_is_played_on_in_the_window_and_fullscreen(
    depth: int, program: Start
) -> None:
    with program(*FREE, size=SMALL, screen=(1280, 720), depth=depth, managed=False) as game:
        game.wait_scene("solo")
        patience = Patience(game, LEVEL.variant(), LEVEL.seed)
        patience.play(LEVEL.line()[:6])
        game.key("F11")
        game.wait(lambda seen: game.screen.box == (0, 0, 1280, 720), "fullscreen")
        game.key("u")
        x, y = game.wait_control("Pause").middle
        game.click_at(round(1280 / 2 + (x - SMALL[0] / 2) * 1.2), round(y * 1.2))  # the picture is enlarged
        game.wait_scene("solo-pause")
        game.key("Escape")
        game.wait_scene("solo")
        game.key("F11")
        game.wait(lambda seen: game.screen.box[2:] == SMALL, "the window")
        game.key("y")
        patience.see(patience.table)
        patience.play(LEVEL.line()[6:12])


@pytest.mark.parametrize("depth", [8, 15, 16, 24, 30])
def test_each_depth_of_colour_is_played_on_or_one_line_says_why_not(depth: int, tmp_path: Path) -> None:
    if reason := missing():
        pytest.skip(reason)
    said = tmp_path / "shown.json"
    with Screen((1280, 720), depth) as screen:
        game = screen.start("--data", str(tmp_path / "data"), "--lang", "en", "--describe", str(said))
        until(lambda: game.poll() is not None or (said.exists() and '"title"' in said.read_text("utf-8")))
        if game.poll() is None:
            assert depth != 8
            screen.close()
        _out, error = game.communicate(timeout=60)
    if game.returncode:
        assert depth in (8, 30)
        assert game.returncode == 2
        assert error == "main.py: no window can be opened on this display: Unknown window pixel format\n"
    else:
        assert not error
