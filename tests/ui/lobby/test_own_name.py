"""What the player is called is asked once, before the tables of the network are shown."""

import getpass
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.core.limits import NAME
from game.storage.settings import load_settings
from game.ui.covers.on_screen_keyboard import OnScreenKeyboard
from game.ui.engine.scene import Context
from game.ui.lobby.own_name import OwnNameScene
from game.ui.lobby.tables import TablesScene
from game.ui.menu.title import TitleScene
from tests.ui.pilot import context, draw, labelled, labels, press, type_text


@pytest.fixture
def ctx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Context]:
    monkeypatch.setattr(getpass, "getuser", lambda: "root")
    made = context(tmp_path, taught=True)
    made.port = 9
    made.push(TitleScene())
    yield made
    made.quit()


def meet(ctx: Context) -> object:
    """Press *Play with friends* on the title; what is on top then."""
    title = ctx.stack[0]
    assert isinstance(title, TitleScene)
    ctx.pop_to(title)
    draw(ctx)
    button = labelled(title.tree, "Play with friends").control
    assert button
    button.act()
    draw(ctx)
    return ctx.scene


@pytest.mark.parametrize(
    ("typed", "name"),
    [("", "Root"), ("Kim", "Kim"), ("  Kim Ek ", "Kim Ek"), (" ", "Root"), ("x" * 99, "x" * NAME)],
)
def test_a_newcomer_is_asked_once_and_enter_accepts(ctx: Context, typed: str, name: str) -> None:
    assert isinstance(meet(ctx), OwnNameScene)
    if typed:
        type_text(ctx, typed)
    press(ctx, pygame.K_RETURN)
    assert isinstance(ctx.scene, TablesScene) and ctx.settings.name == name
    assert isinstance(meet(ctx), TablesScene)
    ctx.keep_settings()
    ctx.background.flush()
    assert ctx.folder and load_settings(ctx.folder)[0].name == name


def test_who_goes_back_is_asked_the_next_time(ctx: Context) -> None:
    meet(ctx)
    press(ctx, pygame.K_ESCAPE)
    assert isinstance(ctx.scene, TitleScene) and not ctx.settings.name
    assert isinstance(meet(ctx), OwnNameScene)


def test_who_has_a_name_is_not_asked(ctx: Context) -> None:
    ctx.settings.name = "Kim"
    assert isinstance(meet(ctx), TablesScene)


def test_a_pad_accepts_it_with_the_button_below_or_opens_letters(ctx: Context) -> None:
    scene = meet(ctx)
    assert isinstance(scene, OwnNameScene)
    press(ctx, pygame.K_RETURN, pad="a")
    assert isinstance(ctx.scene, OnScreenKeyboard)
    press(ctx, pygame.K_ESCAPE)
    press(ctx, pygame.K_DOWN)
    assert labels(scene.tree) == ["", "Play with friends", "Back"]
    press(ctx, pygame.K_RETURN, pad="a")
    assert isinstance(ctx.scene, TablesScene) and ctx.settings.name == "Root"
