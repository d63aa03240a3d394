"""The end of a round is felt: the rim and the heart at 3, 2, 1, and the table that shakes at the knock."""

import pygame
import pytest
from pygame import Surface

from game.core.cards import Pile
from game.core.state import PLAYING
from game.ui.cards.canvas import UNDER
from game.ui.play.match.extras import Tension
from game.ui.play.match.game import MatchTable
from game.ui.play.match.knock import Freeze
from tests.ui.pilot import Heard
from tests.ui.play.match.test_toasts import seated

RIMS = {f"rim {side} 0.0" for side in ("top", "left", "bottom", "right")}


def left(scene: MatchTable, count: int) -> None:
    """So many cards are left in the own 13-pile of a round under way."""
    match = scene.session
    state = match.state
    piles = list(state.table.piles)
    piles[0] = Pile(piles[0].cards[-count:] if count else (), min(1, count))
    table = state.table._replace(piles=tuple(piles))
    playing = state._replace(phase=PLAYING, table=table)
    match._view.state = match.state = playing  # type: ignore[attr-defined, misc]
    assert scene.stage
    scene.stage.reset(table)


def rims(scene: MatchTable) -> dict[str, Surface]:
    """The strips that are shown."""
    assert scene.stage
    tags = scene.stage.canvas.tags
    assert all(tags[key].level == UNDER for key in RIMS & set(tags)), "no card and no text is beneath"
    return {key: tags[key].surface for key in RIMS & set(tags)}


def tense(scene: MatchTable, begin: float = 0.0, seconds: float = 1.0) -> None:
    """Time goes by for the tension alone: the scene's other steps would go on with the match."""
    tension = next(extra for extra in scene.extras if isinstance(extra, Tension))
    for i in range(round(60 * seconds)):
        tension.step(begin + i / 60)


def test_the_rim_tightens_with_each_of_the_last_three_cards() -> None:
    scene = seated(2)
    left(scene, 4)
    tense(scene)
    assert not rims(scene)
    opaque = []
    for count in (3, 2, 1):
        left(scene, count)
        tense(scene)
        assert rims(scene).keys() == RIMS
        top = rims(scene)["rim top 0.0"]
        opaque.append((top.height, top.get_at((9, 0)).a))
        assert top.get_at((9, top.height - 1)).a < 4, "it ends softly"
    assert opaque == sorted(set(opaque))
    left(scene, 0)
    tense(scene)
    assert not rims(scene), "now it is for the knock to call"


def test_nothing_is_drawn_while_the_number_stays() -> None:
    scene = seated(2)
    left(scene, 2)
    tense(scene)
    assert scene.stage
    scene.stage.draw(scene.ctx.window.surface, 9.0)
    tense(scene)
    assert not scene.stage.draw(scene.ctx.window.surface, 10.0)


def test_the_heart_beats_faster_towards_the_end() -> None:
    heart = Heard()
    scene = seated(2, sounds=heart)
    beats = []
    for count in (4, 3, 2, 1, 0):
        left(scene, count)
        tense(scene, 10.0 * (5 - count), 8)
        beats.append(heart.names.count("heart"))
        heart.names.clear()
    assert beats[0] == beats[4] == 0 < beats[1] < beats[2] < beats[3]


def test_with_reduced_motion_neither_closes_in_nor_beats() -> None:
    heart = Heard()
    scene = seated(2, sounds=heart, still=True)
    left(scene, 1)
    for i in range(120):
        scene.step(i / 60)
    assert not rims(scene) and "heart" not in heart.names


@pytest.mark.parametrize("shakes", [True, False])
def test_the_table_shakes_once_at_the_knock_and_then_stands_still(shakes: bool) -> None:
    surface = pygame.display.set_mode((1280, 720))
    table = pygame.Surface((1280, 720))
    table.fill("white", (600, 40, 80, 10))
    freeze, line = Freeze("Ada", 0.0, 1.0, shakes), []
    for i in range(40):
        if freeze.needs(surface):
            surface.blit(table, (0, 0))
        freeze.draw(surface, i / 60)
        line.append(next(y for y in range(100) if surface.get_at((640, y))[0] > 100))
    assert line[-1] == 40 and len(set(line[20:])) == 1, "it stands still"
    assert (max(line) > 43 and min(line) < 37) == shakes
    if not shakes:
        assert set(line) == {40}
