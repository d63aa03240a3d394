"""The lesson of Haisty at its table, in simulated time: by keys, left at once, no step taken too early."""

from collections.abc import Callable

import pygame
from pygame.event import Event as Input

from game.core.table import Move
from game.lessons import lessons
from game.sessions.lesson import LessonMatch
from game.storage.settings import Settings
from game.ui.engine.assets import CardImages
from game.ui.engine.page import Page
from game.ui.engine.scene import Context
from game.ui.engine.sound import Sounds
from game.ui.engine.window import Window
from game.ui.launch.launcher import GameLauncher
from game.ui.menu.title import TitleScene
from game.ui.play.lesson.end import LessonEnd
from game.ui.play.lesson.extra import LessonExtra
from game.ui.play.match.tables import match_table

STEP = 1 / 60
SHARED = "7"
KEYS = ("1", "2", "3", "4", "5", "v", "6")
"""Those of the own piles, in their order."""


class Learner:
    """Somebody at the lesson of Haisty, above the title."""

    def __init__(self) -> None:
        self.time = 0.0
        self.ctx = Context(Window((1280, 720)), CardImages(), Sounds(muted=True), Settings(taught=True))
        GameLauncher(self.ctx)
        self.title = TitleScene()
        self.ctx.push(self.title)
        self.session = LessonMatch(lessons()["haisty"], ("You", "Maja"), (0, 1), lambda: self.time)
        self.scene = match_table(self.session, extras=[LessonExtra(self.session)])
        self.ctx.push(self.scene)
        self.wait(1.5)

    def wait(self, seconds: float) -> None:
        end = self.time + seconds
        while self.time < end:
            self.time += STEP
            assert self.ctx.scene
            self.ctx.scene.step(self.time)
            full, self.ctx.changed = self.ctx.changed, False
            for scene in self.ctx.stack if full else self.ctx.stack[-1:]:
                scene.draw(self.ctx.window.surface, self.time, 0, full)

    def until(self, done: Callable[[], bool]) -> None:
        end = self.time + 10
        while not done():
            assert self.time < end, "it never came about"
            self.wait(STEP)

    def key(self, *names: str) -> None:
        for name in names:
            assert self.ctx.scene
            code = pygame.key.key_code(name)
            self.ctx.scene.receive(Input(pygame.KEYDOWN, key=code, mod=0, unicode=name), self.time)

    def press(self, move: Move) -> None:
        """Press the keys for a move of seat 0."""
        if not move.count:
            self.key("space" if move.src == 0 else "d")
        elif move.src == 5:
            self.key("v")
        else:
            self.key(KEYS[move.src], KEYS[move.dst] if move.dst < len(KEYS) else SHARED)

    @property
    def wanted(self) -> Move:
        return self.session.guide.wanted(self.session.state.table)[0]

    @property
    def words(self) -> str:
        page = Page()
        self.scene.describe(page)
        assert page.lesson
        return str(page.lesson["words"])


def test_the_lesson_is_walked_to_its_end_by_keys() -> None:
    ada = Learner()
    for number in range(len(lessons()["haisty"].steps)):
        assert ada.session.guide.made == number
        ada.press(ada.wanted)
        ada.until(lambda after=number + 1: ada.session.guide.made == after)  # type: ignore[misc]
    ada.until(lambda: isinstance(ada.ctx.scene, LessonEnd))
    assert ada.session.state.reason == "knock"
    ada.key("escape")
    assert ada.ctx.scene is ada.title


def test_lights_bear_the_cards_that_they_are_on_to_leave() -> None:
    ada = Learner()
    while (move := ada.wanted).count < 2:
        ada.press(move)
        ada.until(lambda made=ada.session.guide.made: ada.session.guide.made > made)  # type: ignore[misc]
    ada.wait(0.2)
    ada.press(move)  # the pile is shown with fewer cards at once, the next step is said a step later
    for later in range(20):
        ada.scene.draw(ada.ctx.window.surface, ada.time + later * STEP, 0, False)


def test_the_other_one_is_too_late_for_the_place_that_both_want() -> None:
    ada = Learner()
    while ada.session.guide.step and not ada.session.guide.step.answers:
        ada.press(ada.wanted)
        ada.until(lambda made=ada.session.guide.made: ada.session.guide.made > made)  # type: ignore[misc]
    reserve = ada.session.state.table.piles[7]
    ada.press(ada.wanted)
    ada.until(lambda: len(ada.session.state.air) == 2)
    ada.until(lambda: not ada.session.state.air)
    assert ada.session.state.table.piles[7] == reserve


def test_a_move_that_comes_too_early_is_not_made_and_the_lesson_says_so() -> None:
    ada = Learner()
    table, first = ada.session.state.table, ada.words
    ada.key("v")
    ada.wait(0.3)
    assert ada.session.state.table == table
    assert ada.words != first
    assert ada.words.endswith(first)
    ada.press(ada.wanted)
    ada.wait(0.3)
    assert ada.session.guide.made == 1
    assert not ada.words.endswith(first)


def test_a_move_against_the_rules_is_refused_by_them() -> None:
    ada = Learner()
    ada.key("1", "2")  # the ace onto the seven
    ada.wait(0.3)
    assert ada.session.guide.made == 0
    assert ada.scene.stage
    assert "note" in ada.scene.stage.canvas.tags, "why it is refused"


def test_a_click_on_the_button_and_escape_leave_it() -> None:
    ada = Learner()
    page = Page()
    ada.scene.describe(page)
    x, y, w, h = next(each["rect"] for each in page.controls if each["key"] == "Esc")
    ada.scene.receive(
        Input(pygame.MOUSEBUTTONDOWN, pos=(x + w // 2, y + h // 2), button=pygame.BUTTON_LEFT), ada.time
    )
    assert ada.ctx.scene is ada.title
    other = Learner()
    other.key("escape")
    assert other.ctx.scene is other.title
