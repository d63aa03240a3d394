"""Plates with words on them."""

import pytest

from game.ui.cards.labels import banner
from game.ui.engine import theme
from game.ui.engine.window import Window
from game.ui.view.node import still


@pytest.mark.parametrize("room", [120, 516, 2000])
def test_a_banner_is_never_wider_than_its_room(room: int) -> None:
    Window((400, 300))
    words = "Verbindungen zum Gastgeber der Runde: nicht gemessen"
    assert still(banner((words, 30.0, theme.GOLD)), 1.6, room / 1.6).width <= room
