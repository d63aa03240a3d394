"""Which face a card shows: the large index where the ordinary one would be too small to read."""

import pygame
import pytest

from game.rules.haisty import Haisty
from game.ui.cards.deck import Deck, Look
from game.ui.cards.layout import PLATES, RATIO, SHARED
from game.ui.engine.assets import CardImages
from game.ui.engine.window import Window
from game.ui.play.match.layout import table_layout
from tests.ui.sizes import SEATED, SIZES


@pytest.mark.parametrize(("size", "seats"), SEATED)
def test_small_cards_have_the_large_index(size: tuple[int, int], seats: int) -> None:
    Window((1280, 720))
    found = table_layout(size, Haisty().spots(seats), (0,))
    asked: list[str] = []

    def art(name: str, width: int) -> pygame.Surface:
        asked.append(name.partition("/")[0])
        return pygame.Surface((width, round(width * RATIO)), pygame.SRCALPHA)

    widths = tuple({area.card for area in found.areas})
    for area in found.areas:
        asked.clear()
        deck = Deck(art, widths, found.unit, 64 << 20)
        deck.picture(Look("h13", area.card))
        large = asked == ["large"]
        assert large or area.kind != PLATES, "the others' cards are always small"
        assert large or area.card >= 70, f"an ordinary index on {area.kind} at {area.card} pixels"
        if found.unit >= 1 and area.kind != PLATES:
            assert large == (area.card < 70 * found.unit)


def test_the_shared_table_of_eight_is_read_by_large_indices() -> None:
    for size in SIZES:
        found = table_layout(size, Haisty().spots(8), (0,))
        shared = next(area for area in found.areas if area.kind == SHARED)
        assert shared.card < 70 * found.unit <= found.areas[0].card


def test_shared_cards_are_drawn_from_the_own_ones_and_nothing_shines_through() -> None:
    Window((1280, 720))
    found = table_layout((1920, 1080), Haisty().spots(4), (0,))
    own, shared = found.areas[0].card, found.areas[-1].card
    images = CardImages()
    deck = Deck(images.image, tuple({area.card for area in found.areas}), found.unit, 64 << 20)
    assert shared < own
    assert shared not in {width for _name, width in deck.sprites([0])}, "no pictures of their own: megabytes"
    for tilt in (0.0, 1.2):
        picture = deck.picture(Look("c02", shared, tilt))
        assert abs(picture.get_bounding_rect(200).w - shared) <= 0.06 * shared
        assert picture.get_at((picture.width // 2, picture.height // 2)).a == 255
