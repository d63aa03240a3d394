"""The commands that need no window: they print."""

import argparse
import json

from game import store
from game.core.match import Match
from game.demo import Report, play_match, report
from game.i18n import _, ngettext
from game.record import Recorder
from game.replay import read_checked
from game.rules.haisty import Haisty
from game.session import BOT_NAMES, fresh_seed


def demo(args: argparse.Namespace) -> None:
    """Bots play a match in simulated time; print rounds and standings."""
    folder = store.open_folder(getattr(args, "data", None))
    seed = fresh_seed() if args.seed is None else args.seed
    match = Match(Haisty(), args.seats, seed)
    recorder = Recorder(folder, match, BOT_NAMES[: args.seats], tuple(range(args.seats)))
    try:
        seconds = play_match(match)
    finally:
        recorder.save()
    facts = report(match, str(recorder.path), seconds)
    print(json.dumps(facts) if args.json else told(facts, BOT_NAMES[: args.seats]))


def check_replay(args: argparse.Namespace) -> None:
    """Play a replay again; say that it comes to what it states, or raise as read_checked() does."""
    _replay, match = read_checked(args.file)
    text = ngettext(
        "{path} replays: {rounds} round, {moves} moves, totals {totals}",
        "{path} replays: {rounds} rounds, {moves} moves, totals {totals}",
        len(match.results),
    )
    totals = ", ".join(map(str, match.state.totals))
    print(text.format(path=args.file, rounds=len(match.results), moves=len(match.log), totals=totals))


def told(facts: Report, names: tuple[str, ...]) -> str:
    """A match as lines of text: a row a round, then the standings."""
    rows = [[_("Round"), *names, _("Ended by"), _("Length")]]
    for number, played in enumerate(facts["rounds"], 1):
        ended = _("nobody could play") if played["knocker"] is None else names[played["knocker"]]
        length = f"{played['ticks'] // 3600}:{played['ticks'] // 60 % 60:02}"
        rows.append(
            [str(number), *(f"{score:+}" if score else "0" for score in played["scores"]), ended, length]
        )
    rows.append([_("Total"), *map(str, facts["totals"]), "", ""])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    if facts["winner"] is not None:
        lines.append(_("{name} wins.").format(name=names[facts["winner"]]))
    return "\n".join([*map(str.rstrip, lines), _("Replay: {path}").format(path=facts["replay"])])
