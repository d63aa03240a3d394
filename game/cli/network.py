"""The network's commands that need no window: serve, find, join as a bot, and a demo over UDP."""

import argparse
import json
import select
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path

from game.bots.names import BOT_NAMES
from game.cli.commands import tell, told
from game.cli.demo import LEVEL, Report, report
from game.core.match import Match
from game.i18n import N_, Notice, _
from game.lan.bot_client import BotClient
from game.lan.discovery import DiscoverySockets
from game.lan.places import CannotOpen, attend, bind, haisty_rules, house_of, make_table, refused
from game.lan.server import Server
from game.net.address import Address, parse_address, resolve, write_address
from game.net.client.connection import CONNECTED
from game.net.discovery.finder import Found
from game.net.wire.messages import Join
from game.net.wire.packet import PORT
from game.sessions.seeds import fresh_secret, fresh_seed
from game.storage.replay_writer import FOLDER, ReplayWriter
from game.storage.settings import DataFolderError, Settings, load_settings, open_folder

SEARCH = 1_000_000
"""Microseconds that `find` listens: enough for several questions where every fifth packet is lost."""
_REPORTED = 100
"""Matches that a table without an end reports when it is closed."""
_ANSWER = 5.0
"""Seconds in which a host must have let a bot in."""


class _Keeper:
    """Keeps the matches of a table as replays, and of the last ones what came of them and who sat where."""

    def __init__(self, folder: Path, served: bool = False, most: int = 1) -> None:
        """`most`: matches of which there are reports. `served`: of the replays of tables that are served, for
        days perhaps, only the last are kept. Raises store.DataFolderError if no replay can be written there.
        """
        open_folder(folder / FOLDER)
        self._folder, self._served = folder, served
        self.reports: deque[tuple[Report, tuple[str, ...]]] = deque(maxlen=most)
        self._match: Match | None = None
        self._recorder: ReplayWriter | None = None
        """Of that match."""
        self._path = ""
        """Where its replay is."""
        self._lost = False
        """Whether it has been said that replays cannot be written."""
        self._begun = time.perf_counter()

    def save(self, match: Match, names: tuple[str, ...], backs: tuple[int, ...]) -> None:
        """Keep the match as it stands. If that cannot be, one line says so, and the table plays on."""
        if not match.whole:
            return
        if match is self._match:
            self.reports.pop()
        else:
            self._match, self._recorder, self._path = match, None, ""
        try:
            self._write(match, names, backs)
            self._lost = False
        except DataFolderError as error:
            if not self._lost:
                tell(Notice(N_("The replay of this match could not be saved: {reason}."), reason=error))
            self._lost = True
        self.reports.append((report(match, self._path, time.perf_counter() - self._begun), names))

    def _write(self, match: Match, names: tuple[str, ...], backs: tuple[int, ...]) -> None:
        if self._recorder is None:
            self._recorder = ReplayWriter(self._folder, match, names, backs, self._served)
        self._recorder.save(names, backs)
        self._path = str(self._recorder.path)


def serve(args: argparse.Namespace) -> None:
    """A table without a window or a seat of its own; after so many matches, what came of them."""
    folder = open_folder(getattr(args, "data", None))
    settings, damaged = load_settings(folder)
    tell(damaged)
    keeper = _Keeper(folder, served=True, most=args.matches or _REPORTED)
    table = make_table(args.name or _("Table"), args.seats, house_of(settings), args.code or "")
    for name in BOT_NAMES[: args.bots]:
        table.seat_bot(args.level or settings.level, name)
    server = Server(table, bind(_port(args)), keeper.save, reopen=True)
    if not args.json:
        line = _("{name} is open on port {port}. Ctrl+C closes it.")
        print(line.format(name=table.name, port=server.ports.port), flush=True)
    server.run(lambda: args.matches is not None and server.played >= args.matches)
    _print(keeper.reports, args.json)


def demo(args: argparse.Namespace) -> None:
    """Bots, each a client in a process of its own, play a match over UDP on this machine."""
    folder = open_folder(getattr(args, "data", None))
    seed = fresh_seed() if args.seed is None else args.seed
    keeper = _Keeper(folder)
    table = make_table("demo", args.seats, house_of(Settings()), seed=seed)
    server = Server(table, bind(0), keeper.save)
    command = [sys.executable, str(Path(sys.argv[0]).resolve()), "join", f"127.0.0.1:{server.ports.port}"]
    seats: list[subprocess.Popen[bytes]] = []
    try:
        for name in BOT_NAMES[: args.seats]:
            bot = [*command, "--bot", LEVEL, "--name", name, "--data", str(folder)]
            # Ctrl+C goes to all that the terminal runs: the bots are told by this program.
            seats.append(subprocess.Popen(bot, stdin=subprocess.DEVNULL, start_new_session=True))
        server.run(lambda: bool(server.played) or all(seat.poll() is not None for seat in seats))
    finally:
        for seat in seats:
            seat.terminate()
        for seat in seats:
            seat.wait()
    if not server.played:
        raise CannotOpen(Notice(N_("the bots could not reach the table")))
    [(facts, names)] = keeper.reports
    print(json.dumps(facts) if args.json else told(facts, names))


def find(args: argparse.Namespace) -> bool:
    """List the tables found on the network; whether there are any."""
    with DiscoverySockets(0, _port(args)) as seeker:
        for _moment in _until(seeker, time.perf_counter(), SEARCH):
            pass
        found, foreign = seeker.finder.tables(SEARCH), seeker.finder.foreign(SEARCH)
    if args.json:
        print(json.dumps({"tables": [_listed(one) for one in found]}))
        return bool(found)
    for one in found:
        info = one.info
        state = _("playing") if info.playing else _("open")
        line = [write_address(one.address), info.name, f"{info.taken}/{info.seats}", state]
        print("  ".join([*line, _("code needed")] if info.code else line))
    for other in foreign:
        print(_("{address}  another version of Haisty").format(address=write_address(other.address)))
    if not found and not foreign:
        print(_("No table found."))
    return bool(found)


def join_bot(args: argparse.Namespace) -> bool:
    """Let a bot sit down at a table until it is closed; whether it was let in."""
    folder = open_folder(getattr(args, "data", None))
    settings, damaged = load_settings(folder)
    tell(damaged)
    address = find_address(args) if args.host else _first_table(_port(args))
    if address is None:
        raise CannotOpen(Notice(N_("no table was found on the network")))
    join = Join(args.name or _("Bot"), settings.back, bot=args.bot)
    at = attend(address, join, args.code or "", _Keeper(folder).save)
    seat = BotClient(at, haisty_rules, args.bot, fresh_secret())
    begun = time.perf_counter()
    try:
        seat.run(
            lambda: at.remote.table.connection.state != CONNECTED and time.perf_counter() - begun > _ANSWER
        )
    finally:
        at.take_leave()
        at.close()
    call = at.remote.table.connection
    if call.state == CONNECTED:
        return True
    raise CannotOpen(refused(call.state, call.reason, call.seconds))


def _port(args: argparse.Namespace) -> int:
    return getattr(args, "port", PORT)


def find_address(args: argparse.Namespace) -> Address:
    """The address of the host as the player wrote it. Raises CannotOpen."""
    text = args.host
    try:
        host, port = parse_address(text, _port(args))
        return resolve(host, port)[0][1]
    except ValueError as error:
        raise CannotOpen(Notice("{text}: {reason}", text=text, reason=_(str(error)))) from None
    except OSError:
        raise CannotOpen(Notice(N_("there is no machine called {host}"), host=text)) from None


def _first_table(port: int) -> Address | None:
    """Where a table was found that has a seat, else any."""
    with DiscoverySockets(0, port) as seeker:
        for now in _until(seeker, time.perf_counter(), SEARCH):
            free = [one for one in seeker.finder.tables(now) if one.info.taken < one.info.seats]
            if free:
                return free[0].address
        return next((one.address for one in seeker.finder.tables(SEARCH)), None)


def _until(seeker: DiscoverySockets, begun: float, longest: int) -> Iterator[int]:
    """The time in microseconds whenever something may have come, for so many."""
    while (now := int((time.perf_counter() - begun) * 1e6)) < longest:
        wait = min(seeker.finder.next_time, longest) - now
        select.select(seeker.sockets, [], [], max(0.0, wait / 1e6))
        seeker.update(now)
        yield now


def _listed(one: Found) -> dict[str, object]:
    """A table as data."""
    info = one.info
    return {
        "name": info.name,
        "address": write_address(one.address),
        "seats": info.seats,
        "taken": info.taken,
        "playing": info.playing,
        "code": info.code,
        "id": info.id.hex(),
    }


def _print(reports: Iterable[tuple[Report, tuple[str, ...]]], as_json: bool) -> None:
    if as_json:
        print(json.dumps({"matches": [facts for facts, _names in reports]}))
    else:
        print("\n\n".join(told(facts, names) for facts, names in reports))
