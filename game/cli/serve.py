"""`serve`: a table on the network without a window or a seat of its own."""

import argparse
import json
from collections.abc import Iterator
from contextlib import closing
from itertools import repeat
from pathlib import Path

from game.cli.find import port_of, refusing_unavailable
from game.cli.outcome import DONE, Refused, closing_on_signal, say, warn
from game.cli.report import MatchLog, report_text
from game.core.match import Match
from game.core.portraits import BOT_NAMES
from game.core.state import WON
from game.i18n import _
from game.lan.diagnosis import Finding, unseen
from game.lan.hosting import bind, make_table, own_key, rules_of, terms_from
from game.lan.interfaces import told_addresses
from game.lan.race_deals import race_terms
from game.lan.server import Server
from game.lan.udp import write_address
from game.lan.visibility import Visibility
from game.net.server.members import Member
from game.net.server.table_server import TableServer
from game.net.wire.messages import HouseRules
from game.storage.data_folder import open_folder
from game.storage.match_replay import Company
from game.storage.settings import Settings, load_settings
from game.system import here

_PAUSE, _SHOWN = 8_000_000, 30_000_000
"""Microseconds after a match before the table reopens; and where its end is shown to a room."""
_REPORTED = 100
"""The most matches that a table without a match limit reports when it is closed."""


def race_of(args: argparse.Namespace, people: int = 0) -> HouseRules | None:
    """The race that is asked for, if one is. Raises Refused if there is no such table, with seats for so many
    people, too."""
    needed = args.bots + people
    if args.seats < needed:
        raise Refused(_("--bots {bots} needs at least {n} --seats").format(bots=args.bots, n=needed))
    try:
        terms = race_terms(args.game, args.best_of) if args.game or args.best_of else None
    except ValueError as error:
        raise Refused(error) from None
    if terms and args.seats < (fewest := rules_of(terms).fewest):
        raise Refused(_("a cup needs at least {n} --seats").format(n=fewest))
    return terms


def happenings(server: Server, log: MatchLog) -> Iterator[None]:
    """Says as JSON, a line each, where the table is open, who comes, and how each match has ended. Each step
    of it, after one of the server's, says what is new."""
    table: TableServer | None = None
    there: set[Member] = set()
    played = 0
    while True:
        if table is not server.table:
            table, port = server.table, server.ports.port
            where = [write_address(each) for each in told_addresses(port)]
            _event("open", name=table.room.name, id=table.id.hex(), port=port, addresses=where)
        before, there = there, {member for member in table.members.all.values() if member.peer}
        for each in there - before:
            _event("came", name=each.name, seat=each.seat, bot=each.bot)
        if server.played > played:
            played, (facts, names) = server.played, log.reports[-1]
            _event("result", names=names, **facts)
        yield


def _event(what: str, **facts: object) -> None:
    say(json.dumps({"event": what, **facts}))


class Served:
    """A table that is served for the given number of matches, and the reports of them."""

    def __init__(
        self, args: argparse.Namespace, folder: Path, settings: Settings, shown: bool = False
    ) -> None:
        """`shown`: it is watched in a window of this program. Raises Refused, TableUnavailable,
        DataFolderError."""
        self._args, self._settings, self._shown = args, settings, shown
        self._log = MatchLog(folder, served=True, most=args.matches or _REPORTED)
        self._key, self._race = own_key(folder, warn), race_of(args)
        ports, anew = bind(port_of(args)), None if shown else self._new_table
        self.server = Server(self._new_table(), ports, self._save, _SHOWN if shown else _PAUSE, anew)
        self._events = happenings(self.server, self._log) if args.events else repeat(None)

    def _new_table(self) -> TableServer:
        args = self._args
        name, terms = args.name or _("Table"), self._race or terms_from(self._settings)
        table = make_table(name, args.seats, terms, args.code or "", key=self._key)
        for bot_name in BOT_NAMES[: args.bots]:
            table.room.seat_bot(args.level or self._settings.level, bot_name)
        return table

    def _save(self, match: Match, company: Company) -> None:
        room = self.server.table.room
        self._log.save(match, company, room.terms.game, room.stage.runs.challenge)

    def say(self) -> None:
        """Say that the table is open, unless that is said as JSON."""
        if not (self._args.json or self._args.events):
            line = _("{name} is open on port {port}. Ctrl+C closes it.")
            say(line.format(name=self.server.table.room.name, port=self.server.ports.port))

    def over(self) -> bool:
        """Say what has happened since. Returns whether all matches have been served, and the end of the last
        has been seen where they are shown."""
        next(self._events)
        served = self._args.matches is not None and self.server.played >= self._args.matches
        return served and not (self._shown and self.server.table.room.phase == WON)

    def report(self) -> None:
        """Print the reports of the matches."""
        if self._args.json:
            print(json.dumps({"matches": [facts for facts, _names in self._log.reports]}))
        elif self._log.reports and not self._args.events:
            say("\n\n".join(report_text(facts, names) for facts, names in self._log.reports))


@refusing_unavailable()
def serve(args: argparse.Namespace) -> int:
    """Serve a table for the given number of matches, or until a signal ends it, and print their reports."""
    folder = open_folder(getattr(args, "data", None))
    settings, damaged = load_settings(folder)
    warn(damaged)

    def tell(findings: tuple[Finding, ...]) -> None:
        for finding in findings[:1]:
            warn(unseen(finding))

    served, ended = Served(args, folder, settings), here().jobs.event()
    with closing_on_signal(ended.set), closing(Visibility(served.server, tell)):
        served.say()
        served.server.run(lambda: served.over() or ended.is_set())
        served.report()
    return DONE
