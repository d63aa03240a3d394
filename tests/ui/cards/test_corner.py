"""The turned-up corner tells by the colour of its back whose a card on the shared table is."""

import pygame
import pytest

from game.core.cards import Card, Pile
from game.core.state import FLIGHT, Returned, Thrown
from game.core.table import Move, Moved
from game.rules.haisty import Haisty
from game.ui.cards.deck import Deck
from game.ui.cards.labels import backdrop
from game.ui.cards.sprite import Sprite
from game.ui.cards.stage import Stage
from game.ui.engine.window import Window
from game.ui.play.match.layout import table_layout
from tests.ui.cards.test_stage import art

RULES = Haisty()
SIZE = (1280, 720)
OWN, OTHER = Card(1, 0, 0), Card(1, 1, 1)
TIP, MIDWAY = 0.07, 0.2
"""How far from the lower left, in card widths: inside every corner, and inside only one's own."""


@pytest.fixture
def surface() -> pygame.Surface:
    return Window(SIZE).surface


def begun() -> tuple[Stage, int]:
    """A table of two on which nothing lies yet but an ace on each one's waste, and its first place."""
    spots = RULES.spots(2)
    places = table_layout(SIZE, spots, (0,))
    deck = Deck(art, tuple({area.card for area in places.areas}), places.unit, 16 << 20)
    stage = Stage(places, spots, deck, (3, 5), backdrop(places), own=(0,))
    table = RULES.deal(3, 2)
    piles = list(table.piles)
    piles[stage.find("waste", 0)], piles[stage.find("waste", 1)] = Pile((OWN,), 1), Pile((OTHER,), 1)
    stage.reset(table._replace(piles=tuple(piles)).view())
    return stage, stage.find("foundation", None)


def shows(surface: pygame.Surface, sprite: Sprite, back: int, inside: float, now: float) -> bool:
    """Whether the card shows its back so far from its lower left corner; it may not be tilted much."""
    pose = sprite.pose(now)
    at = pose.x + (inside - 0.5) * pose.w, pose.y + (0.7 - inside) * pose.w
    found, wanted = surface.get_at((round(at[0]), round(at[1]))), art(f"backs/{back}", 60).get_at((30, 50))
    return all(abs(a - b) < 12 for a, b in zip(found[:3], wanted[:3], strict=True))


def lay(stage: Stage, seat: int, card: Card, slot: int, now: float) -> float:
    """Throw a card and let it land; when it lies still."""
    move = Move(stage.find("waste", seat), slot)
    stage.apply(Thrown(seat, move, (card,), 0), now)
    stage.apply(Moved(seat, *move[:2], (card,)), now + FLIGHT / 1e6)
    return now + 2


def test_every_card_on_the_table_shows_its_back_and_the_own_ones_show_more(surface: pygame.Surface) -> None:
    stage, slot = begun()
    now = lay(stage, 1, OTHER, slot + 1, lay(stage, 0, OWN, slot, 0.0))
    stage.draw(surface, now, full=True)
    own, other = stage.piles[slot][-1], stage.piles[slot + 1][-1]
    assert shows(surface, own, 3, TIP, now)
    assert shows(surface, other, 5, TIP, now)
    assert shows(surface, own, 3, MIDWAY, now)
    assert not shows(surface, other, 5, MIDWAY, now)


def test_a_card_shows_whose_it_is_from_the_throw_on_and_no_more_once_it_comes_back(
    surface: pygame.Surface,
) -> None:
    stage, slot = begun()
    sprite = stage.piles[stage.find("waste", 1)][-1]
    stage.draw(surface, 0.0, full=True)
    assert not shows(surface, sprite, 5, TIP, 0.0), "lying at its owner's it need not tell"
    move = Move(stage.find("waste", 1), slot)
    stage.apply(Thrown(1, move, (OTHER,), 0), 0.0)
    stage.draw(surface, 0.001)
    assert shows(surface, sprite, 5, TIP, 0.001)
    stage.apply(Returned(1, move, 0), 0.1)
    stage.draw(surface, 2.0)
    assert not shows(surface, sprite, 5, TIP, 2.0)


def test_what_is_flown_over_is_mended_beneath_the_corner_too(surface: pygame.Surface) -> None:
    stage, slot = begun()
    stage.draw(surface, 0.0, full=True)
    now, end = 0.0, lay(stage, 1, OTHER, slot + 3, 0.0)
    whole = surface.copy()
    while now < end:
        now += 1 / 60
        stage.draw(surface, now)
        stage.canvas.redraw(whole, now)
        assert surface.get_buffer().raw == whole.get_buffer().raw, now
