"""`challenge` without a display: the list of challenges as text."""

import argparse
from itertools import groupby

from game.challenges.challenge import bests_of
from game.challenges.level import GRADES, MEDALS, SECOND, LevelError, by_grade
from game.challenges.level_files import daily, grade_words, levels
from game.cli.outcome import DONE, warn
from game.i18n import _
from game.storage.data_folder import data_folder
from game.storage.result import ResultsError
from game.storage.results import open_results
from game.system import here


def list_challenges(args: argparse.Namespace) -> int:
    """A line per challenge: its medal times, and the best time of the player; then what the grades mean."""
    folder = data_folder(getattr(args, "data", None))
    results, damaged = open_results(folder)
    warn(damaged)
    try:
        results.prove(folder)
        bests = results.bests()
    except ResultsError as error:
        warn(error)
        bests = {}
    found, errors = levels()
    try:
        found.append(daily(here().clock.today()))
    except LevelError as error:
        errors.append(error)
    won = bests_of(found, bests)
    rows = [[_("Name"), *map(_, MEDALS), _("Best time")]]
    for level in found:
        best = won.get(level.id)
        own = [_clock(best.time), _(best.medal) if best.medal else ""] if best and best.won else []
        times = (level.medal_time(medal) for medal in MEDALS)
        rows.append([level.id, *(_clock(time) if time else "–" for time in times), " ".join(own)])
    name = max(len(row[0]) for row in rows)
    for first, *cells in rows:
        print("  ".join([first.ljust(name), *(cell.rjust(8) for cell in cells)]).rstrip())
    print()
    for _game, same in groupby(levels()[0], lambda level: level.game):
        grades = by_grade(list(same))
        for number, grade in enumerate(grades):
            if words := grade_words(grades, number):
                span = f"{grade[0].id} – {grade[-1].id.rpartition('-')[2]}"
                print("  ".join([span.ljust(name + 5), f"{_(GRADES[number])}: {words}"]))
    for wrong in errors:
        warn(wrong)
    return DONE


def _clock(time: int) -> str:
    return f"{time // (60 * SECOND)}:{time // SECOND % 60:02}"
