"""Every screen that is a few clicks from the title, in each language at a size of the window and of text:
nothing is outside, nothing lies on anything else, no text is cut off. `make screens` has all sizes."""

import time
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from pygame import Rect

from game.i18n import Lang
from game.ui.engine import text, theme
from game.ui.engine.describer import scene_name
from game.ui.engine.scene import Context
from game.ui.engine.window import Window
from game.ui.menu.title import TitleScene
from tests.bench.screens import fits
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
    "matches": ("Patiences", "Records", "Matches of Haisty"),
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
    ctx.scene.step(time.perf_counter())
    text.erase(surface)
    ctx.scene.draw(surface, time.perf_counter(), 1.0, True)


@pytest.mark.parametrize("scene", WAYS)
def test_everything_is_in_the_window_and_apart_and_no_text_is_cut_off(ctx: Context, scene: str) -> None:
    ctx.push(TitleScene())
    ctx.settings.name = "" if scene == "own-name" else ctx.settings.name
    for label in WAYS[scene]:
        draw(ctx)
        click(ctx, next(rect for words, rect in shown(ctx) if words == label))
    assert ctx.scene and scene_name(type(ctx.scene)) == scene.split(maxsplit=1)[0]
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
