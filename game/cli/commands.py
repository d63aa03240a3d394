"""The commands that need no window: they print."""

import argparse
import json
import sys
import textwrap
from datetime import date
from pathlib import Path

import msgspec

from game.bots.names import BOT_NAMES
from game.challenges.challenge import MEDALS, SECOND, contest_of
from game.challenges.level import LevelError, daily, levels, read_level
from game.challenges.solution import Solution, check_dailies, run_in, solution
from game.cli.demo import Report, play_match, report
from game.core.match import Match
from game.core.rules import Rules
from game.i18n import N_, Notice, _, ngettext, one_line
from game.rules import games
from game.rules.haisty import Haisty
from game.rules.options import rules_said
from game.sessions.seeds import fresh_seed
from game.solve.verdict import HOPELESS, UNDECIDED, WON
from game.storage.match_replay import read_checked
from game.storage.replay_writer import ReplayWriter
from game.storage.results import RecordsError, open_records
from game.storage.settings import data_folder, open_folder

WIDTH = 100
"""Characters in a line of moves."""
DAILY = "daily"
"""The folder of files that hold many deals."""


def demo(args: argparse.Namespace) -> None:
    """Bots play a match in simulated time; print rounds and standings."""
    folder = open_folder(getattr(args, "data", None))
    seed = fresh_seed() if args.seed is None else args.seed
    match = Match(Haisty(), args.seats, seed)
    recorder = ReplayWriter(folder, match, BOT_NAMES[: args.seats], tuple(range(args.seats)))
    try:
        seconds = play_match(match)
    finally:
        recorder.save()
    facts = report(match, str(recorder.path), seconds)
    print(json.dumps(facts) if args.json else told(facts, BOT_NAMES[: args.seats]))


def challenges(args: argparse.Namespace) -> None:
    """Print all challenges, a line each: the times for the medals, and the own best ones."""
    folder = data_folder(getattr(args, "data", None))
    records, damaged = open_records(folder)
    tell(damaged)
    try:
        bests = records.bests()
    except RecordsError as error:
        tell(error)
        bests = {}
    found, errors = levels()
    try:
        found.append(daily(date.today()))
    except LevelError as error:
        errors.append(error)
    rows = [[_("Name"), *map(_, MEDALS), _("Best time")]]
    for level in found:
        best = bests.get(contest_of(level))
        own = [_clock(best.time), _(best.medal) if best.medal else ""] if best and best.won else []
        times = (getattr(level, medal) * SECOND for medal in MEDALS)
        rows.append([level.id, *map(_clock, times), " ".join(own)])
    name = max(len(row[0]) for row in rows)
    for first, *cells in rows:
        print("  ".join([first.ljust(name), *(cell.rjust(8) for cell in cells)]).rstrip())
    for wrong in errors:
        tell(wrong)


def tell(notice: object) -> None:
    """Say beside the output what the player should know, if there is anything."""
    if notice:
        print(one_line(f"main.py: {notice}"), file=sys.stderr)


def _clock(time: int) -> str:
    return f"{time // (60 * SECOND)}:{time // SECOND % 60:02}"


def check_file(args: argparse.Namespace) -> None:
    """Play again what a file holds; say that it comes to what it states, or raise ReplayError or Mismatch."""
    path: Path = args.file
    if path.suffix == ".toml" and path.parent.name == DAILY:
        count = check_dailies(path)
        text = ngettext("{path}: {count} deal comes out", "{path}: {count} deals come out", count)
        print(text.format(path=path, count=count))
    elif run := run_in(path):
        head, result = run.header, run.result
        text = _("{path} replays: {game}, seed {seed}, {placed} of {cards} cards, {time}")
        time = f"{result.time // 60_000_000}:{result.time % 60_000_000 / 1e6:04.1f}"
        placed, cards = result.placed, result.cards
        print(text.format(path=path, game=head.game, seed=head.seed, placed=placed, cards=cards, time=time))
    else:
        _replay, match = read_checked(path)
        text = ngettext(
            "{path} replays: {rounds} round, {moves} moves, totals {totals}",
            "{path} replays: {rounds} rounds, {moves} moves, totals {totals}",
            len(match.results),
        )
        totals = ", ".join(map(str, match.state.totals))
        print(text.format(path=path, rounds=len(match.results), moves=len(match.log), totals=totals))


def deal_asked(args: argparse.Namespace) -> tuple[Rules, int]:
    """The solo deal that the command line names: a game's, or a level file's. Raises ValueError."""
    if args.deal in games() or (not (path := Path(args.deal)).is_file() and path.suffix != ".toml"):
        rules = rules_said(args.deal, args.rule)
        if 1 not in rules.seats:
            raise ValueError(Notice(N_("there is no solo game {game!r}"), game=args.deal))
        return rules, fresh_seed() if args.seed is None else args.seed
    if args.rule or args.seed is not None:
        raise ValueError(Notice(N_("a level states its own seed and house rules")))
    level = read_level(path)
    return level.variant(), level.seed


def solve_deal(args: argparse.Namespace, rules: Rules, seed: int) -> bool:
    """Search the deal and print what was found; whether it comes out."""
    found = solution(rules, seed, args.seconds)
    if args.json:
        print(msgspec.json.encode(found).decode())
    else:
        print(_found_told(found))
    return found.verdict == WON


def _found_told(found: Solution) -> str:
    """A verdict as lines of text: what it says, how hard it was to find, the moves."""
    says = {
        WON: _("comes out"),
        HOPELESS: _("cannot come out: everything has been tried"),
        UNDECIDED: _("not decided in this time"),
    }
    text = _("{game}, seed {seed}: {verdict} ({expanded} positions, {seconds:.2f} s)")
    told = text.format(
        game=found.game,
        seed=found.seed,
        verdict=says[found.verdict],
        expanded=found.expanded,
        seconds=found.seconds,
    )
    return "\n".join([told, *textwrap.wrap(" ".join(found.moves), WIDTH)])


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
    if facts["replay"]:
        lines.append(_("Replay: {path}").format(path=facts["replay"]))
    return "\n".join(map(str.rstrip, lines))
