"""Lessons: for each game a table laid by hand, and steps to take on it, one sentence each.

May import: core, rules.
"""

import importlib
import pkgutil
from functools import cache

from game.lessons.lesson import Lesson


@cache
def lessons() -> dict[str, Lesson]:
    """The lesson of each game that has one, by the name of the game."""
    modules = (importlib.import_module(f"{__name__}.{each.name}") for each in pkgutil.iter_modules(__path__))
    found = [module.LESSON for module in modules if hasattr(module, "LESSON")]
    return {lesson.rules.name: lesson for lesson in found}
