"""A win is worth watching: the cards leave the table in a way of the game's own, for as long as one likes."""

import pygame
import pytest

from game.challenges.challenge import finished_run
from game.challenges.level_files import named
from game.core.state import SCORED
from game.rules import games
from game.sessions.run_playback import RunPlayback
from game.storage.settings import Settings
from game.ui.cards.sprite import Sprite
from game.ui.play.patience.finale import Finale, SoloEnding
from game.ui.play.patience.free_end import SoloEnd
from game.ui.play.patience.game import SoloTable, solo_table
from game.ui.play.patience.win_animations import WIN_ANIMATIONS
from game.ui.play.scene import PlayScene
from tests.ui.play.patience.solotable import Alone

ALONE = sorted(name for name, kind in games().items() if 1 in kind().seats)
SHORT = "paare"


def won(name: str, still: bool = False) -> Alone:
    """A game just won; `still`: with reduced motion."""
    level = named(f"{name}-01")
    table = Alone(level.variant(), level.seed, (960, 540))
    table.ctx.settings.reduced_motion = still
    table.ctx.redraw()
    table.scene.stage = None  # laid out anew, as settings say now
    table.draw()
    for move in level.line():
        table.session.play(move)
        table.scene.pump(table.time)
    assert table.session.won
    return table


def ending(scene: SoloTable) -> SoloEnding:
    return next(extra for extra in scene.extras if isinstance(extra, SoloEnding))


def finale(table: Alone) -> Finale:
    """How the cards leave."""
    found = ending(table.scene).finale
    assert found
    return found


def in_air(table: Alone) -> list[Sprite]:
    """The cards that are seen to fly."""
    return [sprite for sprite in table.stage.canvas.flying if sprite.held and not sprite.ghost]


@pytest.mark.parametrize("name", ALONE)
def test_all_cards_leave_in_a_way_of_the_game_s_own(name: str) -> None:
    table = won(name)
    begun, most = table.time, 0
    whole = table.ctx.window.surface.copy()
    while not isinstance(table.top, SoloEnd):
        table.wait(0.1)
        most = max(most, len(in_air(table)))
        if not isinstance(table.top, SoloEnd):
            table.stage.canvas.redraw(whole, table.scene.clock(table.time))
            shown, again = (pygame.image.tobytes(each, "RGB") for each in (table.ctx.window.surface, whole))
            assert shown == again
    assert 2.0 < table.time - begun < 4.5
    assert finale(table).over and not in_air(table)
    assert sum(map(len, table.stage.piles)) == len(table.stage.canvas.flying), "none is left lying"
    assert 5 < most <= 48
    table.check()


def test_no_two_games_have_the_same_way() -> None:
    assert sorted(WIN_ANIMATIONS) == ALONE
    assert len(set(WIN_ANIMATIONS.values())) == len(WIN_ANIMATIONS)


@pytest.mark.parametrize("kind", [pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN])
def test_any_key_or_button_ends_it_but_not_one_still_meant_for_the_play(kind: int) -> None:
    table = won(SHORT)
    what = {"key": pygame.K_ESCAPE, "mod": 0} if kind == pygame.KEYDOWN else {"pos": (9, 9), "button": 1}
    table.wait(0.6)
    table.send(kind, **what)
    table.wait(0.1)
    assert isinstance(table.top, PlayScene) and not finale(table).over
    table.wait(0.3)
    table.send(kind, **what)
    table.step()
    assert isinstance(table.top, SoloEnd)


def test_with_reduced_motion_the_cards_stay_and_the_end_comes_sooner() -> None:
    table = won(SHORT, still=True)
    begun = table.time
    while not isinstance(table.top, SoloEnd):
        table.step()
    assert table.time - begun < 1.3
    assert not ending(table.scene).finale
    table.check()


def test_a_replay_ends_with_its_cards_on_the_table() -> None:
    table = won(SHORT)
    run, _result = finished_run(table.session, None, Settings(), 0)
    table.wait(6)
    replay = solo_table(session := RunPlayback(run, lambda: table.time))
    table.ctx.push(replay)
    table.watch()
    while session.state.phase != SCORED and not session.over:
        table.wait(1)
    table.wait(3)
    assert not ending(replay).finale
    table.check()


def test_the_same_deal_lies_again_as_if_nothing_had_flown() -> None:
    table = won(SHORT)
    table.wait(6)
    table.scene.game.restart()
    table.wait(2)
    assert table.top is table.scene
    table.check()
    assert not table.stage.moving and not ending(table.scene).finale
