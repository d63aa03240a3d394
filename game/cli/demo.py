"""`demo --fast`: bots play a whole match in memory and in simulated time."""

import argparse

from game.cli.outcome import DONE
from game.cli.report import print_report, report
from game.core.match import Match
from game.core.portraits import BOT_NAMES
from game.core.state import WON
from game.rules.haisty import Haisty
from game.sessions.bot_table import BotTable
from game.sessions.seeds import fresh_seed
from game.storage.data_folder import open_folder
from game.storage.match_replay import Company
from game.storage.replay_writer import ReplayWriter
from game.system import here

LEVEL = "hard"
"""The level of the bots in a demo."""


def demo(args: argparse.Namespace) -> int:
    """Let bots play a match and print its rounds and standings."""
    folder = open_folder(getattr(args, "data", None))
    seed = fresh_seed() if args.seed is None else args.seed
    match, names = Match(Haisty(), args.seats, seed), BOT_NAMES[: args.seats]
    replay = ReplayWriter(folder, match, Company(names, tuple(range(args.seats))))
    try:
        seconds = play_match(match)
    finally:
        replay.save()
    print_report(report(match, str(replay.path), seconds), names, args.json)
    return DONE


def play_match(match: Match) -> float:
    """Let bots play the match to its end in simulated time; returns the seconds it took."""
    table = BotTable(match, dict.fromkeys(range(match.seats), LEVEL))
    begun = here().clock.seconds()
    while match.state.phase != WON and (at := table.next_time()) is not None:
        table.advance(at)
    return here().clock.seconds() - begun
