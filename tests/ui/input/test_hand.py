"""The hand: what pointer and keys ask for, judged against a real table of bots that wait."""

from collections.abc import Callable, Iterator

import pygame
import pytest

from game.core.cards import HEARTS, Card, Pile
from game.core.state import (
    FLIGHT,
    HAND,
    PLAYING,
    SCORED,
    Returned,
)
from game.core.table import Move, Table
from game.rules.haisty import KING_BUSY, Haisty
from game.ui.cards.motion import EFFECTS
from game.ui.input.pointer import Drag
from tests.ui.input.handplayer import BUILD, DONE, RESERVE, SLOT, STOCK, WASTE, Far, Player, table
from tests.ui.play.patience.solotable import card


@pytest.fixture
def player() -> Iterator[Player]:
    yield Player(table())


def test_a_click_sends_a_card_to_the_table_first(player: Player) -> None:
    player.click(WASTE)
    assert player.count(SLOT) == 1, "it flies"
    player.wait(0.11)
    assert player.top(SLOT) == card("2h")


def test_a_click_sends_a_card_to_a_build_pile_when_the_table_does_not_take_it() -> None:
    player = Player(table(reserve="8h"))
    player.click(RESERVE)
    assert player.top(BUILD) == card("8h")


def test_a_click_on_the_lowest_card_moves_the_whole_pile(player: Player) -> None:
    player.click(BUILD + 1, 0)
    assert [c.rank for c in player.session.state.table.piles[BUILD].cards] == [9, 8, 7]
    assert player.count(BUILD + 1) == 1, "and the place is filled from the 13-pile"


def test_a_card_that_fits_nowhere_stays(player: Player) -> None:
    before = player.session.state.table
    player.click(RESERVE)
    player.wait(1)
    assert player.session.state.table == before


def test_a_click_on_the_hand_turns_it_and_so_does_a_key(player: Player) -> None:
    player.click(STOCK)
    assert player.count(WASTE) == 4
    player.wait(0.1)
    player.keys(pygame.K_v)
    assert player.count(WASTE) == 7
    player.wait(0.1)
    player.keys(pygame.K_RETURN)
    assert player.count(WASTE) == 10


def test_a_press_sooner_than_a_hand_can_be_is_made_as_soon_as_it_can(player: Player) -> None:
    player.keys(pygame.K_v, pygame.K_RETURN)
    assert player.count(WASTE) == 4
    player.wait((HAND - 1000) / 1e6)
    assert player.count(WASTE) == 4
    player.wait(0.004)
    assert player.count(WASTE) == 7


def test_right_click_goes_to_the_table_only(player: Player) -> None:
    player.press(player.middle(BUILD + 1), pygame.BUTTON_RIGHT)
    player.wait(0.2)
    assert player.top(BUILD + 1) == card("7c")
    player.press(player.middle(WASTE), pygame.BUTTON_RIGHT)
    player.wait(0.2)
    assert player.top(SLOT) == card("2h")


def test_keys_choose_source_and_target(player: Player) -> None:
    player.keys(pygame.K_6, pygame.K_7)
    player.wait(0.2)
    assert player.top(SLOT) == card("2h")
    player.keys(pygame.K_3, pygame.K_2)
    assert player.top(BUILD) == card("7c")
    assert player.hand.source is None


def test_the_same_key_twice_sends_to_the_best_place(player: Player) -> None:
    player.keys(pygame.K_KP6, pygame.K_KP6)
    player.wait(0.2)
    assert player.top(SLOT) == card("2h")


def test_a_pointer_on_the_move_has_the_moves_worked_out_once_for_each_table() -> None:
    asked: list[Table] = []

    class Counting(Haisty):
        def moves(self, table: Table, seat: int) -> Iterator[Move]:
            asked.append(table)
            return super().moves(table, seat)

    player = Player(table())
    player.session.rules = Counting()
    for pile in (RESERVE, BUILD + 1, WASTE) * 20:
        x, y = player.middle(pile, 0)
        player.pointer.under((x, y))
    player.press(player.middle(BUILD + 1, 0))
    for step in range(40):
        player.move((300 + step, 400))
    assert len(asked) == 1
    player.release((5, 5))
    player.keys(pygame.K_v)
    asked.clear()
    for pile in (RESERVE, BUILD + 1, WASTE) * 20:
        player.pointer.under(player.middle(pile, 0))
    assert asked == [player.session.state.table], "anew on another table"


def test_a_build_key_that_is_no_target_becomes_the_source(player: Player) -> None:
    player.keys(pygame.K_4, pygame.K_3)
    assert player.hand.source == BUILD + 1


def test_dragging_onto_a_build_pile_moves_the_card() -> None:
    player = Player(table(reserve="8h"))
    player.drag(RESERVE, player.middle(BUILD))
    assert player.top(BUILD) == card("8h")


def test_dragging_a_pile_by_its_lowest_card_moves_all_of_it(player: Player) -> None:
    player.drag(BUILD + 1, player.middle(BUILD), index=0)
    assert player.count(BUILD) == 3


def test_a_card_let_go_beside_everything_goes_home(player: Player) -> None:
    before = player.session.state.table
    player.drag(WASTE, (5, 5))
    player.wait(1)
    assert player.session.state.table == before
    assert not any(sprite.held for sprites in player.stage.piles for sprite in sprites)


def test_a_card_dropped_where_it_does_not_fit_yet_is_thrown_and_judged_on_arrival() -> None:
    player = Player(table(waste="3h"))
    player.drag(WASTE, player.middle(SLOT))
    assert player.session.state.air, "it is on its way"
    pile = player.session.state.table.piles[SLOT]
    laid = player.session.state.table._replace(
        piles=(
            *player.session.state.table.piles[:SLOT],
            Pile((*pile.cards, Card(2, HEARTS, 1)), 2),
            *player.session.state.table.piles[SLOT + 1 :],
        )
    )
    player.session.match.state = player.session.state._replace(table=laid)
    player.wait(0.11)
    assert player.top(SLOT) == card("3h")


TO_TABLE = [
    lambda player: player.keys(pygame.K_6, pygame.K_7),
    lambda player: player.keys(pygame.K_6, pygame.K_t),
    lambda player: player.press(player.middle(WASTE), pygame.BUTTON_RIGHT),
]


@pytest.mark.parametrize("send", TO_TABLE)
@pytest.mark.parametrize("waste", ["9c", "3h"])
def test_what_fits_nowhere_on_the_table_shakes_and_stays(send: Callable[[Player], None], waste: str) -> None:
    player = Player(table(waste=waste))
    send(player)
    assert not player.session.state.air
    assert not player.hand.waiting
    tween = player.stage.piles[WASTE][-1].tween
    refusal = EFFECTS["refuse"].motion
    assert tween and refusal
    assert tween.motion._replace(tilt=abs(tween.motion.tilt)) == refusal


@pytest.mark.parametrize("send", TO_TABLE)
def test_what_fits_when_anothers_card_has_landed_is_thrown(send: Callable[[Player], None]) -> None:
    player = Player(table(waste="3h"))
    state = player.session.state
    other = state.table.piles[8]
    piles = list(state.table.piles)
    piles[8] = Pile((*other.cards, Card(2, HEARTS, 1)), 1)
    player.session.match.state = state._replace(table=state.table._replace(piles=tuple(piles)))
    player.session.now = 500_000
    player.session.events += player.session.match.claim(1, Move(8, SLOT, 1), 500_000, 500_000)
    player.stage.reset(player.session.state.table)
    player.pump()
    assert [thrown.seat for thrown in player.session.state.air] == [1]
    player.wait(0.05)
    send(player)
    assert [thrown.seat for thrown in player.session.state.air] == [1, 0]
    player.wait(0.11)
    assert player.top(SLOT) == card("3h")


def test_one_input_is_remembered_while_a_card_is_in_the_air(player: Player) -> None:
    player.click(WASTE)
    player.click(STOCK)
    player.keys(pygame.K_v)
    assert player.hand.waiting
    assert player.count(WASTE) == 1, "the hand is busy"
    player.wait(FLIGHT / 1e6 + 0.01)
    assert player.top(SLOT) == card("2h")
    assert player.count(WASTE) == 3, "the last wish is played, and only that"


@pytest.mark.parametrize(("last", "slot"), [("4h", "3h"), ("Kd", "Qd")])
def test_a_knock_waits_its_turn_like_every_other_move(last: str, slot: str) -> None:
    player = Player(table(reserve=last, slot=slot, below=0))
    player.click(RESERVE)
    assert player.session.state.air, "the last card of the 13-pile is on its way"
    player.hand.knock(player.time)
    for seconds in (FLIGHT / 1e6 + 0.01, KING_BUSY / 1e6, FLIGHT / 1e6):
        player.wait(seconds)
    assert player.count(RESERVE) == 0
    assert (player.session.state.phase, player.session.state.knocker) == (SCORED, 0)


def test_a_click_on_the_place_of_the_empty_13_pile_knocks() -> None:
    player = Player(table(reserve="", below=0))
    player.click(RESERVE)
    player.wait(FLIGHT / 1e6)
    assert player.session.state.knocker == 0


def test_a_second_knock_waits_though_nothing_has_been_heard_of_the_first() -> None:
    player = Player(table(), Far)
    player.hand.knock(player.time)
    player.hand.knock(player.time)
    assert player.hand.waiting
    player.pump()
    assert not [event for event in player.seen if isinstance(event, Returned)]


def test_a_wish_waits_for_a_card_that_is_judged_late(player: Player) -> None:
    player.session.late = 50_000
    player.click(WASTE)
    player.wait(FLIGHT / 1e6 + 0.01)
    player.keys(pygame.K_v)
    assert player.hand.waiting, "the card is still in the air"
    player.wait(0.06)
    player.wait(0.01)
    assert player.top(SLOT) == card("2h")
    assert player.count(WASTE) == 3


def test_after_a_king_the_hand_stays_busy() -> None:
    slot = " ".join(f"{rank}d" for rank in "A23456789TJQ")
    player = Player(table(slot=slot))
    player.click(RESERVE)
    player.keys(pygame.K_v)
    player.wait(FLIGHT / 1e6 + 0.01)
    assert player.count(DONE) == 13
    assert player.hand.waiting
    player.wait(KING_BUSY / 1e6)
    assert not player.hand.waiting
    assert player.count(WASTE) == 4


def test_a_pile_is_hit_a_little_beside_it_too(player: Player) -> None:
    x, y, w, _ = player.stage.layout.places[RESERVE].box
    assert Drag(player.stage).hit((x - w // 8, y + 20)) == (RESERVE, 3)
    assert Drag(player.stage).hit((2, 2)) is None


def test_nothing_is_played_before_the_start(player: Player) -> None:
    player.session.match.state = player.session.state._replace(starts=500_000)
    assert player.session.state.phase == PLAYING
    player.click(STOCK)
    assert player.count(WASTE) == 1 and not player.hand.waiting


REFUSED: list[tuple[Callable[[Player], None], str, int]] = [
    (lambda player: player.click(RESERVE), "only onto {cards}", RESERVE),
    (lambda player: player.keys(pygame.K_1, pygame.K_1), "only onto {cards}", RESERVE),
    (lambda player: player.keys(pygame.K_1, pygame.K_7), "needs an ace", RESERVE),
    (lambda player: player.keys(pygame.K_6, pygame.K_7), "needs a 2", WASTE),
    (lambda player: player.press(player.middle(WASTE), pygame.BUTTON_RIGHT), "needs a 2", WASTE),
    (lambda player: player.keys(pygame.K_6, pygame.K_2), "needs an 8", WASTE),
    (lambda player: player.drag(WASTE, player.middle(BUILD)), "needs an 8", WASTE),
    (lambda player: player.drag(WASTE, player.middle(BUILD + 1)), "needs a 6", WASTE),
    (lambda player: player.drag(BUILD + 2, player.middle(BUILD + 1)), "needs a 6", BUILD + 2),
    (lambda player: player.drag(RESERVE, player.middle(STOCK)), "nothing goes there", RESERVE),
]


@pytest.mark.parametrize(("try_it", "why", "pile"), REFUSED)
def test_a_refused_card_says_why(try_it: Callable[[Player], None], why: str, pile: int) -> None:
    player = Player(table(waste="9h"))
    try_it(player)
    assert player.told == [(why, pile)]
    assert not player.session.state.air


def test_a_hand_that_cannot_be_turned_says_so() -> None:
    start = table(waste="9h")
    player = Player(start._replace(piles=(*start.piles[:STOCK], Pile(), *start.piles[STOCK + 1 :])))
    player.keys(pygame.K_v)
    player.press(player.middle(STOCK))
    assert player.told == [("no cards left", STOCK)] * 2


def test_what_is_carried_knows_where_it_fits() -> None:
    player = Player(table(reserve="8h", slot="7h"))
    assert player.pointer.fits == set()
    player.press(player.middle(RESERVE))
    assert player.pointer.fits == set(), "it is not carried yet"
    player.move((300, 300))
    assert player.pointer.fits == {BUILD, SLOT}
    player.release((5, 5))
    assert player.pointer.fits == set()
