"""`tonight`: what all who sat at the same tables have played in the last twelve hours."""

import argparse
import json

from game.cli.outcome import BAD, DONE, say, warn
from game.i18n import _, exact_time
from game.storage.data_folder import open_folder
from game.storage.result import ResultsError
from game.storage.results import open_results
from game.storage.tonight import since, tonight
from game.system import here


def show(args: argparse.Namespace) -> int:
    """Print a line for each."""
    results, notice = open_results(open_folder(getattr(args, "data", None)))
    if notice:
        warn(notice)
    try:
        guests = tonight(results.matches.since(since(here().clock.calendar())))
    except ResultsError as error:
        warn(error)
        return BAD
    finally:
        results.close()
    if args.json:
        print(json.dumps({"players": [{**each._asdict(), "own": not each.name} for each in guests]}))
        return DONE
    if not guests:
        say(_("Nobody has played here tonight."))
        return DONE
    rows = [("", _("Played"), _("Won"), _("Points"), _("Fastest round"))]
    for each in guests:
        fastest = exact_time(each.fastest) if each.fastest else "–"
        rows.append((each.name or _("You"), str(each.played), str(each.won), str(each.points), fastest))
    wide = max(len(row[0]) for row in rows)
    say("\n".join(f"{name:{wide}}" + "".join(f"  {cell:>13}" for cell in cells) for name, *cells in rows))
    return DONE
