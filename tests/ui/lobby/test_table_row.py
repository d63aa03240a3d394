"""Who sits at a table is drawn in its row: backs and names as they fit, bots with a sign, empty seats."""

import msgspec
import pygame
import pytest
from pygame import Rect, Surface

from game.net.wire.packet import Sitter, TableInfo
from game.ui.engine import text
from game.ui.engine.window import Window
from game.ui.lobby.tables import players
from game.ui.view.boxes import Fitting, Stack
from game.ui.view.tree import Tree
from tests.net.answerer import INFO

SIZE = 1280, 720
BOX = Rect(400, 348, 480, 24)
"""The middle of the window."""


@pytest.fixture
def surface() -> Surface:
    text.start_recording()
    return Window(SIZE).surface


def told(surface: Surface, info: TableInfo, sitters: tuple[Sitter, ...]) -> list[str]:
    tree, info = Tree(), msgspec.structs.replace(info, sitters=sitters)
    line = Fitting(*(players(info, 12, beside) for beside in (True, False)), wide=480, high=24)
    tree.place(Stack(line, wide=480, high=24), SIZE)
    tree.draw(surface, True, False)
    spans = text.spans(surface)
    assert all(BOX.x <= each.rect.x and each.rect.right <= BOX.right for each in spans)
    assert all(not a.rect.colliderect(b.rect) for a in spans for b in spans if a is not b)
    return [each.words for each in spans]


def test_each_name_stands_beside_its_back(surface: Surface) -> None:
    assert told(surface, INFO, (Sitter("Ada", 0, False), Sitter("Bo", 1, True))) == ["Ada", "Bo"]


def test_names_that_do_not_fit_stand_after_the_seats(surface: Surface) -> None:
    full = msgspec.structs.replace(INFO, taken=8, seats=8)
    sitters = tuple(Sitter(f"Maximiliane {n}", n, n > 1) for n in range(8))
    assert told(surface, full, sitters) == ["Maximiliane 0, Maximiliane 1, 6 bots"]


def test_a_host_that_does_not_tell_shows_how_many_seats_are_taken(surface: Surface) -> None:
    assert told(surface, INFO, ()) == []
    one = surface.copy()
    told(surface, msgspec.structs.replace(INFO, taken=3), ())
    assert pygame.image.tobytes(one, "RGB") != pygame.image.tobytes(surface, "RGB")


def test_a_bot_is_told_from_a_person_by_its_sign(surface: Surface) -> None:
    widths = []
    for bot in (False, True):
        text.erase(surface)
        told(surface, INFO, (Sitter("Bo", 1, bot),))
        widths.append(text.spans(surface)[0].rect.x)
    assert widths[1] > widths[0] + 10
