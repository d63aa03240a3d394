"""A replay in the table's own scenes: the viewer's keys, in play and while a round is counted."""

from typing import Any

import pygame
import pytest
from pygame import Rect

from game.cli.demo import play_match
from game.core.match import Match
from game.core.state import PLAYING, SCORED, Returned, Thrown
from game.core.table import Move, Moved
from game.i18n import Notice
from game.rules.haisty import Haisty
from game.sessions.bot_table import BotTable
from game.sessions.match_playback import MatchPlayback
from game.storage.match_replay import MatchHeader, MatchReplay
from game.ui.cards.layout import PLATES, TRAY
from game.ui.covers.cover import PauseScene
from game.ui.engine import text, theme
from game.ui.engine.devices import PAD_PRESS
from game.ui.play.match import network
from game.ui.play.match.plates import Met
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.match.tables import watched_table
from game.ui.play.scene import PlayScene
from game.ui.rulebook.page import HelpScene
from game.ui.view.leaves import Switch
from tests.ui.pilot import Pilot, context, described, labelled, told


class Viewer(Pilot):
    """A window on a replay, with a clock of its own."""

    def __init__(self, match: Match | None = None, size: tuple[int, int] = (1280, 720)) -> None:
        super().__init__(context(size=size))
        if not match:
            match = Match(Haisty(), 2, 3, target=0, rounds=2)
            play_match(match)
        names = "A", "B", "C"
        header = MatchHeader("haisty", {}, 2, 3, 0, 2, names[: match.seats], (0, 1, 2)[: match.seats])
        self.session = MatchPlayback(MatchReplay(header, tuple(match.log), {}, True), lambda: self.time)
        self.ctx.push(watched_table(self.session))
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


def seats_shown(viewer: Viewer) -> set[int | None]:
    """Those that have a plate, of a table that shows none large."""
    table = viewer.ctx.stack[0]
    assert isinstance(table, PlayScene) and table.stage
    assert not any(area.kind == TRAY for area in table.stage.layout.areas)
    return {area.seat for area in table.stage.layout.areas if area.kind == PLATES}


def test_a_key_and_the_menu_turn_to_the_view_for_a_tv_and_back(viewer: Viewer) -> None:
    settings, table = viewer.ctx.settings, viewer.ctx.stack[0]
    assert isinstance(table, PlayScene) and table.stage
    assert table.stage.layout.areas[0].kind == TRAY
    viewer.key(pygame.K_F10)
    assert settings.tv and seats_shown(viewer) == {0, 1}
    assert [len(pile) for pile in table.stage.piles] == [
        len(pile.cards) for pile in viewer.session.state.table.piles
    ]
    viewer.key(pygame.K_ESCAPE)
    menu = viewer.ctx.scene
    assert isinstance(menu, PauseScene)
    switch = labelled(menu.tree, "View for a TV").control
    assert isinstance(switch, Switch) and switch.value
    switch.act()
    viewer.key(pygame.K_ESCAPE)
    assert not settings.tv and table.stage.layout.areas[0].kind == TRAY


def test_for_the_left_hand_the_view_for_a_tv_is_laid_out_once(viewer: Viewer) -> None:
    viewer.ctx.settings.left_handed = True
    viewer.key(pygame.K_F10)
    table = viewer.ctx.stack[0]
    assert isinstance(table, PlayScene)
    laid = table.stage
    viewer.wait(0.5)
    assert table.stage is laid


def test_a_view_for_a_tv_tells_who_was_first_at_a_pile_and_by_how_much(viewer: Viewer) -> None:
    viewer.key(pygame.K_F10)
    text.start_recording()
    table, piles = viewer.ctx.stack[0], viewer.session.state.table.piles
    assert isinstance(table, PlayScene)
    at = viewer.session.now
    first = Thrown(0, Move(1, 14), piles[1].cards[-1:], at)
    second = Thrown(1, Move(8, 14), piles[8].cards[-1:], at + 43_000)
    table.show([first, Moved(0, 1, 14, piles[1].cards[-1:]), second], viewer.time)
    table.show([Returned(1, second.move, 0)], viewer.time + 0.1)
    assert told(table.stage, "duel") == "A: 43 ms before B"
    assert table.game.hud.met == Met(0, "43 ms before B")


@pytest.mark.parametrize("size", [(1024, 600), (1920, 1080)])
@pytest.mark.parametrize("scale", [1.0, 1.6])
def test_a_view_for_a_tv_shows_a_notice_beside_the_mat(
    size: tuple[int, int], scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text, "letters", text.Letters(theme.unit(size), scale))
    viewer = Viewer(size=size)
    viewer.key(pygame.K_F10)
    viewer.ctx.notify(Notice(network._PARTED, address="10.0.0.2:7000"))
    viewer.wait(0.5)
    table = viewer.ctx.stack[0]
    assert isinstance(table, PlayScene) and table.stage
    said, layout = table.stage.canvas.tags["notice"].rect, table.stage.layout
    assert viewer.ctx.window.surface.get_rect().contains(said)
    assert said.collidelist([Rect(place.box) for place in layout.places if place.shown]) < 0


def test_a_view_for_a_tv_follows_a_replay_through_its_rounds(viewer: Viewer) -> None:
    viewer.key(pygame.K_F10)
    viewer.wait(4)
    viewer.key(pygame.K_SPACE)
    viewer.wait(3)
    assert isinstance(viewer.ctx.scene, RoundEnd)
    viewer.key(pygame.K_SPACE)
    viewer.wait(1)
    viewer.key(pygame.K_SPACE)
    assert viewer.session.state.round == 2 and seats_shown(viewer) == {0, 1}


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
    table.game.show_totals(viewer.session.state.totals)
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


def test_a_press_on_the_time_line_goes_there_at_once_from_play_and_from_the_standings(viewer: Viewer) -> None:
    ends, table = viewer.session.timeline[-1][0], viewer.ctx.stack[0]
    assert isinstance(table, PlayScene)
    stage = table.stage
    assert stage
    for share in (0.8, 0.2, 0.6):
        viewer.click_at((round(1280 * share), 8))
        viewer.wait(0.1)
        assert abs(viewer.session.now - share * ends) < 0.02 * ends
        lying = [[sprite.card for sprite in pile] for pile in stage.piles]
        assert lying == [[*pile.cards] for pile in viewer.session.state.table.piles]
        shown = {seat["seat"]: seat["total"] for seat in described(table).content["seats"]}
        assert tuple(shown.values()) == viewer.session.state.totals
        viewer.key(pygame.K_SPACE)
        viewer.until(lambda: isinstance(viewer.ctx.scene, RoundEnd), 4)


def test_the_page_keys_go_back_and_ahead_and_not_beyond_the_ends(viewer: Viewer) -> None:
    before = viewer.session.now
    viewer.key(pygame.K_PAGEDOWN)
    assert 5_000_000 <= viewer.session.now - before < 5_100_000
    viewer.key(pygame.K_PAGEUP, pygame.K_PAGEUP, pygame.K_PAGEUP)
    assert viewer.session.now < 300_000
    viewer.key(pygame.K_SPACE)
    viewer.until(lambda: isinstance(viewer.ctx.scene, RoundEnd), 4)
    viewer.key(pygame.K_PAGEUP)
    assert (viewer.session.state.phase, len(viewer.ctx.stack)) == (PLAYING, 1)


def test_a_pad_goes_ahead_and_back_in_play_and_in_the_standings_to_the_next_round(viewer: Viewer) -> None:
    before = viewer.session.now
    viewer.send(PAD_PRESS, pad=0, button="r", repeat=False)
    viewer.wait(0.1)
    assert viewer.session.now - before >= 5_000_000
    viewer.send(PAD_PRESS, pad=0, button="l", repeat=False)
    viewer.wait(0.1)
    assert viewer.session.now - before < 1_000_000
    viewer.key(pygame.K_SPACE)
    viewer.until(lambda: isinstance(viewer.ctx.scene, RoundEnd), 4)
    for _ in range(2):
        viewer.wait(2)
        viewer.send(PAD_PRESS, pad=0, button="r", repeat=False)
    viewer.wait(0.1)
    assert viewer.session.state.round == 2


def test_whoever_has_sat_down_between_two_rounds_is_seen_from_the_next_one_on() -> None:
    match = Match(Haisty(), 2, 3, target=0, rounds=2)
    table = BotTable(match, {0: "hard", 1: "hard"})
    while not match.results and (at := table.next_time()) is not None:
        table.advance(at)
    match.sit(table.now)
    for seat in range(3):
        match.ready(seat, table.now)
    viewer = Viewer(match)
    scene = viewer.ctx.stack[0]
    assert isinstance(scene, PlayScene)

    def seats() -> int:
        """How many are on the screen, where all cards lie as they are."""
        viewer.wait(0.1)
        assert scene.stage
        lying = [[sprite.card for sprite in pile] for pile in scene.stage.piles]
        assert lying == [[*pile.cards] for pile in viewer.session.state.table.piles]
        return len(described(scene).content["seats"])

    viewer.key(pygame.K_SPACE)
    viewer.until(lambda: isinstance(viewer.ctx.scene, RoundEnd), 4)
    viewer.wait(10)
    viewer.key(pygame.K_SPACE)
    viewer.until(lambda: viewer.session.state.round == 2, 4)
    assert seats() == 3
    viewer.click_at((200, 8))
    assert seats() == 2
    viewer.click_at((1262, 8))
    assert seats() == 3
