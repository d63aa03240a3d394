"""From the sofa: the game by gamepad alone."""

from functools import partial

import pytest

from tests.desktop.program import Program, Start
from tests.desktop.rounds import started
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


def at(game: Program, role: str, place: int = 0) -> None:
    """Move the cursor to an own pile."""
    piles = sorted(game.seen.own(role), key=lambda pile: pile.rect[0])
    for _ in range(20):
        seen = game.seen
        if seen.cursor == piles[place].number:
            return
        here = next(pile for pile in seen.piles if pile.number == seen.cursor)
        game.press("left" if piles[place].rect[0] < here.rect[0] else "right")
        game.wait(partial(moved_on, seen.cursor), "the cursor elsewhere")
    raise AssertionError(f"the cursor does not reach the {role}")


def moved_on(before: int | None, now: Seen) -> bool:
    """Whether the cursor has moved."""
    return now.cursor not in (before, None)


def test_a_round_is_played_from_the_sofa_and_a_pulled_plug_pauses_it(program: Start) -> None:
    with program("haisty", "--bots", "1", "--level", "easy", "--seed", "3", pads=True) as game:
        game.wait_scene("table")
        assert game.wait_control("Knock to begin").key == "Space"
        game.pad("plug 0 playstation")
        game.press("left")
        game.wait(lambda seen: seen.control("Knock to begin").key == "R1", "the pad's own names")
        game.press("a")
        started(game)
        left = game.seen.own("stock")[0].size
        game.press("y")
        game.wait(lambda seen: seen.own("stock")[0].size == left - 3, "three cards turned")
        at(game, "reserve")
        game.press("x")
        game.pad("unplug 0")
        game.wait_scene("pause")
        game.pad("plug 0 xbox")
        game.press("a")
        game.wait_scene("table")
        assert game.wait_control("Knock").key == "RB"
        game.press("y")
        game.wait(lambda seen: seen.own("stock")[0].size == left - 6, "three more")
        game.key("v")
        game.wait(lambda seen: seen.control("Knock").key == "Space" and seen.cursor is None, "the keys again")
        game.press("start")
        game.wait_scene("pause")
        game.press("start")
        game.wait_scene("table")


def test_a_patience_is_played_from_the_sofa(program: Start) -> None:
    with program("play", "acht-mal-acht", "--seed", "3", pads=True) as game:
        game.wait_scene("solo")
        game.wait_still()
        game.pad("plug 0 nintendo")
        game.press("y")
        game.wait(lambda seen: seen.own("waste")[0].size == 1, "a card turned")
        game.press("l")
        game.wait(lambda seen: seen.own("waste")[0].size == 0, "it taken back")
        game.press("r")
        game.wait(lambda seen: any(each.label == "Make this move" for each in seen.controls), "a hint")
        at(game, "build", 4)
        game.press("a")
        game.wait(lambda seen: sum(pile.size for pile in seen.piles_of("foundation", 0)) == 1, "the ace laid")
        game.press("select")
        game.wait_scene("solo-ask")
        to(game, "Begin again")
        game.press("a")
        game.wait(lambda seen: not any(pile.size for pile in seen.piles_of("foundation", 0)), "a new deal")
