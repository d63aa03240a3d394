"""Sitting down at a table on the network: a new one of this machine's, or another machine's."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.core.limits import Level
from game.core.portraits import BOT_NAMES
from game.i18n import N_, Notice, Notify, _, drop_notice, reason
from game.lan.client import LanClient, TableUnavailable
from game.lan.failover import TableConnection
from game.lan.hosting import bind, make_table, own_key, rules_of, terms_from
from game.lan.known_hosts import KnownHosts, Standing
from game.lan.run_store import run_store
from game.lan.seat_tokens import SeatTokens
from game.lan.server import Save, Server, ServerThread
from game.lan.table import RemoteTable
from game.lan.whereabouts import machines_of
from game.net.address import Address
from game.net.client.connection import Credentials
from game.net.client.table_client import TableClient
from game.net.keys import HostKey
from game.net.transport.noise import fingerprint
from game.net.wire.messages import HouseRules, Join
from game.net.wire.packet import PORT
from game.storage.replay_writer import ReplayKeeper
from game.storage.settings import Settings
from game.system import here


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
    notify: Notify = drop_notice,
    terms: HouseRules | None = None,
) -> RemoteTable:
    """Open a table and sit down at it; what is played is said by the `terms`, or else by the settings. Raises
    TableUnavailable."""
    owner = here().entropy.draw(16)
    key = own_key(folder, notify)
    table = make_table(name, seats, terms or terms_from(settings), code, owner, key=key)
    for bot_name in BOT_NAMES[:bots]:
        table.room.seat_bot(level or settings.level, bot_name)
    ports, save = bind(port), ReplayKeeper(folder, notify).save
    join, server = (
        Join(settings.called, settings.back, owner, portrait=settings.portrait),
        Server(table, ports, save),
    )
    at = "127.0.0.1", ports.port
    connection = connect(at, join, code, save, woken=woken, key=key, server=server)
    connection.client.table.ladder = run_store(folder, settings)
    # If this host dies and another takes over, its player gets the seat back.
    tokens, hosts = SeatTokens(folder, notify), KnownHosts(folder)
    return RemoteTable(connection, lambda table: _keep(tokens, hosts, table), code=code)


def watch_table(
    server: Server,
    folder: Path | None,
    code: str,
    look: Callable[[], object],
    woken: Callable[[], None] | None = None,
    notify: Notify = drop_notice,
) -> RemoteTable:
    """Serve a table and watch it, for all in the room. `look`: see ServerThread. Raises TableUnavailable."""
    at, join = ("127.0.0.1", server.ports.port), Join(_("TV"), 0, watch=True)
    save, serve = ReplayKeeper(folder, notify).save, partial(ServerThread, look=look)
    connection = connect(
        at, join, code, save, woken=woken, key=own_key(folder, notify), server=server, serve=serve
    )
    return RemoteTable(connection, code=code)


def join_table(
    settings: Settings,
    folder: Path | None,
    address: Address,
    code: str = "",
    watch: bool = False,
    woken: Callable[[], None] | None = None,
    notify: Notify = drop_notice,
    mark: bytes | None = None,
) -> RemoteTable:
    """Join a table, at the player's earlier seat if there is one; `mark`: nobody else's than the host's
    whose key has this fingerprint.

    Raises TableUnavailable.
    """
    tokens, hosts, key = SeatTokens(folder, notify), KnownHosts(folder), own_key(folder, notify)
    join = Join(settings.called, settings.back, watch=watch, portrait=settings.portrait)
    connection = connect(address, join, code, ReplayKeeper(folder, notify).save, tokens.at, woken, key)
    connection.client.table.ladder = run_store(folder, settings)
    connection.client.table.connection.only_host = mark

    def keep(table: TableClient) -> None:
        if _keep(tokens, hosts, table, connection.client) == "changed" and mark is None:
            notify(Notice(N_("This name belonged to another computer when you last played there.")))

    return RemoteTable(connection, keep)


def join_beside(
    lan: RemoteTable,
    settings: Settings,
    folder: Path | None,
    woken: Callable[[], None] | None = None,
    notify: Notify = drop_notice,
) -> None:
    """Let the next player of this machine join the table too. Raises TableUnavailable."""
    *_others, last = lan.local_tables
    number, first = len(lan.local_tables) + 1, lan.client
    tokens = SeatTokens(folder, player=number)
    code, key = first.table.connection.code, own_key(folder, notify)
    portrait = settings.second_portrait if number == 2 else "star"
    join = Join(name_beside(settings, number), settings.other_back, portrait=portrait)
    connection = connect(
        first.address, join, code, ReplayKeeper(None).save, tokens.at, woken, key, hosts=False
    )
    beside = connection.client.table.connection
    beside.only = first.table.welcome.table if first.table.welcome else None
    beside.only_host = fingerprint(first.table.connection.host_key)
    last.partner = RemoteTable(connection, lambda table: _keep_seat(tokens, table))


def connect(
    address: Address,
    join: Join,
    code: str,
    save: Save,
    credentials: Callable[[bytes], Credentials] | None = None,
    woken: Callable[[], None] | None = None,
    key: X25519PrivateKey | None = None,
    hosts: bool = True,
    server: Server | None = None,
    serve: Callable[[Server], ServerThread] = ServerThread,
) -> TableConnection:
    """Connect to a table, ready to become its host if necessary and if it `hosts`; `key` is the player's
    lasting one. `server`: the host, if the table is opened here, where it is served by `serve`.

    Raises TableUnavailable.
    """
    spare = bind(0)
    try:
        join = msgspec.structs.replace(join, spare=spare.port if hosts else 0)
        client = LanClient(address, join, code, credentials, woken, rules_of, key=key)
    except OSError as error:
        spare.close()
        raise TableUnavailable(Notice("{reason}", reason=reason(error))) from None
    return TableConnection(client, spare, save, server_thread=serve(server) if server else None)


def name_beside(settings: Settings, number: int) -> str:
    """The name of another player at this machine, from the second on."""
    return settings.second_name if number == 2 and settings.second_name else settings.called


def _keep(
    tokens: SeatTokens, hosts: KnownHosts, table: TableClient, client: LanClient | None = None
) -> Standing:
    """Remember the seat, the host, whom it names to take the table over, and where all are by this `client`;
    returns what the host was to the player before."""
    _keep_seat(tokens, table)
    welcome, room = table.welcome, table.room
    assert welcome and room
    host, heirs = HostKey(welcome.host, table.connection.host_key), [one.player for one in table.successors]
    standing, today = hosts.standing(host, room.name, welcome.table), here().clock.today()
    machines, address = (machines_of(client), client.address) if client else ([], None)
    witnesses = {one.signs: one.address for one in reversed(machines)}
    hosts.remember(host, room.name, welcome.table, today, address, heirs, witnesses)
    return standing


def _keep_seat(tokens: SeatTokens, table: TableClient) -> None:
    assert table.welcome
    tokens.keep(table.welcome.table, table.welcome.token, table.connection.code)
