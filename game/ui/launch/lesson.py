"""Lessons."""

from game.core.portraits import BOT_NAMES
from game.i18n import _
from game.lessons import lessons
from game.sessions.lesson import LessonMatch, LessonRun
from game.system import here
from game.ui.engine.scene import Context, Scene
from game.ui.play.lesson.extra import LessonExtra
from game.ui.play.match.tables import match_table
from game.ui.play.patience.game import solo_table


def lesson(ctx: Context, game: str) -> Scene:
    """The lesson of this game."""
    taught, settings = lessons()[game], ctx.settings
    if taught.seats == 1:
        run = LessonRun(taught, here().clock.seconds, settings.back)
        return solo_table(run, extras=[LessonExtra(run)])
    names = (settings.name or _("You"), BOT_NAMES[0])
    backs = (settings.back, 1 if settings.back == 0 else 0)
    match = LessonMatch(taught, names, backs, here().clock.seconds)
    match.appear(settings.back, settings.portrait)
    return match_table(match, extras=[LessonExtra(match)])
