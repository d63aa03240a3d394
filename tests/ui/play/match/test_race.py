"""The race: a lane for each seat with its 13-pile and its score, where no card lies, if it is wanted."""

import pygame
import pytest
from pygame import Rect
from pygame.event import Event as Input

from game.core.cards import Pile
from game.core.table import Table
from game.ui.cards.layout import TRAY
from game.ui.play.match.game import MatchTable
from tests.ui.pilot import described
from tests.ui.play.match.test_table import Evening
from tests.ui.play.match.test_toasts import seated
from tests.ui.sizes import SEATED

WIDE = [each for each in SEATED if each[0][0] * 9 >= each[0][1] * 15 and each[0][0] > 640]


def tab(scene: MatchTable) -> None:
    """Press the key that switches it."""
    scene.handle(Input(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="\t"), 3.0)


def lanes(scene: MatchTable) -> list[Rect]:
    """Where it is shown."""
    assert scene.stage
    return [tag.rect for key, tag in scene.stage.canvas.tags.items() if key.startswith("race ")]


def test_a_key_shows_it_and_hides_it_and_the_choice_is_kept() -> None:
    scene = seated(4)
    assert len(lanes(scene)) == len(described(scene).race) == 4, "it is shown until one has enough of it"
    tab(scene)
    assert not lanes(scene) and not described(scene).race
    assert not scene.ctx.settings.race
    tab(scene)
    assert len(lanes(scene)) == len(described(scene).race) == 4
    assert scene.ctx.settings.race


@pytest.mark.parametrize(("size", "seats"), WIDE)
def test_every_seat_has_a_lane_of_its_own_and_no_card_lies_there(seats: int, size: tuple[int, int]) -> None:
    scene = seated(seats, size)
    assert scene.stage
    layout, shown = scene.stage.layout, lanes(scene)
    tray = next(Rect(area.box) for area in layout.areas if area.kind == TRAY)
    assert len(shown) == seats
    for rect in shown:
        assert tray.contains(rect)
        assert len(rect.collidelistall(shown)) == 1, "itself alone"
        assert rect.h >= 15 * layout.unit
        assert not rect.colliderect(Rect(layout.panel))
        for place in layout.places:
            box = Rect(place.box)
            if place.fan == "down":
                box.h += place.room
            assert not rect.colliderect(box)
    for key, tag in scene.stage.canvas.tags.items():
        if key.startswith("count"):
            assert tag.rect.collidelist(shown) < 0


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
        if evening.hud.view.own[0].advice:
            continue
        assert [told[seat] for seat in range(3)] == counted(evening.state.table, 3)
        seen.add(tuple(told.values()))
    assert len(seen) > 5, "a round is played"


def test_it_makes_room_for_what_a_stuck_player_is_told() -> None:
    evening = Evening(bots=3)
    evening.key(pygame.K_SPACE)
    evening.until_play()
    assert lanes(evening.scene)
    evening.key(pygame.K_d)
    evening.until(lambda: evening.hud.view.own[0].advice, 2)
    assert not lanes(evening.scene)
    tab(evening.scene)
    tab(evening.scene)
    assert not lanes(evening.scene)


def test_lanes_that_do_not_change_are_not_drawn_again() -> None:
    scene = seated(3)
    race = scene.game.hud.race
    assert scene.stage and race
    tags = scene.stage.canvas.tags
    before = {seat: tags[f"race {seat} 0.0"].surface for seat in range(3)}
    view = scene.session._view  # type: ignore[attr-defined]
    piles = list(view.state.table.piles)
    piles[7] = Pile(piles[7].cards[1:], 1)
    scene.session.state = view.state._replace(table=view.state.table._replace(piles=tuple(piles)))  # type: ignore[misc]
    race.refresh()
    assert {seat for seat in range(3) if tags[f"race {seat} 0.0"].surface is not before[seat]} == {1}
