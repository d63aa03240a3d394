"""Gamepads come and go, each with its own number and names; a pad is silent until it is used."""

from collections.abc import Iterator

import pygame
import pytest
from pygame.event import Event

from game.system import here
from game.ui.engine.devices import DIRECTIONS, PAD_GONE, PAD_PRESS, Pads, button_name, make_of
from game.ui.engine.loop import Loop
from game.ui.engine.window import Window
from tests.pads import VirtualPad
from tests.ui.engine.test_loop import Probe
from tests.ui.pilot import context


@pytest.fixture
def pads() -> Iterator[Pads]:
    Window((1280, 720))
    found = Pads()
    found.open()
    found.read(pygame.event.get(), 0)
    plugged.clear()
    yield found
    for pad in plugged:
        pad.unplug()
    pygame.event.clear()


plugged: list[VirtualPad] = []


def plug(pads: Pads, make: str = "") -> VirtualPad:
    pad = VirtualPad(make)
    plugged.append(pad)
    heard(pads)
    return pad


def heard(pads: Pads, now: float = 0.0) -> list[tuple[int, str, bool]]:
    presses = [event for event in pads.read(pygame.event.get(), now) if event.type == PAD_PRESS]
    return [(event.pad, event.button, event.repeat) for event in presses]


def test_a_button_is_reported_once_with_the_number_of_its_pad(pads: Pads) -> None:
    one, two = plug(pads), plug(pads)
    assert [*pads.numbers] == [one.number, two.number]
    two.set("a", True)
    one.set("start", True)
    assert sorted(heard(pads)) == sorted([(one.number, "start", False), (two.number, "a", False)])
    assert heard(pads) == []
    two.set("a", False)
    assert heard(pads) == []


def test_all_buttons_have_their_names(pads: Pads) -> None:
    pad = plug(pads)
    for button in ("a", "b", "x", "y", "l", "r", "lt", "rt", "select", "start", *DIRECTIONS):
        pad.set(button, True)
        assert heard(pads) == [(pad.number, button, False)]
        pad.set(button, False)
        assert heard(pads) == []


def test_a_held_direction_repeats_and_a_held_button_does_not(pads: Pads) -> None:
    pad = plug(pads)
    pad.set("down", True)
    pad.set("a", True)
    assert len(heard(pads, 10.0)) == 2
    assert heard(pads, 10.2) == []
    assert 10.2 < pads.due < 10.5
    assert heard(pads, pads.due) == [(pad.number, "down", True)]
    assert heard(pads, pads.due) == [(pad.number, "down", True)]
    pad.set("down", False)
    assert heard(pads, 11.0) == []
    assert pads.due == float("inf")


def test_the_stick_presses_a_direction_once_and_does_not_tremble(pads: Pads) -> None:
    pad = plug(pads)
    pressed = []
    for out in (0.1, 0.3, 0.5, 0.7, 0.9, 0.55, 0.65, 0.45, 0.2, 0.0, -0.8):
        pad.lean(0, out)
        pressed += heard(pads)
    assert pressed == [(pad.number, "right", False), (pad.number, "left", False)]


def test_a_pad_pulled_out_while_in_use_says_so_and_no_longer_repeats(pads: Pads) -> None:
    pad = plug(pads)
    pad.set("up", True)
    heard(pads)
    pads.used = pad.number
    plugged.remove(pad)
    pad.unplug()
    assert [event.type for event in pads.read(pygame.event.get(), 100.0)] == [PAD_GONE]
    assert pads.used is None
    assert not pads.numbers


@pytest.mark.parametrize(
    ("make", "names"),
    [
        ("", "A B X Y LB RB Menu"),
        ("xbox", "A B X Y LB RB Menu"),
        ("playstation", "Cross Circle Square Triangle L1 R1 Options"),
        ("nintendo", "A B X Y L R +"),
    ],
)
def test_a_pad_has_its_makers_names(pads: Pads, make: str, names: str) -> None:
    pad = plug(pads, make)
    known = pads.make_of(pad.number)
    assert known
    assert " ".join(button_name(b, known) for b in ("a", "b", "x", "y", "l", "r", "start")) == names


def test_a_pad_is_known_by_its_name_if_its_number_says_nothing() -> None:
    unknown = "03000000000000000000000000000000"
    assert make_of("Sony PLAYSTATION(R)3 Controller", unknown) == "playstation"
    assert make_of("Nintendo Switch Pro Controller", unknown) == "nintendo"
    assert make_of("8BitDo SN30", unknown) == "xbox"


def test_a_pad_rumbles(pads: Pads) -> None:
    pad = plug(pads)
    pads.rumble(pad.number, 0.5, 1.0, 0.1)
    pads.rumble(None, 1, 1, 1)
    assert pad.rumbled[0] == (32767, 65535)


class Player(Probe):
    """Notes the buttons that it gets."""

    takes_pads = True

    def handle(self, event: Event, now: float) -> None:
        if event.type == PAD_PRESS:
            self.log.append(event.button)
        super().handle(event, now)

    def renew_keys(self) -> None:
        self.log.append(f"keys of {self.ctx.pads.make}")


class Desk:
    """A pad before a scene of the real loop."""

    def __init__(self, scene: Probe, make: str) -> None:
        self.ctx, self.scene = context(), scene
        self.ctx.pads.open()
        self.pad = VirtualPad(make)
        plugged.append(self.pad)
        self.ctx.push(scene)
        self.loop = Loop(self.ctx)
        while not self.pad.noticed:
            self.turn()

    def turn(self) -> None:
        self.loop.turn(self.scene, here().clock.seconds())


@pytest.mark.usefixtures("pads")
@pytest.mark.parametrize(("scene", "heard"), [(Probe, "return"), (Player, "a")])
def test_a_scene_without_pads_hears_the_key_that_means_the_same(scene: type[Probe], heard: str) -> None:
    desk = Desk(scene(still=True), "playstation")
    desk.pad.set("a", True)
    desk.turn()
    assert heard in desk.scene.log
    assert desk.ctx.pads.make == "playstation"
    pygame.event.post(Event(pygame.KEYDOWN, key=pygame.K_x, mod=0, unicode="x"))
    desk.turn()
    assert desk.ctx.pads.make is None
    if scene is Player:
        assert [each for each in desk.scene.log if "keys" in each] == ["keys of playstation", "keys of None"]


@pytest.mark.usefixtures("pads")
def test_a_stick_that_trembles_draws_nothing() -> None:
    desk = Desk(Probe(still=True), "")
    drawn = len(desk.scene.log)
    for out in (0.02, 0.05, 0.01):
        desk.pad.lean(0, out)
        desk.turn()
    assert len(desk.scene.log) == drawn


def test_another_pad_may_follow_one_that_was_pulled_out(pads: Pads) -> None:
    for _ in range(3):
        pad = plug(pads)
        pad.set("a", True)
        assert heard(pads) == [(pad.number, "a", False)]
        plugged.remove(pad)
        pad.unplug()
        assert heard(pads) == []
        assert not pads.numbers
