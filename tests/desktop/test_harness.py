"""The journeys' own tools: input has its effect, and descriptions match the screen."""

from signal import SIGCONT, SIGSTOP

import pytest

from tests.desktop.program import Start

pytestmark = pytest.mark.real

LETTERS = "Äß ø王x"


def test_settings_are_filled_in_chosen_and_switched_as_a_person_does(program: Start) -> None:
    with program(target=100, name="Maximiliane") as game:
        game.wait_scene("title")
        game.click("Settings")
        game.wait_scene("settings")
        game.fill("Name", LETTERS)
        game.click("Match rules")
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
        game.process.send_signal(SIGSTOP)
        assert not game.screen.answers(seconds=1)
        game.process.send_signal(SIGCONT)


def test_no_press_is_lost_on_a_program_that_reads_them_late(program: Start) -> None:
    with program("play", "acht-mal-acht", "--seed", "3") as game:
        game.wait_scene("solo")
        game.wait_still()
        game.process.send_signal(SIGSTOP)
        for _ in range(4):
            game.key("v")
            game.key("u")
            game.key("y")
        game.process.send_signal(SIGCONT)
        game.wait(lambda seen: seen.own("waste")[0].size == 4, "four cards turned")
