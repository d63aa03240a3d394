"""A newcomer is shown the games: the offer of the first start, and each lesson to its end."""

from pathlib import Path

import pytest

from tests.desktop.lessons import follow
from tests.desktop.program import Program, Start

pytestmark = pytest.mark.journey
OFFER = "Show me"
CLICKS = 3
"""The most clicks from the first start to the first own card on the table."""


def on_the_table(game: Program) -> int:
    """How many cards lie in the middle."""
    return sum(pile.size for pile in game.seen.piles_of("foundation"))


def test_a_newcomer_accepts_the_lesson_lays_a_card_and_leaves(program: Start, tmp_path: Path) -> None:
    clicks = 0
    with program(data=tmp_path) as game:
        game.click(OFFER)
        clicks += 1
        seen = game.wait_scene("lesson")
        assert seen.lesson
        assert seen.lesson["words"].endswith("click the ace.")
        before = on_the_table(game)
        game.click_at(*game.wait_still().card(seen.lesson["card"]))
        clicks += 1
        game.wait(lambda _seen: on_the_table(game) == before + 1, "the ace on the table")
        assert clicks <= CLICKS
        follow(game, steps=1)
        game.click("Leave the lesson")
        assert not game.wait_scene("title").has(OFFER)
    with program(data=tmp_path) as game:
        assert not game.wait_scene("title").has(OFFER)


@pytest.mark.parametrize("answer", ["No, thanks", "Escape"])
def test_the_lesson_is_refused_and_not_offered_again(program: Start, tmp_path: Path, answer: str) -> None:
    with program(data=tmp_path) as game:
        game.wait_control(OFFER)
        if answer == "Escape":
            game.key(answer)
        else:
            game.click(answer)
        game.wait(lambda seen: not seen.has(OFFER), "no offer any more")
        assert game.seen.scene == "title"
    with program(data=tmp_path) as game:
        assert not game.wait_scene("title").has(OFFER)


@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keys"])
def test_the_lesson_of_haisty_leads_to_a_match(program: Start, keys: bool) -> None:
    with program(times=4) as game:
        game.click(OFFER)
        game.wait_scene("lesson")
        assert follow(game, keys) > 10
        game.wait_scene("lesson-end")
        game.click("Repeat the lesson")
        game.wait_scene("lesson")
        assert follow(game, keys, steps=1) == 1
        game.key("Escape")
        game.wait_scene("title")


@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keys"])
def test_the_lessons_of_the_patiences_are_walked_to_their_ends(program: Start, keys: bool) -> None:
    with program(times=4) as game:
        game.click("How to play")
        seen = game.wait_scene("how-to-play")
        lessons = [each.middle for each in seen.controls if each.label.startswith("Lesson: ")]
        assert len(lessons) == 7
        for number in range(1, 7):
            game.click_at(*lessons[number])
            seen = game.wait_scene("solo-lesson")
            assert seen.lesson
            assert follow(game, keys) == seen.lesson["steps"] > 5
            game.wait_scene("lesson-end")
            game.click("Back")
            game.wait_scene("how-to-play")


def test_the_lessons_and_the_rules_are_found_from_the_title(program: Start) -> None:
    with program() as game:
        game.click("How to play")
        assert "Red and black" in game.wait_scene("how-to-play").words
        game.key("F1")
        assert "Haisty" in game.wait_scene("rule-page").words
        game.key("Escape")
        game.wait_scene("how-to-play")
        game.key("Return")
        game.wait_scene("lesson")
        assert follow(game, steps=1) == 1
        game.key("Escape")
        game.wait_scene("how-to-play")
