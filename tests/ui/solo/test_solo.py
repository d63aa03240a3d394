"""The scene of a game for one: every game, pointer and keys, hints, pauses, the way back and the end."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

import pygame
import pytest

from game.core.cards import Pile, pack
from game.core.rules import Outcome, Rules, Spot
from game.core.shuffle import Seed, Stream, shuffled
from game.core.table import Move, Table
from game.core.why import REASONS
from game.i18n import LANGUAGES, set_language
from game.rules import games
from game.rules.acht_mal_acht import COLUMNS, FOUNDATIONS, STOCK, WASTE, AchtMalAcht
from game.rules.haisty import Haisty
from game.rules.staffelpatience import DECLARED, Staffelpatience
from game.rules.zahlenpatience import Zahlenpatience
from game.sessions.run_playback import RunPlayback
from game.solve.hints.cache import LOST, STILL_WON, UNKNOWN, Hint
from game.storage.run_replay import run_of
from game.ui.cards.solo_layout import solo_layout
from game.ui.engine import text
from game.ui.input.keys import AT_THE_TABLE, pile_keys
from game.ui.solo.cover import SoloAsk, SoloHelp, SoloPause
from game.ui.solo.free_end import SoloEnd, won_how
from game.ui.solo.marks import whole_run
from game.ui.solo.scene import SoloScene
from game.ui.widgets.rows import Button
from tests.rules.test_staffelpatience import BLACK, OTHERS, RED, position, up
from tests.ui.solo.solotable import Alone, pile, stroll

GAMES = pytest.mark.parametrize("name", sorted(games()))
FIRST = COLUMNS[0]


def acht(
    columns: tuple[str, ...] = ("9c 8d", "9s", "Kh", ""), waste: str = "", stock: str = "4c 4d"
) -> Table:
    """A position of Acht mal Acht; the hearts' ace lies on the first foundation."""
    down = pile(stock)._replace(up=0)
    rest = [Pile()] * (8 - len(columns))
    return Table((pile("Ah"), *[Pile()] * 7, *map(pile, columns), *rest, down, pile(waste)))


def alone(*columns: str, waste: str = "", stock: str = "4c 4d") -> Alone:
    return Alone(AchtMalAcht(any_part=True), table=acht(columns, waste, stock))


# -- every game


@GAMES
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160), (1280, 1024), (2560, 1080)])
def test_places_lie_apart_on_the_table(name: str, size: tuple[int, int]) -> None:
    rules = games()[name]()
    found = solo_layout(size, rules.spots(1))
    boxes = [pygame.Rect(place.box) for place in found.places]
    assert found.areas[0].card >= 0.06 * min(size[0], size[1] * 16 / 9), "cards are large"
    for place, box in zip(found.places, boxes, strict=True):
        tail = place.room if place.fan == "right" else 0
        assert box.x >= 0
        assert box.right + tail <= found.panel.x
        assert box.bottom <= size[1]
    for one, other in combinations(boxes, 2):
        assert not one.colliderect(other)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
def test_columns_show_the_suits_while_there_is_room_and_seldom_move(size: tuple[int, int]) -> None:
    found = solo_layout(size, AchtMalAcht().spots(1))
    place, high = found.places[FIRST], found.places[FIRST].box.h
    steps = []
    for count in range(2, 21):
        tops = [found.at(FIRST, count, count, index)[1] for index in range(count)]
        assert tops[-1] + high <= size[1]
        assert tops[0] == place.box.y
        assert tops == sorted(set(tops))
        steps.append(round((tops[2 if count > 2 else 1] - tops[1 if count > 2 else 0]) / high, 2))
    assert steps[:7] == [0.34] * 7, "eight cards, as dealt"
    assert len(set(steps[:12])) <= 3
    assert steps[11] >= 0.21


@GAMES
def test_the_stage_follows_a_game_there_and_back(name: str) -> None:
    rules = games()[name]()
    table = Alone(rules)
    stream = Stream(5)
    for count in range(60):
        if (move := stroll(rules, table.table, stream)) is None or table.session.over:
            break
        table.session.play(move)
        table.wait(0.02 * stream.below(3))
        if count % 9 == 8 and not rules.reflex:
            table.session.undo(1 + stream.below(4))
            table.wait(0.02 * stream.below(3))
    table.wait(0.9)
    if table.top is table.scene:
        table.check()


@GAMES
def test_every_pile_that_plays_a_part_has_a_key(name: str) -> None:
    rules = games()[name]()
    roles = [spot.role for spot in rules.spots(1)]
    keys = pile_keys(roles)
    assert set(keys) == {i for i, role in enumerate(roles) if role not in ("row", "finished")}
    single = [key for pile_, key in keys.items() if roles[pile_] != "foundation"]
    assert len(set(single)) == len(single)


@pytest.mark.parametrize("lang", ["en", "de", "sv"])
@GAMES
def test_help_and_menu_can_be_drawn(name: str, lang: str) -> None:
    set_language(lang)
    try:
        table = Alone(games()[name]())
        table.key(pygame.K_F1)
        assert [type(scene) for scene in table.ctx.stack[1:]] == [SoloHelp]
        table.key(pygame.K_F1)
        table.key(pygame.K_ESCAPE)
        assert [type(scene) for scene in table.ctx.stack[1:]] == [SoloPause]
        table.key(pygame.K_ESCAPE)
        assert table.ctx.stack == [table.scene]
    finally:
        set_language("en")


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_panel_is_whole_in_every_language(
    lang: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    cut: list[str] = []
    fit = text.fit

    def noting(words: str, px: float, room: float) -> tuple[str, int]:
        found = fit(words, px, room)
        if found[0] != words:
            cut.append(words)
        return found

    monkeypatch.setattr(text, "fit", noting)
    set_language(lang)
    try:
        for kind in games().values():
            if 1 in kind.seats:
                table = Alone(kind(), size=size)
                table.session.lit = True
                table.scene._panel._ghost = lambda time: 5
                move = next(table.session.rules.moves(table.table, 0))
                for found in (STILL_WON, LOST, UNKNOWN):
                    table.session.advice = Hint(found, move, 0 if found == STILL_WON else 12)
                    table.scene.renew()
                    buttons = list(table.scene._panel.buttons.values())
                    tags = table.stage.canvas._tags
                    said = [tags[key].rect for key in tags if key.startswith(("say", "light words"))]
                    assert all(not a.colliderect(b) for a, b in combinations([*buttons, *said], 2))
        watched(size)
    finally:
        set_language("en")
    assert cut == []


@dataclass(frozen=True)
class Down(Rules):
    """A game that the screen has never heard of: one card after the other goes aside."""

    name: ClassVar[str] = "down"
    title: ClassVar[str] = "Down"
    seats: ClassVar[range] = range(1, 2)

    def spots(self, seats: int) -> tuple[Spot, ...]:
        return (Spot("heap", 0, 0, "down", 0), Spot("foundation", 1.3, 0, "", 0))

    def deal(self, seed: Seed, seats: int) -> Table:
        cards = shuffled(pack()[:13], Stream(seed))
        return Table((Pile(cards, 13), Pile()))

    def moves(self, table: Table, seat: int) -> Iterator[Move]:
        if table.piles[0].cards:
            yield Move(0, 1)

    def outcome(self, table: Table) -> Outcome | None:
        return None if table.piles[0].cards else Outcome("won", 0, (13,))


def test_a_game_it_has_never_heard_of_can_be_played() -> None:
    table = Alone(Down())
    table.click(0)
    assert len(table.table.piles[1].cards) == 1
    table.key(pygame.K_h)
    table.press("finish")
    assert table.session.won
    table.wait(3)
    assert isinstance(table.top, SoloEnd)


# -- pointer


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


# -- keys


def test_keys_choose_source_and_target() -> None:
    table = alone("9s", "8d", waste="2h")
    table.key(pygame.K_2, pygame.K_1)
    assert table.ranks(FIRST) == [9, 8]
    table.key(pygame.K_w, pygame.K_f)
    assert table.ranks(FOUNDATIONS[0]) == [1, 2]


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
    assert [words for _at, words, *_how in table.scene._marks._rising.values()] == [why]
    assert not table.session.solo.log
    table.wait(2)
    table.check()


def test_each_mistake_is_explained_once_a_deal() -> None:
    table = alone("9s", "8c", "7c")

    def told() -> list[str]:
        rising = [words for _at, words, *_how in table.scene._marks._rising.values()]
        table.wait(2)
        return rising

    table.drag(FIRST + 1, table.middle(FIRST))
    assert told() == ["same colour"]
    table.drag(FIRST + 2, table.middle(FIRST + 1))
    assert told() == [], "the same mistake again"
    table.click(FIRST)
    assert told() == ["fits nowhere"]
    table.scene.restart()
    table.wait(2)
    table.session.solo._tables = [acht(("9s", "8c", "7c"))]
    table.session._show()
    table.scene.stage = None
    table.draw()
    table.drag(FIRST + 1, table.middle(FIRST))
    assert told() == ["same colour"]


@pytest.mark.parametrize(("limit", "lit"), [(None, True), (60_000_000, False)])
def test_in_free_play_what_is_carried_shows_where_it_fits(limit: int | None, lit: bool) -> None:
    table = Alone(AchtMalAcht(), table=acht(("9s", "8d", "9c")), limit=limit)
    tags = table.stage.canvas._tags
    start = table.middle(FIRST + 1)
    table.send(pygame.MOUSEBUTTONDOWN, pos=start, button=pygame.BUTTON_LEFT)
    table.send(pygame.MOUSEMOTION, pos=(start[0] + 30, start[1] + 30), rel=(0, 0), buttons=(1, 0, 0))
    shown = {key for key in tags if key.startswith("fits")}
    empty = {f"fits{FIRST + i}" for i in range(3, 8)}
    assert shown == ({f"fits{FIRST}", f"fits{FIRST + 2}"} | empty if lit else set())
    table.send(pygame.MOUSEBUTTONUP, pos=(5, 700), button=pygame.BUTTON_LEFT)
    assert not [key for key in tags if key.startswith("fits")]


def test_what_is_to_be_kept_in_mind_is_neither_lit_nor_told() -> None:
    table = Alone(Zahlenpatience(hidden=True))
    table.ctx.settings.fits = "always"
    table.key(pygame.K_SPACE)
    table.wait(1)
    waste = table.stage.roles.index("waste")
    start = table.middle(waste)
    table.send(pygame.MOUSEBUTTONDOWN, pos=start, button=pygame.BUTTON_LEFT)
    table.send(pygame.MOUSEMOTION, pos=(start[0] + 30, start[1] + 30), rel=(0, 0), buttons=(1, 0, 0))
    assert not [key for key in table.stage.canvas._tags if key.startswith("fits")]
    wanted = {move.dst for move in table.session.rules.moves(table.table, 0)}
    wrong = next(i for i, role in enumerate(table.stage.roles) if role == "foundation" and i not in wanted)
    table.send(pygame.MOUSEBUTTONUP, pos=table.middle(wrong), button=pygame.BUTTON_LEFT)
    assert not {words for _at, words, *_how in table.scene._marks._rising.values()} & REASONS


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


def haisty(reserve: str, builds: tuple[str, ...], waste: str) -> Table:
    """A position of Haisty alone, three cards in the hand."""
    stock = pile("2c 3c 4c")._replace(up=0)
    return Table((pile(reserve)._replace(up=1), *map(pile, builds), stock, pile(waste), *[Pile()] * 5))


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
    assert table.scene._hand.count == 1
    table.key(pygame.K_2)
    assert (table.ranks(FIRST + 1), table.scene._hand.count) == ([8], 0)


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


# -- mistakes


def test_a_wrong_pile_is_a_mistake_with_its_sound_and_price() -> None:
    rules = Zahlenpatience()
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


def sums(turned: str, hidden: bool) -> Alone:
    """Zahlenpatience where the piles wait for 3, 6, 9 and Q, a card turned; an odd one lies beneath it."""
    row, lower = ("Ac", "2c", "3c", "4c"), ("2d", "4d", "6d", "8d")
    table = Table((*map(pile, row + lower), pile("5s 7s")._replace(up=0), pile(f"Ks {turned}")))
    return Alone(Zahlenpatience(hidden=hidden), table=table)


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
        assert not table.session.solo.line
    fits, fits_not = sums("9h", hidden=True), sums("Th", hidden=True)
    for place in range(4, 10):
        at = fits.middle(place)
        assert fits.scene._hand.under(at) == fits_not.scene._hand.under(at)
    shown = sums("9h", hidden=False)
    shown.click(9)
    assert shown.ranks(6) == [6, 9]


def test_cards_let_go_between_two_hidden_piles_do_not_choose_the_right_one() -> None:
    table = sums("9h", hidden=True)
    x, y, w, h = table.stage.layout.places[5].box
    table.drag(9, (x + w - 2, y + h // 2))
    assert (table.ranks(6), table.session.solo.mistakes) == ([6], 1)


# -- runs that go up as a whole


BOOK = "Kc Qd Jc Td 9c 8d 7c 6d 5c 4d 3c 2d Ac"


@pytest.mark.parametrize("index", [0, 5, 12])
def test_a_click_anywhere_on_a_complete_run_puts_it_away(index: int) -> None:
    table = Table((pile(BOOK), pile("2h"), *[Pile()] * 11))
    game = Alone(Staffelpatience(), table=table)
    assert whole_run(game.session, game.stage.roles) == Move(0, 9, 13)
    game.click(0, index)
    assert len(game.ranks(9)) == 13
    assert whole_run(game.session, game.stage.roles) is None


# -- hints, light, pause, end


def test_a_hint_is_shown_and_the_same_key_makes_the_move() -> None:
    table = Alone(AchtMalAcht(), solution=(Move(STOCK, WASTE),))
    table.key(pygame.K_h)
    assert not table.session.solo.line
    assert table.session.advice
    table.wait(0.3)
    table.key(pygame.K_h)
    assert table.session.solo.line == (Move(STOCK, WASTE),)


def test_from_a_table_that_is_not_known_one_key_goes_back_to_one_that_is() -> None:
    table = Alone(AchtMalAcht(), solution=(Move(STOCK, WASTE),) * 2)
    other = next(m for m in AchtMalAcht().moves(table.table, 0) if m.src != STOCK)
    table.session.play(other)
    table.session.play(Move(STOCK, WASTE))
    table.key(pygame.K_h)
    assert "back" in table.scene._panel.buttons
    table.key(pygame.K_b)
    assert not table.session.solo.line
    assert table.session.solo.penalty == 20_000_000


def test_a_pause_covers_the_table_and_stops_the_clock() -> None:
    table = alone("Kh")
    table.key(pygame.K_v)
    table.key(pygame.K_p)
    assert isinstance(table.top, SoloPause)
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
    assert isinstance(table.top, SoloPause)
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
    assert table.top is table.scene
    assert table.session.elapsed == before
    table.wait(1)
    assert table.session.elapsed > before


def test_a_card_in_the_hand_is_put_back_under_the_cover() -> None:
    table = alone("9s", "8d")
    start = table.middle(FIRST)
    table.send(pygame.MOUSEBUTTONDOWN, pos=start, button=pygame.BUTTON_LEFT)
    table.send(pygame.MOUSEMOTION, pos=(start[0] + 90, start[1]), rel=(0, 0), buttons=(1, 0, 0))
    table.key(pygame.K_p)
    table.key(pygame.K_p)
    table.wait(1)
    table.check()


def test_beginning_again_asks_and_giving_up_asks() -> None:
    table = alone("Kh")
    table.key(pygame.K_v, pygame.K_r)
    assert isinstance(table.top, SoloAsk)
    table.key(pygame.K_DOWN, pygame.K_RETURN)
    table.wait(1.5)
    assert not table.session.begun
    table.key(pygame.K_v, pygame.K_g)
    table.key(pygame.K_DOWN, pygame.K_RETURN)
    assert table.session.over
    table.wait(2)
    assert isinstance(table.top, SoloEnd)


def test_the_end_is_told_once_to_whom_it_was_given() -> None:
    told: list[object] = []
    table = alone("Kh")
    table.scene._ended = told.append
    table.session.play(Move(STOCK, WASTE))
    table.session.give_up()
    table.wait(3)
    assert told == [table.scene]


def test_the_light_is_off_where_it_counts() -> None:
    free, counted = alone("Kh"), Alone(AchtMalAcht(), limit=60_000_000)
    assert free.session.lit
    assert not counted.session.lit


def test_a_win_by_double_series_is_won_and_told_as_such() -> None:
    series = [f"F1: | {RED} {up(OTHERS[0])}", f"F2: | {BLACK} {up(OTHERS[1])}"[:-3]]
    game = Alone(Staffelpatience(), table=position("B1: | Ad", *series, "S: Ac |", "B2: | Kc", mode=DECLARED))
    game.click(1)
    game.wait(4)
    assert isinstance(game.top, SoloEnd)
    result = game.top._entry.result
    assert (result.won, result.placed, result.cards) == (True, 50, 52)
    assert won_how(result) == "Won with a double series"


# -- watching a run


def watched(size: tuple[int, int] = (1280, 720)) -> Alone:
    """Somebody looks at the run of another."""
    table = Alone(AchtMalAcht(), size=size)
    table.session.play(Move(STOCK, WASTE))
    table.wait(3)
    table.session.play(Move(STOCK, WASTE))
    run = run_of(table.session.solo, table.session.now + 60_000_000)
    table.ctx.replace(table.scene, SoloScene(RunPlayback(run, lambda: table.time)))
    table.watch()
    return table


def test_the_help_of_a_run_being_watched_names_the_keys_of_whoever_watches() -> None:
    table = watched()
    table.key(pygame.K_F1)
    assert isinstance(table.top, SoloHelp)
    keys = dict(table.top._keys())
    assert {"Left, Right", "Space", "R", "P or Esc"} <= set(keys)
    assert not {"U · Y", "H", "R · G"} & set(keys)
    table.key(pygame.K_F1)
    table.key(pygame.K_ESCAPE)
    assert isinstance(table.top, SoloPause)
    labels = [row.label for row in table.top._rows if isinstance(row, Button)]
    assert labels == ["Continue", "Keys and rules", "From the beginning", "Leave the table"]
