"""What a patience says before the first move."""

from collections.abc import Callable, Iterator

import pygame
import pytest

from game.rules import games
from game.sessions.lesson import LessonRun
from game.ui.engine import requests, text, theme
from game.ui.engine.scene import Context
from game.ui.play.patience.game import SoloTable
from game.ui.play.scene import PlayScene
from game.ui.rulebook.page import RulePage
from tests.ui.pilot import Pilot, context, told

Opened = Callable[..., tuple[Pilot, SoloTable]]


@pytest.fixture
def opened() -> Opened:
    def opened(game: str = "staffelpatience", ctx: Context | None = None) -> tuple[Pilot, SoloTable]:
        ctx = ctx or context()
        ctx.open(requests.FreePlay(games()[game](), 1))
        pilot = Pilot(ctx)
        pilot.draw()
        assert isinstance(ctx.scene, PlayScene)
        return pilot, ctx.scene

    return opened


@pytest.fixture
def large_letters() -> Iterator[None]:
    before = text.letters
    text.adapt(text.Letters(theme.unit((1280, 720)), 1.6))
    yield
    text.adapt(before)


@pytest.mark.parametrize("game", sorted(games()))
def test_the_goal_stands_below_the_cards_until_the_first_move(opened: Opened, game: str) -> None:
    pilot, table = opened(game)
    rules = table.game.session.rules
    assert (rules.goal or rules.in_short[0]) in told(table.stage, "opening")
    assert table.stage
    assert all(table.stage.overlay.buttons[name].bottom <= 720 for name in ("lesson", "rules"))
    pilot.wait(1.5)
    table.game.session.play(next(iter(table.game.session.moves)))
    pilot.wait(0.1)
    assert told(table.stage, "opening") == ""
    assert "lesson" not in table.commands


@pytest.mark.usefixtures("large_letters")
def test_in_large_letters_the_goal_gives_way_to_cards(opened: Opened) -> None:
    said = {game: told(opened(game)[1].stage, "opening") for game in ("acht-mal-acht", "zahlenpatience")}
    assert said["acht-mal-acht"].startswith("New here?")
    for game, words in said.items():
        assert (games()[game].goal in words) == (game == "zahlenpatience")


def test_the_lesson_of_a_game_is_offered_until_it_has_been_begun(opened: Opened) -> None:
    ctx = context()
    pilot, table = opened(ctx=ctx)
    assert "New here?" in told(table.stage, "opening")
    pilot.wait(1.5)
    table.game.session.play(table.game.session.moves[0])
    pilot.wait(0.1)
    table.back()
    assert "New here?" not in told(opened(ctx=ctx)[1].stage, "opening")
    assert "New here?" in told(opened("paare", ctx)[1].stage, "opening")


def test_from_the_lesson_one_comes_back_to_the_table(opened: Opened) -> None:
    pilot, table = opened("zahlenpatience")
    pilot.key(pygame.K_l)
    pilot.draw()
    lesson = pilot.top
    assert isinstance(lesson, PlayScene)
    run = lesson.session
    assert isinstance(run, LessonRun)
    pilot.wait(1.5)
    while not run.won:
        run.play(run.guide.wanted(run.solo.table)[0])
    pilot.until(lambda: pilot.top is not lesson, 30)
    pilot.wait(1)
    pilot.key(pygame.K_RETURN)
    assert pilot.top is table
    pilot.draw()
    assert not table.game.session.begun
    assert "New here?" not in told(table.stage, "opening")


def test_who_has_taken_the_lesson_from_elsewhere_is_not_offered_it(opened: Opened) -> None:
    ctx = context()
    ctx.open(requests.Lesson("zahlenpatience"))
    pilot = Pilot(ctx)
    pilot.draw()
    pilot.wait(1)
    lesson = pilot.top
    assert isinstance(lesson, PlayScene)
    lesson.back()
    assert "New here?" not in told(opened("zahlenpatience", ctx)[1].stage, "opening")
    assert "New here?" in told(opened("paare", ctx)[1].stage, "opening")


def test_the_rules_cover_the_table_and_stop_the_clock(opened: Opened) -> None:
    pilot, table = opened()
    pilot.wait(1.5)
    table.game.session.play(table.game.session.moves[0])
    pilot.wait(0.1)
    pilot.key(pygame.K_i)
    assert isinstance(pilot.top, RulePage)
    assert not pilot.top.overlay
    before = table.game.session.elapsed
    pilot.wait(2)
    assert table.game.session.elapsed == before
