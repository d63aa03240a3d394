"""Each lesson can be walked to its end by the rules of play, whichever move it takes that it asks for."""

from collections.abc import Iterator

import pytest

from game.core.cards import HIDDEN
from game.core.rules import fold_all, play
from game.core.table import Move, Table
from game.i18n import _, set_language
from game.lessons import lessons
from game.lessons.lesson import Guide, Lesson

LESSONS = pytest.mark.parametrize("lesson", lessons().values(), ids=lambda lesson: lesson.rules.name)
LONGEST = 125
"""More letters than this are too many for one sentence in large letters."""


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    set_language("en")


def walks(lesson: Lesson, last: bool) -> Iterator[tuple[Guide, Table, list[Move]]]:
    """Each step with its table and the moves that it asks for; the first or the last of them is made."""
    guide, table = Guide(lesson), lesson.table
    while step := guide.step:
        if step.opens:
            table = fold_all(table, play(lesson.rules, table, 1, lesson.named(step.opens, 1)))
        wanted = guide.wanted(table)
        yield guide, table, wanted
        assert wanted, f"step {guide.made + 1}: {step.move} is not legal"
        table = fold_all(table, play(lesson.rules, table, 0, wanted[-1 if last else 0]))
        answer = lesson.named(step.answers, 1) if step.answers else None
        if answer and answer in lesson.rules.moves(table, 1):
            table = fold_all(table, play(lesson.rules, table, 1, answer))
        guide.made += 1


@LESSONS
@pytest.mark.parametrize("last", [False, True])
def test_every_step_can_be_taken_and_is_not_taken_by_itself(lesson: Lesson, last: bool) -> None:
    assert len(list(walks(lesson, last))) == len(lesson.steps)


@LESSONS
def test_the_cards_of_a_lesson_are_cards_of_its_packs_each_once(lesson: Lesson) -> None:
    cards = [card for pile in lesson.table.piles for card in pile.cards]
    assert len(cards) == len(set(cards))
    assert HIDDEN not in cards


@LESSONS
@pytest.mark.parametrize("lang", ["sv", "de", "en"])
def test_every_sentence_is_short(lesson: Lesson, lang: str) -> None:
    set_language(lang)
    assert [long for step in lesson.steps if len(long := _(step.words)) > LONGEST] == []


def test_where_the_lesson_of_haisty_says_that_nothing_fits_nothing_does() -> None:
    lesson = lessons()["haisty"]
    said = [
        [move for move in lesson.rules.moves(table, 0) if move.count and move.dst != move.src + 1]
        for guide, table, _wanted in walks(lesson, False)
        if guide.step and "nothing fits" in guide.step.words.lower()
    ]
    assert said == [[], []]
