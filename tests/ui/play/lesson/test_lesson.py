"""The lesson of Haisty at its table, in simulated time: by keys, left at once, no step taken too early."""

import pygame

from game.core.table import Move
from game.lessons import lessons
from game.rules.haisty import STOCK
from game.sessions.lesson import LessonMatch, LessonRun
from game.ui.engine import text
from game.ui.menu.title import TitleScene
from game.ui.play.lesson.extra import LessonEnd, LessonExtra
from game.ui.play.match.tables import match_table
from game.ui.play.patience.game import solo_table
from tests.ui.pilot import STEP, Pilot, context, described

SHARED = "7"
KEYS = ("1", "2", "3", "4", "5", "v", "6")
"""Those of the own piles, in their order."""


class Learner(Pilot):
    """Somebody at the lesson of Haisty, above the title."""

    def __init__(self) -> None:
        super().__init__(context(taught=True))
        self.title = TitleScene()
        self.ctx.push(self.title)
        self.session = LessonMatch(lessons()["haisty"], ("You", "Maja"), (0, 1), lambda: self.time)
        self.scene = match_table(self.session, extras=[LessonExtra(self.session)])
        self.ctx.push(self.scene)
        self.wait(1.5)

    def keys(self, *names: str) -> None:
        """Press keys by their names."""
        self.key(*map(pygame.key.key_code, names))

    def press(self, move: Move) -> None:
        """Press the keys for a move of seat 0."""
        if not move.count:
            self.keys("space" if move.src == 0 else "d")
        elif move.src == 5:
            self.keys("v")
        else:
            self.keys(KEYS[move.src], KEYS[move.dst] if move.dst < len(KEYS) else SHARED)

    @property
    def wanted(self) -> Move:
        return self.session.guide.wanted(self.session.state.table)[0]

    @property
    def covered(self) -> list[str]:
        """The words and keys beneath the arrow, once all cards lie."""
        self.wait(3)
        stage = self.scene.stage
        assert stage
        arrow, tags = stage.canvas.tags["arrow"], stage.canvas.tags.items()
        spans = [span.moved(tag.rect.topleft) for _, tag in tags for span in text.spans(tag.surface)]
        return [span.words for span in spans if span.ink.colliderect(arrow.rect.inflate(-8, 0))]

    @property
    def words(self) -> str:
        lesson = described(self.scene).lesson
        assert lesson
        return str(lesson["words"])


def test_the_lesson_is_walked_to_its_end_by_keys() -> None:
    text.start_recording()
    ada = Learner()
    for number in range(len(lessons()["haisty"].steps)):
        assert ada.session.guide.made == number
        assert not ada.covered
        calls = (ada.wanted.src, ada.wanted.count) == (STOCK, 0)
        assert not calls or "“Stuck”" in ada.words, "the button’s words"
        ada.press(ada.wanted)
        ada.until(lambda after=number + 1: ada.session.guide.made == after)  # type: ignore[misc]
        assert ada.scene.stage and "note" not in ada.scene.stage.canvas.tags, "the lesson says it"
    ada.until(lambda: isinstance(ada.ctx.scene, LessonEnd))
    assert ada.session.state.reason == "knock"
    offered = [(each["label"], each["key"]) for each in described(ada.ctx.stack[-1]).controls]
    assert offered == [("Play now", ""), ("Repeat the lesson", "R"), ("Back", "Esc")]
    ada.keys("escape")
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
    ada.keys("v")
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
    ada.keys("1", "2")  # the ace onto the seven
    ada.wait(0.3)
    assert ada.session.guide.made == 0
    assert ada.scene.stage
    assert "note" in ada.scene.stage.canvas.tags, "why it is refused"


def test_a_click_on_the_button_and_escape_leave_it() -> None:
    ada = Learner()
    leave = pygame.Rect(next(each["rect"] for each in described(ada.scene).controls if each["key"] == "Esc"))
    button = ada.ctx.window.surface.subsurface(leave)
    before = button.copy()
    ada.send(pygame.MOUSEMOTION, pos=leave.center, rel=(1, 0), buttons=(0, 0, 0))
    ada.wait(0.1)
    assert button.get_at((9, 9)) != before.get_at((9, 9)), "it is lit under the pointer"
    ada.click_at(leave.center)
    assert ada.ctx.scene is ada.title
    other = Learner()
    other.keys("escape")
    assert other.ctx.scene is other.title


def test_every_pile_that_a_step_allows_is_lit() -> None:
    me = Pilot(context(taught=True))
    run = LessonRun(lessons()["zahlenpatience"], lambda: me.time, 0)
    scene = solo_table(run, extras=[LessonExtra(run)])
    me.ctx.push(scene)
    me.wait(1.5)
    while len(moves := run.guide.wanted(run.solo.table)) < 2:
        run.play(moves[0])
        me.wait(0.5)
    lesson = described(scene).lesson
    assert lesson and lesson["piles"] == [moves[0].src, *(move.dst for move in moves)]
