"""Frames look like one ring, and touch nothing within them."""

import pygame
import pytest

from game.rules.haisty import Haisty
from game.ui.engine import theme
from tests.ui.cards.test_stage import build, surface

__all__ = ["surface"]


@pytest.mark.parametrize("pile", [0, 1, 6])
@pytest.mark.parametrize("width", [0.03, 0.06])
def test_a_frame_is_a_ring_and_what_it_frames_is_not_drawn_again(
    surface: pygame.Surface, pile: int, width: float
) -> None:
    stage = build()
    stage.reset(Haisty().deal(3, 4))
    stage.draw(surface, 0.0, True)
    bare = surface.copy()
    card = pygame.Rect(stage.layout.places[pile].box)
    if stage.piles[pile]:
        rest = stage.piles[pile][-1].rest
        card.topleft = round(rest.x - card.w / 2), round(rest.y - card.h / 2)
    stage.overlay.frame("chosen", pile, (*theme.GOLD, 130), width=width)
    touched = stage.draw(surface, 1.0)
    assert touched and not any(rect.collidepoint(card.center) for rect in touched)
    line = max(2, round(card.w * width))
    box = card.inflate(4 * line, 4 * line)
    radius, color = round(0.1 * card.w), (*theme.GOLD, 130)
    bare_again = bare.copy()
    bare.blit(theme.rounded(box.size, radius, (*color[:3], 0), color, line), box)
    assert surface.get_buffer().raw == bare.get_buffer().raw
    stage.overlay.frame("chosen", None, theme.GOLD)
    stage.draw(surface, 2.0)
    assert surface.get_buffer().raw == bare_again.get_buffer().raw
    assert not stage.canvas.tags
