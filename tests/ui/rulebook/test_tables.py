"""The small tables of the lists: real positions, drawn one by one, and dropped when they no longer fit."""

from collections import Counter

import pygame
import pytest
from pygame import Rect

from game.core.cards import HIDDEN
from game.rules import games
from game.ui.engine.assets import CardImages
from game.ui.engine.window import Window
from game.ui.rulebook.tables import SmallTables, middle, small_table
from tests.test_new_game import RULES


@pytest.fixture(autouse=True)
def window() -> None:
    Window((1280, 720))


@pytest.mark.parametrize("name", sorted(games()))
def test_a_table_is_a_position_in_the_middle_of_a_deal(name: str) -> None:
    rules = games()[name]()
    table, dealt = middle(rules), rules.deal(1, 1)
    cards = [card for pile in table.piles for card in pile.cards]
    assert len(cards) == sum(len(pile.cards) for pile in dealt.piles)
    pack = {card for pile in dealt.piles for card in pile.cards}
    known = Counter(card for card in cards if card != HIDDEN)
    assert set(known) <= pack
    assert set(known.values()) == {1}
    assert any(rules.moves(table, 0))
    assert rules.outcome(table) is None
    assert table != rules.deal(1, 1)
    assert rules.progress(table)[0] < rules.progress(table)[1]


@pytest.mark.parametrize("size", [(72, 42), (288, 168)])
@pytest.mark.parametrize("name", sorted(games()))
def test_all_cards_lie_within_the_picture(name: str, size: tuple[int, int]) -> None:
    picture = small_table(games()[name](), size, CardImages().image)
    assert picture.get_size() == size
    bright = pygame.mask.from_threshold(picture, (255, 253, 246), (24, 24, 24, 255))
    inside = Rect((0, 0), size).inflate(-2, -2)
    assert bright.count() > 0.02 * size[0] * size[1]
    assert all(inside.contains(rect) for rect in bright.get_bounding_rects())


def test_tables_are_drawn_one_after_the_other_once_and_shown_together() -> None:
    tables = SmallTables(CardImages().image)
    first, second = games()["paare"](), games()["farbwechsel"]()
    for _ in range(2):
        assert tables.get(first, (96, 56)) is None
        assert tables.get(second, (96, 56)) is None
    tables.draw_next()
    assert tables.waiting
    assert tables.get(first, (96, 56)) is None, "all are shown at once"
    tables.draw_next()
    assert not tables.waiting
    kept = tables.get(first, (96, 56))
    tables.keep((96, 56))
    assert tables.get(first, (96, 56)) is kept
    tables.keep((120, 70))
    assert tables.get(first, (96, 56)) is None


def test_a_game_without_a_challenge_shows_its_deal() -> None:
    module: dict[str, object] = {}
    exec(RULES, module)
    spike = module["Spike"]()  # type: ignore[operator]
    assert middle(spike) == spike.deal(1, 1)
