"""What the round is about stands out: the 13-piles of the others, and the knock."""

import pygame
import pytest
from pygame import Rect

from game.ui.cards.layout import PLATES
from tests.ui.play.match.test_table import Evening
from tests.ui.play.match.test_toasts import seated
from tests.ui.sizes import SEATED

BEATS = 20
"""Steps of a tenth of a second: two beats at least."""


def nearly_won(still: bool = False) -> tuple[Evening, str]:
    """A round in which somebody has few cards left, and the tag of their number."""
    evening = Evening(bots=3)
    evening.ctx.settings.reduced_motion = still
    evening.scene.lay_anew(False)
    evening.step()
    evening.key(pygame.K_SPACE)
    evening.until_play()
    evening.until(lambda: evening.hud.view.low)
    return evening, f"count{min(evening.hud.view.low)} 0.0"


def heights(evening: Evening, tag: str) -> list[int]:
    """How high the number is, tenth by tenth of a second."""
    assert evening.scene.stage
    seen = []
    for _ in range(BEATS):
        evening.hud.before_draw(evening.time)
        evening.time += 0.1
        seen.append(evening.scene.stage.canvas.tags[tag].rect.h)
    return seen


def test_the_number_of_a_low_13_pile_beats() -> None:
    evening, tag = nearly_won()
    seen = heights(evening, tag)
    assert max(seen) > 1.1 * min(seen)
    assert 2 <= seen.count(max(seen)) < seen.count(min(seen)), "a beat is short"


def test_with_reduced_motion_it_does_not_beat() -> None:
    evening, tag = nearly_won(still=True)
    assert len(set(heights(evening, tag))) == 1


@pytest.mark.parametrize(("size", "seats"), SEATED)
def test_the_number_of_anothers_13_pile_is_large_and_at_its_seat(seats: int, size: tuple[int, int]) -> None:
    scene = seated(seats, size)
    assert scene.stage
    tags, layout = scene.stage.canvas.tags, scene.stage.layout
    for area in (area for area in layout.areas if area.kind == PLATES):
        stake, hand = (scene.stage.find(role, area.seat) for role in ("reserve", "stock"))
        disc = tags[f"count{stake} 0.0"].rect
        assert disc.h >= 38 * layout.unit and disc.colliderect(layout.places[stake].box)
        assert (f"count{hand} 0.0" in tags) == layout.places[hand].shown
        assert disc.bottom <= Rect(area.box).bottom
