"""A replay in the table's own scenes: the viewer's keys, in play and while a round is counted."""

from typing import Any

import pygame
import pytest

from game.cli.demo import play_match
from game.core.match import Match
from game.core.state import PLAYING, SCORED
from game.rules.haisty import Haisty
from game.sessions.match_playback import MatchPlayback
from game.storage.match_replay import MatchHeader, MatchReplay
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.match.tables import match_table
from game.ui.play.scene import PlayScene
from game.ui.rulebook.page import HelpScene
from tests.ui.pilot import Pilot, context


class Viewer(Pilot):
    """A window on a replay, with a clock of its own."""

    def __init__(self) -> None:
        super().__init__(context())
        match = Match(Haisty(), 2, 3, target=0, rounds=2)
        play_match(match)
        header = MatchHeader("haisty", {}, 2, 3, 0, 2, ("A", "B"), (0, 1))
        self.session = MatchPlayback(MatchReplay(header, tuple(match.log), {}, True), lambda: self.time)
        self.ctx.push(match_table(self.session))
        self.wait(0.1)

    def key(self, *keys: int, mod: int = 0, **more: Any) -> None:
        super().key(*keys, mod=mod, **more)
        self.wait(0.02)


@pytest.fixture
def viewer() -> Viewer:
    return Viewer()


def test_the_speed_changes_in_play_and_while_a_round_is_counted(viewer: Viewer) -> None:
    viewer.wait(4)
    viewer.key(pygame.K_RIGHT)
    assert (viewer.session.state.phase, viewer.session.clock.speed) == (PLAYING, 2)
    viewer.key(pygame.K_SPACE)
    viewer.wait(3)
    assert viewer.session.state.phase == SCORED
    assert isinstance(viewer.ctx.scene, RoundEnd)
    viewer.key(pygame.K_LEFT)
    viewer.key(pygame.K_LEFT)
    assert viewer.session.clock.speed == 0.5
    viewer.key(pygame.K_SPACE)
    viewer.wait(1)
    viewer.key(pygame.K_SPACE)
    assert viewer.session.state.round == viewer.session.rounds == 2


def test_a_count_cut_short_by_speed_leaves_the_new_totals(viewer: Viewer) -> None:
    def total() -> bytes:
        """The upper part of the window, with the other seat's total."""
        return bytes(viewer.ctx.window.surface.subsurface((0, 0, 1280, 40)).copy().get_buffer().raw)

    table = viewer.ctx.stack[0]
    assert isinstance(table, PlayScene)
    viewer.wait(4)
    viewer.key(pygame.K_SPACE)
    viewer.wait(2.5)
    assert isinstance(viewer.ctx.scene, RoundEnd)
    for _ in range(3):
        viewer.key(pygame.K_RIGHT)
    while viewer.session.state.round == 1:
        viewer.wait(0.02)
    viewer.session.paused = True
    viewer.wait(1.5)
    assert len(viewer.ctx.stack) == 1
    assert viewer.session.state.totals[1]
    shown = total()
    table.gameplay.show_totals(viewer.session.state.totals)
    viewer.wait(0.02)
    assert total() == shown


def test_help_opens_and_the_replay_waits(viewer: Viewer) -> None:
    assert viewer.ctx.scene
    viewer.ctx.scene.show_help()
    assert isinstance(viewer.ctx.scene, HelpScene)
    assert viewer.session.paused
    viewer.key(pygame.K_ESCAPE)
    assert not viewer.session.paused


def test_a_round_is_watched_until_somebody_knocks(viewer: Viewer) -> None:
    while viewer.session.state.phase != SCORED:
        viewer.wait(1)
