"""Tables opened and visited by this player: what is needed to open one, to come in and to come back."""

import getpass
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from game.bots.names import BOT_NAMES
from game.core.limits import NAME, Level, line
from game.core.match import Match
from game.core.shuffle import Seed
from game.i18n import N_, Notice, reason
from game.lan.client import LanClient
from game.lan.connection_supervisor import ConnectionSupervisor
from game.lan.failover import Failover
from game.lan.seat_tokens import SeatTokens
from game.lan.server import Save, Server
from game.lan.server_thread import ServerThread
from game.lan.table import RemoteTable
from game.lan.udp import Ports, open_ports
from game.net.address import Address
from game.net.client.connection import BROKEN, DENIED, Credentials
from game.net.server.game_room import Terms
from game.net.server.table_server import TableServer
from game.net.wire.messages import Join
from game.net.wire.packet import FULL, KICKED, OTHER_VERSION, PORT, TOO_SOON, WRONG_CODE
from game.rules.haisty import Haisty
from game.rules.options import rules_from
from game.sessions.seeds import fresh_secret
from game.storage.data_folder import DataFolderError
from game.storage.replay_writer import ReplayWriter
from game.storage.settings import Settings

Tell = Callable[[object], None]
"""Tells the player something, from any thread."""


class CannotOpen(Exception):
    """The table cannot be opened or visited. The text is one line for the player."""


def _unheard(_notice: object) -> None:
    """Nobody is there to be told."""


def haisty_rules(house: dict[str, bool]) -> Haisty:
    """The rules with these house rules. Raises ValueError."""
    rules = rules_from(Haisty.name, house)
    assert isinstance(rules, Haisty)
    return rules


def keeper(folder: Path | None, tell: Tell = _unheard) -> Save:
    """What keeps the matches of a table as replays, as far as there is a folder for them."""
    kept: dict[int, ReplayWriter] = {}

    def save(match: Match, names: tuple[str, ...], backs: tuple[int, ...]) -> None:
        if folder is None or not match.whole:
            return
        try:
            recorder = kept.get(id(match))
            if recorder is None:
                kept.clear()
                recorder = kept[id(match)] = ReplayWriter(folder, match, names, backs)
            recorder.save(names, backs)
        except DataFolderError as error:  # the match goes on
            tell(Notice(N_("The replay of this match could not be saved: {reason}."), reason=error))

    return save


def make_table(
    name: str,
    seats: int,
    terms: Terms,
    code: str = "",
    owner: bytes | None = None,
    identity: tuple[bytes, int] | None = None,
    seed: int | None = None,
) -> TableServer:
    """A table for a match of Haisty; `seed` is that of its first match, all others are dealt from secrets."""
    seeds = [] if seed is None else [seed]

    def next_seed() -> Seed:
        return seeds.pop() if seeds else fresh_secret()

    return TableServer(name, seats, terms, haisty_rules, next_seed, code, owner, identity, BOT_NAMES)


def attend(
    address: Address,
    join: Join,
    code: str,
    save: Save,
    kept: Callable[[bytes], Credentials] | None = None,
    woken: Callable[[], None] | None = None,
) -> ConnectionSupervisor:
    """Come in at a table, ready to become its host if need be. Raises CannotOpen."""
    spare = bind(0)
    try:
        join = msgspec.structs.replace(join, spare=spare.port)
        remote = LanClient(address, join, code, kept, woken, haisty_rules)
    except OSError as error:
        spare.close()
        raise CannotOpen(Notice("{reason}", reason=reason(error))) from None
    return ConnectionSupervisor(remote, Failover(spare, make_table, save))


def house_of(settings: Settings) -> Terms:
    """What the player's own settings say is played."""
    rules: Any = settings.rules(Haisty)
    house = {field: getattr(rules, field) for field in ("any_part", "round_corner", "auto_knock")}
    return Terms(house, 0 if settings.rounds else settings.target, settings.rounds)


def own_name(settings: Settings) -> str:
    """What the others read at the seat: the name chosen, or the one this machine knows its user by."""
    if settings.name:
        return settings.name
    try:
        return line(getpass.getuser().capitalize())[:NAME].strip()
    except (OSError, KeyError, ImportError):
        return ""


def bind(port: int) -> Ports:
    """The sockets of a host. Raises CannotOpen."""
    try:
        return open_ports(port)
    except OSError as error:
        told = Notice(N_("port {port} cannot be used: {reason}"), port=port, reason=reason(error))
        raise CannotOpen(told) from None


def open_table(
    settings: Settings,
    folder: Path | None,
    name: str,
    seats: int,
    bots: int = 0,
    code: str = "",
    port: int = PORT,
    level: Level | None = None,
    woken: Callable[[], None] | None = None,
    tell: Tell = _unheard,
) -> RemoteTable:
    """Open a table and sit down at it. Raises CannotOpen."""
    owner = os.urandom(16)
    table = make_table(name, seats, house_of(settings), code, owner)
    for bot_name in BOT_NAMES[:bots]:
        table.room.seat_bot(level or settings.level, bot_name)
    ports, save = bind(port), keeper(folder, tell)
    join = Join(own_name(settings), settings.back, owner)
    remote = LanClient(("127.0.0.1", ports.port), join, code, None, woken, haisty_rules)
    hosting = ServerThread(Server(table, ports, save))

    def spare() -> Failover:
        return Failover(open_ports(0), make_table, save)

    # If this machine dies and another goes on, its player finds the seat again.
    kept = _seats(folder, tell)
    return RemoteTable(ConnectionSupervisor(remote, None, hosting, spare), haisty_rules, kept.keep, code=code)


def visit_table(
    settings: Settings,
    folder: Path | None,
    address: Address,
    code: str = "",
    watch: bool = False,
    woken: Callable[[], None] | None = None,
    tell: Tell = _unheard,
) -> RemoteTable:
    """Come in at a table, at the seat one had there before if there is one. Raises CannotOpen."""
    seats = _seats(folder, tell)
    join = Join(own_name(settings), settings.back, watch=watch)
    at = attend(address, join, code, keeper(folder, tell), seats.at, woken)
    return RemoteTable(at, haisty_rules, seats.keep)


def knows_code(folder: Path | None, table: bytes, tell: Tell) -> bool:
    """Whether the code of the table with this id is remembered."""
    return bool(_seats(folder, tell).at(table).code)


def _seats(folder: Path | None, tell: Tell) -> SeatTokens:
    seats = SeatTokens(folder)
    if seats.notice:
        tell(seats.notice)
    return seats


def refused(state: str, reason: int, seconds: int) -> Notice:
    """Why one was not let in, for the player."""
    if state == BROKEN:
        return Notice(N_("The table sends something that makes no sense."))
    if state != DENIED:
        return Notice(N_("Nobody answers at that address."))
    told = {
        OTHER_VERSION: N_("This table runs another version of Haisty: everyone needs the same one."),
        WRONG_CODE: N_("The code is wrong. Try again in {seconds} s."),
        TOO_SOON: N_("Too many tries. Try again in {seconds} s."),
        FULL: N_("The table is full, and there is no room for more watchers."),
        KICKED: N_("The host won’t let you back in."),
    }
    return Notice(told.get(reason, N_("The table does not let you in.")), seconds=seconds)
