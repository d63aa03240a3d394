"""A game for one from hints and pauses to its end, and one that is watched."""

import pygame
import pytest

from game.core.table import Move
from game.rules.acht_mal_acht import STOCK, WASTE, AchtMalAcht
from game.rules.staffelpatience import DECLARED, Staffelpatience
from game.ui.covers.cover import AskScene, PauseScene
from game.ui.play.patience.free_end import SoloEnd, won_how
from game.ui.rulebook.page import HelpScene
from tests.rules.test_staffelpatience import BLACK, OTHERS, RED, position, up
from tests.ui.pilot import labels
from tests.ui.play.patience.positions import acht, alone, watched
from tests.ui.play.patience.solotable import Alone


def test_a_hint_is_shown_and_the_same_key_makes_the_move() -> None:
    table = Alone(AchtMalAcht(), solution=(Move(STOCK, WASTE),))
    table.key(pygame.K_h)
    assert not table.session.solo.history.line
    assert table.session.hints.advice
    table.wait(0.3)
    assert table.panel._said().startswith("Turn a card. ")
    table.key(pygame.K_h)
    assert table.session.solo.history.line == (Move(STOCK, WASTE),)


def test_from_a_table_that_is_not_known_one_key_goes_back_to_one_that_is() -> None:
    table = Alone(AchtMalAcht(), solution=(Move(STOCK, WASTE),) * 2)
    other = next(m for m in AchtMalAcht().moves(table.table, 0) if m.src != STOCK)
    table.session.play(other)
    table.session.play(Move(STOCK, WASTE))
    table.key(pygame.K_h)
    assert "back" in table.panel.buttons
    table.key(pygame.K_b)
    assert not table.session.solo.history.line
    assert table.session.solo.penalty == 20_000_000


def test_a_pause_covers_the_table_and_stops_the_clock() -> None:
    table = alone("Kh")
    table.key(pygame.K_v)
    table.key(pygame.K_p)
    assert isinstance(table.top, PauseScene)
    assert not table.top.overlay
    before = table.session.elapsed
    table.wait(2)
    assert table.session.elapsed == before
    table.key(pygame.K_p)
    table.wait(1)
    assert table.session.elapsed > before


def test_the_clock_stops_when_the_window_loses_the_focus() -> None:
    table = alone("Kh")
    table.send(pygame.WINDOWFOCUSLOST)
    assert table.top is table.scene, "it has not begun"
    table.key(pygame.K_v)
    table.send(pygame.WINDOWFOCUSLOST)
    assert isinstance(table.top, PauseScene)
    assert table.session.paused


@pytest.mark.parametrize("key", [pygame.K_p, pygame.K_F1, pygame.K_r, pygame.K_g])
def test_whatever_covers_the_table_stops_the_clock_until_it_has_gone(key: int) -> None:
    table = alone("Kh")
    table.key(pygame.K_v)
    before = table.session.elapsed
    table.key(key)
    assert table.top is not table.scene
    assert table.top
    assert not table.top.overlay, "nobody can think on"
    table.send(pygame.WINDOWFOCUSLOST)
    table.wait(5)
    assert table.session.elapsed == before
    table.key(pygame.K_ESCAPE)
    assert table.ctx.scene is table.scene
    assert table.session.elapsed == before
    table.wait(1)
    assert table.session.elapsed > before


def test_beginning_again_asks_and_giving_up_asks() -> None:
    table = alone("Kh")
    table.key(pygame.K_v, pygame.K_r)
    assert isinstance(table.top, AskScene)
    table.key(pygame.K_DOWN, pygame.K_RETURN)
    table.wait(1.5)
    assert not table.session.begun
    table.key(pygame.K_v, pygame.K_g)
    table.key(pygame.K_DOWN, pygame.K_RETURN)
    assert table.session.over
    table.wait(2)
    assert isinstance(table.top, SoloEnd)


def test_the_end_is_told_once_to_whom_it_was_given() -> None:
    table = Alone(AchtMalAcht(), table=acht(("Kh",)))
    table.session.play(Move(STOCK, WASTE))
    table.session.give_up()
    table.wait(3)
    assert table.ends == 1


def test_the_key_chosen_for_the_same_deal_again_is_that_of_the_end_too() -> None:
    table = alone("Kh")
    table.ctx.settings.keys = {"restart": "q"}
    table.ctx.apply_settings()
    table.key(pygame.K_v, pygame.K_g, pygame.K_DOWN, pygame.K_RETURN)
    table.wait(3)
    table.key(pygame.K_r)
    assert isinstance(table.top, SoloEnd)
    table.key(pygame.K_q)
    assert table.ctx.scene is table.scene


def test_whether_it_can_be_won_is_not_shown_where_it_counts() -> None:
    free, counted = alone("Kh"), Alone(AchtMalAcht(), limit=60_000_000)
    assert free.session.hints.indicates
    assert not counted.session.hints.indicates


def test_a_win_by_double_series_is_won_and_told_as_such() -> None:
    series = [f"F1: | {RED} {up(OTHERS[0])}", f"F2: | {BLACK} {up(OTHERS[1])}"[:-3]]
    game = Alone(Staffelpatience(), table=position("B1: | Ad", *series, "S: Ac |", "B2: | Kc", mode=DECLARED))
    game.click(1)
    game.wait(4)
    assert isinstance(game.top, SoloEnd)
    result = game.result
    assert (result.won, result.placed, result.cards) == (True, 50, 52)
    assert won_how(result) == "Won with a double series"


def test_the_help_of_a_run_being_watched_names_the_keys_of_whoever_watches() -> None:
    table = watched()
    table.key(pygame.K_F1)
    assert isinstance(table.top, HelpScene)
    keys = {row[0] for row in table.top.words.devices[0][1]}
    assert {"Left · Right", "Space", "R", "P · Esc"} <= keys
    assert not {"U · Y", "H", "R · G"} & keys
    table.key(pygame.K_F1)
    table.key(pygame.K_ESCAPE)
    assert isinstance(table.top, PauseScene)
    assert labels(table.top.tree) == [
        "Continue",
        "Keys and rules",
        "Settings",
        "From the beginning",
        "Leave the table",
    ]
