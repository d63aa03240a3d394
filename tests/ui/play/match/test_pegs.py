"""The peg board: a peg for each seat, in the hole of the cards left in its 13-pile, if it is wanted."""

import pygame
import pytest
from pygame import Rect
from pygame.event import Event as Input

from game.core.cards import Pile
from game.core.table import Table
from game.ui.play.match.game import MatchTable
from tests.ui.pilot import described, told
from tests.ui.play.match.test_table import Evening
from tests.ui.play.match.test_toasts import seated
from tests.ui.sizes import SEATED


def tab(scene: MatchTable) -> None:
    """Press the key that switches it."""
    scene.handle(Input(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="\t"), 3.0)


def pegs(scene: MatchTable) -> list[Rect]:
    """Where the pegs are, in the order of the seats."""
    assert scene.stage
    tags = sorted((key, tag.rect) for key, tag in scene.stage.canvas.tags.items() if key.startswith("peg "))
    return [rect for _key, rect in tags]


def test_a_key_shows_it_and_hides_it_and_the_choice_is_kept() -> None:
    scene = seated(4)
    assert len(pegs(scene)) == len(described(scene).race) == 4, "it is shown until one has enough of it"
    tab(scene)
    assert not pegs(scene) and not described(scene).race
    assert not scene.ctx.settings.race
    tab(scene)
    assert len(pegs(scene)) == len(described(scene).race) == 4
    assert scene.ctx.settings.race


def lay(scene: MatchTable, pile: int, left: int) -> None:
    """Leave so many cards in this 13-pile."""
    board, view = scene.game.hud.pegs, scene.session._view  # type: ignore[attr-defined]
    assert board
    piles = list(scene.session.state.table.piles)
    piles[pile] = Pile(piles[pile].cards[:left], min(1, left))
    scene.session.state = view.state._replace(table=view.state.table._replace(piles=tuple(piles)))  # type: ignore[misc]
    board.refresh()
    for now in (1.0, 2.0):
        board.step(now)


@pytest.mark.parametrize(("size", "seats"), SEATED)
def test_every_seat_has_a_peg_that_is_seen_and_no_card_lies_at_the_board(
    seats: int, size: tuple[int, int]
) -> None:
    scene = seated(seats, size)
    assert scene.stage
    layout, shown = scene.stage.layout, pegs(scene)
    board = scene.stage.canvas.tags["pegs 0.0"].rect
    assert len(shown) == seats
    assert len({rect.x for rect in shown}) == seats, "in one hole they overlap, but each is seen"
    for rect in shown:
        assert board.inflate(0, 2).contains(rect) and rect.w >= 24 * layout.unit
    for place in layout.places:
        box = Rect(place.box)
        if place.fan == "down":
            box.h += place.room
        assert not board.colliderect(box)
    assert not board.colliderect(Rect(layout.panel))


def test_a_peg_comes_closer_to_the_block_with_each_card_of_the_13_pile() -> None:
    scene = seated(2)
    seen = []
    for left in range(13, -1, -1):
        lay(scene, 0, left)
        seen.append(pegs(scene)[0].x)
    assert seen == sorted(set(seen)) and len(seen) == 14


def counted(table: Table, seats: int) -> list[tuple[int, int]]:
    """What is left in each 13-pile, and the score: reckoned here from the cards themselves."""
    laid = [card.pack for pile in table.piles[7 * seats :] for card in pile.cards]
    left = [len(table.piles[7 * seat].cards) for seat in range(seats)]
    return [(left[seat], laid.count(seat) - 2 * left[seat]) for seat in range(seats)]


def test_its_numbers_are_those_of_the_piles_all_through_a_round() -> None:
    evening = Evening()
    evening.key(pygame.K_SPACE)
    evening.until_play()
    seen = set()
    for _ in range(300):
        evening.step()
        told = {each["seat"]: (each["left"], each["score"]) for each in described(evening.scene).race}
        assert [told[seat] for seat in range(3)] == counted(evening.state.table, 3)
        seen.add(tuple(told.values()))
    assert len(seen) > 5, "a round is played"


def test_pegs_that_do_not_move_are_not_drawn_again() -> None:
    scene = seated(3)
    board = scene.game.hud.pegs
    assert scene.stage and board
    tags = scene.stage.canvas.tags
    lay(scene, 7, 12)
    before = {seat: tags[f"peg {seat} 0.0"] for seat in range(3)}
    lay(scene, 7, 11)
    assert {seat for seat in range(3) if tags[f"peg {seat} 0.0"] is not before[seat]} == {1}


def test_a_peg_slides_to_its_hole_and_with_reduced_motion_it_is_there() -> None:
    for still in (False, True):
        scene = seated(2, still=still)
        board, seen = scene.game.hud.pegs, [pegs(scene)[0].x]
        assert board and scene.stage
        view = scene.session._view  # type: ignore[attr-defined]
        piles = list(scene.session.state.table.piles)
        piles[0] = Pile(piles[0].cards[:9], 1)
        scene.session.state = view.state._replace(table=view.state.table._replace(piles=tuple(piles)))  # type: ignore[misc]
        board.refresh()
        for now in (1.0, 1.05, 1.1, 1.15, 1.3):
            seen.append(pegs(scene)[0].x)
            board.step(now)
        assert seen == sorted(seen) and len(set(seen)) == (2 if still else 4)


def test_the_corner_tells_the_round_and_who_is_ahead() -> None:
    scene = seated(3)
    assert told(scene.stage, "round") == "Round 1 · goal 100"
    scene.game.show_totals([3, 20, 11])
    assert told(scene.stage, "round").endswith("Ahead: Maximiliane B, by 9")
    assert scene.game.hud.view.own[0].round == ""


def test_a_disc_counts_the_kings_that_lie_aside() -> None:
    scene = seated(2)
    stage = scene.stage
    assert stage
    pile = stage.roles.index("finished")
    assert f"count{pile} 0.0" not in stage.canvas.tags
    stage.piles[pile] += [stage.piles[0][0]] * 26
    scene.game.hud.refresh()
    assert told(stage, f"count{pile}") == "2"
