"""A host known from before has a mark in the list; one that has taken its name is told beforehand."""

import socket
from collections.abc import Callable

import msgspec
import pygame
import pytest

from game.i18n import LANGUAGES, set_language
from game.lan.known_hosts import KnownHosts
from game.system import here
from game.ui.engine.assets import art
from game.ui.engine.scene import Context
from game.ui.lobby.connecting import CallingScene
from game.ui.lobby.tables import TablesScene
from game.ui.view.node import Control
from tests.net.answerer import HOST_KEY, INFO, answer, other_table
from tests.net.test_known_hosts import OTHER
from tests.net.test_signed import STRANGER
from tests.ui.lobby.test_tables import ctx, entered, focus_on, host, rows_of, said, told, until
from tests.ui.pilot import draw, labels, press

__all__ = ["ctx", "host"]


def answering(host: socket.socket, stranger: bool) -> Callable[[], None]:
    """What lets the host answer for a table called Kitchen; a stranger has another one of that name."""
    info = msgspec.structs.replace(INFO, id=other_table(7))

    def reply() -> None:
        while True:
            try:
                data, sender = host.recvfrom(2000)
            except BlockingIOError:
                return
            said = answer(data, info, STRANGER) if stranger else answer(data, INFO)
            if said:
                host.sendto(said, sender)

    return reply


def row_of(ctx: Context, scene: TablesScene, reply: Callable[[], None]) -> Control:
    until(ctx, lambda: rows_of(scene), reply)
    [row] = rows_of(scene)
    assert row.control
    return row.control


def standing_of(scene: TablesScene) -> str:
    [found] = scene.tables.values()
    return scene.standing(found)


def test_host_never_met_has_no_mark(ctx: Context, host: socket.socket) -> None:
    scene = entered(ctx, host.getsockname()[1])
    row = row_of(ctx, scene, answering(host, stranger=False))
    assert standing_of(scene) == "new"
    assert row.help == "There is a seat for you."


def test_host_played_with_has_a_mark_and_is_joined_at_once(ctx: Context, host: socket.socket) -> None:
    KnownHosts(ctx.folder).remember(HOST_KEY, "Attic", INFO.id, here().clock.today())
    scene = entered(ctx, host.getsockname()[1])
    row = row_of(ctx, scene, answering(host, stranger=False))
    assert standing_of(scene) == "known"
    assert row.help == "You have played with this host before. There is a seat for you."
    focus_on(ctx, row.label)
    press(ctx, pygame.K_RETURN)
    assert isinstance(ctx.scene, CallingScene)
    assert told(ctx) == "Connecting …"


def test_host_with_another_s_name_is_told_before_anything_is_sent_to_it(
    ctx: Context, host: socket.socket
) -> None:
    KnownHosts(ctx.folder).remember(HOST_KEY, "Kitchen", INFO.id, here().clock.today())
    scene = entered(ctx, host.getsockname()[1])
    row = row_of(ctx, scene, answering(host, stranger=True))
    assert standing_of(scene) == "changed"
    assert "another computer" in row.help
    focus_on(ctx, row.label)
    press(ctx, pygame.K_RETURN)
    calling = ctx.scene
    assert isinstance(calling, CallingScene)
    assert told(ctx).startswith("“Kitchen” was on another computer when you last played there.")
    draw(ctx)
    assert labels(calling.tree) == ["Join anyway", "Back"]
    calling.step(here().clock.seconds())
    assert calling.lan is None
    assert calling.tree.focused == "back", "Enter goes back"
    press(ctx, pygame.K_UP, pygame.K_RETURN)
    assert told(ctx) == "Connecting …"
    calling.back()
    assert isinstance(ctx.scene, TablesScene)
    KnownHosts(ctx.folder).remember(OTHER, "Kitchen", other_table(7), here().clock.today())
    ctx.scene.resume()
    row_of(ctx, scene, lambda: None)
    assert standing_of(scene) == "known"


def test_marks_differ_in_shape_not_only_in_colour(ctx: Context) -> None:
    one, other = (pygame.mask.from_surface(art(f"sign/{standing}", 20)) for standing in ("known", "changed"))
    assert one.count() + other.count() - 2 * one.overlap_area(other, (0, 0)) > 100, "of 400 pixels"


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_said_of_a_host_fits(ctx: Context, host: socket.socket, code: str) -> None:
    set_language(code)
    KnownHosts(ctx.folder).remember(HOST_KEY, "Kitchen", INFO.id, here().clock.today())
    for stranger in (False, True):
        scene = entered(ctx, host.getsockname()[1])
        row = row_of(ctx, scene, answering(host, stranger))
        focus_on(ctx, row.label)
        draw(ctx)
        assert len(said(scene)) <= 2
        scene.back()
