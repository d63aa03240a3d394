"""`demo`: bots, each a client in its own process, play a match over UDP on this machine."""

import argparse
import subprocess

from game.cli.demo import LEVEL
from game.cli.find import refusing_unavailable
from game.cli.outcome import DONE, Refused
from game.cli.report import MatchLog, print_report
from game.core.portraits import BOT_NAMES
from game.i18n import N_, Notice
from game.lan.hosting import bind, make_table, terms_from
from game.lan.server import Server
from game.program import HIDDEN, command
from game.sessions.seeds import fresh_seed
from game.storage.data_folder import open_folder
from game.storage.settings import Settings
from game.system import here


@refusing_unavailable()
def demo_udp(args: argparse.Namespace) -> int:
    """Open a table, start the bots, and print the rounds and standings of their match."""
    folder = open_folder(getattr(args, "data", None))
    seed = fresh_seed() if args.seed is None else args.seed
    log = MatchLog(folder)
    table = make_table("demo", args.seats, terms_from(Settings()), seed=seed)
    server = Server(table, bind(0), log.save)
    joining = [*command(), "join", f"127.0.0.1:{server.ports.port}"]
    bots: list[subprocess.Popen[bytes]] = []
    try:
        for name in BOT_NAMES[: args.seats]:
            started = [*joining, "--bot", LEVEL, "--name", name, "--data", str(folder)]
            # Ctrl+C goes to every process of the terminal, but only this one may end the bots.
            bots.append(
                here().jobs.process(
                    started, stdin=subprocess.DEVNULL, start_new_session=True, creationflags=HIDDEN
                )
            )
        server.run(lambda: bool(server.played) or all(bot.poll() is not None for bot in bots))
    finally:
        for bot in bots:
            bot.terminate()
        for bot in bots:
            bot.wait()
    if not server.played:
        raise Refused(Notice(N_("the bots could not reach the table")))
    [(facts, names)] = log.reports
    print_report(facts, names, args.json)
    return DONE
