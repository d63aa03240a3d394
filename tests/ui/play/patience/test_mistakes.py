"""What does not fit: what is said of it, what it costs, and what is not given away."""

import pygame
import pytest

from game.core.notation import pile_names
from game.i18n import set_language
from game.rules.haisty import Haisty
from game.rules.rot_und_schwarz import STOCK, WASTE, RotUndSchwarz
from game.rules.zahlenpatience import Zahlenpatience
from tests.positions import parse_table
from tests.reasons import REASONS
from tests.ui.play.patience.positions import FIRST, alone, sums
from tests.ui.play.patience.solotable import Alone


@pytest.mark.parametrize(
    ("key", "why"),
    [(pygame.K_1, "same colour"), (pygame.K_f, "needs an ace"), (pygame.K_0, "needs an ace")],
)
def test_a_wrong_target_key_is_told(key: int, why: str) -> None:
    table = alone("9s", "8c")
    table.wait(1)
    table.sounds.names.clear()
    table.key(pygame.K_2, key)
    assert "return" in table.sounds.names
    assert table.rising == [why]
    assert not table.session.solo.log
    table.wait(2)
    table.check()


def test_call_that_hidden_cards_refuse_says_each_time_to_turn_on() -> None:
    rules = Haisty()
    names = pile_names(rules.spots(1), 0)
    lines = ("R: ?? | 9h", "B1: | Kd", "B2: | Kh", "B3: | Ks", "B4: | Kc", "S: 9c 4c Qd 5c |", "W: | 2s")
    table = Alone(rules, table=parse_table("\n".join(lines), names))
    for _ in range(2):
        table.key(pygame.K_d)
        assert table.rising == ["turn on: a card will fit"]
        table.wait(2)
    assert not table.session.solo.log


def test_a_card_that_fits_nowhere_says_where_it_would_in_the_letters_on_the_cards() -> None:
    rules = Haisty()
    names = pile_names(rules.spots(1), 0)
    lines = ("R: ?? | Td", "B1: | Kd", "B2: | Kh", "B3: | Ks", "B4: | Tc", "S: 9c 4c 7d 5c |", "W: | 2s")
    table = Alone(rules, table=parse_table("\n".join(lines), names))
    table.click(0)
    assert table.rising == ["only onto 9♦ J♣ J♠"]
    set_language("sv")
    table.ctx.settings.own_letters = True
    table.click(4)
    assert set(table.rising) == {"only onto 9♦ J♣ J♠", "bara på 9♣ Kn♦ Kn♥"}


def test_each_mistake_is_explained_once_a_deal() -> None:
    table = alone("9s", "8c", "7c")

    def told() -> list[str]:
        rising = table.rising
        table.wait(2)
        assert table.rising == rising, "there is time to read it"
        table.wait(1)
        return rising

    table.drag(FIRST + 1, table.middle(FIRST))
    assert told() == ["same colour"]
    table.drag(FIRST + 2, table.middle(FIRST + 1))
    assert told() == [], "the same mistake again"
    table.click(FIRST)
    assert told() == ["fits nowhere"]
    table.scene.game.restart()
    table.wait(2)
    table.drag(FIRST + 1, table.middle(FIRST))
    assert told() == ["same colour"]


def test_what_is_to_be_kept_in_mind_is_neither_lit_nor_told() -> None:
    table = Alone(Zahlenpatience(hidden=True))
    table.ctx.settings.fits = "always"
    table.key(pygame.K_SPACE)
    table.wait(1)
    waste = table.stage.roles.index("waste")
    start = table.middle(waste)
    table.send(pygame.MOUSEBUTTONDOWN, pos=start, button=pygame.BUTTON_LEFT)
    table.send(pygame.MOUSEMOTION, pos=(start[0] + 30, start[1] + 30), rel=(0, 0), buttons=(1, 0, 0))
    assert not [key for key in table.stage.canvas.tags if key.startswith("fits")]
    wanted = {move.dst for move in table.session.rules.moves(table.table, 0)}
    wrong = next(i for i, role in enumerate(table.stage.roles) if role == "foundation" and i not in wanted)
    table.send(pygame.MOUSEBUTTONUP, pos=table.middle(wrong), button=pygame.BUTTON_LEFT)
    assert not REASONS.intersection(table.rising)


def test_a_wrong_pile_is_a_mistake_with_its_sound_and_price() -> None:
    rules = Zahlenpatience(must_lay=False)
    table = Alone(rules)
    wrong = next(
        dst
        for dst in range(4, 8)
        if (turned := rules.deal(3, 1).piles[8].cards[-1])
        and rules.notes(table.table)[dst] != str(turned.rank)
    )
    table.key(pygame.K_v)
    before, table.sounds.names = table.table, []
    table.key(pygame.K_1 + wrong - 4)
    assert table.table == before
    assert table.session.solo.mistakes == 1
    assert "wrong" in table.sounds.names
    table.drag(9, table.middle(wrong))
    assert table.session.solo.mistakes == 2
    table.wait(1)
    table.check()


@pytest.mark.parametrize("hidden", [False, True])
def test_a_click_on_a_pile_says_where_the_turned_card_goes(hidden: bool) -> None:
    table = sums("9h", hidden)
    table.click(4)
    assert (table.ranks(4), table.session.solo.mistakes) == ([2], 1)
    table.click(6)
    assert (table.ranks(6), table.session.solo.mistakes) == ([6, 9], 1)
    table.wait(0.7)
    table.check()


def test_what_is_to_be_kept_in_mind_is_not_given_away() -> None:
    for button in (pygame.BUTTON_LEFT, pygame.BUTTON_RIGHT):
        table = sums("9h", hidden=True)
        table.click(9, button=button)
        table.key(pygame.K_w, pygame.K_w)
        assert not table.session.solo.history.line
    fits, fits_not = sums("9h", hidden=True), sums("Th", hidden=True)
    for place in range(4, 10):
        at = fits.middle(place)
        assert fits.pointer.under(at) == fits_not.pointer.under(at)
    shown = sums("9h", hidden=False)
    shown.click(9)
    assert shown.ranks(6) == [6, 9]


def test_cards_let_go_between_two_hidden_piles_do_not_choose_the_right_one() -> None:
    table = sums("9h", hidden=True)
    x, y, w, h = table.stage.layout.places[5].box
    table.drag(9, (x + w - 2, y + h // 2))
    assert (table.ranks(6), table.session.solo.mistakes) == ([6], 1)


def test_draw_while_the_drawn_card_must_be_laid_is_told() -> None:
    rules = RotUndSchwarz()
    names = pile_names(rules.spots(1), 0)
    aces = [f"F{n}: | A{suit}" for n, suit in enumerate("cdhscdhs", 1)]
    lines = [*aces, "B1: | 9h", "B2: | Ts", "S: Kh 8s |", "W: | Qd"]
    table = Alone(rules, table=parse_table("\n".join(lines), names))
    table.click(STOCK)
    table.wait(1)
    table.click(STOCK)
    assert table.rising == ["a card fits: lay it first"]
    table.wait(3)
    assert len(table.session.solo.log) == 1
    table.drag(WASTE, table.middle(8))
    table.wait(1)
    table.click(STOCK)
    table.wait(1)
    assert len(table.session.solo.log) == 3
    table.check()


def test_a_turn_while_a_card_fits_is_told_each_time() -> None:
    table = sums("9h", hidden=False)
    for _ in range(2):
        table.click(8)
        assert "a card fits: lay it first" in table.rising
        table.wait(3)


def test_why_a_card_does_not_fit_is_told_where_it_was_to_go() -> None:
    table = alone("9s", "8c")
    table.drag(FIRST + 1, table.middle(FIRST))
    (tag,) = (tag for key, tag in table.stage.canvas.tags.items() if key.startswith("rise"))
    assert tag.rect.collidepoint(table.middle(FIRST)) and not tag.rect.collidepoint(table.middle(FIRST + 1))
    table = sums("9h", hidden=False)
    table.click(4)
    assert len(table.rising) == 2, "the cost, and why"
