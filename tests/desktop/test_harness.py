"""The journeys' own tools: input has its effect, and descriptions match the screen."""

import pytest

from tests.desktop.program import Start

LETTERS = "Äß ø王x"


def test_settings_are_filled_in_chosen_and_switched_as_a_person_does(program: Start) -> None:
    with program(target=100, name="Maximiliane") as game:
        game.wait_scene("title")
        game.click("Settings")
        game.wait_scene("settings")
        game.fill("Name", LETTERS)
        game.click("House rules")
        game.choose("Score", "20")
        game.click("Sound", "button")
        game.switch("Sound", False)
        game.click("You")
        assert game.value("Name") == LETTERS
        game.key("Escape")
        game.wait_scene("title")


def test_a_program_that_ends_badly_fails_the_journey_and_leaves_evidence(program: Start) -> None:
    with pytest.raises(AssertionError, match="ended") as failure, program() as game:
        game.wait_scene("title")
        game.process.kill()
        game.process.wait()
        game.click("No such button")
    assert "shows 'title'" in failure.value.__notes__[0]


def test_a_window_that_does_not_answer_is_noticed(program: Start) -> None:
    with program() as game:
        game.wait_scene("title")
        assert game.screen.answers()
        game.process.send_signal(19)
        assert not game.screen.answers(seconds=1)
        game.process.send_signal(18)
