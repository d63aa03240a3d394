"""`ladder`: the week's daily runs of everyone met, and runs from files to be put among them."""

import argparse
import json
from collections.abc import Sequence
from datetime import date

from game.challenges.ladder import Ladder, Standing, week
from game.cli.outcome import BAD, DONE, say, warn
from game.i18n import N_, Notice, _, decimal, one_line, reason
from game.storage import files
from game.storage.data_folder import open_folder
from game.storage.replay_format import ReplayError
from game.system import here


def ladder(args: argparse.Namespace) -> int:
    """Print the ladder."""
    today = here().clock.today()
    standings, days = _kept(args).standings(today), week(today)
    if args.json:
        print(json.dumps({"days": [*map(str, days)], "players": [_facts(each) for each in standings]}))
    elif standings:
        say("\n".join(_table(standings, days)))
    else:
        say(_("Nobody is on the ladder yet: win a daily deal."))
    return DONE


def add(args: argparse.Namespace) -> int:
    """Add runs to the ladder."""
    kept, today = _kept(args), here().clock.today()
    found: dict[str, list[str]] = {"added": [], "known": [], "refused": []}
    for path in args.files:
        kind = "refused"
        try:
            kind = "added" if kept.add(files.read(path), today, path) else "known"
        except OSError as error:
            warn(Notice("{path}: {reason}", path=path, reason=reason(error)))
        except ReplayError as error:
            warn(error)
        found[kind].append(str(path))
        if kind != "refused" and not args.json:
            known = N_("{path}: one at least as good is there")
            text = N_("{path} is on the ladder") if kind == "added" else known
            say(one_line(str(Notice(text, path=path))))
    if args.json:
        print(json.dumps(found))
    return BAD if found["refused"] else DONE


def _kept(args: argparse.Namespace) -> Ladder:
    return Ladder(open_folder(getattr(args, "data", None)), warn)


def _facts(each: Standing) -> dict[str, object]:
    days = {str(day): {"time": run.time, "index": round(run.index, 3)} for day, run in each.days.items()}
    who = {"place": each.place, "name": each.name, "key": each.signer.hex(), "own": each.own}
    return who | {"index": round(each.index, 3), "days": days}


def _table(standings: Sequence[Standing], days: Sequence[date]) -> list[str]:
    """A line for each player: the index of each day, and of the week; the own one has a star."""
    rows = [("", _("Name"), [f"{day:%m-%d}" for day in days], _("Index"))]
    for each in standings:
        cells = [decimal(each.days[day].index, 2) if day in each.days else "–" for day in days]
        rows.append((f"{each.place}{'*' * each.own}", each.name, cells, decimal(each.index, 2)))
    wide = max(len(row[1]) for row in rows)
    return [
        f"{place:>3}  {name:{wide}}" + "".join(f"{cell:>7}" for cell in cells) + f"{index:>8}"
        for place, name, cells, index in rows
    ]
