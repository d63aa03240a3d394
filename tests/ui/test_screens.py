"""Every screen that is a few clicks from the title, in each language at a size of the window and of text:
nothing is outside, nothing lies on anything else, no text is cut off. `make screens` has all sizes."""

from collections.abc import Iterator
from copy import deepcopy
from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Rect
from pygame.event import Event

from game.i18n import Lang
from game.rules import games
from game.system import here
from game.ui.engine import requests, text, theme
from game.ui.engine.scene import Context, Scene, scene_name
from game.ui.engine.window import Window
from game.ui.menu.kept import KeptScene
from game.ui.menu.title import TitleScene
from game.ui.rulebook.how_to_play import HowToPlayScene
from game.ui.rulebook.page import RulePage
from game.ui.view.screen import Screen
from tests.desktop.texts import fits
from tests.ui.menu.challenged import at_table, some_move
from tests.ui.pilot import click, context, described

WAYS: dict[str, tuple[str, ...]] = {
    "title": (),
    "how-to-play": ("How to play",),
    "settings": ("Settings",),
    "settings 2": ("Settings", "Cards and table"),
    "settings 3": ("Settings", "Display"),
    "settings 4": ("Settings", "Controls"),
    "keys": ("Settings", "Controls", "Keys"),
    "own-name": ("Play with friends",),
    "tables": ("Play with friends",),
    "challenges": ("Patiences",),
    "patiences": ("Patiences", "Free play"),
    "rule-page": ("Patiences", "Free play", "Rules"),
    "records": ("Patiences", "Records"),
    "runs": ("Patiences", "Records", "All runs"),
    "matches": ("Patiences", "Records", "Haisty matches"),
}
"""The controls that are clicked, one after the other, to reach a screen."""
SHAPES: tuple[tuple[Lang, tuple[int, int], float], ...] = (
    ("de", (1024, 600), 1.6),
    ("en", (1280, 1024), 1.0),
    ("sv", (2560, 1080), 0.8),
)
"""The longest words in the least room; the others in other shapes."""


@pytest.fixture
def ctx(tmp_path: Path) -> Iterator[Context]:
    text.start_recording()
    ctx = context(tmp_path, name="Maximiliane Wolf", taught=True)
    yield ctx
    ctx.close()


def shown(ctx: Context) -> list[tuple[str, Rect]]:
    """The controls on top and where they are, as the scene tells."""
    assert ctx.scene
    return [(each["label"], Rect(each["rect"])) for each in described(ctx.scene).controls]


def draw(ctx: Context) -> None:
    """Everything on top, as the loop draws it."""
    assert ctx.scene
    surface = ctx.window.surface
    text.adapt(text.Letters(theme.unit(surface.get_size()), ctx.settings.text_scale))
    ctx.changed = False
    ctx.scene.step(here().clock.seconds())
    text.erase(surface)
    ctx.scene.draw(surface, here().clock.seconds(), 1.0, True)


def reach(ctx: Context, scene: str) -> Screen[Any]:
    """Go there from the title."""
    ctx.push(TitleScene())
    ctx.settings.name = "" if scene == "own-name" else ctx.settings.name
    for label in WAYS[scene]:
        draw(ctx)
        click(ctx, next(rect for words, rect in shown(ctx) if words == label))
    found = ctx.scene
    assert isinstance(found, Screen) and scene_name(type(found)) == scene.split(maxsplit=1)[0]
    return found


@pytest.mark.parametrize("scene", WAYS)
def test_to_look_changes_nothing(ctx: Context, scene: str) -> None:
    found = reach(ctx, scene)
    draw(ctx)
    ctx.settings.table_seats, ctx.settings.table_bots = 2, 5
    before, settings = dict(vars(found)), deepcopy(ctx.settings)
    found.view()
    assert ctx.settings == settings
    assert {name for name, value in vars(found).items() if value is not before.get(name)} == set()


def f1(ctx: Context) -> None:
    """Ask for help, as the loop hands it on."""
    assert ctx.scene
    ctx.scene.receive(Event(pygame.KEYDOWN, key=pygame.K_F1, mod=0), here().clock.seconds())


def test_help_asked_for_twice_in_one_turn_is_that_of_the_first_game(ctx: Context) -> None:
    ctx.push(TitleScene())
    draw(ctx)
    f1(ctx)
    assert type(ctx.scene) is HowToPlayScene
    f1(ctx)
    top: Scene | None = ctx.scene
    assert isinstance(top, RulePage) and top._rules.name == "haisty"


def test_help_at_the_way_back_from_how_to_play_closes_it(ctx: Context) -> None:
    found = reach(ctx, "how-to-play")
    draw(ctx)
    found.tree.focus(next(each.name for each in found.tree.controls if each.name == "button Back"))
    f1(ctx)
    assert isinstance(ctx.scene, TitleScene)


def test_help_where_no_game_is_kept_is_the_list_of_all_games(ctx: Context) -> None:
    ctx.push(KeptScene())
    draw(ctx)
    f1(ctx)
    assert isinstance(ctx.scene, HowToPlayScene)


@pytest.mark.parametrize(
    ("scene", "kept"), [*((scene, False) for scene in WAYS), ("challenges", True), ("patiences", True)]
)
def test_everything_is_in_the_window_and_apart_and_no_text_is_cut_off(
    ctx: Context, scene: str, kept: bool
) -> None:
    for kind in games().values() if kept else ():
        if 1 in kind.seats:
            ctx.open(requests.FreePlay(kind(), 1))
            table = at_table(ctx)
            table.game.session.play(some_move(ctx)[0])
            here().clock.pause(754)
            table.step(here().clock.seconds())
            table.back()
    reach(ctx, scene)
    for code, size, scale in SHAPES:
        ctx.window, ctx.settings.text_scale = Window(size), scale
        ctx.speak(code)
        draw(ctx)
        where, bounds = (code, size, scale), Rect((0, 0), size)
        assert list(fits(bounds, text.spans(ctx.window.surface))) == [], where
        controls = shown(ctx)
        assert [label for label, rect in controls if not bounds.contains(rect)] == [], where
        assert [(a, b) for (a, one), (b, two) in combinations(controls, 2) if one.colliderect(two)] == [], (
            where
        )
