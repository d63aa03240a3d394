"""`ladder`: the week's daily runs of everyone met, and runs from files to be put among them."""

import argparse
import json
from datetime import date
from pathlib import Path

from game.challenges.ladder import Ladder, LadderError, week
from game.cli.outcome import BAD, DONE, say, warn
from game.i18n import N_, Notice, _, one_line, reason
from game.storage import files
from game.storage.data_folder import open_folder
from game.storage.replay_format import ReplayError


def ladder(args: argparse.Namespace) -> int:
    """Print the ladder, or add runs to it."""
    kept = Ladder(open_folder(getattr(args, "data", None)))
    if args.action == "add":
        return _add(kept, args.files, args.json)
    today = date.today()
    if args.json:
        print(json.dumps(_facts(kept, today)))
    else:
        say(_table(kept, today))
    return DONE


def _add(kept: Ladder, paths: list[Path], as_json: bool) -> int:
    found: dict[str, dict[str, str]] = {"added": {}, "known": {}, "refused": {}}
    for path in paths:
        try:
            better = kept.add(files.read(path), date.today(), path)
            text = N_("{path} is on the ladder") if better else N_("{path} is no better than what is there")
            found["added" if better else "known"][str(path)] = str(Notice(text, path=path))
        except ReplayError as error:
            found["refused"][str(path)] = str(error)
        except OSError as error:
            found["refused"][str(path)] = str(Notice("{path}: {reason}", path=path, reason=reason(error)))
        except LadderError as error:
            found["refused"][str(path)] = str(Notice("{path}: {reason}", path=path, reason=error))
    for text in found["refused"].values():
        warn(text)
    if as_json:
        print(json.dumps({kind: list(each) for kind, each in found.items()}))
    else:
        for text in (*found["added"].values(), *found["known"].values()):
            say(one_line(text))
    return BAD if found["refused"] else DONE


def _facts(kept: Ladder, today: date) -> dict[str, object]:
    return {
        "days": [day.isoformat() for day in week(today)],
        "players": [
            {
                "place": each.place,
                "name": each.name,
                "key": each.signer.hex(),
                "own": each.own,
                "index": round(each.index, 3),
                "days": {
                    day.isoformat(): {"time": run.time, "index": round(run.index, 3)}
                    for day, run in sorted(each.days.items())
                },
            }
            for each in kept.standings(today)
        ],
    }


def _table(kept: Ladder, today: date) -> str:
    """A line for each player: the index of each day, and of the week; the own one has a star."""
    standings = kept.standings(today)
    if not standings:
        return _("Nobody is on the ladder yet: win a daily deal.")
    rows = [["", _("Name"), *(f"{day:%m-%d}" for day in week(today)), _("Index")]]
    for each in standings:
        days = (f"{each.days[day].index:.2f}" if day in each.days else "–" for day in week(today))
        rows.append([f"{each.place}{'*' * each.own}", each.name, *days, f"{each.index:.2f}"])
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, wide, strict=True))
        )
        for row in rows
    )
