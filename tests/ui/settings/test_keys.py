"""The keys are shown, and changed by pressing the new one; what had it before says so."""

from typing import Any

import pygame

from game.ui.engine.loop import described
from game.ui.engine.scene import Scene
from game.ui.settings.keys import KeysScene
from game.ui.view.leaves import Button
from tests.ui.pilot import context, draw, labelled, press


class Beneath(Scene):
    """A scene that the keys are opened from."""


class Bench:
    def __init__(self, **settings: Any) -> None:
        self.ctx = context(**settings)
        self.ctx.push(Beneath())
        self.scene = KeysScene()
        self.ctx.push(self.scene)
        draw(self.ctx)

    def key(self, *keys: int, **more: Any) -> None:
        for key in keys:
            press(self.ctx, key, **more)
            draw(self.ctx)

    def to(self, label: str) -> None:
        while self.scene.tree.focused != labelled(self.scene.tree, label).name:
            self.key(pygame.K_TAB)

    def keys(self) -> dict[str, str | None]:
        return {each.label: each.cap for each, *_ in self.scene.tree.controls if isinstance(each, Button)}


def test_a_key_is_changed_by_pressing_the_new_one() -> None:
    bench = Bench()
    bench.to("Turn the hand, the stock")
    bench.key(pygame.K_RETURN)
    assert bench.keys()["Turn the hand, the stock"] == "Press a key …"
    bench.key(pygame.K_x)
    assert bench.keys()["Turn the hand, the stock"] == "X"
    assert bench.ctx.settings.keys == {"turn": "x"}


def test_a_conflict_is_told_and_the_keys_exchanged() -> None:
    bench = Bench()
    bench.to("Knock")
    bench.key(pygame.K_RETURN, pygame.K_h)
    assert bench.keys()["Knock"] == "H"
    assert bench.keys()["Hint"] == "Space"
    assert bench.scene.tree.wrong == "H was “Hint”, which is now on Space."


def test_escape_and_a_pad_leave_the_key_as_it_is() -> None:
    bench = Bench()
    bench.key(pygame.K_RETURN, pygame.K_ESCAPE)
    bench.key(pygame.K_RETURN)
    bench.key(pygame.K_RETURN, pad=1)
    assert bench.ctx.settings.keys == {}
    assert bench.ctx.scene is bench.scene


def test_a_fixed_key_is_refused() -> None:
    bench = Bench()
    bench.key(pygame.K_RETURN, pygame.K_F11)
    assert bench.scene.tree.wrong == "F11 cannot be chosen."
    assert bench.ctx.settings.keys == {}


def test_all_go_back_to_the_standard() -> None:
    bench = Bench(keys={"turn": "x", "knock": "h"})
    assert bench.keys()["Knock"] == "H"
    bench.to("Reset keys")
    bench.key(pygame.K_RETURN)
    assert bench.keys()["Knock"] == "Space"
    assert bench.ctx.settings.keys == {}


def test_it_describes_only_the_keys_in_sight() -> None:
    bench = Bench()
    shown = described(bench.ctx, bench.scene, 0.0)
    assert shown["scene"] == "keys"
    assert [control["key"] for control in shown["controls"]][:4] == ["V", "1", "2", "3"]
