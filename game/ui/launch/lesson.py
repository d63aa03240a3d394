"""Lessons."""

import time

from game.bots.names import BOT_NAMES
from game.i18n import _
from game.lessons import lessons
from game.sessions.lesson_match import LessonMatch
from game.sessions.lesson_run import LessonRun
from game.ui.engine.scene import Context, Scene
from game.ui.lesson.match import LessonScene
from game.ui.lesson.solo import SoloLessonScene


def lesson_scene(ctx: Context, game: str) -> Scene:
    """The lesson of this game."""
    lesson, settings = lessons()[game], ctx.settings
    if lesson.seats == 1:
        return SoloLessonScene(LessonRun(lesson, time.perf_counter, settings.back))
    names = (settings.name or _("You"), BOT_NAMES[0])
    backs = (settings.back, 1 if settings.back == 0 else 0)
    return LessonScene(LessonMatch(lesson, names, backs, time.perf_counter))
