"""Bots play on the title when nobody touches anything."""

import pytest

from tests.desktop.program import Start

pytestmark = pytest.mark.journey


def test_bots_play_on_the_title_until_something_is_touched(program: Start) -> None:
    with program(attract=True, taught=True, times=4) as game:
        game.wait_scene("title")
        before = game.wait_scene("attract").piles
        game.wait(lambda seen: seen.scene == "attract" and seen.piles != before, "cards that move")
        game.key("a")
        game.wait_scene("title")
        game.wait_scene("attract")
        game.key("F1")
        game.wait_scene("title")
        game.wait_scene("attract")
        game.point(300, 300)
        game.wait_scene("title")
        game.click("Patiences")
        game.wait_scene("challenges")
        game.key("Escape")
        game.wait_scene("title")
