"""Gamepads at the table of a match: one for each of two at the screen, with its names, felt at the knock."""

from collections.abc import Iterator

import pygame
import pytest

from game.system import here
from game.ui.covers.cover import PauseScene
from game.ui.engine.devices import PadButton
from game.ui.engine.loop import Loop
from game.ui.launch.match import bot_match
from game.ui.play.match.commands import HALVES
from game.ui.play.match.game import MatchTable
from game.ui.play.match.knock import Freezing
from tests.pads import VirtualPad
from tests.ui.pilot import context, described


class Sofa:
    """A table against one bot, with gamepads, through the real loop."""

    def __init__(self, people: int, *makes: str) -> None:
        self.ctx = context()
        self.ctx.pads.open()
        self.scene: MatchTable = bot_match(self.ctx, 1, "easy", 3, people)
        self.ctx.push(self.scene)
        self.loop = Loop(self.ctx)
        self.scene.draw(self.ctx.window.surface, here().clock.seconds(), 0, True)
        self.pads = [VirtualPad(make) for make in makes]
        while not all(pad.noticed for pad in self.pads):
            self.turn()

    def turn(self) -> None:
        assert self.ctx.scene
        self.loop.turn(self.ctx.scene, here().clock.seconds())

    def press(self, pad: int, button: PadButton) -> None:
        for down in (True, False):
            self.pads[pad].set(button, down)
            while not self.pads[pad].reported(button, down):
                self.turn()

    def caps(self, label: str) -> list[str]:
        """What stands on the buttons with this label."""
        controls = described(self.scene).controls
        return [control["key"] for control in controls if control["label"] == label]


@pytest.fixture
def sofas() -> Iterator[list[Sofa]]:
    made: list[Sofa] = []
    yield made
    for sofa in made:
        for pad in sofa.pads:
            pad.unplug()
        sofa.ctx.quit()
    pygame.event.clear()


def test_each_of_two_takes_a_pad_by_pressing_it(sofas: list[Sofa]) -> None:
    sofas.append(sofa := Sofa(2, "xbox", "playstation"))
    sofa.press(1, "a")
    assert sofa.scene.session.state.ready & 0b11 == 0b10, "the second seat: the first one has the pointer"
    assert sofa.caps("Knock") == ["T", "R1"]
    sofa.press(0, "a")
    assert sofa.scene.session.state.ready & 0b11 == 0b11
    assert sofa.caps("Knock") == ["RB", "R1"]


def test_each_of_two_reads_the_names_of_what_was_pressed_last(sofas: list[Sofa]) -> None:
    sofas.append(sofa := Sofa(2, "xbox", "playstation"))
    sofa.press(1, "a")
    sofa.press(0, "a")
    for code in (key for key, cap in HALVES[1].items() if cap == "2"):
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=0, scancode=code, mod=0, unicode=""))
    sofa.turn()
    assert sofa.caps("Knock") == ["RB", "["]
    sofa.press(1, "a")
    assert sofa.caps("Knock") == ["RB", "R1"]


def freeze(sofa: Sofa) -> None:
    """As after a knock of the second seat."""
    freezing = next(extra for extra in sofa.scene.extras if isinstance(extra, Freezing))
    freezing.begin(1, here().clock.seconds())


def test_the_knock_is_felt_unless_that_is_switched_off(sofas: list[Sofa]) -> None:
    sofas.append(sofa := Sofa(1, "xbox"))
    sofa.press(0, "y")
    freeze(sofa)
    assert sofa.pads[0].rumbled
    sofas.append(quiet := Sofa(1, "xbox"))
    quiet.ctx.settings.rumble = False
    quiet.press(0, "y")
    freeze(quiet)
    assert not quiet.pads[0].rumbled


def test_a_pad_pulled_out_pauses_the_table(sofas: list[Sofa]) -> None:
    sofas.append(sofa := Sofa(1, "xbox"))
    sofa.press(0, "y")
    sofa.pads.pop().unplug()
    sofa.turn()
    assert isinstance(sofa.ctx.scene, PauseScene)
    assert sofa.caps("Knock") == ["Space"]
