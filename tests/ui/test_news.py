"""What appears for a moment over the table says it where the eyes are, and covers no cards."""

import pygame
import pytest
from pygame import Rect

from game import store
from game.core.match import Match
from game.core.state import SHOUTS, Returned, Thrown
from game.core.table import Move
from game.i18n import set_language
from game.rules.haisty import Haisty
from game.session import LocalSession
from game.ui.assets import Cards
from game.ui.layout import PLATES
from game.ui.scene import Context
from game.ui.scenes.table import TableScene
from game.ui.sound import Sounds
from game.ui.window import Window

NAMES = tuple(f"Maximiliane {letter}" for letter in "ABCDEFGH")


def seated(seats: int, size: tuple[int, int] = (1280, 720)) -> TableScene:
    """A table just dealt."""
    ctx = Context(Window(size), Cards(), Sounds(muted=True), store.Settings())
    ctx.window.surface = pygame.display.set_mode(size)
    match, levels = Match(Haisty(), seats, 7), dict.fromkeys(range(1, seats), "easy")
    scene = TableScene(LocalSession(match, levels, NAMES[:seats], (0,) * seats, lambda: 0.0, lambda: None))
    ctx.push(scene)
    scene.draw(ctx.window.surface, 0, 0, True)
    return scene


@pytest.mark.parametrize("code", ["en", "sv", "de"])
@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160), (1024, 600)])
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_what_a_seat_says_covers_no_pile(seats: int, size: tuple[int, int], code: str) -> None:
    set_language(code)
    try:
        scene = seated(seats, size)
        assert scene.stage
        tags = scene.stage.canvas._tags
        for seat in range(seats):
            said: list[Rect] = []
            for shout in range(SHOUTS):
                scene._news.shout(seat, shout, 0.0)
                said.append(tags[f"bubble{seat}"].rect)
            scene._news.cry(seat, "Speltorka!", 0.0)
            said.append(tags[f"bubble{seat}"].rect)
            area = next(area for area in scene.stage.layout.areas if area.seat == seat)
            cards = [Rect(place.box) for place in scene.stage.layout.places]
            for rect in said:
                assert rect.collidelist(cards) < 0, "no card is covered"
                assert Rect(area.box).contains(rect), "it is the seat's own"
                total = "own total" if seat == 0 else f"total{seat}"
                assert not rect.colliderect(tags[total].rect)
        assert (area.kind == PLATES) == (seats > 1)
    finally:
        set_language("en")


@pytest.mark.parametrize("seats", [2, 8])
def test_who_was_faster_is_said_where_the_card_came_back_from_and_the_pile_is_marked(seats: int) -> None:
    scene = seated(seats)
    assert scene.stage
    tags, slot = scene.stage.canvas._tags, 7 * seats
    throw = Move(1, slot)
    card = scene.session.state.table.piles[1].cards[-1]
    scene.take([Thrown(0, throw, (card,), 0), Returned(0, throw, 1)], 0.5)
    place, own = Rect(scene.stage.layout.places[slot].box), Rect(scene.stage.layout.places[1].box)
    said, mark = tags["lost"].rect, tags["lost pile"].rect
    assert said.colliderect(place) and not said.colliderect(own)
    assert mark.contains(place) and mark.w < 1.3 * place.w
    assert scene.ctx.window.surface.get_rect().contains(said)
    scene._news.step(1.0, False)
    assert "lost" in tags
    scene._news.step(3.0, False)
    assert not {"lost", "lost pile"} & set(tags)
