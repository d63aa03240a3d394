"""A lesson for one: only the move asked for is made, the rules judge all others, it can be begun again."""

from game.core.state import Returned
from game.core.table import Move
from game.lessons import lessons
from game.sessions.lesson import LessonRun

RIGHT, STOCK, WASTE = 6, 8, 9
"""A pile that the first card of Zahlenpatience is not for; its stock and waste."""


def begun(game: str) -> LessonRun:
    return LessonRun(lessons()[game], lambda: 0.0, 0)


def test_a_legal_move_that_is_not_asked_for_is_declined_and_not_made() -> None:
    run = begun("staffelpatience")
    table = run.state.table
    wanted = run.guide.wanted(table)
    other = next(move for move in run.solo.rules.moves(table, 0) if move not in wanted)
    run.play(other)
    assert (run.declined, run.state.table, run.guide.made) == (other, table, 0)
    assert not any(isinstance(event, Returned) for event in run.poll())


def test_a_move_against_the_rules_costs_what_it_always_costs() -> None:
    run = begun("zahlenpatience")
    run.play(Move(STOCK, WASTE))
    run.poll()
    run.play(Move(WASTE, RIGHT))
    assert run.poll() == [Returned(0, Move(WASTE, RIGHT), None, thrown=False)]
    assert (run.solo.mistakes, run.guide.made, run.declined) == (1, 1, None)


def test_the_last_step_ends_it_and_it_is_begun_again_with_the_first() -> None:
    run = begun("rot-und-schwarz")
    first = run.state.table
    while run.guide.step:
        assert not run.over
        run.play(run.guide.wanted(run.state.table)[0])
    assert run.over
    assert run.won
    run.restart()
    assert (run.over, run.guide.made, run.state.table) == (False, 0, first)
