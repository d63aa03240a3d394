"""From the sofa: the game by gamepad alone."""

from functools import partial

import pytest

from tests.desktop.program import Program, Start
from tests.desktop.seen import Seen

pytestmark = pytest.mark.journey


def to(game: Program, label: str, role: str = "", by: str = "down") -> None:
    """Move the focus to a control."""
    for _ in range(60):
        control = game.wait_control(label, role)
        if control.focused:
            return
        before = game.seen.said["focus"]
        game.press(by)
        game.wait(partial(elsewhere, before), "another focus")
    raise AssertionError(f"{label!r} cannot be reached")


def elsewhere(before: object, now: Seen) -> bool:
    """Whether the focus has moved."""
    return bool(now.said["focus"] != before)


def write(game: Program, words: str) -> None:
    """Type on the letters of the screen; < erases."""
    rows = "1234567890-", "qwertyuiopå", "asdfghjklöä", "zxcvbnmü.:ß"
    row, column = 1, 0
    for letter in words:
        if letter in " <":
            game.press("y" if letter == " " else "x")
            continue
        there = next(i for i, each in enumerate(rows) if letter in each)
        across = rows[there].index(letter)
        game.press(*["down" if there > row else "up"] * abs(there - row))
        game.press(*["right" if across > column else "left"] * abs(across - column))
        game.press("a")
        row, column = there, across


def test_a_table_with_a_code_is_joined_from_the_sofa(program: Start) -> None:
    with (
        program("host", "--name", "Kitchen", "--code", "ash bee", name="Anna"),
        program(pads=True, name="Bo") as bo,
    ):
        bo.wait_scene("title")
        bo.pad("plug 0 playstation")
        to(bo, "Play with friends")
        bo.press("a")
        bo.wait_scene("tables")
        to(bo, "Kitchen")
        bo.press("a")
        bo.wait_scene("calling")
        to(bo, "Code", "field")
        bo.press("a")
        bo.wait_scene("letters")
        assert bo.wait_control("Erase").key == "Square"
        write(bo, "ashx< bee")
        bo.press("start")
        bo.wait_scene("calling")
        assert bo.value("Code", "field") == "ash bee"
        to(bo, "Sit down")
        bo.press("a")
        bo.wait_scene("lobby")
        bo.press("b")
        bo.wait_scene("ask")
        bo.press("b")
        bo.wait_scene("lobby")
