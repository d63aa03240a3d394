"""The pointer at a table for one: clicks, drags, and what lights up meanwhile."""

import pygame
import pytest

from game.core.cards import Pile
from game.core.table import Move, Table
from game.rules.acht_mal_acht import FOUNDATIONS, STOCK, WASTE, AchtMalAcht
from game.rules.staffelpatience import Staffelpatience
from game.ui.input.pointer import Drag
from game.ui.play.patience.remarks import whole_run
from tests.ui.play.patience.positions import FIRST, acht, alone
from tests.ui.play.patience.solotable import Alone, pile


def test_a_click_sends_a_card_to_a_foundation_first() -> None:
    table = alone("3s 2h", "3c")
    table.click(FIRST)
    assert table.ranks(FOUNDATIONS[0]) == [1, 2]


def test_a_click_again_goes_on_to_the_next_best_place_instead_of_back() -> None:
    table = alone("8d", "9c", "9s")
    table.click(FIRST)
    assert table.ranks(FIRST + 1) == [9, 8]
    table.click(FIRST + 1)
    assert table.ranks(FIRST + 2) == [9, 8]


def test_a_click_takes_the_run_from_where_it_was_clicked() -> None:
    table = alone("Tc 9d 8s", "Tc")
    table.click(FIRST, 1)
    assert table.ranks(FIRST + 1) == [10, 9, 8]


def test_a_click_anywhere_on_a_run_that_moves_only_as_a_whole_takes_it() -> None:
    for index in (1, 2, 3):
        table = Alone(AchtMalAcht(), table=acht(("Ks Tc 9d 8s", "Jd", "Ks", "Kc", "Kh", "Kd", "Kh", "Kd")))
        table.click(FIRST, index)
        assert (table.ranks(FIRST), table.ranks(FIRST + 1)) == ([13], [11, 10, 9, 8])


def test_a_column_is_not_sent_from_one_gap_to_another() -> None:
    table = alone("Kh")
    before = table.table
    table.click(FIRST)
    assert table.table == before


def test_a_drag_takes_part_of_a_run() -> None:
    table = alone("Tc 9d 8s 7h", "9h")
    table.drag(FIRST, table.middle(FIRST + 1), index=2)
    assert table.ranks(FIRST + 1) == [9, 8, 7]
    assert table.ranks(FIRST) == [10, 9]


def test_what_does_not_fit_comes_back_with_its_sound() -> None:
    table = alone("8s", "7s")
    before = table.table
    table.sounds.names.clear()
    table.drag(FIRST + 1, table.middle(FIRST))
    assert "return" in table.sounds.names
    table.wait(1)
    assert table.table == before
    assert not table.session.begun
    table.check()


def test_cards_that_are_no_run_are_not_lifted() -> None:
    table = alone("2c 9d 8s", "Kd")
    table.drag(FIRST, table.middle(FIRST + 1), index=0)
    table.wait(1)
    table.check()
    assert table.ranks(FIRST) == [2, 9, 8]


def test_clicks_on_the_stock_turn_it_and_turn_the_waste_over() -> None:
    table = alone("Kh")
    table.click(STOCK)
    table.click(STOCK)
    assert table.ranks(WASTE) == [4, 4]
    table.wait(0.5)
    table.click(STOCK)
    assert (len(table.table.piles[STOCK].cards), table.table.passes) == (2, 1)
    table.wait(1)
    table.check()


def test_a_right_click_goes_to_a_foundation_only() -> None:
    table = alone("9s", "8d", "3s 2h")
    table.click(FIRST + 1, button=pygame.BUTTON_RIGHT)
    assert table.ranks(FIRST + 1) == [8]
    table.click(FIRST + 2, button=pygame.BUTTON_RIGHT)
    assert table.ranks(FOUNDATIONS[0]) == [1, 2]


@pytest.mark.parametrize(("limit", "lit"), [(None, True), (60_000_000, False)])
def test_in_free_play_what_is_carried_shows_where_it_fits(limit: int | None, lit: bool) -> None:
    table = Alone(AchtMalAcht(), table=acht(("9s", "8d", "9c")), limit=limit)
    tags = table.stage.canvas.tags
    start = table.middle(FIRST + 1)
    table.send(pygame.MOUSEBUTTONDOWN, pos=start, button=pygame.BUTTON_LEFT)
    table.send(pygame.MOUSEMOTION, pos=(start[0] + 30, start[1] + 30), rel=(0, 0), buttons=(1, 0, 0))
    shown = {key.partition(" ")[0] for key in tags if key.startswith("fits")}
    empty = {f"fits{FIRST + i}" for i in range(3, 8)}
    assert shown == ({f"fits{FIRST}", f"fits{FIRST + 2}"} | empty if lit else set())
    table.send(pygame.MOUSEBUTTONUP, pos=(5, 700), button=pygame.BUTTON_LEFT)
    assert not [key for key in tags if key.startswith("fits")]


BOOK = "Kc Qd Jc Td 9c 8d 7c 6d 5c 4d 3c 2d Ac"


@pytest.mark.parametrize("index", [0, 5, 12])
def test_a_click_anywhere_on_a_complete_run_puts_it_away(index: int) -> None:
    table = Table((pile(BOOK), pile("2h"), *[Pile()] * 11))
    game = Alone(Staffelpatience(), table=table)
    assert whole_run(game.session, game.stage.roles) == Move(0, 9, 13)
    game.click(0, index)
    assert len(game.ranks(9)) == 13
    assert whole_run(game.session, game.stage.roles) is None


def test_a_card_in_the_hand_is_put_back_under_the_cover() -> None:
    table = alone("9s", "8d")
    start = table.middle(FIRST)
    table.send(pygame.MOUSEBUTTONDOWN, pos=start, button=pygame.BUTTON_LEFT)
    table.send(pygame.MOUSEMOTION, pos=(start[0] + 90, start[1]), rel=(0, 0), buttons=(1, 0, 0))
    table.key(pygame.K_p)
    table.key(pygame.K_p)
    table.wait(1)
    table.check()


def test_a_point_on_a_covered_card_means_that_card_however_near_the_next_one_is() -> None:
    table = alone("9c 8d", "9s")
    upper = table.stage.piles[FIRST][1].rest
    edge = round(upper.y - 0.7 * upper.w)
    hit = Drag(table.stage).hit
    assert hit((round(upper.x), edge - 3)) == (FIRST, 0)
    assert hit((round(upper.x), edge + 3)) == (FIRST, 1)
