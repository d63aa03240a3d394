"""Every key can be another one, no two are ever the same, and what is on a cap is what the key does."""

from collections.abc import Sequence

import pygame
import pytest
from pygame.event import Event

from game.storage.settings import Settings
from game.ui.engine.devices import Pads
from game.ui.engine.window import Window
from game.ui.input.half_legend import MATCH, PATIENCE, SIDES, Half, with_commands
from game.ui.input.keys import FIXED, Keymap, Legend, key_words, mirrored, usable
from game.ui.settings import keys as page
from tests.pads import VirtualPad

SLOTS = [*page.SLOTS.values()]


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()


def press(key: int, mod: int = 0) -> Event:
    return Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")


def test_without_a_choice_every_key_is_heard_as_it_is() -> None:
    keymap = Keymap({}, SLOTS)
    for key in [slot.key for slot in SLOTS] + [pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_KP1, pygame.K_x]:
        assert keymap.translate(press(key)).key == key
    assert [keymap.words[cap] for cap in ("1", "V", "Space", "F2")] == ["1", "V", "Space", "F2"]


def test_a_chosen_key_does_what_the_default_did_and_the_default_nothing() -> None:
    keymap = Keymap({"turn": "x"}, SLOTS)
    assert keymap.translate(press(pygame.K_x)).key == pygame.K_v
    assert keymap.translate(press(pygame.K_v)).key == 0
    assert keymap.words["V"] == "X"
    assert keymap.translate(press(pygame.K_RETURN)).key == pygame.K_RETURN, "which always turns the hand"


def test_a_key_that_is_taken_is_exchanged() -> None:
    keymap = Keymap({}, SLOTS)
    assert keymap.choose("knock", pygame.K_h) == "hint"
    assert keymap.translate(press(pygame.K_h)).key == pygame.K_SPACE
    assert keymap.translate(press(pygame.K_SPACE)).key == pygame.K_h
    assert keymap.choose("knock", pygame.K_h) is None


def test_what_was_chosen_comes_back_from_the_settings() -> None:
    keymap = Keymap({}, SLOTS)
    for name, key in (
        ("knock", pygame.K_h),
        ("turn", pygame.K_u),
        ("undo", pygame.K_F12),
        ("pile 1", pygame.K_q),
    ):
        keymap.choose(name, key)
    again = Keymap(keymap.chosen, SLOTS)
    assert all(again.key_of(slot.name) == keymap.key_of(slot.name) for slot in SLOTS)
    assert len({again.key_of(slot.name) for slot in SLOTS}) == len(SLOTS)


@pytest.mark.parametrize(
    "chosen",
    [{"turn": "no such key"}, {"nothing": "x"}, {"turn": "escape"}, {"turn": ""}, {"turn": "left ctrl"}],
)
def test_what_cannot_be_used_is_ignored(chosen: dict[str, str]) -> None:
    assert Keymap(chosen, SLOTS).chosen == {}


def test_two_with_the_same_key_in_an_edited_file_still_differ() -> None:
    keymap = Keymap({"turn": "x", "knock": "x", "hint": "x"}, SLOTS)
    assert len({keymap.key_of(slot.name) for slot in SLOTS}) == len(SLOTS)


def test_the_left_hand_has_the_same_keys_from_the_other_end() -> None:
    keymap = Keymap({}, SLOTS, left_handed=True)
    assert [keymap.words[cap] for cap in ("1", "2", "6", "7", "V", "D", "F", "J")] == list("0954MKFJ")
    assert len({mirrored(slot.key) for slot in SLOTS}) == len(SLOTS)
    columns = Keymap({}, SLOTS, left_handed=True, digits=False)
    assert [columns.words[cap] for cap in "18"] == ["1", "8"], "which lie from left to right all the same"


def test_control_and_a_letter_are_left_alone() -> None:
    assert Keymap({"turn": "z"}, SLOTS).translate(press(pygame.K_z, pygame.KMOD_LCTRL)).key == pygame.K_z


def test_no_slot_may_have_a_key_that_always_means_the_same() -> None:
    assert not any(usable(key) for key in FIXED)
    assert all(usable(slot.key) for slot in SLOTS)
    assert all(key_words(slot.key) for slot in SLOTS)


def test_a_table_shows_what_the_settings_say_now() -> None:
    settings = Settings()
    legend = Legend(settings, Pads(), [], {"V": "y"}, True)
    assert (legend("V"), legend("1")) == ("V", "1")
    settings.keys = {"turn": "x"}
    settings.left_handed = True
    legend.renew()
    assert (legend("V"), legend("1")) == ("X", "0")


def test_a_table_shows_the_buttons_of_the_pad_in_use() -> None:
    Window((1280, 720))
    pads, pad = Pads(), VirtualPad("playstation")
    pads.open()
    pads.read(pygame.event.get(), 0)
    legend = Legend(Settings(), pads, [], {"V": "y"}, True)
    assert (legend("V"), legend("1")) == ("V", "1")
    pads.used = pad.number
    legend.renew()
    assert (legend("V"), legend("1")) == ("Triangle", "")
    pad.unplug()
    pygame.event.clear()


@pytest.mark.parametrize("piles", [MATCH, SIDES, PATIENCE])
def test_each_key_of_half_a_keyboard_does_what_a_whole_one_can(piles: Sequence[Half]) -> None:
    for half in with_commands(piles, SLOTS):
        assert set(half.values()) <= {slot.cap for slot in SLOTS}
