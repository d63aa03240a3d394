"""The title leads back to a table where a seat is kept, for as long as it is."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.lan.join import join_table, open_table
from game.lan.table import JOINED, RemoteTable
from game.storage.data_folder import KEPT_SEATS, open_folder
from game.storage.settings import Settings
from game.system import here
from game.ui.engine import requests
from game.ui.engine.scene import Context
from game.ui.lobby.lobby import LobbyScene
from game.ui.menu.title import TitleScene
from game.ui.play.scene import PlayScene
from game.ui.settings.scene import SettingsScene
from tests.ui.lobby.screens import LONG
from tests.ui.pilot import STEP, context, draw, labelled, labels

BACK = "Back to Anna’s table"


@pytest.fixture
def table() -> Iterator[RemoteTable]:
    lan = open_table(Settings(name="Anna"), None, "Anna’s table", 4, 0, "sesame", 0)
    yield lan
    lan.leave()


@pytest.fixture
def ctx(tmp_path: Path, table: RemoteTable) -> Iterator[Context]:
    made = context(open_folder(tmp_path), name="Bo", taught=True, attract=False)
    assert table.server
    made.port = table.server.ports.port
    yield made
    made.quit()


def sit(ctx: Context) -> RemoteTable:
    """Sit down at the table with its code."""
    lan = join_table(ctx.settings, ctx.folder, ("127.0.0.1", ctx.port or 0), "sesame")
    wait(lambda: lan.status == JOINED and lan.place is not None and lan.kept)
    return lan


def wait(done: Callable[[], object], meanwhile: Callable[[], object] = lambda: None) -> None:
    end = here().clock.seconds() + LONG
    while not done():
        assert here().clock.seconds() < end
        meanwhile()
        here().clock.pause(STEP)


def step(ctx: Context) -> None:
    assert ctx.scene
    ctx.scene.step(here().clock.seconds())


def title_of(ctx: Context) -> TitleScene:
    """A program that has just been started."""
    title = TitleScene()
    ctx.push(title)
    draw(ctx)
    title.step(here().clock.seconds())
    return title


def offered(ctx: Context) -> list[str]:
    """The controls of what is shown now."""
    assert isinstance(ctx.scene, TitleScene)
    draw(ctx)
    ctx.scene.renew()
    return labels(ctx.scene.tree)


def test_a_program_that_was_killed_is_led_back_to_its_seat(ctx: Context, table: RemoteTable) -> None:
    lan = sit(ctx)
    place = lan.place
    lan.close()
    title = title_of(ctx)
    wait(lambda: BACK in offered(ctx))
    button = labelled(title.tree, BACK).control
    assert button
    button.act()
    wait(lambda: isinstance(ctx.scene, LobbyScene), lambda: step(ctx))
    assert isinstance(ctx.scene, LobbyScene) and ctx.scene.lan.place == place, "no code was asked for"
    ctx.pop_to(title)
    wait(lambda: BACK not in offered(ctx))


def test_the_seat_comes_before_the_lesson_of_who_has_never_taken_one(
    ctx: Context, table: RemoteTable
) -> None:
    ctx.settings.taught = False
    sit(ctx).close()
    title_of(ctx)
    assert "Show me" in offered(ctx)
    wait(lambda: BACK in offered(ctx))
    assert "Show me" not in offered(ctx)


def test_it_is_gone_once_the_seat_is_not_kept(ctx: Context, table: RemoteTable) -> None:
    sit(ctx).close()
    title_of(ctx)
    wait(lambda: BACK in offered(ctx))
    table.leave()
    wait(lambda: BACK not in offered(ctx))


def test_a_table_that_answers_late_is_found(ctx: Context, table: RemoteTable) -> None:
    sit(ctx).close()
    table.leave()  # as silent as one that is taken over, or a network that comes up
    title, late = title_of(ctx), here().clock.seconds() + 5
    wait(lambda: here().clock.seconds() > late)
    another = open_table(Settings(name="Anna"), None, "Anna’s table", 4, 0, "sesame", ctx.port or 0)
    try:
        wait(lambda: title._way_back and title._way_back.search.tables)
    finally:
        another.leave()


def test_who_has_left_for_good_is_offered_nothing(ctx: Context) -> None:
    sit(ctx).leave()
    title = title_of(ctx)
    wait(lambda: title._way_back and title._way_back.search.tables)
    assert title._way_back
    title._way_back._look()
    assert BACK not in offered(ctx)


def test_somebody_elses_seat_is_not_offered(ctx: Context, tmp_path: Path) -> None:
    sit(ctx).close()
    ctx.folder = open_folder(tmp_path / "other")
    shutil.copy(tmp_path / KEPT_SEATS, ctx.folder / KEPT_SEATS)
    title = title_of(ctx)
    wait(lambda: title._way_back and title._way_back.search.tables)
    assert title._way_back
    title._way_back._look()
    assert BACK not in offered(ctx), "the key is another"


def test_nothing_is_asked_of_the_network_by_who_has_never_sat_there_nor_behind_another_scene(
    ctx: Context,
) -> None:
    title = title_of(ctx)
    assert title._way_back is None
    ctx.pop(title)
    sit(ctx).close()
    title = title_of(ctx)
    assert title._way_back
    ctx.push(SettingsScene())
    assert title._way_back.search._closed


def test_another_day_begins_the_search_anew_and_leaves_none_behind(ctx: Context) -> None:
    sit(ctx).close()
    title = title_of(ctx)
    assert (before := title._way_back)
    title.resume()
    assert before.search._closed and title._way_back and not title._way_back.search._closed


def test_who_plays_a_patience_meanwhile_is_called_back_and_finds_it_kept(
    ctx: Context, table: RemoteTable
) -> None:
    lan = sit(ctx)
    place = lan.place
    lan.close()
    ctx.open(requests.Challenge("zahlenpatience-01"))
    scene = ctx.scene
    assert isinstance(scene, PlayScene)

    def seen() -> None:
        draw(ctx, here().clock.seconds())
        step(ctx)

    wait(lambda: "return" in scene.commands, seen)
    scene.receive(Event(pygame.KEYDOWN, key=pygame.K_t, mod=0), here().clock.seconds())
    assert ctx.scene is scene, "that key is for the foundations"
    move = next(iter(scene.game.session.moves))
    scene.game.session.play(move)
    seen()
    scene.do("return", here().clock.seconds())
    wait(lambda: isinstance(ctx.scene, LobbyScene), lambda: step(ctx))
    assert isinstance(ctx.scene, LobbyScene) and ctx.scene.lan.place == place
    assert [each.header.challenge for each in ctx.archive.kept_games()] == ["zahlenpatience-01"]
