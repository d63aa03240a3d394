"""The keys at a table for one, from the choice of a pile to undo."""

import pygame
import pytest

from game.rules.acht_mal_acht import FOUNDATIONS, WASTE
from game.rules.haisty import Haisty
from game.ui.input.keys import AT_THE_TABLE, pile_keys
from tests.ui.play.patience.positions import FIRST, alone, haisty
from tests.ui.play.patience.solotable import Alone


def test_keys_choose_source_and_target() -> None:
    table = alone("9s", "8d", waste="2h")
    table.key(pygame.K_2, pygame.K_1)
    assert table.ranks(FIRST) == [9, 8]
    table.key(pygame.K_w, pygame.K_f)
    assert table.ranks(FOUNDATIONS[0]) == [1, 2]


def test_a_wrong_target_is_chosen_instead() -> None:
    table = alone("9s", "8c", "9d")
    table.key(pygame.K_1, pygame.K_2, pygame.K_3)
    assert table.ranks(FIRST + 2) == [9, 8]


def test_haisty_alone_has_the_keys_of_the_table() -> None:
    roles = [spot.role for spot in Haisty().spots(1)]
    keys = {
        roles[pile]: "".join(k for p, k in pile_keys(roles).items() if roles[p] == roles[pile])
        for pile in pile_keys(roles)
    }
    assert keys == AT_THE_TABLE | {"foundation": "7777"}
    table = Alone(Haisty(), table=haisty("5c 9h", ("8s", "9d", "Kc", "Qh"), waste="Th Ts Ad"))
    table.key(pygame.K_6, pygame.K_7)
    assert table.ranks(7) == [1]
    table.key(pygame.K_2, pygame.K_3)
    assert table.ranks(2) == [9, 8]
    assert table.ranks(1) == [9], "filled from the 13-pile"
    table.key(pygame.K_3, pygame.K_6)
    assert not table.session.over
    table.key(pygame.K_SPACE)
    assert table.ranks(6) == [10, 10], "the space bar knocks at the table; the hand is turned by V"
    table.key(pygame.K_v)
    assert len(table.ranks(6)) == 5


def test_the_same_key_twice_goes_where_it_fits_best() -> None:
    table = alone("9s", "8d")
    table.key(pygame.K_2, pygame.K_2)
    assert table.ranks(FIRST) == [9, 8]


def test_arrows_choose_how_many_cards_of_a_run_go_to_an_empty_column() -> None:
    for arrows, count in (((), 3), ((pygame.K_UP,), 2), ((pygame.K_UP, pygame.K_UP, pygame.K_DOWN), 2)):
        table = alone("Tc 9d 8c", "")
        table.key(pygame.K_1, *arrows, pygame.K_2)
        assert len(table.ranks(FIRST + 1)) == count
    table = alone("Tc 9d 8c", "")
    table.key(pygame.K_1, pygame.K_DOWN)
    assert table.hand.count == 1
    table.key(pygame.K_2)
    assert (table.ranks(FIRST + 1), table.hand.count) == ([8], 0)


def test_the_pile_chosen_by_key_is_framed_without_a_pointer() -> None:
    table = alone("9c 8d")
    before = pygame.image.tobytes(table.ctx.window.surface, "RGB")
    table.key(pygame.K_1)
    assert pygame.image.tobytes(table.ctx.window.surface, "RGB") != before


def test_one_key_alone_lays_what_fits() -> None:
    table = alone("9s", "3s 2h")
    table.key(pygame.K_f)
    assert table.ranks(FOUNDATIONS[0]) == [1, 2]


@pytest.mark.parametrize("key", [pygame.K_v, pygame.K_RETURN, pygame.K_SPACE])
def test_keys_turn_the_stock(key: int) -> None:
    table = alone("Kh")
    table.key(key)
    assert table.ranks(WASTE) == [4]


def test_undo_and_redo_by_letters_control_and_buttons() -> None:
    table = alone("Kh")
    table.key(pygame.K_v, pygame.K_v, pygame.K_u)
    assert table.ranks(WASTE) == [4]
    table.key(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert table.ranks(WASTE) == []
    table.key(pygame.K_y, mod=pygame.KMOD_CTRL)
    table.press("redo")
    assert table.ranks(WASTE) == [4, 4]
    table.press("undo")
    assert table.ranks(WASTE) == [4]
    table.wait(1)
    table.check()
    assert table.session.solo.penalty == 15_000_000


def test_cards_travel_back_when_a_move_is_undone() -> None:
    table = alone("9s", "8d")
    table.key(pygame.K_2, pygame.K_1)
    table.wait(1)
    there = table.stage.piles[FIRST][1].rest
    table.key(pygame.K_u)
    sprite = table.stage.piles[FIRST + 1][0]
    assert sprite.tween
    assert (sprite.pose(table.time).x, sprite.pose(table.time).y) == (there.x, there.y)
